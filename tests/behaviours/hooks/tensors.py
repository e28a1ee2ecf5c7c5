"""Hooks of tensors: what they see and what they may replace."""

import functools
import threading

from tests.behaviours.helpers import in_a_thread, leaf, noting, tried
from tests.behaviours.table import row


@row
def a_hook_sees_the_gradient(lib):
    """A hook sees the gradient of its tensor, all uses added up, once per backward."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(noting(seen, "y"))
    x.register_hook(noting(seen, "x"))
    (y + y * y + x).sum().backward()
    return seen, x.grad


@row
def a_hook_may_replace_the_gradient(lib):
    """What a hook returns stands in the gradient's place; None leaves it."""
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: g * 10)
    y.register_hook(lambda g: None)
    x.register_hook(lambda g: g + 0.5)
    (y * 3).sum().backward()
    return x.grad


@row
def hooks_run_in_the_order_they_were_registered(lib):
    """Several hooks of a tensor run in order, each on what the one before made of it."""
    seen = []
    x = leaf(lib)
    for number in (1, 2, 3):
        x.register_hook(lambda g, n=number: (seen.append([n, g.tolist()]), g * 10)[1])
    (x * 2).sum().backward()
    return seen, x.grad


@row
def a_hook_may_be_any_callable(lib):
    """A method, a partial, a builtin: whatever can be called may be a hook."""
    seen = []
    x = leaf(lib)
    x.register_hook(seen.append)
    x.register_hook(functools.partial(lambda k, g: g * k, 10))
    (x * 2).sum().backward()
    return seen, x.grad


@row
def a_hook_that_cannot_be_called(lib):
    """What cannot be called is found out when it should be."""
    x = leaf(lib)
    registered = type(tried(x.register_hook, 3)).__name__
    return registered, tried((x * 2).sum().backward), x.grad


@row
def the_same_hook_twice(lib):
    """A hook registered twice runs twice; each registration has a handle of its own."""
    x = leaf(lib)

    def double(g):
        return g * 2

    x.register_hook(double)
    second = x.register_hook(double)
    (x * 1).sum().backward()
    second.remove()
    (x * 1).sum().backward()
    return x.grad


@row
def a_hook_on_the_root(lib):
    """A hook on the root sees the gradient that the walk starts with."""
    seen = []
    x = leaf(lib)
    y = (x * 2).sum()
    y.register_hook(noting(seen, "root"))
    y.register_hook(lambda g: g * 3)
    x.register_hook(noting(seen, "leaf"))
    y.backward()
    x.backward(lib.ones(2))
    return seen, x.grad


@row
def a_hook_without_gradient(lib):
    """A tensor that requires no grad takes no hook, not even an integer one."""
    made = lib.ones(2), lib.tensor([1]), leaf(lib).detach()
    return [tried(t.register_hook, print) for t in made]


@row
def a_hook_registered_after_use(lib):
    """A hook may come after its tensor was used, up to the moment the walk gets there."""
    seen = []
    x = leaf(lib)
    y = x * 2
    z = y * 3
    y.register_hook(noting(seen, "y"))
    z.register_hook(lambda g: y.register_hook(noting(seen, "late")) and None)
    z.sum().backward()
    return seen


@row
def a_hook_on_a_leaf_told_not_to(lib):
    """A leaf told not to require grad after recording: its hook runs, its `.grad` stays."""
    seen = []
    x = leaf(lib)
    x.register_hook(noting(seen, "x"))
    x.register_post_accumulate_grad_hook(lambda p: seen.append("post"))
    y = (x * 2).sum()
    x.requires_grad_(False)
    y.backward()
    return seen, x.grad


@row
def a_hook_of_a_twin(lib):
    """A detached twin has hooks of its own."""
    seen = []
    x = leaf(lib)
    x.register_hook(noting(seen, "x"))
    twin = x.detach().requires_grad_()
    (twin * 2).sum().backward()
    return seen


@row
def a_hook_changes_the_gradient_in_place(lib):
    """A hook may write into the gradient it is shown."""
    x, s = leaf(lib), lib.tensor(1.0, requires_grad=True)
    x.register_hook(lambda g: (g.mul_(2), None)[1])
    s.register_hook(lambda g: (g.add_(1), None)[1])
    ((x * 3) * 1).sum().backward()
    (s * 3).backward()
    return x.grad, s.grad


@row
def a_hook_sees_grad_as_it_was(lib):
    """When a leaf's hook runs, its `.grad` is still that of before."""
    seen = []
    x = leaf(lib)
    x.register_hook(lambda g: seen.append(None if x.grad is None else x.grad.tolist()))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@row
def a_hook_in_a_recorded_walk(lib):
    """With `create_graph` hooks see gradients with a history, and what they do is recorded."""
    seen = []
    x = leaf(lib, 2.0)
    y = x**3
    y.register_hook(lambda g: (seen.append([g.requires_grad, lib.is_grad_enabled()]), g * x)[1])
    (g,) = lib.autograd.grad(y, x, create_graph=True)
    (plain,) = lib.autograd.grad(y, x, retain_graph=True)
    return g.detach(), lib.autograd.grad(g, x), plain, seen


@row
def a_hook_on_an_expanded_tensor(lib):
    """A hook sees the gradient before broadcasting is undone on the result, after on the leaf."""
    seen = []
    x = leaf(lib, 1.0)
    y = x.expand(3)
    y.register_hook(noting(seen, "expanded"))
    x.register_hook(noting(seen, "leaf"))
    (y * lib.tensor([1.0, 2.0, 3.0])).sum().backward()
    return seen


@row
def a_hook_on_one_of_several_outputs(lib):
    """Hooks of several outputs of a node run output by output, None where nothing arrived."""
    seen = []
    x = lib.ones(3, requires_grad=True)
    parts = x.unbind(0)
    for nr in (2, 0, 1, 2):
        parts[nr].register_hook(noting(seen, nr))
    (parts[0] * 2 + parts[2] * 3).backward()
    return seen, x.grad


@row
def a_hook_of_another_thread(lib):
    """A hook may be registered in another thread, and runs in the one that walks."""
    ran, x = [], leaf(lib)
    me = threading.get_ident()

    def register():
        x.register_hook(lambda g: ran.append(threading.get_ident() == me))

    in_a_thread(register)
    (x * 2).sum().backward()
    return ran
