"""Walks started within walks."""

from tests.behaviours.helpers import leaf, own, tried
from tests.behaviours.table import row


@row
def backward_inside_a_hook(lib):
    """A hook may go back through another graph."""
    x, w = leaf(lib), leaf(lib)
    y = x * 2

    def hook(g):
        with lib.enable_grad():
            (w * w).sum().backward()

    y.register_hook(hook)
    (y * 3).sum().backward()
    return x.grad, w.grad


@row
def backward_inside_a_hook_through_the_same_leaf(lib):
    """A hook's own backward may reach the leaf that the outer one is on its way to."""
    x = leaf(lib)
    y = x * 2

    def hook(g):
        with lib.enable_grad():
            (x * 100).sum().backward()

    y.register_hook(hook)
    (y * 3).sum().backward()
    return x.grad


@row
def backward_inside_backward(lib):
    """A rule may differentiate on the way: a checkpoint computes its forward anew."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        with lib.no_grad():
            return x.exp() * x

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        with lib.enable_grad():
            again = x.detach().requires_grad_()
            (again.exp() * again).backward(g)
        return again.grad

    checkpoint = own(lib, forward=forward, backward=backward)
    x = leaf(lib)
    checkpoint.apply(checkpoint.apply(x * 0.5)).sum().backward()
    return x.grad


def nested(lib, x, depth):
    """A result whose backward starts another such backward, and that the next, so many deep."""

    def backward(ctx, g):
        if ctx.left:
            with lib.enable_grad():
                again.apply(x, ctx.left - 1).sum().backward()
        return g, None

    def forward(ctx, x, left):
        ctx.left = left
        return x * 1

    again = own(lib, forward=forward, backward=backward)
    return again.apply(x, depth)


@row
def walks_nested_deeply(lib):
    """Walks may be nested as deep as Python calls are."""
    x = leaf(lib)
    nested(lib, x, 20).sum().backward()
    return x.grad


@row
def modes_inside_a_walk(lib):
    """During a plain walk grad mode is off for rules and hooks, during a recorded one on."""
    seen = []
    x = leaf(lib)
    note = own(
        lib,
        forward=lambda ctx, x: x * 2,
        backward=lambda ctx, g: (seen.append(lib.is_grad_enabled()), g * 2)[1],
    )
    y = note.apply(x)
    y.register_hook(lambda g: seen.append(lib.is_grad_enabled()))
    lib.autograd.grad(y.sum(), x, retain_graph=True)
    lib.autograd.grad(y.sum(), x, create_graph=True)
    with lib.no_grad():
        lib.autograd.grad(y, x, lib.ones(2), create_graph=True)
        seen.append(lib.is_grad_enabled())
    return seen


@row
def a_walk_started_by_a_backward_comes_first(lib):
    """What a backward starts is walked before anything that waits outside."""
    ran = []

    def forward(ctx, x):
        with lib.enable_grad():
            ctx.inner = x.detach().requires_grad_() - 1
        return ctx.inner.detach()

    def backward(ctx, g):
        ran.append("inner")
        if ctx.inner >= 0:
            with lib.enable_grad():
                nests.apply(ctx.inner).backward()
        return g

    nests = own(lib, forward=forward, backward=backward)
    waits = own(lib, forward=lambda ctx, x: x, backward=lambda ctx, g: (ran.append("outer"), g)[1])
    a, b = lib.tensor(6.0, requires_grad=True), lib.tensor(3.0, requires_grad=True)
    (waits.apply(a) * nests.apply(b)).backward()
    return ran


@row(why="torch goes on in a new thread where walks are nested too deep for the stack")
def walks_nested_deeper_than_python_calls(lib):
    """Some hundred walks started inside each other's backwards do not exhaust the stack."""
    x = leaf(lib)
    error = tried(nested(lib, x, 300).sum().backward)
    return error and error[0]
