"""`autograd.grad`: gradients that are returned."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def grad_of_one_and_of_several(lib):
    """`grad` gives a tuple, one gradient per input, and leaves `.grad` alone."""
    x, w = leaf(lib), leaf(lib, 3.0, 4.0)
    y = (x * w).sum()
    one = lib.autograd.grad(y, x, retain_graph=True)
    return one, lib.autograd.grad((y,), (w, x)), x.grad, type(one).__name__


@row
def grad_of_several_outputs(lib):
    """`grad` of several outputs adds up, each weighed by its gradient."""
    x = leaf(lib)
    return lib.autograd.grad([x.sum(), x * x], x, [None, lib.tensor([1.0, 10.0])])


@row
def grad_with_respect_to_a_result(lib):
    """`grad` with respect to a result, and to what lies behind it, in one walk."""
    x = leaf(lib)
    y = x * 2
    z = (y * y).sum()
    return lib.autograd.grad(z, [z, y, x]), y.retains_grad


@row
def an_unused_input(lib):
    """An input that the output does not depend on raises, and the error says which one."""
    x, w = leaf(lib), leaf(lib)
    y = (x * 2).sum()
    return tried(lib.autograd.grad, y, [x, w]), tried(lib.autograd.grad, y, w)


@row
def an_unused_input_that_is_allowed(lib):
    """With `allow_unused` an unused input gives None."""
    x, w = leaf(lib), leaf(lib)
    return lib.autograd.grad((x * 2).sum(), [w, x], allow_unused=True)


@row
def an_unused_input_as_zeros(lib):
    """With `materialize_grads` an unused input gives zeros of its shape and type."""
    x = leaf(lib)
    w = lib.ones(2, 3, dtype=lib.float64, requires_grad=True)
    return lib.autograd.grad((x * 2).sum(), [w, x], materialize_grads=True)


@row
def zeros_where_unused_is_refused(lib):
    """`materialize_grads` with `allow_unused=False` is a contradiction, and refused."""
    x = leaf(lib)
    y = (x * 2).sum()
    return [
        tried(lib.autograd.grad, y, x, materialize_grads=True, allow_unused=False),
        tried(lib.autograd.grad, y, x, materialize_grads=True, allow_unused=True),
    ]


@row
def zeros_may_require_grad(lib):
    """With `create_graph` the zeros for an unused input are a leaf that requires grad."""
    x, w = leaf(lib), leaf(lib)
    y = (x * x).sum()
    made = lib.autograd.grad(y, [w, x], create_graph=True, materialize_grads=True)
    (plain,) = lib.autograd.grad(y, w, materialize_grads=True)
    return [g.requires_grad for g in made], [g.is_leaf for g in made], plain.requires_grad


@row
def a_failed_grad_has_freed_the_graph(lib):
    """The error of an unused input comes after the walk: the graph is freed by then."""
    x, w = leaf(lib), leaf(lib)
    y = (x * x).sum()
    return tried(lib.autograd.grad, y, [x, w]), tried(y.backward), x.grad


@row
def an_input_newer_than_the_output(lib):
    """What was computed from the output is no input of it."""
    x = leaf(lib)
    y = x * 2
    return tried(lib.autograd.grad, y.sum(), y * 3), lib.autograd.grad(
        y.sum(), y[0], allow_unused=True
    )


@row
def a_view_is_not_what_it_shows(lib):
    """`grad` with respect to a view made afterwards finds it unused."""
    x = leaf(lib)
    y = x * 2
    part = y[0]
    return tried(lib.autograd.grad, y.sum(), part), lib.autograd.grad((part * 3).sum(), y)


@row
def what_grad_gives_may_be_expanded(lib):
    """What `grad` gives is as it was computed: of a sum, one number seen often."""
    x = lib.ones(2, 3, requires_grad=True)
    (g,) = lib.autograd.grad(x.sum(), x)
    return g, g.stride(), g._version


@row
def a_freed_input_of_grad(lib):
    """`grad` through a part that is freed already raises; up to that part it does not."""
    x = leaf(lib)
    y = x.exp()
    y.sum().backward()
    z = (y * 3).sum()
    return lib.autograd.grad(z, y, retain_graph=True), tried(lib.autograd.grad, z, x)


@row
def an_accumulated_part_of_a_walk(lib):
    """A loss's gradient may be taken piece by piece, and the rest walked from there."""
    leaves = [lib.zeros(2, requires_grad=True) for _ in range(4)]
    middle = [x * i + x * x for i, x in enumerate(leaves)]
    loss = sum(part * i for i, part in enumerate(middle)).sum()
    found = [g for i in (0, 2) for g in lib.autograd.grad(loss, middle[i : i + 2])]
    lib.autograd.backward(middle, found)
    return [x.grad for x in leaves]


@row
def what_grad_returns_may_be_one_tensor_several_times(lib):
    """Where a gradient passes through unchanged it is the tensor that was given, for each input."""
    x, y, given = leaf(lib), leaf(lib), lib.ones(2)
    first, second = lib.autograd.grad(x + y, [x, y], given)
    first.mul_(3)
    return first is second, first is given, given, given._version
