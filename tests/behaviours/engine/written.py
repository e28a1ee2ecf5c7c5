"""The nodes of what was written into, and writes counted by hand."""

from tests.behaviours.helpers import leaf, own, tried
from tests.behaviours.table import row


@row
def a_use_brings_a_view_up_to_date(lib):
    """Whatever uses a view first after its base was written into leads to the base's new node."""
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    c = lib.tensor([1.0])
    uses = {
        "alone": lambda v: v.exp().log(),
        "first": lambda v: v * c,
        "second": lambda v: c * v,
        "one of many": lambda v: lib.cat([c, v]),
        "a Function's": lambda v: mine.apply(v),
        "written into another": lambda v: c.clone().mul_(v),
        "written into": lambda v: v.mul_(10),
        "a root": lambda v: v,
    }
    found = {}
    for name, use in uses.items():
        x = leaf(lib)
        y = x * 2
        part = y[:1]
        y.mul_(3)
        made = use(part)
        made.backward(lib.ones(made.shape))
        found[name] = x.grad
    return found


@row
def a_result_saved_by_a_write_into_a_view(lib):
    """What a write into a view saved of its result is differentiated as that view."""
    x = leaf(lib)
    y = x * 1
    part = y[:1]
    part.exp_()
    (g,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    return g.detach(), lib.autograd.grad(g.sum(), [x, part], retain_graph=True, allow_unused=True)


@row
def a_written_view_has_its_node_at_once(lib):
    """A view that was written into is on its new node, also for who looks under `no_grad`."""
    y = leaf(lib) * 2
    c = lib.ones(2)
    part, other = y[:1], c[1:]
    part.mul_(3)
    other.mul_(y[1:])
    with lib.no_grad():
        return [[t.grad_fn.name(), t.requires_grad, t.is_leaf] for t in (part, other)]


@row
def an_index_that_was_written_over(lib):
    """An index tensor changed between indexing and backward is noticed, as any saved tensor is."""
    x, i = lib.arange(3.0).requires_grad_(), lib.tensor([0])
    y = x[i, None]
    i.add_(1)
    y.sum().backward()


@row
def a_saved_value_that_nothing_came_to_use(lib):
    """What was saved and then written over is noticed though no gradient reached its node."""
    nothing = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: None)
    errors = []
    for op in (lib.exp, lib.sigmoid, lambda x: x * x):
        x = leaf(lib)
        h = x * 1
        y = op(h)
        z = nothing.apply(y)
        with lib.no_grad():
            h.mul_(2)
            y.mul_(2)
        errors += [tried(z.sum().backward), tried(z.sum().backward), x.grad]
    return errors


@row
def a_saved_view_made_under_no_grad(lib):
    """A view made under `no_grad` passes no gradient on; that its base was written is noticed."""
    outcomes = []
    for op in (lib.atan2, lib.add, lambda c, v: c.clone().atan2_(v)):
        y = leaf(lib) * 1
        with lib.no_grad():
            part = y[:1]
        z = op(lib.tensor([3.0]), part)
        y.mul_(2)
        outcomes += [z.requires_grad, z.grad_fn.next_functions, tried(z.backward)]
    return outcomes
