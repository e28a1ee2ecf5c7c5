"""Gradients retained on results: what they are, and that retaining keeps nothing alive."""

import gc
import weakref

import minigrad
from tests.autograd.starts import ones
from tests.autograd.twins import both, cases

case = cases()


@case
def retained_gradients(lib):
    x = ones(lib)
    y = x + 0
    y.retain_grad()
    y.retain_grad()
    kept = y.retains_grad, x.retains_grad
    z = (y * 2).sum()
    z.backward(retain_graph=True)
    first = y.grad
    z.backward()
    return kept, first is y.grad, first, y.grad


@case
def retained_gradient_has_its_own_memory(lib):
    x = ones(lib)
    y = x + 0
    y.retain_grad()
    (y + 1).sum().backward()
    y.grad.mul_(5)
    return x.grad, y.grad


test_hooks_as_in_torch = both(__name__, case)


def test_a_retaining_tensor_is_not_kept_alive():
    gc.collect()
    gc.disable()
    try:
        x = minigrad.ones(2, requires_grad=True)
        y = x * 2
        y.retain_grad()
        ref = weakref.ref(y)
        z = y.sum()
        del y
        assert ref() is None
        z.backward()
        assert x.grad.tolist() == [2.0, 2.0]
        del z
        assert gc.collect() == 0
    finally:
        gc.enable()
