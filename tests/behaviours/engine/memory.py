"""How deep a graph may be, and what it keeps alive."""

import gc
import sys
import weakref

from tests.behaviours.helpers import leaf
from tests.behaviours.table import row


@row
def a_very_deep_graph(lib):
    """A graph of 100,000 nodes is built, printed, walked and freed without recursion."""
    x = lib.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(100_000):
        y = y + x
    printed = repr(y)
    y.backward()
    gone = weakref.ref(y)
    del y
    return printed, x.grad, gone() is None, sys.getrecursionlimit() < 100_000


@row
def a_very_deep_graph_dropped_unwalked(lib):
    """A deep graph that was never walked is freed without recursion too."""
    y = leaf(lib)
    for _ in range(50_000):
        y = y * 1.0
    gone = weakref.ref(y)
    del y
    return gone() is None


@row
def diamonds(lib):
    """Sixty doublings have 2**60 paths, and are walked in sixty steps."""
    x = lib.tensor(1.0, dtype=lib.float64, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    y.backward()
    return x.grad


@row
def a_graph_goes_with_its_last_result(lib):
    """Dropping the last result frees the graph at once: nothing is left to the collector."""
    gc.collect()
    gc.disable()
    try:
        x = leaf(lib)
        y = (x * x).exp()
        y.retain_grad()
        y.register_hook(lambda g: g * 1)
        z = y[0] + y.sum()
        (g,) = lib.autograd.grad(z, x, create_graph=True)
        z.backward()
        gone = weakref.ref(y), weakref.ref(z), weakref.ref(g)
        del y, z, g
        return [ref() is None for ref in gone], gc.collect()
    finally:
        gc.enable()


@row
def a_leaf_and_its_recorded_gradient_are_a_cycle(lib):
    """`backward(create_graph=True)` ties the leaf to its gradient until `.grad` is reset."""
    x = leaf(lib)
    (x**3).sum().backward(create_graph=True)
    gone = weakref.ref(x)
    x.grad = None
    del x
    return gone() is None


@row
def a_graph_holds_its_leaves(lib):
    """A graph holds the leaves it ends in, though the name is gone."""
    x = leaf(lib)
    y = (x * 2).sum()
    held = y.grad_fn.next_functions[0][0].next_functions[0][0].variable
    gone = weakref.ref(x)
    del x
    y.backward()
    return gone() is held, held.grad
