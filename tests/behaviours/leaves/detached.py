"""Tensors that are cut off: `detach` and `detach_`."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def detaching(lib):
    """`detach()` shares memory and version, not history, gradient, or the need of one."""
    x = leaf(lib)
    y = x * 2
    d = y.detach()
    d.add_(1)
    return d.is_leaf, d.requires_grad, d.data_ptr() == y.data_ptr(), y, y._version, d.grad


@row
def a_detached_twin_is_a_leaf_of_its_own(lib):
    """A detached twin told to require grad gathers its own gradient."""
    x = leaf(lib)
    twin = x.detach().requires_grad_()
    (x * twin).sum().backward()
    return x.grad, twin.grad, x.grad.data_ptr() == twin.grad.data_ptr()


@row
def detaching_in_place(lib):
    """`detach_()` makes a result a leaf that needs no gradient; earlier results keep the graph."""
    x = leaf(lib)
    y = x * 2
    z = y * 3
    same = y.detach_() is y
    z.sum().backward()
    return same, y.is_leaf, y.requires_grad, x.grad


@row
def detaching_in_place_is_no_write(lib):
    """`detach_()` counts no version: what was computed from the memory can still go back."""
    x = leaf(lib)
    y = x.exp()
    z, twin, view = (y.detach() * x).sum(), y.detach(), y[:1]
    y.detach_()
    version = y._version
    z.backward()
    y.add_(1)
    return version, y._version, twin._version, view._version, x.grad, view.requires_grad


@row
def a_result_that_is_detached_in_place(lib):
    """A node that saved its result does not mind that this is detached in place."""
    x = leaf(lib)
    y = x.exp()
    total = y.sum()
    y.detach_()
    total.backward()
    return x.grad


@row
def detaching_a_view_in_place(lib):
    """A view cannot be detached in place."""
    kind, said = tried((leaf(lib) * 2)[:1].detach_)
    return kind, said[:50]  # PyTorch goes on about its own DDP
