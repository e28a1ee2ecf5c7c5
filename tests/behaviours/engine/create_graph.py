"""Backwards that are recorded themselves."""

from tests.behaviours.helpers import leaf, leaf64, tried
from tests.behaviours.table import row


@row
def create_graph_in_backward_warns(lib):
    """`backward(create_graph=True)` warns of the cycle between a leaf and its gradient."""
    x = leaf(lib)
    (x**3).sum().backward(create_graph=True)
    g, x.grad = x.grad, None
    return g.requires_grad, lib.autograd.grad(g.sum(), x)


@row
def create_graph_in_grad_is_silent(lib):
    """`grad(create_graph=True)` warns of nothing."""
    x = leaf(lib)
    (g,) = lib.autograd.grad((x**3).sum(), x, create_graph=True)
    return g.requires_grad, g.is_leaf, g.detach()


@row
def higher_derivatives(lib):
    """Derivatives of derivatives, as often as one likes."""
    x = lib.tensor([0.5, 2.0], dtype=lib.float64, requires_grad=True)
    found, y = [], x.sin() * x**4
    for _ in range(4):
        (y,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        found.append(y.detach())
    return found


@row
def a_plain_gradient_has_no_history(lib):
    """Without `create_graph` a gradient is a constant, also with grad mode on."""
    x = leaf(lib)
    with lib.enable_grad():
        (g,) = lib.autograd.grad((x**3).sum(), x)
    return g.requires_grad, g.is_leaf


@row
def a_constant_gradient_has_no_history(lib):
    """With `create_graph` a gradient that depends on nothing still requires no grad."""
    x = leaf(lib)
    (g,) = lib.autograd.grad((x * 2).sum(), x, create_graph=True)
    return g.requires_grad, tried(lib.autograd.grad, g.sum(), x)


@row
def a_recorded_walk_under_no_grad(lib):
    """`create_graph` records the walk even under `no_grad`; a plain walk records nothing."""
    x = leaf(lib)
    y = (x**3).sum()
    with lib.no_grad():
        (g,) = lib.autograd.grad(y, x, create_graph=True)
        (h,) = lib.autograd.grad(y, x)
    return g.requires_grad, h.requires_grad, lib.is_grad_enabled()


@row
def a_gradient_penalty(lib):
    """A loss may contain a gradient."""
    w, x = leaf(lib, 0.5, -1.5), leaf(lib, 2.0, 3.0)
    out = (w * x).tanh().sum()
    (slope,) = lib.autograd.grad(out, x, create_graph=True)
    (out + (slope * slope).sum()).backward()
    return w.grad, x.grad


@row
def a_loss_of_two_types_gives_each_operand_a_slope_of_its_own(lib):
    """The derivative of a loss is of its operand's type."""
    found = []
    for loss in (lib.nn.functional.mse_loss, lib.nn.functional.smooth_l1_loss):
        for reduction in ("none", "mean"):
            x, y = leaf(lib, 0.25, 0.5), leaf64(lib, 1.0, 0.0)
            slopes = lib.autograd.grad(
                loss(x, y, reduction=reduction).sum(), (x, y), create_graph=True
            )
            second = lib.autograd.grad(slopes[0].sum() + slopes[1].sum() * 2, (x, y))
            found.append([[slope.detach() for slope in slopes], second])
    return found
