"""Views that a Function writes into."""

from tests.behaviours.helpers import doubler, facts, leaf, own, tried
from tests.behaviours.table import row


@row
def dirty_on_a_view(lib):
    """Writing into a view moves its base's history along."""
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = x * 1
    part = y[1:]
    z = doubler(lib).apply(part)
    y.sum().backward()
    return z is part, facts(part), facts(y), y, x.grad


@row
def dirty_on_a_view_that_may_not_be_written_to(lib):
    """A view of a leaf, or of several views made at once, may not be marked dirty."""
    x = leaf(lib)
    y = x * 1
    with lib.no_grad():
        unseen = y[0]
    views = {"of a leaf": x[:1], "one of several": y.unbind(0)[1], "under no_grad": unseen}
    return {name: tried(lambda view=view: doubler(lib).apply(view)) for name, view in views.items()}


@row
def dirty_on_a_view_of_a_plain_tensor(lib):
    """Writing something tracked into a view takes the plain base into the graph."""

    def forward(ctx, x, w):
        ctx.mark_dirty(x)
        return x.mul_(w)

    w, base = leaf(lib, 5.0), lib.ones(3)
    own(lib, forward, lambda ctx, g: (g * 2, g * 3)).apply(base[1:2], w)
    base.sum().backward()
    return facts(base), base, w.grad


@row(why="torch's gradient of the base is wrong there; minigrad refuses the call")
def dirty_on_a_view_that_comes_second(lib):
    """A Function that writes into a view must take that view as its first tensor."""

    def forward(ctx, w, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    x = leaf(lib)
    y = x * 1
    own(lib, forward, lambda ctx, g: (None, g * 2)).apply(leaf(lib), y[:1])
    return lib.autograd.grad(y.sum(), x)


@row
def a_write_into_a_view_that_gives_no_gradient_to_one_of_two(lib):
    """A dirty view and another input without gradient: the base's alone comes through."""

    def forward(ctx, x, other):
        ctx.mark_dirty(x)
        return x.mul_(2)

    doubles = own(lib, forward, lambda ctx, g: (g * 2, None))
    x, other = leaf(lib), leaf(lib, 1.0)
    doubles.apply((x * 1)[:], other).sum().backward()
    return x.grad, other.grad
