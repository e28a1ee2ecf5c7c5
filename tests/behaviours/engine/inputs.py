"""Backward to some inputs alone: `inputs=`."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def inputs_alone_receive(lib):
    """With `inputs=` those leaves alone receive, the others are left as they were."""
    x, w = leaf(lib), leaf(lib)
    w.grad = lib.tensor([7.0, 8.0])
    (x * w).sum().backward(inputs=[x])
    return x.grad, w.grad


@row
def one_input_without_a_list(lib):
    """`inputs=` may be a tensor, a list, or a tuple."""
    x = leaf(lib)
    for inputs in (x, [x], (x,)):
        (x * 2).sum().backward(inputs=inputs)
    return x.grad


@row
def inputs_that_are_results(lib):
    """A result among `inputs=` has its `.grad` filled, as if it retained it, from then on."""
    x = leaf(lib)
    y = x * 2
    (y * y).sum().backward(inputs=[y])
    return x.grad, y.grad, y.retains_grad


@row
def inputs_behind_one_another(lib):
    """Inputs may lie behind one another, and behind a leaf that receives nothing."""
    x, w = leaf(lib), leaf(lib)
    y = x * w
    z = y.exp()
    z.sum().backward(inputs=[z, x, y])
    return x.grad, w.grad, y.grad, z.grad


@row
def inputs_twice(lib):
    """An input named twice receives once; `grad` gives it twice."""
    x = leaf(lib)
    y = x * 2
    (y * 3).sum().backward(inputs=[x, y, x, y])
    return x.grad, y.grad, lib.autograd.grad((x * x).sum(), [x, x])


@row
def no_inputs(lib):
    """An empty `inputs` is refused."""
    x = leaf(lib)
    return [
        tried((x * 2).sum().backward, inputs=[]),
        tried((x * 2).sum().backward, inputs=()),
        tried(lib.autograd.backward, (x * 2).sum(), inputs=[]),
        tried(lib.autograd.grad, x.sum(), []),
    ]


@row
def inputs_that_require_no_grad(lib):
    """An input that requires no grad is refused."""
    x, c = leaf(lib), lib.ones(2)
    y = (x * c).sum()
    return [
        tried(y.backward, inputs=[c]),
        tried(lib.autograd.grad, y, c),
        tried(lib.autograd.grad, y, [x, c], allow_unused=True),
        x.grad,
    ]


@row
def an_unused_input_of_backward(lib):
    """Backward leaves an input alone that the root does not depend on, and says nothing."""
    x, w = leaf(lib), leaf(lib)
    unused = w * 2
    (x * 2).sum().backward(inputs=[x, w, unused])
    return x.grad, w.grad, unused.grad


@row
def inputs_with_create_graph(lib):
    """`inputs=` and `create_graph` go together."""
    x, w = leaf(lib), leaf(lib)
    (x * x * w).sum().backward(inputs=[x], create_graph=True)
    g, x.grad = x.grad, None
    return g.detach(), g.requires_grad, w.grad
