"""`gradgradcheck`: second derivatives."""

from tests.behaviours.helpers import double, doubling, leaf64, tried
from tests.behaviours.table import row


@row
def second_derivatives_pass(lib):
    """`gradgradcheck` checks the backward of the backward; leaves get no `.grad` by it."""
    x, y = leaf64(lib), leaf64(lib, 3.0, 1.0)
    passed = lib.autograd.gradgradcheck(lambda x, y: (x * x * y, y.sum()), (x, y))
    return passed, x.grad, y.grad


@row
def a_wrong_second_derivative(lib):
    """A backward that is not differentiable itself passes `gradcheck`, not `gradgradcheck`."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    f = doubling(lib, lambda ctx, g: g * 2 * ctx.saved_tensors[0].detach(), forward)
    check = lib.autograd.gradcheck, lib.autograd.gradgradcheck
    return [tried(each, f, leaf64(lib)) for each in check]


@row
def second_derivatives_from_given_gradients(lib):
    """`grad_outputs` says where the inner backward starts."""
    second = lib.autograd.gradgradcheck
    return (
        second(lambda x: x * x, leaf64(lib), double(lib, 1.0, -1.0)),
        second(lambda x: x.exp().sum(), leaf64(lib), (lib.tensor(2.0, dtype=lib.float64),)),
        tried(second, lambda x: x * x, leaf64(lib), double(lib, 1.0)),
    )


@row
def jacobians_that_are_checked(lib):
    """Recorded jacobians and hessians pass `gradcheck` themselves."""
    F, check = lib.autograd.functional, lib.autograd.gradcheck
    x, y = leaf64(lib, 0.3, 0.4), leaf64(lib, 0.5, 0.6)

    def jacobian(x, y):
        return F.jacobian(lambda x, y: (x + y).exp(), (x, y), create_graph=True)

    def hessian(x, y):
        rows = F.hessian(lambda x, y: (x * y).pow(3).sum(), (x, y), create_graph=True)
        return tuple(part for row in rows for part in row)

    return check(jacobian, (x, y)), check(hessian, (x, y))
