"""How long a hook lives, who lets it go, and who never sees it: copies and pickles."""

import copy
import gc
import weakref

from tests.behaviours.helpers import leaf, noting
from tests.behaviours.table import row


@row
def a_hook_of_a_leaf_outlives_the_graph(lib):
    """A leaf's hook serves every graph, also one recorded before; a result's only its own."""
    seen = []
    x = leaf(lib)
    before = (x * 2).sum()
    x.register_hook(noting(seen, "leaf"))
    y = x * 3
    y.register_hook(noting(seen, "result"))
    before.backward()
    (x * 4).sum().backward()
    return seen


@row
def a_hook_outlives_its_tensor(lib):
    """A result's hook stays on the graph when the result is dropped."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(noting(seen, "y"))
    z = y.sum()
    del y
    z.backward()
    return seen


@row
def a_hook_is_let_go_with_its_graph(lib):
    """Dropping a graph lets its hooks go: nothing is left to the collector."""
    gc.collect()
    gc.disable()
    try:
        x = leaf(lib)
        y = x * 2

        def hook(g):
            return g

        gone = weakref.ref(hook)
        y.register_hook(hook)
        y.grad_fn.register_hook(lambda sent, came, hook=hook: None)
        y.sum().backward()
        del y, hook
        return gone() is None, gc.collect()
    finally:
        gc.enable()


@row
def a_deep_copy_leaves_the_hooks_behind(lib):
    """A deep copy of a leaf has no hooks; torch says nothing of it."""
    seen = []
    x = leaf(lib)
    x.register_hook(noting(seen, "x"))
    twin = copy.deepcopy(x)
    (twin * 2).sum().backward()
    return seen, twin.grad


@row
def a_hook_that_holds_its_own_node(lib):
    """A hook may hold the node it is on: both live as long as the graph, and go with it."""

    class Note:
        pass

    def graph(on_node):
        y = lib.tensor(1.0, requires_grad=True).clone()
        node, note, calls = y.grad_fn, Note(), []

        def hook(*grads):
            calls.append((node.name(), note is not None))

        (node if on_node else y).register_hook(hook)
        return y.clone(), calls, weakref.ref(note)

    found = []
    for on_node in (True, False):
        out, calls, note = graph(on_node)
        for _ in range(2):
            gc.collect()
            out.backward(retain_graph=True)
        there = note() is not None
        del out
        gc.collect()
        found.append([calls, there, note() is None])
    return found
