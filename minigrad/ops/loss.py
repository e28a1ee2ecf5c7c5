"""Losses that are rows of their own, and the steps that the others are composed of.

`minigrad.nn.functional` checks what it is given and calls these; the rows themselves only compute.
In TeX, x is `input`, y the target, and h the gradient that came to a derivative.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .activation_backward import quick
from .dims import Shape
from .reduce import share, wide
from .rounding import abs

NONE, MEAN, SUM = 0, 1, 2  # PyTorch's numbers for "none", "mean", "sum"


def reduced(losses: Array, reduction: int) -> Array:
    """What each element loses; or the mean of that, or the sum."""
    if reduction == NONE:
        return losses
    total = losses.sum(dtype=wide(losses.dtype))
    divisor = total.dtype.type(losses.size if reduction == MEAN else 1)
    return (total / divisor).astype(losses.dtype, copy=False)


_share = quick(share)


def share_of(grads: Any, input: Any, reduction: int) -> Any:
    """`grads`; of a mean over `input` each element gets its n-th part."""
    return _share(grads, max(math.prod(input.shape), 1)) if reduction == MEAN else grads


# ---------------------------------------------------------------------------------- squared


@op(
    r"\tfrac{1}{n} \textstyle\sum (x - y)^2",
    to_float=True,
    input=(
        lambda g, input, target, reduction: _mse_slope(g, input, target, reduction),
        r"2 g (x - y) / n",
    ),
    target=(
        lambda g, input, target, reduction: _mse_slope(g, target, input, reduction),
        r"2 g (y - x) / n",
    ),
)
def mse_loss(input: Array, target: Array, reduction: int) -> Array:
    """``(input - target)²``, or its mean, or its sum. Saves both."""
    difference = input - target
    return reduced(difference * difference, reduction)


def _mse_slope(g: Any, input: Any, target: Any, reduction: int) -> Any:
    return _mse_loss_backward(g, input, target, reduction, type_of(input))


def type_of(x: Any) -> np.dtype[Any]:
    """NumPy's type of `x`, an array or a tensor: of two operands, each gets a slope of its own."""
    return getattr(x, "_array", x).dtype  # type: ignore[no-any-return]


def _mse_grad_vjp(g: Any, input: Any, target: Any, reduction: int, grad_output_shape: Shape) -> Any:
    return gathered(_mse_slope(g, input, target, reduction), reduction, grad_output_shape)


def gathered(parts: Any, reduction: int, shape: Shape) -> Any:
    """What reaches the gradient of a loss: of a mean or a sum, that was one number for all."""
    return parts if reduction == NONE or shape else parts.sum()


def _mse_curvature(g: Any, grad_output: Any, input: Any, reduction: int) -> Any:
    return share_of(2 * (g * grad_output), input, reduction)


@op(
    r"2 h (x - y) / n",
    name="MseLossBackwardBackward0",
    to_float=True,
    grad_output=(_mse_grad_vjp, r"\textstyle\sum 2 g (x - y) / n"),
    input=(_mse_curvature, r"2 g h / n"),
    target=(
        lambda g, grad_output, target, reduction: (
            -_mse_curvature(g, grad_output, target, reduction)
        ),
        r"-2 g h / n",
    ),
)
def mse_loss_backward(
    grad_output: Array, input: Array, target: Array, reduction: int, dtype: np.dtype[Any]
) -> Array:
    """The derivative of `mse_loss` by `input`, which is of `dtype`. Saves all three."""
    n = input.size if reduction == MEAN else 1
    slope = (input - target) * (grad_output * grad_output.dtype.type(2 / max(n, 1)))
    return slope.astype(dtype, copy=False)


_mse_loss_backward: Callable[..., Any] = quick(mse_loss_backward)


# ---------------------------------------------------------------------------------- rounded off


@op(
    r"\tfrac{1}{n} \textstyle\sum \begin{cases} (x-y)^2 / 2\beta & |x-y| < \beta \\ "
    r"|x-y| - \beta/2 & \text{else} \end{cases}",
    name="SmoothL1LossBackward0",
    to_float=True,
    input=(
        lambda g, input, target, reduction, beta: _smooth_slope(g, input, target, reduction, beta),
        r"g \max(-1, \min(1, (x-y)/\beta)) / n",
    ),
    target=(
        lambda g, input, target, reduction, beta: _smooth_slope(g, target, input, reduction, beta),
        r"g \max(-1, \min(1, (y-x)/\beta)) / n",
    ),
)
def smooth_l1_loss(input: Array, target: Array, reduction: int, beta: float) -> Array:
    """``|input - target|`` with its tip rounded off up to `beta`; or the mean, or the sum.

    Saves both.
    """
    distance = np.abs(input - target)
    rounded = distance * distance * (0.5 / beta)
    return reduced(np.where(distance < beta, rounded, distance - 0.5 * beta), reduction)


def _smooth_slope(g: Any, input: Any, target: Any, reduction: int, beta: float) -> Any:
    return _smooth_l1_backward(g, input, target, reduction, beta, type_of(input))


def _smooth_l1_grad_vjp(
    g: Any, input: Any, target: Any, reduction: int, beta: float, grad_output_shape: Shape
) -> Any:
    parts = _smooth_slope(g, input, target, reduction, beta)
    return gathered(parts, reduction, grad_output_shape)


def _smooth_l1_curvature(
    g: Any, grad_output: Any, input: Any, target: Any, reduction: int, beta: float
) -> Any:
    inside = abs(input - target) < beta
    return share_of(g * grad_output * inside / beta, input, reduction)


def _smooth_l1_target_curvature(
    g: Any, grad_output: Any, input: Any, target: Any, reduction: int, beta: float
) -> Any:
    return -_smooth_l1_curvature(g, grad_output, input, target, reduction, beta)


@op(
    r"h \max(-1, \min(1, (x-y)/\beta)) / n",
    name="SmoothL1LossBackwardBackward0",
    to_float=True,
    grad_output=(_smooth_l1_grad_vjp, r"\textstyle\sum g \max(-1, \min(1, (x-y)/\beta)) / n"),
    input=(_smooth_l1_curvature, r"g h [|x-y| < \beta] / \beta n"),
    target=(_smooth_l1_target_curvature, r"-g h [|x-y| < \beta] / \beta n"),
)
def smooth_l1_loss_backward(
    grad_output: Array,
    input: Array,
    target: Array,
    reduction: int,
    beta: float,
    dtype: np.dtype[Any],
) -> Array:
    """1 or -1; near 0, where the loss is a parabola, (x - y)/beta; for a mean its n-th part."""
    difference = input - target
    slope = np.where(np.abs(difference) >= beta, np.sign(difference), difference / beta)
    return (slope * share_of(grad_output, input, reduction)).astype(dtype, copy=False)


_smooth_l1_backward: Callable[..., Any] = quick(smooth_l1_loss_backward)


# ---------------------------------------------------------------------------------- steps


@op(r"c\,x", name="MulBackward1", input=(lambda g, factor: g * factor, r"c\,g"))
def scale(input: Array, factor: Any) -> Array:
    """``input * factor`` for a number: what PyTorch records inside a loss."""
    return input * factor


@op(r"x + c", name="AddBackward1", input=(lambda g: g, r"g"))
def shift(input: Array, number: Any) -> Array:
    """``input + number``: what PyTorch records inside a loss."""
    return input + number
