"""The losses as functions, from checked arguments down to the rows of `minigrad.ops.losses`."""

from __future__ import annotations

from typing import Any

from ..autograd.wrap import wrap
from ..ops import losses as rows
from ..ops.losses import MEAN, NONE, SUM
from ..ops.scans import log_softmax
from ..tensor import Tensor
from ._checks import alike, check_classes, check_constant, check_kinds, check_weight
from ._reduction import old_reduction

__all__ = ["cross_entropy", "l1_loss", "mse_loss", "nll_loss", "smooth_l1_loss"]

_NUMBERS = {"none": NONE, "mean": MEAN, "sum": SUM}


@old_reduction
def mse_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """The squared difference, ``(input - target)²``, averaged over all elements.

    Two shapes that differ are broadcast, which is hardly ever meant: hence a warning. ``(N, 1)``
    against ``(N,)`` compares every prediction with every target.

    Args:
        input: Predictions, any shape.
        target: What they should be, in the same shape.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for the shape of `input`.

    Returns:
        0-d, unless `reduction` is ``"none"``.

    Raises:
        NotImplementedError: If neither is floating point.
        RuntimeError: If the shapes do not broadcast.
        ValueError: If `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import mse_loss
        >>> mse_loss(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 4.0]))
        tensor(2.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.mse_loss.html
    """
    input, target = alike(input, target)
    check_kinds(input, target, "mse_cpu")
    return rows.mse_loss(input, target, _number(reduction))


@old_reduction
def l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """The absolute difference, ``|input - target|``, averaged over all elements.

    Arguments, result and errors are those of `mse_loss`; an outlier weighs less here.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import l1_loss
        >>> l1_loss(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 4.0]))
        tensor(1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.l1_loss.html
    """
    input, target = alike(input, target)
    return _reduced((input - target).abs(), _number(reduction))


@old_reduction
def smooth_l1_loss(
    input: Tensor, target: Tensor, *, reduction: str = "mean", beta: float = 1.0
) -> Tensor:
    """The absolute difference, its tip rounded off: within `beta` it is ``difference² / 2beta``.

    So it is as steep as `l1_loss` for outliers, and smooth at 0 as `mse_loss` is.

    Args:
        input: Predictions, any shape.
        target: What they should be, in the same shape.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for the shape of `input`.
        beta: Where the parabola ends, 0 or more; 0 makes it `l1_loss`.

    Returns:
        0-d, unless `reduction` is ``"none"``.

    Raises:
        NotImplementedError: If neither is floating point.
        RuntimeError: If the shapes do not broadcast, or `beta` is negative.
        ValueError: If `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import smooth_l1_loss
        >>> smooth_l1_loss(minigrad.zeros(2), minigrad.tensor([0.5, 3.0]), reduction="none")
        tensor([0.1250, 2.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.smooth_l1_loss.html
    """
    input, target = alike(input, target)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    check_kinds(input, target, "smooth_l1_cpu")
    return rows.smooth_l1_loss(input, target, _number(reduction), float(beta))


