"""Hooks that wait for several gradients."""

from tests.behaviours.helpers import as_it_is, leaf, noting, tried
from tests.behaviours.table import row


def several(lib, tensors, hook, **how):
    return lib.autograd.graph.register_multi_grad_hook(tensors, hook, **how)


@row
def a_multi_grad_hook_waits_for_all(lib):
    """It is called once, with a list, when all gradients that this backward computes are there."""
    seen = []
    a, b = leaf(lib), leaf(lib, 3.0, 4.0)
    c, d = a * b, a * 2
    several(lib, (a, b, c, d), lambda grads: seen.append((type(grads).__name__, grads)))
    c.sum().backward(retain_graph=True)
    c.sum().backward(inputs=(a,), retain_graph=True)
    (c + d).sum().backward()
    return seen


@row
def a_multi_grad_hook_on_the_first(lib):
    """With ``mode="any"`` it is called with the first gradient of each backward."""
    seen = []
    a, b = leaf(lib), leaf(lib, 3.0, 4.0)
    c, d = a * b, a * 2
    several(lib, (a, b, c, d), lambda grad: seen.append(grad), mode="any")
    c.sum().backward(retain_graph=True)
    (d * 5).sum().backward()
    return seen


@row
def a_multi_grad_hook_taken_back(lib):
    """Its handle takes all of it back, also as a block."""
    seen = []
    a = leaf(lib)
    b = a * 2
    for mode in ("all", "any"):
        handle = several(lib, (a, b), lambda grads, mode=mode: seen.append(mode), mode=mode)
        b.sum().backward(retain_graph=True)
        handle.remove()
        handle.remove()
        b.sum().backward(retain_graph=True)
        with several(lib, (a, b), lambda grads, mode=mode: seen.append(mode), mode=mode):
            b.sum().backward(retain_graph=True)
        b.sum().backward(retain_graph=True)
    return seen


@row
def what_a_multi_grad_hook_returns(lib):
    """What it returns replaces nothing."""
    a = leaf(lib)
    b = a * 2
    several(lib, (a, b), lambda grads: lib.zeros(2))
    several(lib, (a, b), lambda grad: lib.zeros(2), mode="any")
    b.sum().backward()
    return a.grad


@row
def order_of_a_multi_grad_hook(lib):
    """It runs among the tensor hooks of the last tensor that it waits for."""
    seen = []
    a = leaf(lib)
    b = a * 2
    a.register_hook(noting(seen, "a before"))
    b.register_hook(noting(seen, "b before"))
    several(lib, (b, a), noting(seen, "both"))
    several(lib, (a, b), noting(seen, "first"), mode="any")
    b.register_hook(noting(seen, "b after"))
    a.register_hook(noting(seen, "a after"))
    a.register_post_accumulate_grad_hook(lambda t: seen.append("accumulated"))
    b.sum().backward()
    return seen


@row
def a_multi_grad_hook_on_several_outputs(lib):
    """Of several outputs of one node those that nothing reached come as None."""
    seen = []
    u, v = leaf(lib).unbind(0)
    several(lib, (u, v), noting(seen, "both"))
    several(lib, (u, u), noting(seen, "twice"))
    (u * 5).backward(retain_graph=True)
    (u + v).backward()
    return seen


@row(why="torch does not count the only root of a backward, and never calls the hook")
def a_multi_grad_hook_on_the_root(lib):
    """It may wait for the root itself."""
    seen = []
    b = leaf(lib) * 2
    several(lib, (b,), noting(seen, "root"))
    b.backward(lib.ones(2))
    return seen


@row
def a_multi_grad_hook_and_grad(lib):
    """With ``grad`` it waits for results; waiting for a leaf that is asked for is refused."""
    seen = []
    a = leaf(lib)
    b = a * 2
    c = b * 3
    handle = several(lib, (b, c), noting(seen, "results"))
    lib.autograd.grad(c.sum(), b, retain_graph=True)
    handle.remove()
    several(lib, (a, c), noting(seen, "a leaf"))
    return tried(lambda: lib.autograd.grad(c.sum(), a)), seen


@row
def a_multi_grad_hook_that_raises(lib):
    """An error of it comes through."""
    a = leaf(lib)
    several(lib, (a,), lambda grads: 1 / 0)
    (a * 2).sum().backward()


@row
def a_multi_grad_hook_in_backward_inside_backward(lib):
    """A backward inside a backward counts for itself."""
    seen = []
    a, b = leaf(lib), leaf(lib, 3.0, 4.0)
    several(lib, (a, b), noting(seen, "both"))

    def inner(g):
        with lib.enable_grad():
            (a * b).sum().backward()

    c = a * 2 + b * 5
    c.register_hook(inner)
    c.sum().backward()
    return seen


@row
def a_multi_grad_hook_in_a_recorded_walk(lib):
    """With ``create_graph`` it sees gradients that are recorded."""
    seen = []
    a = leaf(lib)
    b = a * a
    several(lib, (b,), lambda grads: seen.append((grads[0].requires_grad, lib.is_grad_enabled())))
    lib.autograd.grad((b * b).sum(), a, create_graph=True)
    return seen


@row
def multi_grad_hooks_misused(lib):
    """Another mode, and a tensor that needs no gradient, are refused."""
    a = leaf(lib)
    return (
        tried(lambda: several(lib, (a,), as_it_is, mode="some")),
        tried(lambda: several(lib, (a, lib.ones(2)), as_it_is)),
        callable(several(lib, (a, lib.ones(2)), as_it_is, mode="any").remove),
        callable(several(lib, (), as_it_is).remove),
    )
