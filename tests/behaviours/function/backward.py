"""How a Function's backward runs."""

from tests.behaviours.helpers import cube_rule, keep_input, leaf, own, tried
from tests.behaviours.table import row


@row
def backward_runs_unrecorded(lib):
    """Backward runs as under no_grad, unless ``create_graph`` asks for a recording."""
    seen = []

    def backward(ctx, g):
        seen.append(
            (lib.is_grad_enabled(), g.requires_grad, (ctx.saved_tensors[0] * 1).requires_grad)
        )
        return cube_rule(ctx, g)

    f = own(lib, keep_input, backward)
    x = leaf(lib)
    f.apply(x).sum().backward()
    lib.autograd.grad(f.apply(x).sum(), x, create_graph=True)
    return seen


@row
def an_error_in_backward(lib):
    """An error in backward comes through, and leaves the graph as it was."""
    broken = [True]

    def backward(ctx, g):
        if broken:
            raise ValueError("inside")
        return cube_rule(ctx, g)

    x = leaf(lib)
    y = own(lib, keep_input, backward).apply(x).sum()
    found = tried(y.backward), x.grad, lib.is_grad_enabled()
    broken.clear()
    y.backward()
    return found, x.grad


@row
def a_backward_inside_backward(lib):
    """Backward may record and walk a graph of its own, as checkpointing does."""

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        with lib.enable_grad():
            again = x.detach().requires_grad_()
            y = again * again * again
        lib.autograd.backward(y, g)
        return again.grad

    x = leaf(lib)
    own(lib, keep_input, backward).apply(x).sum().backward()
    return x.grad


@row
def the_gradient_changed_in_place(lib):
    """The gradient that came in may be what goes out, and is then the leaf's own."""
    x = leaf(lib)
    y = own(lib, lambda ctx, x: x * 2, lambda ctx, g: g.mul_(2)).apply(x)
    y.backward(lib.ones(2) * 1)
    return x.grad
