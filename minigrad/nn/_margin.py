"""Losses that are content once there is a margin: what is further apart costs nothing."""

from __future__ import annotations

from ..ops import losses as rows
from ..ops.comparison import where
from ..ops.operands import broadcast_shapes
from ..ops.ordering import clamp_min
from ..ops.shapes import expand
from ..tensor import Tensor
from ._activation import logsigmoid
from ._checks import check_constant
from ._loss import _number, _reduced
from ._reduction import old_reduction

__all__ = ["hinge_embedding_loss", "margin_ranking_loss", "multilabel_soft_margin_loss"]
__all__ += ["soft_margin_loss"]


@old_reduction
def margin_ranking_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, *, reduction: str = "mean"
) -> Tensor:
    """By how much `input1` is not larger than `input2`, or smaller where `target` is -1.

    Args:
        input1: Scores, any shape.
        input2: Scores to compare them with, of a shape that broadcasts.
        target: 1 or -1, with as many dimensions.
        margin: By how much they have to differ.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises:
        RuntimeError: If they differ in the number of dimensions, or do not broadcast.
        ValueError: If `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> ranking = minigrad.nn.functional.margin_ranking_loss
        >>> ranking(minigrad.tensor([1.0]), minigrad.tensor([3.0]), minigrad.tensor([1.0]))
        tensor(2.)

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.margin_ranking_loss.html
    """
    number = _number(reduction)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} "
        )
    return _reduced(clamp_min(-target * (input1 - input2) + margin, 0), number)


@old_reduction
def hinge_embedding_loss(
    input: Tensor, target: Tensor, margin: float = 1.0, *, reduction: str = "mean"
) -> Tensor:
    """A distance where `target` is 1; where it is -1, by how much it is less than `margin`.

    Args:
        input: Distances, any shape.
        target: 1 or -1, in the same shape.
        margin: How far those are to be apart that do not belong together.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises:
        ValueError: If `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> distances, pairs = minigrad.tensor([0.5, 0.25]), minigrad.tensor([1, -1])
        >>> minigrad.nn.functional.hinge_embedding_loss(distances, pairs, reduction="none")
        tensor([0.5000, 0.7500])

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hinge_embedding_loss.html
    """
    number = _number(reduction)
    apart = where(target != 1, clamp_min(margin - input, 0), 0)
    return _reduced(apart + where(target != -1, input, 0), number)


@old_reduction
def soft_margin_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """``log(1 + exp(-target * input))``: a score is to have the sign of its target.

    Args:
        input: Scores, any shape.
        target: 1 or -1, in the same shape.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises:
        RuntimeError: If `input` is not floating point, or `target` requires grad or does not
            broadcast.
        ValueError: If `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.soft_margin_loss(minigrad.zeros(2), minigrad.tensor([1.0, -1.0]))
        tensor(0.6931)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.soft_margin_loss.html
    """
    number = _number(reduction)
    check_constant("soft_margin_loss", target=target)
    if not input.is_floating_point():
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {input.dtype.title}\n"
            "The scores must be floating point: input.float()."
        )
    shape = broadcast_shapes(input.shape, target.shape)
    if shape != input.shape:
        input = expand(input, shape)
    if shape != target.shape:
        target = expand(target, shape)
    return rows.soft_margin_loss(input, target, number)


@old_reduction
def multilabel_soft_margin_loss(
    input: Tensor, target: Tensor, weight: Tensor | None = None, *, reduction: str = "mean"
) -> Tensor:
    """`binary_cross_entropy_with_logits` of several labels, as their mean for each sample.

    Args:
        input: Scores ``(N, C)`` or ``(C,)``.
        target: 0 or 1 for each, in the same shape.
        weight: ``(C,)``: how much each label counts; 1 if None.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for ``(N,)``.

    Raises:
        ValueError: If `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> scores, labels = minigrad.zeros(1, 3), minigrad.tensor([[1.0, 0.0, 1.0]])
        >>> minigrad.nn.functional.multilabel_soft_margin_loss(scores, labels)
        tensor(0.6931)

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.multilabel_soft_margin_loss.html
    """
    number = _number(reduction)
    losses = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        losses = losses * weight
    return _reduced(losses.sum(-1) / input.shape[-1], number)
