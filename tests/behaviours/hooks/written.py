"""Hooks of tensors that are written into."""

from tests.behaviours.helpers import leaf, noting
from tests.behaviours.table import row


@row
def a_hook_stays_where_the_tensor_was(lib):
    """After a write a hook registered before sees the gradient of the value before."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(noting(seen, "before"))
    y.mul_(3)
    y.register_hook(noting(seen, "after"))
    (y * 5).sum().backward()
    return seen, x.grad


@row
def hooks_and_a_retained_gradient_part(lib):
    """A retained gradient follows the tensor over a write, its hooks do not."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: g * 100)
    y.retain_grad()
    y.mul_(3)
    y.register_hook(noting(seen, "after"))
    y.sum().backward()
    return seen, y.grad, x.grad


@row
def a_hook_on_a_base_written_through_a_view(lib):
    """A base's hook, and its node's, stay with the value before a write through a view."""
    seen = []
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = x * 2
    y.register_hook(noting(seen, "before"))
    y.grad_fn.register_hook(noting(seen, "mul"))
    y[0].mul_(10)
    y.register_hook(noting(seen, "after"))
    y.sum().backward()
    return seen, x.grad


@row
def a_hook_on_a_view_of_a_written_base(lib):
    """A view's hook stays on its old node when its base is written into: it does not run."""
    seen = []
    x = leaf(lib)
    y = x * 2
    part = y[:1]
    part.register_hook(noting(seen, "before"))
    y.mul_(3)
    renewed = part.grad_fn.name()
    part.register_hook(noting(seen, "after"))
    (part * 5).sum().backward()
    return seen, renewed, x.grad


@row(why="torch registers with the stale node when the view was not used since, and loses the hook")
def a_hook_on_a_view_not_used_since(lib):
    """A hook registered on a view right after its base was written into runs."""
    seen = []
    y = leaf(lib) * 2
    part = y[:1]
    part.register_hook(noting(seen, "before"))
    y.mul_(3)
    part.register_hook(noting(seen, "after"))
    (part * 5).sum().backward()
    return seen


@row
def a_hook_on_a_leaf_written_under_no_grad(lib):
    """A leaf keeps its hooks when it is written into under `no_grad`."""
    seen = []
    x = leaf(lib)
    x.register_hook(noting(seen, "x"))
    with lib.no_grad():
        x.mul_(10)
    (x * x).sum().backward()
    return seen


@row
def a_hook_on_what_was_a_leaf(lib):
    """A constant's leaf hook is left behind when a tracked value is written into it."""
    seen = []
    c, w = lib.ones(2, requires_grad=True), leaf(lib)
    c.register_hook(noting(seen, "leaf"))
    c.requires_grad_(False)
    c.mul_(w)
    c.register_hook(noting(seen, "result"))
    c.sum().backward()
    return seen, w.grad


@row(why="torch puts all hooks of a tensor to its first one, though that is of another node by now")
def a_second_hook_on_what_was_cut_off(lib):
    """A leaf that had a hook, was cut off and became a result can be hooked again."""
    seen = []
    x, w = leaf(lib), leaf(lib)
    x.register_hook(noting(seen, "leaf"))
    x.detach_()
    x[0] = w[0] * 2
    x.register_hook(noting(seen, "result"))
    (x * 3).sum().backward()
    return seen


@row
def a_write_and_the_inputs_that_are_wanted(lib):
    """Behind a write through a view, hooks see None for what no wanted input lies behind."""
    seen = []
    a, b = leaf(lib, 1.0, 2.0, 3.0), leaf(lib, 4.0)
    for inputs in ([a], [b], [a, b]):
        x = a * 2
        x[1:] = b * 3
        x.grad_fn.register_hook(noting(seen, len(inputs)))
        lib.autograd.grad(x.sum(), inputs)
    return seen
