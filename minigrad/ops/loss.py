"""Losses that are rows of their own, and the steps that the others are composed of.

`minigrad.nn.functional` checks what it is given and calls these; the rows themselves only compute.
In TeX, x is `input`, t or y the target, w the weight, and the sums go over what is not ignored.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..autograd.record import op
from ..autograd.wrap import is_tensor, wrap
from ..backend import Array, module_of
from .reduce import wide
from .rounding import abs, sign
from .where import where

NONE, MEAN, SUM = 0, 1, 2  # PyTorch's numbers for "none", "mean", "sum"


# ---------------------------------------------------------------------------------- regression


def _mse_vjp(g: Any, input: Any, target: Any, reduction: int) -> Any:
    """2(x - y), and for a mean its n-th part."""
    n = math.prod(input.shape) if reduction == MEAN else 1
    return (input - target) * (g * (2 / max(n, 1)))


@op(
    r"\tfrac{1}{n} \textstyle\sum (x - y)^2",
    to_float=True,
    input=(_mse_vjp, r"2 g (x - y) / n"),
    target=(
        lambda g, input, target, reduction: _mse_vjp(g, target, input, reduction),
        r"2 g (y - x) / n",
    ),
)
def mse_loss(input: Array, target: Array, reduction: int) -> Array:
    """``(input - target)²``, or its mean, or its sum. Saves both."""
    difference = input - target
    return reduced(difference * difference, reduction)


def reduced(losses: Array, reduction: int) -> Array:
    """What each element loses; or the mean of that, or the sum."""
    if reduction == NONE:
        return losses
    total = losses.sum(dtype=wide(losses.dtype))
    divisor = total.dtype.type(losses.size if reduction == MEAN else 1)
    return (total / divisor).astype(losses.dtype, copy=False)


def _smooth_l1_vjp(g: Any, input: Any, target: Any, reduction: int, beta: float) -> Any:
    """1 or -1; near 0, where the loss is a parabola, (x - y)/beta; for a mean its n-th part."""
    difference = input - target
    slope = where(abs(difference) >= beta, sign(difference), difference / beta)
    return slope * share_of(g, input, reduction)


def share_of(g: Any, input: Any, reduction: int) -> Any:
    """The gradient that each element of `input` gets a part of."""
    return g / max(math.prod(input.shape), 1) if reduction == MEAN else g


@op(
    r"\tfrac{1}{n} \textstyle\sum \begin{cases} (x-y)^2 / 2\beta & |x-y| < \beta \\ "
    r"|x-y| - \beta/2 & \text{else} \end{cases}",
    name="SmoothL1LossBackward0",
    to_float=True,
    input=(_smooth_l1_vjp, r"g \max(-1, \min(1, (x-y)/\beta)) / n"),
    target=(
        lambda g, input, target, reduction, beta: _smooth_l1_vjp(g, target, input, reduction, beta),
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


# ---------------------------------------------------------------------------------- classification


def _nll_vjp(
    g: Any, input: Any, target: Any, weight: Any, reduction: int, ignore_index: int
) -> Any:
    """The log-probability of each target gets minus its share of `g`, all others nothing."""
    input, target, weight = (getattr(x, "_array", x) for x in (input, target, weight))
    at, kept, shares = aim(input, target, weight, ignore_index)
    total = shares.sum() if reduction == MEAN else 1
    shares = np.where(kept, -shares / total, shares)  # all ignored: 0, not 0 / 0
    return spread(g * (wrap(shares) if is_tensor(g) else shares), input.shape, at)


_NLL: dict[str, Any] = {
    "tex": r"-\textstyle\sum_n w_{t_n} x_{n, t_n} / \textstyle\sum_n w_{t_n}",
    "input": (_nll_vjp, r"-g\, w_{t_n} / \textstyle\sum w"),
}


@op(**_NLL)
def nll_loss(
    input: Array, target: Array, weight: Array, reduction: int, ignore_index: int
) -> Array:
    """Minus each target's log-probability, times its class's weight; or their mean, or their sum.

    Saves all three arrays. `input` is ``(C,)``, ``(N, C)`` or ``(N, C, H, W)``, `target` the same
    without C, `weight` ``(C,)`` or None for ones.

    Raises:
        IndexError: a target that is no class.
    """
    return _picked(input, target, weight, reduction, ignore_index)


@op(name="NllLoss2DBackward0", **_NLL)
def nll_loss2d(
    input: Array, target: Array, weight: Array, reduction: int, ignore_index: int
) -> Array:
    """`nll_loss` of pictures, ``(N, C, H, W)``: to PyTorch an operation of its own."""
    return _picked(input, target, weight, reduction, ignore_index)


def _picked(input: Array, target: Array, weight: Array, reduction: int, ignore_index: int) -> Array:
    at, kept, shares = aim(input, target, weight, ignore_index)
    losses = np.where(kept, -input[at] * shares, input.dtype.type(0))  # also where it is infinite
    if reduction == NONE:
        return losses
    kind = wide(input.dtype)
    total = losses.sum(dtype=kind)
    mean = total / shares.sum(dtype=kind) if reduction == MEAN else total
    return mean.astype(input.dtype, copy=False)


def aim(
    input: Array, target: Array, weight: Array, ignore_index: int
) -> tuple[tuple[Array, ...], Array, Array]:
    """Where the targets point to in `input`, which are not ignored, and how much each counts.

    An ignored one points to class 0, and counts 0.
    """
    kept = target != ignore_index
    classes = np.where(kept, target, 0)
    _check_bounds(classes, input.shape[min(1, input.ndim - 1)])
    if weight is None:
        shares = kept.astype(input.dtype)
    else:
        shares = np.where(kept, weight[classes], input.dtype.type(0))
    return _index(classes), kept, shares


def _index(classes: Array) -> tuple[Array, ...]:
    """`classes`, and before and after it the positions of each of its dimensions, laid along it."""
    module, ndim = module_of(classes), classes.ndim
    others = [
        module.arange(n).reshape(-1, *[1] * (ndim - dim)) for dim, n in enumerate(classes.shape, 1)
    ]
    return (*others[:1], classes, *others[1:])


def _check_bounds(classes: Array, count: int) -> None:
    if classes.size and (classes.min() < 0 or classes.max() >= count):
        wrong = np.extract((classes < 0) | (classes >= count), classes)[0]
        raise IndexError(
            f"Target {wrong} is out of bounds.\nThe input has {count} scores for each sample, so a "
            "target is at least 0 and less than that."
        )


@op(r"x", name="IndexPutBackward0", input=(lambda g, at: pick(g, at), r"g"))
def spread(input: Array, shape: tuple[int, ...], at: Any) -> Array:
    """Zeros of `shape`, with `input` at the places `at`, which all differ."""
    out = module_of(input).zeros(shape, input.dtype)
    out[at] = input
    return out


@op(
    r"x_{t}",
    name="IndexBackward0",
    input=(lambda g, input_shape, at: spread(g, input_shape, at), r"g"),
)
def pick(input: Array, at: Any) -> Array:
    """The elements of `input` at the places `at`."""
    return input[at]


# ---------------------------------------------------------------------------------- steps


@op(r"c\,x", name="MulBackward1", input=(lambda g, factor: g * factor, r"c\,g"))
def scale(input: Array, factor: Any) -> Array:
    """``input * factor`` for a number: what PyTorch records inside a loss."""
    return input * factor


@op(r"x + c", name="AddBackward1", input=(lambda g: g, r"g"))
def shift(input: Array, number: Any) -> Array:
    """``input + number``: what PyTorch records inside a loss."""
    return input + number


@op(
    r"[\lnot m] \odot x",
    name="MaskedFillBackward0",
    input=(lambda g, mask: blank(g, mask), r"g \odot [\lnot m]"),
)
def blank(input: Array, mask: Array) -> Array:
    """Zeros where `mask` holds, `input` elsewhere."""
    return np.where(mask, input.dtype.type(0), input)
