"""How long a hook lasts: from its registration to its removal, or as long as what it is on."""

import weakref

import minigrad
from minigrad.autograd.hooks import RemovableHandle
from tests.autograd.starts import ones
from tests.autograd.twins import both, cases

case = cases()


@case
def added_while_running(lib):
    seen = []
    x = ones(lib)

    def first(g):
        seen.append("first")
        x.register_hook(lambda g: seen.append("second"))

    x.register_hook(first)
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@case
def removed_while_running(lib):
    seen = []
    x = ones(lib)
    handles = []
    x.register_hook(lambda g: (seen.append("first"), handles[0].remove())[0])
    handles.append(x.register_hook(lambda g: seen.append("second")))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@case
def removing(lib):
    seen = []
    x = ones(lib)
    handle = x.register_hook(lambda g: seen.append("one"))
    with x.register_hook(lambda g: seen.append("two")), handle:
        (x * 2).sum().backward()
    (x * 2).sum().backward()
    handle.remove()
    handle.remove()
    return seen, type(handle).__name__


@case
def outlive_the_graph_on_a_leaf(lib):
    x = ones(lib)
    x.register_hook(lambda g: g * 2)
    (x * 1).sum().backward()
    (x * 1).sum().backward()
    return x.grad


@case
def they_stay_behind_when_the_tensor_is_written_to(lib):
    seen = []
    x = ones(lib)
    y = x * 2
    y.register_hook(lambda g: seen.append(["before", g.tolist()]))
    y.retain_grad()
    y.mul_(3)
    y.register_hook(lambda g: seen.append(["after", g.tolist()]))
    (y * 5).sum().backward()
    return seen, y.grad, y.retains_grad


test_hooks_as_in_torch = both(__name__, case)


def test_a_handle_keeps_no_graph_alive():
    y = minigrad.ones(2, requires_grad=True) * 2
    handle = y.register_hook(print)
    ref = weakref.ref(y.grad_fn)
    del y
    assert ref() is None
    handle.remove()


def test_handles_count_up():
    hooks = {}
    first, second = RemovableHandle(hooks, print), RemovableHandle(hooks, repr)
    assert second.id == first.id + 1 and list(hooks) == [first.id, second.id]
