"""The negative log-likelihood of classes.

`minigrad.nn.functional` checks what it is given and calls this; the row itself only computes. In
TeX, x is `input`, t the target, w the weight, and the sums go over what is not ignored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .loss import MEAN, NONE
from .operands import bare, constant
from .shape import unsqueeze


def _nll_vjp(
    g: Any, input: Any, target: Any, weight: Any, reduction: int, ignore_index: int
) -> Any:
    """Each target's log-probability gets minus its share of g, all others nothing."""
    scores, classes = bare(input), bare(target)
    dim, places, shares = aim(scores, classes, bare(weight), ignore_index)
    if reduction == MEAN:
        shares = shares / (shares.sum() or 1)  # where all are ignored, not 0 / 0
    parts = np.zeros_like(scores)
    np.put_along_axis(parts, places, 0 - np.expand_dims(shares, dim), dim)  # not -0 either
    return (unsqueeze(g, dim) if reduction == NONE else g) * constant(parts, g)


@op(
    r"-\textstyle\sum_n w_{t_n} x_{n, t_n} / \textstyle\sum_n w_{t_n}",
    input=(_nll_vjp, r"-g\, w_{t_n} / \textstyle\sum w"),
)
def nll_loss(
    input: Array, target: Array, weight: Array, reduction: int, ignore_index: int
) -> Array:
    """Minus each target's log-probability, times its class's weight; or their mean, or their sum.

    Saves all three arrays. `input` is ``(C,)`` or ``(N, C, *)``, `target` the same without C,
    `weight` ``(C,)`` or None for ones.

    Raises:
        IndexError: a target that is no class.
    """
    dim, places, shares = aim(input, target, weight, ignore_index)
    losses = -np.take_along_axis(input, places, dim).squeeze(dim) * shares
    losses = np.where(target == ignore_index, input.dtype.type(0), losses)  # also an infinite one
    if reduction == NONE:
        return losses
    return losses.sum() / shares.sum() if reduction == MEAN else losses.sum()


def aim(
    input: Array, target: Array, weight: Array | None, ignore_index: int
) -> tuple[int, Array, Array]:
    """The dimension of the classes, the class of each target along it, how much the target counts.

    An ignored one points to class 0, and counts 0.
    """
    dim = min(1, input.ndim - 1)
    kept, count = target != ignore_index, input.shape[dim]
    classes = np.where(kept, target, 0)
    wrong = (classes < 0) | (classes >= count)
    if wrong.any():
        raise IndexError(
            f"Target {classes[wrong][0]} is out of bounds.\nThe input has {count} scores for each "
            "sample, so a target is at least 0 and less than that."
        )
    shares = kept if weight is None else kept * weight[classes]
    return dim, np.expand_dims(classes, dim), shares.astype(input.dtype)
