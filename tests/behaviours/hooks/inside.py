"""What a hook may do while it runs: modes, and walks of its own."""

from tests.behaviours.helpers import leaf
from tests.behaviours.table import row


@row
def modes_in_hooks(lib):
    """In a plain walk hooks run with grad mode off; what they compute has no history."""
    seen = []
    x = leaf(lib)
    y = x * 2

    def look(*found):
        seen.append([lib.is_grad_enabled(), (x * 1).requires_grad])

    y.register_hook(look)
    y.grad_fn.register_prehook(look)
    y.grad_fn.register_hook(look)
    x.register_post_accumulate_grad_hook(look)
    y.sum().backward()
    return seen


@row
def a_hook_may_switch_grad_mode(lib):
    """A hook that switches grad mode switches it for the rest of the walk at most."""
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: lib.set_grad_enabled(True) and None)
    y.sum().backward()
    return lib.is_grad_enabled(), x.grad, x.grad.requires_grad


@row
def a_graph_built_in_a_hook(lib):
    """A hook may build and walk a graph of its own."""
    seen = []
    x = leaf(lib)

    def hook(g):
        with lib.enable_grad():
            t = g.detach().requires_grad_()
            seen.append(lib.autograd.grad((t * t).sum(), t)[0])

    x.register_hook(hook)
    (x * 3).sum().backward()
    return seen, x.grad


@row
def a_hook_that_walks_and_takes_itself_back(lib):
    """A leaf's hook may walk a graph of its own, put `.grad` away and back, and go."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)

    def penalty(g):
        handle.remove()
        before, x.grad = x.grad, None
        with lib.enable_grad():
            inner = g.detach().requires_grad_()
            (inner * 2 + x.detach()).sum().backward()
        x.grad = before
        return g + inner.grad

    handle = x.register_hook(penalty)
    (x * x).sum().backward()
    (x * x).sum().backward()
    return x.grad
