"""Losses that are content once there is a margin: what is further apart costs nothing."""

from __future__ import annotations

from ..autograd.wrap import wrap
from ..backend import module_of
from ..dtype import int64
from ..ops import losses as rows
from ..ops.comparison import where
from ..ops.gathering import _gather, _scatter_value
from ..ops.operands import broadcast_shapes
from ..ops.ordering import clamp_min
from ..ops.piecewise import relu
from ..ops.shapes import expand
from ..tensor import Tensor
from ._activation import logsigmoid
from ._checks import check_constant
from ._loss import _number, _reduced
from ._reduction import old_reduction

__all__ = ["hinge_embedding_loss", "margin_ranking_loss", "multi_margin_loss"]
__all__ += ["multilabel_margin_loss", "multilabel_soft_margin_loss", "soft_margin_loss"]


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


@old_reduction
def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    *,
    reduction: str = "mean",
) -> Tensor:
    """By how much the score of the right class is not `margin` larger than the others, per class.

    Args:
        input: Scores ``(N, C)`` or ``(C,)``.
        target: Classes ``(N,)``, or one; int64.
        p: 1, or 2 for the squares.
        margin: By how much it has to be larger.
        weight: ``(C,)``: how much each right class counts; 1 if None.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for ``(N,)``.

    Raises:
        RuntimeError: If a size or a type does not fit, or a target is no class.
        ValueError: If `p` is another number, `weight` no vector, or `reduction` none of the three.

    Example:
        >>> import minigrad
        >>> scores = minigrad.tensor([[2.0, 1.5, 0.0]])
        >>> minigrad.nn.functional.multi_margin_loss(scores, minigrad.tensor([0]))
        tensor(0.1667)

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.multi_margin_loss.html
    """
    number = _number(reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    scores = _samples(input)
    _check_targets(input, target, len(scores))
    classes = target.view((-1, 1))
    if ((classes._array < 0) | (classes._array >= scores.shape[1])).any():
        raise RuntimeError("target out of range")
    short = relu(margin - _gather(scores, classes, dim=1) + scores)
    short = short * short if p == 2 else short
    if weight is not None:
        if len(weight) != scores.shape[1]:
            raise RuntimeError(
                f"inconsistent weight size, expected {scores.shape[1]} but got {list(weight.shape)}"
            )
        short = short * weight[classes]
    others = _scatter_value(short, classes, 0.0, dim=1)
    losses = others.sum(1) / scores.shape[1]
    return _reduced(losses if target.ndim else losses.squeeze(0), number)


def _samples(input: Tensor) -> Tensor:
    """Scores as ``(N, C)``."""
    if input.ndim not in (1, 2):
        raise RuntimeError(
            "Expected non-empty vector or matrix with optional 0-dim batch size, but got: "
            f"{list(input.shape)}"
        )
    return input if input.ndim == 2 else input.unsqueeze(0)


def _check_targets(input: Tensor, target: Tensor, count: int) -> None:
    """There is a class for each sample."""
    if target.ndim > 1 or target.numel() != count:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input "
            f"samples (batch size). Expected target size [{count}], but got "
            f"{list(target.shape)}. Input has shape {list(input.shape)}."
        )
    if target.dtype is not int64:
        raise RuntimeError(f"expected scalar type Long but found {target.dtype.title}")


@old_reduction
def multilabel_margin_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """By how much right labels are not 1 larger than wrong ones, over all pairs, per label.

    Args:
        input: Scores ``(N, C)`` or ``(C,)``.
        target: In the same shape, the right labels, then -1; what stands behind does not count.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for ``(N,)``.

    Raises:
        RuntimeError: If a shape does not fit, or a target is no label.
        ValueError: If `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> scores, labels = minigrad.tensor([0.1, 0.2, 0.4, 0.8]), minigrad.tensor([3, 0, -1, 1])
        >>> minigrad.nn.functional.multilabel_margin_loss(scores, labels)
        tensor(0.8500)

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.multilabel_margin_loss.html
    """
    number = _number(reduction)
    scores = _samples(input)
    if target.shape != input.shape:
        raise RuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}"
        )
    count = scores.shape[1]
    labels = target._array.reshape(scores.shape)
    if ((labels < -1) | (labels >= count)).any():
        raise RuntimeError("argument #2 'target' is out of range")
    named = (labels >= 0).cumprod(1) > 0
    labels = labels * named  # what does not count points to label 0
    right = ((labels[:, :, None] == module_of(labels).arange(count)) & named[:, :, None]).any(1)
    pairs = wrap(named[:, :, None] & ~right[:, None, :])
    short = relu(1 - _gather(scores, wrap(labels), dim=1).unsqueeze(2) + scores.unsqueeze(1))
    losses = where(pairs, short, 0).sum((1, 2)) / count
    return _reduced(losses if input.ndim == 2 else losses.squeeze(0), number)
