"""Inputs that a Function writes into: `mark_dirty`."""

from tests.behaviours.helpers import doubler, facts, leaf, own, tried
from tests.behaviours.table import row


@row
def dirty_on_a_non_leaf(lib):
    """``mark_dirty`` moves a non-leaf to the Function's node; the input itself is returned."""
    x = leaf(lib)
    y = x * 1
    before = y._version
    z = doubler(lib).apply(y)
    z.sum().backward()
    return z is y, facts(y), y._version - before, x.grad


@row
def dirty_on_a_leaf(lib):
    """A leaf that requires grad may not be marked dirty."""
    x = leaf(lib)
    return tried(lambda: doubler(lib).apply(x)), x.grad_fn


@row
def dirty_on_a_leaf_that_needs_none(lib):
    """A leaf without requires_grad joins the graph by the Function's other input."""

    def forward(ctx, x, w):
        ctx.mark_dirty(x)
        return x.mul_(w)

    x, w = lib.ones(2), leaf(lib)
    y = own(lib, forward, lambda ctx, g: (g * 2, g * 3)).apply(x, w)
    y.sum().backward()
    return y is x, facts(x), w.grad


@row
def a_dirty_tensor_keeps_no_gradient(lib):
    """What is dirty loses the gradient that it has; it goes on retaining."""

    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    x = leaf(lib, 1.0, 2.0)
    y = x * 3
    y.retain_grad()
    y.sum().backward(retain_graph=True)
    before = y.grad.clone()
    own(lib, forward, lambda ctx, g: g * 2).apply(y)
    after = y.grad
    (y * y).sum().backward()
    return before, after, y.grad, x.grad


@row
def dirty_and_saved(lib):
    """What is dirty may be saved before or after the write: it is an output then."""
    found = []
    for early in (True, False):

        def forward(ctx, x, early=early):
            ctx.mark_dirty(x)
            if early:
                ctx.save_for_backward(x)
            x.mul_(2)
            if not early:
                ctx.save_for_backward(x)
            return x

        y = leaf(lib) * 1
        own(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(y)
        found.append((y.grad_fn.saved_tensors, lib.autograd.grad(y.sum(), y)))
    return found


@row
def dirty_and_returned_twice(lib):
    """A dirty input returned twice is one tensor, at the last place, and counts one write."""

    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x, x

    x = leaf(lib)
    y = x * 1
    a, b = own(lib, forward, lambda ctx, a, b: a + b * 5).apply(y)
    a.sum().backward()
    return a is y, b is y, facts(y), x.grad


@row
def dirty_twice_over(lib):
    """Two inputs may be dirty, where neither is a view."""

    def forward(ctx, x, y):
        ctx.mark_dirty(x, y)
        return y.mul_(3), x.mul_(2)

    x = leaf(lib)
    a, b = x * 1, x * 2
    c, d = own(lib, forward, lambda ctx, g, h: (h * 2, g * 3)).apply(a, b)
    (c.sum() + d.sum()).backward()
    return c is b, d is a, facts(a), facts(b), x.grad


@row
def dirty_and_not_returned(lib):
    """What is marked dirty must be returned."""

    def forward(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(2)
        return x * 1

    own(lib, forward).apply(leaf(lib) * 1)


@row
def written_and_not_marked(lib):
    """A write that is not marked still counts as a version."""

    def forward(ctx, x):
        x.mul_(2)
        return x * 1

    x = leaf(lib)
    y = x * 1
    z = own(lib, forward, lambda ctx, g: g * 2).apply(y)
    return facts(y), facts(z), y


@row
def dirty_under_no_grad(lib):
    """Under no_grad a dirty leaf is no error."""
    x = leaf(lib)
    with lib.no_grad():
        y = doubler(lib).apply(x)
    return y is x, x, x.is_leaf


@row
def dirty_and_saved_before(lib):
    """What another operation saved and a Function then wrote over raises in backward."""
    x = leaf(lib)
    y = x * 1
    z = y * y
    doubler(lib).apply(y)
    z.sum().backward()
