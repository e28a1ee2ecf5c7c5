"""Random draws.

After a seed the numbers are PyTorch's. Backward knows nothing of them: `distributions` has draws
that gradients pass through.
"""

from tests.behaviours.table import row


@row(why="numbers are drawn in the order that they print in, whatever the memory's")
def drawn_into_a_turned_tensor(lib):
    """A tensor that is turned is filled in the order of its memory."""
    lib.manual_seed(0)
    return lib.zeros(2, 3).t().uniform_()


@row(why="the numbers depend on no parameter as far as backward can see, so nothing is recorded")
def drawn_with_parameters_that_require_grad(lib):
    """`normal` and `bernoulli` are recorded, with gradients of 0; so is a draw into a result."""
    lib.manual_seed(0)
    p = lib.tensor([0.25, 0.5], requires_grad=True)
    nodes = [lib.normal(p, 1.0), lib.bernoulli(p), (p * 1).normal_()]
    return [type(x.grad_fn).__name__ for x in nodes]
