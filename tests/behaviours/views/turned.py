"""Tensors that are turned in place."""

from tests.behaviours.helpers import node_names, result, tried
from tests.behaviours.table import row


@row
def turning_a_tensor_in_place(lib):
    """`t_`, `transpose_`, `unsqueeze_`, `squeeze_` turn the tensor itself, and count as a write."""
    x = lib.arange(6.0).view(1, 2, 3).clone()
    pointer, found = x.data_ptr(), []
    turns = (
        lambda: x.squeeze_(),
        lambda: x.t_(),
        lambda: x.unsqueeze_(-1),
        lambda: x.transpose_(0, 2),
        lambda: x.squeeze_(0),
    )
    for turn in turns:
        turn()
        found.append([x.shape, x.is_contiguous(), x._version, x._is_view()])
    return found, x.data_ptr() == pointer, x


@row
def turning_a_result_in_place(lib):
    """A result that is turned has the turn in its history."""
    x, y = result(lib)
    y.t_().unsqueeze_(0).squeeze_(0).transpose_(0, 1).squeeze_().squeeze_((0, 1))
    found = node_names(y, 7)
    (y[0] * lib.tensor([1.0, 5.0])).sum().backward()
    return found, y._version, x.grad


@row
def turning_a_view_in_place(lib):
    """A view that is turned stays a view of its base, and the base stays as it is."""
    x, y = result(lib)
    view = y[:1]
    view.t_()
    facts = view._base is y, view.shape, node_names(view), node_names(y), y._version, y.shape
    view.mul_(lib.tensor([[2.0], [3.0]]))
    y.sum().backward()
    return facts, node_names(view), node_names(y), y, x.grad


@row
def turning_a_leaf_in_place(lib):
    """A leaf that requires grad refuses; under `no_grad` it turns."""
    x = lib.tensor([[1.0, 2.0]], requires_grad=True)
    said = tried(x.t_), tried(x.squeeze_), tried(x.unsqueeze_, 0), x.shape
    with lib.no_grad():
        x.t_()
    return said, x.shape, x.is_leaf, x._version


@row
def a_graph_that_saved_what_was_turned(lib):
    """A turn counts as a write: what was saved before it is refused."""
    _, y = result(lib)
    z = y * y
    y.t_()
    z.sum().backward()


@row
def a_turn_beyond_the_dimensions(lib):
    """The errors of a turn in place are those of the turn."""
    x = lib.zeros(2, 3)
    return (
        tried(x.transpose_, 0, 2),
        tried(x.unsqueeze_, 4),
        tried(lib.zeros(1, 2, 3).t_),
        tried(x.squeeze_, 2),
        x.shape,
        x._version,
    )


@row
def a_refused_view_refuses_to_turn(lib):
    """An output of `unbind` may not be turned in place either."""
    _, y = result(lib)
    part = y.split(1)[0]
    part.t_()


@row
def a_leaf_turned_after_it_was_used(lib):
    """A leaf that is turned under `no_grad` stays the leaf of the graph that it is in."""
    x = lib.tensor([[1.0, 2.0]], requires_grad=True)
    y = x * 2
    with lib.no_grad():
        x.t_()
    return lib.autograd.grad((y * 3).sum(), x)[0], x.shape
