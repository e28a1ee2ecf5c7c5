"""Inputs and views that a Function returns."""

from tests.behaviours.helpers import facts, leaf, own, tried
from tests.behaviours.table import row


@row
def an_input_returned(lib):
    """An input returned as it is comes out as a view of it, on the Function's node."""
    x = leaf(lib)
    y = own(lib, lambda ctx, x: x, lambda ctx, g: g * 10).apply(x)
    y.sum().backward()
    return y is x, facts(y), y._base is x, y.data_ptr() == x.data_ptr(), x.grad


@row
def an_input_that_needs_none_returned(lib):
    """So does one that requires no grad: not the same object."""
    x = lib.ones(2)
    y = own(lib, lambda ctx, x: x).apply(x)
    return y is x, facts(y), y.data_ptr() == x.data_ptr()


@row
def an_input_returned_twice(lib):
    """An input returned twice gives two outputs, each with a gradient of its own."""
    x = leaf(lib)
    f = own(lib, lambda ctx, x: (x, x), lambda ctx, a, b: a * 2 + b * 3)
    a, b = f.apply(x)
    (a.sum() + b.sum() * 10).backward()
    return x.grad, a is b, facts(a), facts(b)


@row
def one_result_returned_twice(lib):
    """One new tensor returned twice is one tensor, with the last place in the node."""

    def forward(ctx, x):
        y = x * 2
        return y, y

    x = leaf(lib)
    a, b = own(lib, forward, lambda ctx, a, b: a * 2 + b * 3).apply(x)
    a.sum().backward()
    return a is b, facts(a), x.grad


@row
def an_input_returned_and_written_to(lib):
    """Writing into an input that was returned as it is, is refused."""
    y = own(lib, lambda ctx, x: x).apply(leaf(lib) * 1)
    y.add_(1)


@row
def a_view_returned(lib):
    """A view of an input keeps its base, and gets the Function's node."""
    x = leaf(lib, 1.0, 2.0, 3.0, 4.0)
    y = own(lib, lambda ctx, x: x.view(2, 2), lambda ctx, g: (g * 10).view(4)).apply(x)
    y.sum().backward()
    return facts(y), y._base is x, x.grad


@row
def a_view_returned_and_written_to(lib):
    """Writing into a view that a Function returned is refused."""
    own(lib, lambda ctx, x: x.view(2, 2)).apply(leaf(lib, 1.0, 2.0, 3.0, 4.0) * 1).add_(1)


@row
def a_view_returned_whose_base_is_written_to(lib):
    """Using a view that a Function returned, after its base was written to, is refused."""
    x = leaf(lib, 1.0, 2.0, 3.0, 4.0) * 1
    y = own(lib, lambda ctx, x: x.view(2, 2)).apply(x)
    x.add_(1)
    return y * 2


@row
def two_views_returned(lib):
    """Of several views returned none may be written to."""
    f = own(lib, lambda ctx, x: (x[:1], x[1:]), lambda ctx, a, b: a)
    a, b = f.apply(leaf(lib) * 1)
    return facts(a), tried(lambda: a.add_(1)), tried(lambda: b.mul_(2))


@row
def a_view_returned_under_no_grad(lib):
    """Also where it was not recorded, a view that a Function returned may not be written to."""
    x = leaf(lib) * 1
    with lib.no_grad():
        y = own(lib, lambda ctx, x: x[:1]).apply(x)
    return tried(lambda: y.mul_(2))


@row
def a_view_of_something_else_returned(lib):
    """A view of a tensor made inside forward is an output like any other."""
    x = leaf(lib)
    y = own(lib, lambda ctx, x: (x * 2)[:1], lambda ctx, g: lib.ones(2) * g).apply(x)
    found = facts(y)
    return found, tried(lambda: facts(y.add_(1)))


@row
def another_leaf_returned(lib):
    """A leaf that is no input, returned from forward, is refused."""
    w = leaf(lib)
    y = own(lib, lambda ctx, x: w, lambda ctx, g: g * 2).apply(leaf(lib))
    return y is w, facts(w)


@row
def a_view_out_of_a_function_that_was_not_recorded(lib):
    """A view that a Function gives out may not be written to in a recorded way, ever."""
    shows = own(lib, lambda ctx, x: x[:])
    w = leaf(lib)
    of_a_constant = shows.apply(lib.ones(2))
    with lib.no_grad():
        unrecorded = shows.apply(w * 1)
        free = shows.apply(w * 1).add_(1)
    acts = (
        lambda: of_a_constant.mul_(w),
        lambda: of_a_constant.copy_(w),
        lambda: unrecorded.zero_(),
        lambda: of_a_constant.add_(1).requires_grad,
    )
    return [tried(act) for act in acts], free
