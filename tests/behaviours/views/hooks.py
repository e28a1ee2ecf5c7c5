"""Hooks and retained gradients of bases and views that are written into."""

from tests.behaviours.helpers import leaf_of_four, node_name, result
from tests.behaviours.table import row


@row
def hooks_stay_with_the_old_value(lib):
    """A hook sees the gradient of the value it was put on, `retain_grad` that of the last value."""
    x = leaf_of_four(lib)
    y, seen = x * 2, []
    y.register_hook(lambda g: seen.append(["before", g.tolist()]))
    y.retain_grad()
    y.mul_(3)
    y.register_hook(lambda g: seen.append(["after", g.tolist()]))
    y.sum().backward()
    return seen, y.grad, y.retains_grad


@row
def retaining_the_gradient_of_a_view_that_is_renewed(lib):
    """A retained gradient comes along when a write into its base renews a view."""
    x, y = result(lib)
    view = y[0]
    view.retain_grad()
    y.mul_(3)
    facts = view.retains_grad, node_name(view), view.retains_grad
    (view * view).sum().backward()
    return facts, view.grad, x.grad


@row
def a_hook_on_the_base_sees_what_came_before(lib):
    """A hook on a base fires with the gradient of the base before a view was written into."""
    x, y = result(lib)
    seen = []
    y.register_hook(lambda g: seen.append(g.tolist()))
    y[0].mul_(10)
    y.sum().backward()
    return seen, x.grad
