"""Other memory for a tensor: `.data`."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def a_result_with_other_data(lib):
    """`y.data = ...` is no write: a result that was saved stays, an input that was is read anew."""
    x = leaf(lib)
    y = x.exp()
    total, square = y.sum(), (y * y).sum()
    y.data = lib.tensor([5.0, 6.0])
    total.backward(retain_graph=True)
    version, first = y._version, x.grad.clone()
    square.backward()
    return version, first, x.grad


@row
def a_write_after_other_data(lib):
    """After `y.data = ...` a write is counted where it was before."""
    x = leaf(lib)
    y = x.exp()
    y.data = lib.tensor([5.0, 6.0])
    y.add_(1)
    return y._version, tried(y.sum().backward)


@row
def assigning_data(lib):
    """`x.data = y` gives a leaf other memory, and leaves its gradient and its need of one."""
    x = leaf(lib)
    (x * x).sum().backward()
    x.data = lib.tensor([5.0, 6.0])
    (x * x).sum().backward()
    return x, x.grad, x.is_leaf


@row
def assigning_data_of_another_type(lib):
    """`x.data = y` refuses what is no tensor."""
    x = leaf(lib)
    x.data = [1.0, 2.0]


@row
def views_count_on_with_a_leaf_whose_data_was_assigned(lib):
    """After `x.data = ...` its old views and twins share its version, if no longer its memory."""
    x = lib.ones(2)
    part, twin = x[:1], x.detach()
    x.data = lib.zeros(3)
    x.add_(1)
    part.add_(1)
    return x, part, [t._version for t in (x, part, twin)]


@row
def assigning_integers_as_data(lib):
    """What requires grad cannot be given integers as its data."""
    x = leaf(lib)
    return tried(setattr, x, "data", lib.tensor([1, 2])), x
