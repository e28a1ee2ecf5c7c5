"""The negative log-likelihood of classes, and its derivative.

`minigrad.nn.functional` checks what it is given and calls these; the rows themselves only compute.
In TeX, x is `input`, t the target, w the weight, and the sums go over what is not ignored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array, module_of
from .activation_backward import quick
from .copy import zeros_like
from .loss import MEAN, NONE
from .reduce import wide

_NLL, _SLOPE = (
    r"-\textstyle\sum_n w_{t_n} x_{n, t_n} / \textstyle\sum_n w_{t_n}",
    r"-g\, w_{t_n} / \textstyle\sum w",
)


def _nll_vjp(
    g: Any, input: Any, target: Any, weight: Any, reduction: int, ignore_index: int
) -> Any:
    return _nll_loss_backward(g, input, target, weight, reduction, ignore_index)


@op(_NLL, input=(_nll_vjp, _SLOPE))
def nll_loss(
    input: Array, target: Array, weight: Array, reduction: int, ignore_index: int
) -> Array:
    """Minus each target's log-probability, times its class's weight; or their mean, or their sum.

    Saves all three arrays. `input` is ``(C,)`` or ``(N, C)``, `target` the same without C, `weight`
    ``(C,)`` or None for ones.

    Raises:
        IndexError: a target that is no class.
    """
    return _picked(input, target, weight, reduction, ignore_index)


def _nll2d_vjp(
    g: Any, input: Any, target: Any, weight: Any, reduction: int, ignore_index: int
) -> Any:
    return _nll_loss2d_backward(g, input, target, weight, reduction, ignore_index)


@op(_NLL, name="NllLoss2DBackward0", input=(_nll2d_vjp, _SLOPE))
def nll_loss2d(
    input: Array, target: Array, weight: Array, reduction: int, ignore_index: int
) -> Array:
    """`nll_loss` of pictures, ``(N, C, H, W)``: to PyTorch an operation of its own."""
    return _picked(input, target, weight, reduction, ignore_index)


def _picked(input: Array, target: Array, weight: Array, reduction: int, ignore_index: int) -> Array:
    at, kept, shares = aim(input, target, weight, ignore_index)
    losses = -input[at]
    if shares is not None:
        losses = np.where(kept, losses * shares, input.dtype.type(0))  # also where it is infinite
    if reduction == NONE:
        return losses if losses.flags.c_contiguous else losses.copy()
    kind = wide(input.dtype)
    total = losses.sum(dtype=kind)
    mean = total / weighed(target, shares, kind) if reduction == MEAN else total
    return mean.astype(input.dtype, copy=False)


def weighed(target: Array, shares: Array | None, kind: Any) -> Any:
    """How much all targets count together."""
    return np.dtype(kind).type(target.size) if shares is None else shares.sum(dtype=kind)


# ---------------------------------------------------------------------------------- the derivative


def _undone_by(loss: Any) -> dict[str, Any]:
    """The rules of the derivative of `loss`: it is linear in the gradient, so they are the loss."""

    def collected(g: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> Any:
        return loss(g, target, weight, reduction, ignore_index)

    return {
        "grad_output": (collected, r"-\textstyle\sum w_{t_n} g_{t_n} / \textstyle\sum w"),
        "input": (lambda g, target, weight: zeros_like(g), r"0"),
    }


_SHARES = r"-h\, w_{t_n} / \textstyle\sum w"


@op(_SHARES, name="NllLossBackwardBackward0", **_undone_by(nll_loss))
def nll_loss_backward(
    grad_output: Array,
    input: Array,
    target: Array,
    weight: Array,
    reduction: int,
    ignore_index: int,
) -> Array:
    """The log-probability of each target gets minus its share of h, all others nothing.

    h is the gradient that came. Saves target and weight.
    """
    at, kept, shares = aim(input, target, weight, ignore_index)
    total = weighed(target, shares, input.dtype) if reduction == MEAN else input.dtype.type(1)
    out = module_of(input).zeros(input.shape, input.dtype)
    if shares is None:
        out[at] = grad_output * (-1 / total)
    else:
        out[at] = grad_output * np.where(kept, -shares / total, shares)  # all ignored: not 0 / 0
    return out


@op(_SHARES, name="NllLoss2DBackwardBackward0", **_undone_by(nll_loss2d))
def nll_loss2d_backward(
    grad_output: Array,
    input: Array,
    target: Array,
    weight: Array,
    reduction: int,
    ignore_index: int,
) -> Array:
    """The derivative of `nll_loss2d`: to PyTorch an operation of its own, too."""
    compute = nll_loss_backward.op.forward  # type: ignore[attr-defined]
    return compute(grad_output, input, target, weight, reduction, ignore_index)


_nll_loss_backward = quick(nll_loss_backward)
_nll_loss2d_backward = quick(nll_loss2d_backward)


# ---------------------------------------------------------------------------------- the targets


def aim(
    input: Array, target: Array, weight: Array, ignore_index: int
) -> tuple[tuple[Array, ...], Array, Array | None]:
    """Where the targets point to in `input`, which are not ignored, and how much each counts.

    An ignored one points to class 0, and counts 0. The last is None where each counts 1.
    """
    kept, count = target != ignore_index, input.shape[min(1, input.ndim - 1)]
    if weight is None and kept.all():
        _check_bounds(target, count)
        return _index(target), kept, None
    classes = np.where(kept, target, 0)
    _check_bounds(classes, count)
    shares = kept.astype(input.dtype)
    if weight is not None:
        shares = np.where(kept, weight[classes], input.dtype.type(0))
    return _index(classes), kept, shares


def _index(classes: Array) -> tuple[Array, ...]:
    """`classes`, and before and after it the positions of each of its dimensions, laid along it."""
    module, ndim = module_of(classes), classes.ndim
    if ndim == 1:
        return module.arange(len(classes)), classes
    others = [
        module.arange(n).reshape(-1, *[1] * (ndim - dim)) for dim, n in enumerate(classes.shape, 1)
    ]
    return (*others[:1], classes, *others[1:])


def _check_bounds(classes: Array, count: int) -> None:
    if classes.size and not 0 <= classes.min() <= classes.max() < count:
        wrong = np.extract((classes < 0) | (classes >= count), classes)[0]
        raise IndexError(
            f"Target {wrong} is out of bounds.\nThe input has {count} scores for each sample, so a "
            "target is at least 0 and less than that."
        )
