"""`autograd.functional`: Jacobians and Hessians."""

from tests.behaviours.helpers import double, leaf64, tried
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


@row
def a_jacobian_of_nothing(lib):
    """An output without elements has no rows to stack."""
    x = double(lib, 1.0, 2.0)
    return tried(lib.autograd.functional.jacobian, lambda x: x[:0], x)


@row
def strict_first_derivatives(lib):
    """With `strict` an output that does not depend on an input is an error, in its own words."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0, 4.0)
    first, constant = (lambda x, y: x * 2), (lambda x, y: x.detach())
    return [
        tried(F.vjp, first, (x, y), x, strict=True),
        tried(F.vjp, constant, (x, y), x, strict=True),
        tried(F.jvp, first, (x, y), (x, y), strict=True),
        tried(F.jvp, constant, (x, y), (x, y), strict=True),
        tried(F.jacobian, first, (x, y), strict=True),
        tried(F.jacobian, lambda x, y: (x, y), (x, y), strict=True),
    ]


@row
def strict_second_derivatives(lib):
    """With `strict` a Hessian of a linear function is an error; so is one of a constant."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0, 4.0)
    linear, first = (lambda x: (x * 3).sum()), (lambda x, y: (x * x).sum())
    separate = lambda x, y: (x * x).sum() + y.sum()  # noqa: E731
    return [
        tried(F.hessian, linear, x, strict=True),
        tried(F.hessian, first, (x, y), strict=True),
        tried(F.hessian, lambda x: x.detach().sum(), x, strict=True),
        tried(F.vhp, linear, x, x, strict=True),
        tried(F.vhp, first, (x, y), (x, y), strict=True),
        tried(F.hvp, separate, (x, y), (x, y), strict=True),
        tried(F.hvp, lambda x, y: (x * x).sum() + (y * y).sum(), (x, y), (x, y), strict=True),
    ]


@row
def strict_with_history(lib):
    """With `strict` and `create_graph` a constant derivative is an error as well."""
    F, x, v = lib.autograd.functional, leaf64(lib), double(lib)
    linear, square = (lambda x: x * 2), (lambda x: (x * x).sum())
    return [
        tried(F.vjp, linear, x, v, create_graph=True, strict=True),
        tried(F.jvp, linear, x, v, create_graph=True, strict=True),
        tried(F.jacobian, linear, x, create_graph=True, strict=True),
        tried(F.vhp, square, x, v, create_graph=True, strict=True),
        tried(F.hessian, square, x, create_graph=True, strict=True),
    ]


@row
def strategies(lib):
    """A strategy that nobody knows is refused; forward mode is not to be had row by row."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    return [
        tried(F.jacobian, lambda x: x, x, strategy="sideways"),
        tried(F.jacobian, lambda x: x, x, strategy="forward-mode"),
        tried(F.hessian, lambda x: x.sum(), x, outer_jacobian_strategy="sideways"),
        tried(F.hessian, lambda x: x.sum(), x, outer_jacobian_strategy="forward-mode"),
    ]


@row
def strict_and_vectorized(lib):
    """`strict` and `vectorize` exclude each other."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    return [
        tried(F.jacobian, lambda x: x * 2, x, strict=True, vectorize=True),
        tried(F.hessian, lambda x: (x**3).sum(), x, strict=True, vectorize=True),
    ]
