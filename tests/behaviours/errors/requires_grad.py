"""Who may require a gradient."""

from tests.behaviours.table import row


@row
def integers_that_require_a_gradient(lib):
    """Only floating point tensors can be made to require a gradient."""
    lib.tensor([1, 2], requires_grad=True)


@row
def integers_told_to_require_a_gradient(lib):
    """The same afterwards, in other words."""
    lib.tensor([1, 2]).requires_grad_()


@row
def integers_set_to_require_a_gradient(lib):
    """And through the attribute."""
    lib.tensor([1, 2]).requires_grad = True


@row
def integer_parameters(lib):
    """And for parameters."""
    lib.nn.Parameter(lib.tensor([1, 2]))


@row
def a_result_told_not_to(lib):
    """A result cannot be told not to require a gradient; it is detached."""
    (lib.ones(2, requires_grad=True) * 2).requires_grad = False


@row
def requires_grad_by_a_slip(lib):
    """``x.required_grad = True``, a slip, sets an attribute that nobody looks at."""
    x = lib.ones(2)
    x.required_grad = True
    return x.requires_grad, x.required_grad
