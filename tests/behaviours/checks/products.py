"""`autograd.functional`: products with Jacobians and Hessians."""

from tests.behaviours.helpers import double, leaf64, tried
from tests.behaviours.table import row


@row
def a_vector_jacobian_product(lib):
    """`vjp` gives the outputs and ``v J``, both without history."""
    F = lib.autograd.functional
    return F.vjp(lambda x: x**2, double(lib, 1.0, 2.0), double(lib, 1.0, 10.0))


@row
def a_jacobian_vector_product(lib):
    """`jvp` gives the outputs and ``J v``, in the form of the outputs."""
    F = lib.autograd.functional
    x, v = double(lib, 1.0, 2.0), double(lib, 1.0, 10.0)
    return F.jvp(lambda x: (x.exp().sum(), x * x), x, v)


@row
def tuples_in_tuples_out(lib):
    """A result has the form of what it belongs to: a tuple for a tuple, also of length one."""
    F, x, y = lib.autograd.functional, double(lib, 1.0), double(lib, 2.0)
    form = lambda t: [form(each) for each in t] if isinstance(t, tuple) else t.tolist()  # noqa: E731
    return [
        form(F.vjp(lambda x: x * 3, x)),
        form(F.vjp(lambda x: x * 3, (x,))),
        form(F.vjp(lambda x: (x * 3,), x)),
        form(F.vjp(lambda x, y: x * y, (x, y))),
        form(F.jvp(lambda x: (x * 3,), x)),
        form(F.jvp(lambda x, y: (x * y, y), (x, y), (y, x))),
        form(F.vhp(lambda x, y: (x * y).sum(), (x, y), (y, x))),
        form(F.hvp(lambda x: (x * x).sum(), (x,))),
    ]


@row
def what_is_no_tensor(lib):
    """Inputs and outputs are tensors or tuples of them; a list is neither."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    name = lambda said: [said[0], said[1].replace(lib.__name__, "lib")]  # noqa: E731
    return [
        name(tried(F.jacobian, lambda x: x, [x])),
        name(tried(F.vjp, lambda x: x, (x, 2))),
        name(tried(F.jacobian, lambda x: [x, x], x)),
        name(tried(F.jvp, lambda x: (x, None), x, x)),
        name(tried(F.hessian, lambda x: 3, x)),
        name(tried(F.hessian, lambda x: x.sum(), "x")),
    ]


@row
def results_have_no_history(lib):
    """Without `create_graph` no result requires grad, even if the inputs do; no `.grad` appears."""
    F, x = lib.autograd.functional, leaf64(lib)
    found = F.vjp(lambda x: (x * x).sum(), x), F.hvp(lambda x: (x * x).sum(), x, double(lib))
    matrix = F.jacobian(lambda x: x * x, x), F.hessian(lambda x: (x**3).sum(), x)
    return [[t.requires_grad for t in pair] for pair in (*found, matrix)], x.grad


@row
def results_with_history(lib):
    """With `create_graph` results can be differentiated in turn, back to the user's inputs."""
    F, x = lib.autograd.functional, leaf64(lib, 1.0, 2.0)
    y, g = F.vjp(lambda x: (x * x * x).sum(), x, create_graph=True)
    (second,) = lib.autograd.grad(g.sum(), x)
    jacobian = F.jacobian(lambda x: x * x * x, x, create_graph=True)
    (third,) = lib.autograd.grad(jacobian.sum(), x)
    return y, g, second, jacobian, third


@row
def history_needs_inputs_that_require_grad(lib):
    """With `create_graph`, inputs that require no grad get none: results end at copies of them."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    jacobian = F.jacobian(lambda x: x**3, x, create_graph=True)
    return jacobian.requires_grad, x.requires_grad, x.grad_fn is None


@row
def the_function_sees_other_tensors(lib):
    """The function is called with tensors made for the call, that require grad and share memory."""
    x, seen = double(lib, 1.0, 2.0), []

    def f(y):
        seen.extend([y is x, y.requires_grad, y.is_leaf, y.data_ptr() == x.data_ptr()])
        return (y * x).sum()  # x, caught from around, counts as a constant

    _, g = lib.autograd.functional.vjp(f, x)
    return seen, g


@row
def products_under_no_grad(lib):
    """Under `no_grad` derivatives are computed all the same."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    with lib.no_grad():
        return (
            F.vjp(lambda x: (x * x).sum(), x),
            F.jacobian(lambda x: x * x, x),
            F.hvp(lambda x: (x**3).sum(), x, x),
        )


@row
def hessian_products(lib):
    """`vhp` and `hvp` multiply the Hessian from the left and from the right."""
    F, x, v = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 1.0, 10.0)
    f = lambda x: (x[0] ** 2 * x[1] ** 3).sum()  # noqa: E731
    return F.vhp(f, x, v), F.hvp(f, x, v)
