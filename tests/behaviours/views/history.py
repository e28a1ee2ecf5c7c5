"""What a write does to the history of what is written into."""

from tests.behaviours.helpers import leaf, leaf_of_four, node_name, node_names, tried
from tests.behaviours.table import row


@row
def a_write_moves_the_history(lib):
    """Written into, a result has a new node, and the old one behind it."""
    x = leaf_of_four(lib)
    y = x * 2
    old = y.grad_fn
    y.add_(1)
    return node_names(y), y.grad_fn.next_functions[0][0] is old, y.is_leaf


@row
def a_constant_takes_up_the_history_of_what_is_written(lib):
    """A tracked value written into a constant makes it a result."""
    x, c = leaf_of_four(lib), lib.ones(4)
    c.mul_(x)
    facts = c.requires_grad, c.is_leaf, node_names(c)
    c.sum().backward()
    return facts, x.grad


@row
def a_constant_written_with_constants_stays_one(lib):
    """A write that no gradient depends on is not recorded."""
    c = lib.ones(4)
    c.mul_(3).add_(c)
    return c.requires_grad, c.grad_fn, c._version


@row
def zeroing_ends_the_history(lib):
    """After `zero_()` nothing flows to what was there before, but the graph is still walked."""
    x = leaf_of_four(lib)
    y = x * 2
    y.zero_()
    y.sum().backward()
    return node_name(y), y.requires_grad, x.grad


@row
def copying_replaces_the_history(lib):
    """`copy_` sends the gradient to what was copied, and zeros to what was there."""
    x, w = leaf_of_four(lib), leaf_of_four(lib)
    y = x * 2
    y.copy_(w * 3)
    y.sum().backward()
    return node_names(y), x.grad, w.grad


@row
def copying_converts_and_broadcasts(lib):
    """`copy_` writes another dtype and a smaller shape, and its gradient comes back in those."""
    w = lib.tensor([1.5, 2.5], dtype=lib.float64, requires_grad=True)
    y = lib.zeros(3, 2)
    y.copy_(w)
    y.sum().backward()
    whole = lib.zeros(2, dtype=lib.int64)
    whole.copy_(w.detach())
    return y, w.grad, whole


@row
def operators_with_equals_write(lib):
    """`y += 1` writes into `y`; `y = y + 1` makes another tensor."""
    y = lib.zeros(2)
    same = y
    y += 1
    y -= 3
    y *= 2
    y /= 4
    y **= 2
    y //= 1
    y %= 2
    return same is y, y, y._version


@row
def a_leaf_refuses_every_write(lib):
    """No write into a leaf that requires grad is recorded, whatever it writes."""
    x, other = leaf_of_four(lib), lib.ones(4)
    writes = (
        lambda: x.zero_(),
        lambda: x.copy_(other),
        lambda: x.__setitem__(0, 1.0),
        lambda: x.detach().zero_(),
        lambda: x.data.fill_(7),
        lambda: x.t_(),
    )
    return [tried(lambda write=write: write() is None) for write in writes], x, x._version


@row
def writing_into_a_view_of_a_leaf(lib):
    """A view of a leaf that requires grad refuses as the leaf does."""
    x = leaf_of_four(lib)
    x[:2].add_(1)


@row
def writing_into_a_key_of_a_leaf(lib):
    """`x[0] = 1` writes into a view of `x`: of a leaf, refused."""
    x = leaf_of_four(lib)
    x[0] = 1.0


@row
def writing_a_tracked_value_into_a_view_of_a_constant(lib):
    """A tracked value written into one row makes the whole base a result, and its other views."""
    x, base = leaf(lib, 1.0, 2.0), lib.zeros(2, 2)
    first, second = base[0], base[1]
    first.copy_(x)
    facts = [[t.requires_grad, t.is_leaf, node_name(t)] for t in (base, first, second)]
    (base * base).sum().backward()
    return facts, x.grad
