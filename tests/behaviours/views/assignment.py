"""Assignments to a part: `y[...] = v` and `y[...] += v`."""

from tests.behaviours.helpers import leaf, node_names, result
from tests.behaviours.table import row


@row
def assignment_is_a_write(lib):
    """`y[0] = v` gives `v` its gradient, and the part of `y` that it replaced none."""
    x, y = result(lib)
    v = lib.tensor(5.0, requires_grad=True)
    y[0, 1] = v * v
    (y * y).sum().backward()
    return node_names(y), x.grad, v.grad


@row
def assignment_by_a_mask(lib):
    """`y[mask] = v` writes too, and keeps the other elements' gradients."""
    x, y = result(lib)
    v = lib.tensor(5.0, requires_grad=True)
    y[y > 2.5] = v
    y.sum().backward()
    return node_names(y), y, x.grad, v.grad


@row
def assignment_by_positions_into_a_view(lib):
    """Advanced indices of a view of a result write through to the base."""
    x, y = result(lib)
    y.t()[[0, 1], [1, 0]] = lib.tensor([7.0, 8.0])
    (y * y).sum().backward()
    return node_names(y), y, x.grad


@row
def adding_to_a_part(lib):
    """`y[0] += v` reads a view, writes into it, and assigns it back."""
    x, y = result(lib)
    v = leaf(lib, 10.0, 20.0)
    y[0] += v
    version = y._version
    (y * y).sum().backward()
    return version, node_names(y), x.grad, v.grad
