"""Writes into a base and its views: nodes, renewed views, derivatives."""

from tests.behaviours.helpers import node_name, node_names, result
from tests.behaviours.table import row


@row
def writing_into_a_view_rebases_the_base(lib):
    """A write into a view of a result gives the base a CopySlices, and the view a new node."""
    x, y = result(lib)
    first = y[0]
    first.mul_(3)
    facts = node_names(y), node_names(first)
    y.sum().backward()
    return facts, x.grad


@row
def sibling_views_are_renewed(lib):
    """After a write into one view the others show it, and know its history."""
    x, y = result(lib)
    first, column, below = y[0], y.t()[1], y[1]
    before = [node_name(t) for t in (first, column, below)]
    first.mul_(3)
    after = [node_names(t, 3) for t in (first, column, below)]
    (column * column).sum().backward()
    return before, after, x.grad


@row
def a_view_is_renewed_when_it_is_read(lib):
    """The node a view had before the write is not its node after."""
    _, y = result(lib)
    view = y.t()
    old = view.grad_fn
    y.mul_(2)
    new = view.grad_fn
    return old is new, old.name(), new.name(), view.grad_fn is new, view.output_nr


@row
def a_view_of_a_view_after_a_write(lib):
    """Views of views are renewed from the base, in one step."""
    x, y = result(lib)
    inner = y.t()[1][:1]
    y[0].add_(1)
    found = node_names(inner)
    inner.sum().backward()
    return found, x.grad


@row
def writes_in_turn_into_two_views(lib):
    """Writes into overlapping views stack up in order."""
    x, y = result(lib)
    first, column = y[0], y[:, 0]
    first.mul_(2)
    column.mul_(3)
    first.add_(column)
    (y * y).sum().backward()
    return y, node_names(y), x.grad


@row
def writing_into_the_base_of_views(lib):
    """A write into the base moves its history, and all views follow."""
    x, y = result(lib)
    view = y[1]
    y.mul_(5)
    facts = node_names(y), node_names(view)
    view.sum().backward()
    return facts, x.grad


@row
def writing_with_a_transposed_view(lib):
    """A window is found again in a gradient however that is laid out."""
    x, y = result(lib)
    y.t()[0].mul_(lib.tensor([2.0, 3.0]))
    (y.t() * lib.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
    return x.grad


@row
def second_order_through_a_write_into_a_view(lib):
    """A gradient of a gradient passes a CopySlices as it passes any node."""
    x, y = result(lib)
    y[0].mul_(x[1])
    (g,) = lib.autograd.grad((y * y).sum(), x, create_graph=True)
    (h,) = lib.autograd.grad((g * g).sum(), x)
    return g.detach(), h


@row
def a_second_backward_through_a_copyslices(lib):
    """A CopySlices runs once, though it saved nothing."""
    _, y = result(lib)
    y[0].add_(1)
    loss = y.sum()
    loss.backward()
    loss.backward()


@row
def a_view_renewed_while_its_base_is_written_under_no_grad(lib):
    """A write under `no_grad` is counted, so a view is renewed after it as after any."""
    x, y = result(lib)
    view = y[0]
    with lib.no_grad():
        y.mul_(2)
    found = node_names(view), node_names(y)
    view.sum().backward()
    return found, x.grad


@row
def writes_into_overlapping_views_and_both_derivatives(lib):
    """First and second derivatives are right through writes into two parts of one base."""
    x = lib.arange(16.0, dtype=lib.float64).requires_grad_()
    w = lib.tensor([1.0, 2.0, 3.0, 4.0], dtype=lib.float64, requires_grad=True)

    def written(x, w):
        base, w = x.clone().view(4, 4), w.view(2, 2)
        base.narrow(1, 2, 2).narrow(0, 1, 2).mul_(w)
        base.narrow(1, 1, 2).narrow(0, 1, 2).mul_(w)
        return base

    check, twice = lib.autograd.gradcheck, lib.autograd.gradgradcheck
    return check(written, (x, w)), twice(written, (x, w))


@row
def a_view_made_before_its_base_came_to_require_grad(lib):
    """A tracked write into the base gives an older view its history, and its gradients."""
    w = lib.tensor([2.0], dtype=lib.float64, requires_grad=True)

    def seen(w):
        base = lib.ones(3, dtype=lib.float64)
        view = base.select(0, 1)
        base.mul_(w)
        return view

    checks = lib.autograd.gradcheck(seen, (w,)), lib.autograd.gradgradcheck(seen, (w,))
    return checks, seen(w)
