"""`autograd.functional`: Jacobians and Hessians."""

from tests.behaviours.helpers import double, leaf64
from tests.behaviours.table import row


@row
def a_jacobian(lib):
    """The Jacobian's shape is the output's followed by the input's."""
    a = double(lib, *range(1, 7)).reshape(2, 3)
    jacobian = lib.autograd.functional.jacobian(lambda a: (a * a).sum(1), a)
    return jacobian.shape == (2, 2, 3), jacobian


@row
def jacobians_of_several(lib):
    """For tuples a tuple: ``jacobian[i][j]`` is of output i with respect to input j."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0)
    return F.jacobian(lambda x, y: (x * y, y.sum()), (x, y)), F.jacobian(lambda x: (x,), x)


@row
def independent_inputs_give_zeros(lib):
    """Where an output does not depend on an input zeros stand, unless `strict`."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0)
    first = lambda x, y: x * 2  # noqa: E731
    return (
        F.jacobian(first, (x, y)),
        F.vjp(first, (x, y), x),
        F.jvp(lambda x: x.detach(), x, x),
        F.hessian(lambda x, y: (x * x).sum(), (x, y)),
    )


@row
def a_hessian(lib):
    """The Hessian is the Jacobian of the Jacobian; for a tuple a tuple of tuples."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0)
    f = lambda x, y: (x**2 * y).sum()  # noqa: E731
    return F.hessian(f, (x, y)), F.hessian(lambda x: f(x, y), x)


@row
def a_hessian_that_is_recorded(lib):
    """With `create_graph` the Hessian itself can be differentiated."""
    x = leaf64(lib, 1.0, 2.0)
    found = lib.autograd.functional.hessian(lambda x: (x**4).sum(), x, create_graph=True)
    return found.requires_grad, lib.autograd.grad(found.sum(), x)
