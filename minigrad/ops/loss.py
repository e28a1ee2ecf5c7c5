"""Losses on pairs of numbers, and the steps that other losses have in common with them.

`minigrad.nn.functional` checks what it is given and calls these; the rows themselves only compute.
In TeX, x is `input`, y the target and g the gradient.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .rounding import abs, sign
from .where import where

NONE, MEAN, SUM = 0, 1, 2  # PyTorch's numbers for "none", "mean", "sum"


def reduced(losses: Array, reduction: int) -> Array:
    """What each element loses; or the mean of that, or the sum."""
    if reduction == NONE:
        return losses
    return losses.sum() / losses.size if reduction == MEAN else losses.sum()


def share_of(grads: Any, input: Any, reduction: int) -> Any:
    """`grads`; of a mean over `input` each element gets its n-th part."""
    return grads / max(math.prod(input.shape), 1) if reduction == MEAN else grads


def _mse_slope(g: Any, input: Any, target: Any, reduction: int) -> Any:
    return share_of(2 * g, input, reduction) * (input - target)


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


def _smooth_slope(g: Any, input: Any, target: Any, reduction: int, beta: float) -> Any:
    """1 or -1; near 0, where the loss is a parabola, (x - y)/beta."""
    difference = input - target
    slope = where(abs(difference) >= beta, sign(difference), difference / beta)
    return slope * share_of(g, input, reduction)


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