@old_reduction
def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Minus the log-probability of the right class: the negative log-likelihood.

    The mean is weighted: its divisor is the sum of the weights that took part.

    Args:
        input: Log-probabilities ``(C,)``, ``(N, C)`` or ``(N, C, *)``; `log_softmax` makes them.
        target: Classes, from 0 to C - 1: the shape of `input` without C; int64 or uint8.
        weight: ``(C,)``, how much each class counts; 1 if None.
        ignore_index: A target that does not count at all.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for the shape of `target`.

    Returns:
        0-d, unless `reduction` is ``"none"``; the mean of nothing is nan.

    Raises:
        IndexError: If a target is no class.
        RuntimeError: If a type is wrong, `weight` has another number of classes or requires grad.
        ValueError: If `input` and `target` differ in the number of samples.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import nll_loss
        >>> nll_loss(minigrad.tensor([[-0.5, -2.0]]), minigrad.tensor([1]))
        tensor(2.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.nll_loss.html
    """
    target = check_classes(input, target, weight)
    check_constant("nll_loss_forward", weight=weight)
    return rows.nll_loss(input, target, weight, _number(reduction), ignore_index)


@old_reduction
def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """How surprised the model is by the right classes: `nll_loss` of `log_softmax` of its scores.

    The scores are raw numbers of any size: no softmax before this.

    Args:
        input: Scores ``(C,)``, ``(N, C)`` or ``(N, C, *)``.
        target: Classes, the shape of `input` without C, int64 or uint8; or a probability for every
            class, in the shape of `input`, floating point.
        weight: ``(C,)``, how much each class counts; 1 if None.
        ignore_index: A target that does not count at all; for classes only.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for the shape of `target` without C.
        label_smoothing: From 0 to 1: how much of each target is shared out among all classes.

    Returns:
        0-d, unless `reduction` is ``"none"``; the mean of nothing is nan.

    Raises:
        IndexError: If a target is no class.
        RuntimeError: If a type is wrong, `weight` has another number of classes or requires grad,
            or `label_smoothing` is more than 1.
        ValueError: If `input` and `target` differ in the number of samples.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import cross_entropy
        >>> scores = minigrad.tensor([[2.0, 0.0, 0.0]], requires_grad=True)
        >>> cross_entropy(scores, minigrad.tensor([0]))
        tensor(0.2395, grad_fn=<NllLossBackward0>)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.cross_entropy.html
    """
    if label_smoothing > 1:
        raise RuntimeError(
            f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}\nIt is how much "
            "of a target is shared out."
        )
    number = _number(reduction)
    dim = min(1, input.ndim - 1)
    scores = log_softmax(input, dim)
    if input.shape == target.shape:
        return _soft(scores, target, weight, number, label_smoothing)
    target = check_classes(scores, target, weight)
    check_constant("nll_loss_forward", weight=weight)
    loss = rows.nll_loss(scores, target, weight, number, ignore_index)
    if label_smoothing > 0:
        evenly = _evenly(scores, target, weight, ignore_index, number)
        loss = loss * (1 - label_smoothing) + evenly * (label_smoothing / input.shape[dim])
    return loss


def _soft(
    scores: Tensor, target: Tensor, weight: Tensor | None, number: int, label_smoothing: float
) -> Tensor:
    """Cross entropy against a probability for every class."""
    dim = min(1, scores.ndim - 1)
    check_weight(weight, scores)
    if not target.is_floating_point():
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got "
            f"{target.dtype.title}\nClasses by number have one dimension less than the input."
        )
    if label_smoothing > 0:
        target = target * (1 - label_smoothing) + label_smoothing / scores.shape[dim]
    parts = _weighted(scores * target, weight)
    if number == NONE:
        return -parts.sum(dim)
    total = -parts.sum()
    return total if number == SUM else total / (scores.numel() / scores.shape[dim])


def _evenly(scores: Tensor, target: Tensor, weight: Any, ignore_index: int, number: int) -> Any:
    """Cross entropy against the same for every class: what label smoothing mixes in."""
    losses = -_weighted(scores, weight).sum(min(1, scores.ndim - 1))
    losses = losses.masked_fill(target == ignore_index, 0)
    if number != MEAN:
        return _reduced(losses, number)
    weights = None if weight is None else weight._array
    shares = rows.index_targets(scores._array, target._array, weights, ignore_index)[2]
    return losses.sum() / wrap(shares.sum())


def _reduced(losses: Any, number: int) -> Tensor:
    if number == NONE:
        return losses
    return losses.mean() if number == MEAN else losses.sum()


def _weighted(products: Any, weight: Tensor | None) -> Any:
    """`products`, each times the weight of its class."""
    if weight is None:
        return products
    dim = min(1, products.ndim - 1)
    return products * weight.view([-1 if d == dim else 1 for d in range(products.ndim)])


def _number(reduction: str) -> int:
    if reduction not in _NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _NUMBERS[reduction]
