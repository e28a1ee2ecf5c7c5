"""Losses that are rows of their own, and the steps that the others are composed of.

`minigrad.nn.functional` checks what it is given and calls these; the rows themselves only compute.
In TeX, x is `input`, t or y the target, w the weight, and the sums go over what is not ignored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..autograd.wrap import TensorBase, wrap
from ..backend import Array, module_of
from .index import put_at

NONE, MEAN, SUM = 0, 1, 2  # PyTorch's numbers for "none", "mean", "sum"


# ---------------------------------------------------------------------------------- regression


def _mse_vjp(g: Any, input: Any, target: Any, reduction: int) -> Any:
    """2(x - y), and for a mean its n-th part."""
    n = int(np.prod(input.shape)) if reduction == MEAN else 1
    return (input - target) * (g * (2 / max(n, 1)))


@op(
    r"\tfrac{1}{n} \textstyle\sum (x - y)^2",
    input=(_mse_vjp, r"2 g (x - y) / n"),
    target=(
        lambda g, input, target, reduction: _mse_vjp(g, target, input, reduction),
        r"2 g (y - x) / n",
    ),
)
def mse_loss(input: Array, target: Array, reduction: int) -> Array:
    """``(input - target)²``, or its mean, or its sum. Saves both."""
    difference = input - target
    squares = difference * difference
    if reduction == NONE:
        return squares
    return np.sum(squares) / squares.dtype.type(squares.size if reduction == MEAN else 1)


# ---------------------------------------------------------------------------------- classification


def _nll_vjp(
    g: Any, input: Any, target: Any, weight: Any, reduction: int, ignore_index: int
) -> Any:
    """The log-probability of each target gets minus its share of `g`, all others nothing."""
    scores, target, weight = (getattr(x, "_array", x) for x in (input, target, weight))
    kept, shares = counts(scores, target, weight, ignore_index)
    total = np.sum(shares) if reduction == MEAN else 1
    shares = np.where(kept, -shares / total, shares)  # all ignored: 0, not 0 / 0
    return put_at(
        g * (wrap(shares) if isinstance(g, TensorBase) else shares), scores.shape, _at(target, kept)
    )


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
    _check_bounds(target, input.shape[min(1, input.ndim - 1)], ignore_index)
    kept, shares = counts(input, target, weight, ignore_index)
    losses = np.where(kept, -input[_at(target, kept)] * shares, input.dtype.type(0))
    if reduction == NONE:
        return losses
    return np.sum(losses) / (np.sum(shares) if reduction == MEAN else input.dtype.type(1))


@op(name="NllLoss2DBackward0", **_NLL)
def nll_loss2d(
    input: Array, target: Array, weight: Array, reduction: int, ignore_index: int
) -> Array:
    """`nll_loss` of pictures, ``(N, C, H, W)``: to PyTorch an operation of its own."""
    return nll_loss.op.forward(input, target, weight, reduction, ignore_index)  # type: ignore[attr-defined]


def counts(input: Array, target: Array, weight: Array, ignore_index: int) -> tuple[Array, Array]:
    """Which targets are not ignored, and what each counts: its class's weight, or 1; ignored, 0."""
    kept = target != ignore_index
    if weight is None:
        return kept, kept.astype(input.dtype)
    return kept, np.where(kept, weight[np.where(kept, target, 0)], input.dtype.type(0))


def _at(target: Array, kept: Array) -> tuple[Array, ...]:
    """Where in ``(N, C, *)`` the targets ``(N, *)`` point to; an ignored one points to class 0."""
    module, last = module_of(target), target.ndim - 1
    others = [
        module.arange(n).reshape(-1, *[1] * (last - dim)) for dim, n in enumerate(target.shape)
    ]
    return (*others[:1], np.where(kept, target, 0), *others[1:])


def _check_bounds(target: Array, classes: int, ignore_index: int) -> None:
    wrong = ((target < 0) | (target >= classes)) & (target != ignore_index)
    if wrong.any():
        raise IndexError(
            f"Target {np.extract(wrong, target)[0]} is out of bounds. The input has {classes} "
            "scores for each sample, so a target is at least 0 and less than that."
        )


# ---------------------------------------------------------------------------------- steps


@op(r"c\,x", name="MulBackward1", input=(lambda g, factor: g * factor, r"c\,g"))
def scale(input: Array, factor: Any) -> Array:
    """``input * factor`` for a number: what PyTorch records inside a loss."""
    return input * factor


@op(r"x / c", name="DivBackward1", input=(lambda g, divisor: g / divisor, r"g / c"))
def share(input: Array, divisor: Any) -> Array:
    """``input / divisor`` for a number: what PyTorch records inside a loss."""
    return input / divisor


@op(
    r"[\lnot m] \odot x",
    name="MaskedFillBackward0",
    input=(lambda g, mask: blank(g, mask), r"g \odot [\lnot m]"),
)
def blank(input: Array, mask: Array) -> Array:
    """Zeros where `mask` holds, `input` elsewhere."""
    return np.where(mask, input.dtype.type(0), input)
