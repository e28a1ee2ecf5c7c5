"""Outputs without a gradient, and gradients that nobody sent."""

from tests.behaviours.helpers import facts, leaf, own
from tests.behaviours.table import row


@row
def marked_non_differentiable(lib):
    """A marked output requires no grad; backward gets zeros in its place."""
    seen = []

    def forward(ctx, x):
        extra = x * 5
        ctx.mark_non_differentiable(extra)
        return x * 2, extra

    def backward(ctx, g, other):
        seen.append(other)
        return g * 2

    x = leaf(lib)
    y, extra = own(lib, forward, backward).apply(x)
    y.sum().backward()
    return facts(extra), seen, x.grad


@row
def a_marked_input(lib):
    """An input that is marked and returned comes out detached."""

    def forward(ctx, x):
        ctx.mark_non_differentiable(x)
        return x

    x = leaf(lib)
    y = own(lib, forward).apply(x)
    return y is x, facts(y), y.data_ptr() == x.data_ptr(), facts(x)


@row
def a_marked_result_that_was_recorded(lib):
    """A marked output that enable_grad recorded in forward loses its history."""

    def forward(ctx, x):
        with lib.enable_grad():
            y = x * 2
        ctx.mark_non_differentiable(y)
        return y

    return facts(own(lib, forward).apply(leaf(lib)))


@row
def integers_without_a_mark(lib):
    """Integer and bool outputs carry no gradient, marked or not."""
    f = own(lib, lambda ctx, x: (x * 2, x.argmax(), x > 1), lambda ctx, g, i, b: g)
    x = leaf(lib)
    y, place, big = f.apply(x)
    y.sum().backward()
    return facts(place), facts(big), x.grad


@row
def zeros_are_made(lib):
    """Zeros made for an output that nothing reached have its shape and type."""
    seen = []

    def backward(ctx, a, b):
        seen.append((b, b.requires_grad))
        return a

    x = leaf(lib)
    f = own(lib, lambda ctx, x: (x * 2, lib.ones(2, 3, dtype=lib.float64)), backward)
    f.apply(x)[0].sum().backward()
    return seen, x.grad


@row
def zeros_are_not_made(lib):
    """``set_materialize_grads(False)`` gives None there."""
    seen = []

    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    def backward(ctx, a, b):
        seen.append((a, b))
        return b

    x = leaf(lib)
    own(lib, forward, backward).apply(x)[1].sum().backward()
    return seen, x.grad
