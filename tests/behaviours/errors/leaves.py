"""`.grad` that is None, and tensors that are no leaves."""

from tests.behaviours.table import row


@row
def grad_of_a_result(lib):
    """Reading `.grad` of a result warns, and gives None."""
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    y.sum().backward()
    return y.grad, x.grad


@row
def a_reshaped_parameter_is_no_leaf(lib):
    """A tensor that is reshaped right after its making gets no gradient."""
    w = lib.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True).view(2, 2)
    w.sum().backward()
    return w.is_leaf, w.requires_grad, w.grad


@row
def a_scaled_parameter_is_no_leaf(lib):
    """``randn(..., requires_grad=True) / n`` is a result."""
    w = lib.randn(3, requires_grad=True) / 3**0.5
    return w.is_leaf, w.grad_fn.name(), w.detach().requires_grad_().is_leaf


@row
def a_converted_parameter_is_no_leaf(lib):
    """So is a parameter that was converted to another type; to its own type, it is itself."""
    w = lib.ones(2, requires_grad=True)
    return w.double().is_leaf, w.float().is_leaf, w.float() is w


@row
def retain_grad_without_a_graph(lib):
    """There is no gradient to retain where nothing requires one."""
    lib.ones(2).retain_grad()


@row
def a_hook_without_a_graph(lib):
    """Nor is there one to hook."""
    lib.ones(2).register_hook(print)


@row
def an_update_that_rebinds(lib):
    """``w = w - lr * w.grad`` gives a new tensor: the next round finds no gradient in it."""
    w = lib.tensor([1.0], requires_grad=True)
    (w * w).backward()
    w = w - 0.1 * w.grad
    (w * w).backward()
    return w.is_leaf, w.grad


@row
def an_update_that_rebinds_without_a_graph(lib):
    """In no_grad the new tensor requires no gradient either: the next backward raises."""
    w = lib.tensor([1.0], requires_grad=True)
    (w * w).backward()
    with lib.no_grad():
        w = w - 0.1 * w.grad
    assert not w.requires_grad and w.grad is None
    (w * w).backward()


@row
def a_gradient_that_never_came(lib):
    """Before a backward `.grad` is None, and arithmetic with it fails as Python's."""
    w = lib.ones(2, requires_grad=True)
    return 0.1 * w.grad


@row
def zeroing_a_gradient_that_never_came(lib):
    """So does ``w.grad.zero_()``."""
    lib.ones(2, requires_grad=True).grad.zero_()
