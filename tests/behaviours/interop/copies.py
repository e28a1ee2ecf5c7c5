"""Deep and shallow copies."""

import copy

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row
def a_deep_copy_of_a_leaf(lib):
    """A deep copy of a leaf is a leaf on memory of its own, with a gradient of its own."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    y = copy.deepcopy(x)
    y.data.add_(1)
    y.grad.zero_()
    return x, x.grad, y, y.grad, y.is_leaf, y.requires_grad


@row
def a_deep_copy_of_a_result(lib):
    """A result cannot be copied deeply; a constant one can."""
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        constant = x * 2
    return tried(copy.deepcopy, x * 2), copy.deepcopy(constant)


@row
def a_deep_copy_leaves_hooks_behind(lib):
    """Hooks are not copied; attributes are, deeply."""
    x = lib.ones(2, requires_grad=True)
    x.register_hook(lambda grad: grad * 10)
    x.note = ["a"]
    y = copy.deepcopy(x)
    y.note.append("b")
    (x + y).sum().backward()
    return x.grad, y.grad, x.note, y.note


@row
def a_deep_copy_of_a_parameter(lib):
    """A copied parameter is one, without the gradient; a module is copied with all of them."""
    p = lib.nn.Parameter(lib.ones(2))
    p.grad = lib.ones(2)
    q = copy.deepcopy(p)
    net = lib.nn.Sequential(lib.nn.Linear(2, 2), lib.nn.Linear(2, 1))
    twin = copy.deepcopy(net)
    alike = [bool((a == b).all()) for a, b in zip(net.parameters(), twin.parameters())]
    return type(q).__name__, q.grad, q.requires_grad, alike, twin[0].weight is net[0].weight


@row
def a_shallow_copy(lib):
    """A shallow copy is another tensor on the same memory, and a leaf; attributes go with it."""
    x = lib.ones(2, requires_grad=True)
    x.note = ["a"]
    y, z = copy.copy(x), copy.copy(x * 2)
    y.detach()[0] = 3
    return y is x, x, y.requires_grad, y.note is x.note, z.is_leaf, z.requires_grad
