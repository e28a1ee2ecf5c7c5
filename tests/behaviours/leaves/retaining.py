"""Gradients of results: `retain_grad`."""

import weakref

from tests.behaviours.helpers import leaf
from tests.behaviours.table import row


@row
def retaining_a_gradient(lib):
    """`retain_grad()` has backward fill `.grad` of a result, and says nothing; twice is once."""
    x = leaf(lib)
    y = x * 2
    before = y.retains_grad
    found = y.retain_grad(), y.retain_grad()
    (y * 3).sum().backward()
    return before, found, y.retains_grad, y.grad, x.grad


@row
def retaining_on_a_leaf(lib):
    """On a leaf `retain_grad()` changes nothing: a leaf does so anyway."""
    x = leaf(lib)
    x.retain_grad()
    x.sum().backward()
    return x.retains_grad, x.grad


@row
def retaining_on_a_constant(lib):
    """A constant has no gradient to retain."""
    lib.ones(2).retain_grad()


@row
def retained_gradients_add_up_in_new_tensors(lib):
    """A retained gradient adds up over backwards, each sum a new tensor."""
    x = leaf(lib)
    y = x * 2
    y.retain_grad()
    z = (y * 3).sum()
    z.backward(retain_graph=True)
    first = y.grad
    z.backward()
    return first is y.grad, first, y.grad


@row
def retained_gradients_have_memory_of_their_own(lib):
    """Writing into a retained gradient changes no leaf's."""
    x = leaf(lib)
    y = x + 0
    y.retain_grad()
    y.sum().backward()
    y.grad.mul_(100)
    return y.grad, x.grad


@row
def a_retained_gradient_follows_a_write(lib):
    """After an in-place write the gradient retained is that of the new value."""
    x = leaf(lib)
    y = x * 2
    y.retain_grad()
    y.mul_(10)
    (y * 3).sum().backward()
    return y.retains_grad, y.grad, x.grad


@row
def retaining_keeps_no_tensor_alive(lib):
    """A result that retains its gradient can still be dropped before backward."""
    x = leaf(lib)
    y = x * 2
    y.retain_grad()
    z = y.sum()
    ref = weakref.ref(y)
    del y
    gone = ref() is None
    z.backward()
    return gone, x.grad
