"""How far vectors are apart, and losses of it; how far distributions are apart."""

from __future__ import annotations

from typing import Any

from .._warn import warn
from ..ops import losses as rows
from ..ops.arithmetic import exp, log
from ..ops.comparison import where
from ..ops.joining import broadcast_tensors
from ..ops.norms import _norm, norm
from ..ops.ordering import clamp_min, minimum
from ..tensor import Tensor
from ._checks import alike, check_kinds
from ._loss import _number, _reduced
from ._reduction import old_reduction

__all__ = ["cosine_embedding_loss", "cosine_similarity", "huber_loss", "kl_div", "normalize"]
__all__ += ["pairwise_distance", "triplet_margin_loss"]


def huber_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0
) -> Tensor:
    """`smooth_l1_loss` times `delta`: within `delta` it is ``difference² / 2``, whatever `delta`.

    Args:
        input: Predictions, any shape.
        target: What they should be, in the same shape.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for the shape of `input`.
        delta: Where the parabola ends, more than 0.

    Raises:
        NotImplementedError: If neither is floating point.
        RuntimeError: If the shapes do not broadcast, or `delta` is not more than 0.
        ValueError: If `reduction` is none of the three.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.huber_loss.html
    """
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    input, target = alike(input, target)
    check_kinds(input, target, "huber_cpu")
    return rows.huber_loss(input, target, _number(reduction), float(delta))


@old_reduction
def kl_div(
    input: Tensor, target: Tensor, *, reduction: str = "mean", log_target: bool = False
) -> Tensor:
    """How much more surprising `target` is to one who believes `input`: ``t * (log t - input)``.

    Args:
        input: Log-probabilities, any shape.
        target: Probabilities, in the same shape.
        reduction: ``"batchmean"`` for the sum divided by the number of samples, which is what the
            mathematics says; ``"mean"``, ``"sum"``, or ``"none"``.
        log_target: Whether `target` is logarithms too.

    Raises:
        ValueError: If `reduction` is none of the four.

    Example:
        >>> import minigrad
        >>> even, sure = minigrad.tensor([[0.5, 0.5]]), minigrad.tensor([[1.0, 0.0]])
        >>> minigrad.nn.functional.kl_div(even.log(), sure, reduction="batchmean")
        tensor(0.6931)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.kl_div.html
    """
    if reduction == "mean":
        warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math "
            "definition.'mean' will be changed to behave the same as 'batchmean' in the next major "
            "release.",
            UserWarning,
        )
    if log_target:
        losses: Any = exp(target) * (target - input)
    else:  # 0 times the logarithm of 0 counts as 0
        losses = target * log(where(target > 0, target, 1)) - target * input
    if reduction == "batchmean":
        return losses.sum() / input.shape[0]
    return _reduced(losses, _number(reduction))


def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Tensor:
    """Each vector along `dim` divided by its length.

    Args:
        input: Any shape.
        p: Which length: 2 for the ordinary one.
        dim: Along which dimension the vectors lie.
        eps: The least that is divided by.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.normalize(minigrad.tensor([[3.0, 4.0]]))
        tensor([[0.6000, 0.8000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.normalize.html
    """
    return input / clamp_min(norm(input, p, dim, True), eps)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """The cosine of the angle between vectors: 1 in one direction, -1 in opposite ones.

    Args:
        x1: Any shape.
        x2: Any shape that broadcasts with it.
        dim: Along which dimension the vectors lie.
        eps: The least that is divided by.

    Returns:
        The shape without `dim`.

    Raises:
        RuntimeError: If neither is floating point, or the shapes do not broadcast.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.cosine_similarity.html
    """
    if not (x1.is_floating_point() or x2.is_floating_point()):
        raise RuntimeError(
            f"expected common dtype to be floating point, yet common dtype is {x1.dtype.title}"
        )
    x1, x2 = broadcast_tensors(x1, x2)
    return (normalize(x1, 2.0, dim, eps) * normalize(x2, 2.0, dim, eps)).sum(dim)


def pairwise_distance(
    x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Tensor:
    """The length of ``x1 - x2 + eps`` along the last dimension.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pairwise_distance.html
    """
    return _norm(x1 - x2 + eps, p, -1, keepdim)


@old_reduction
def cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, *, reduction: str = "mean"
) -> Tensor:
    """Draws pairs into one direction where `target` is 1, and apart where it is -1.

    Args:
        input1: ``(N, D)`` or ``(D,)``.
        input2: The same.
        target: ``(N,)`` or ``()``: 1 or -1.
        margin: The cosine from which on pairs that do not belong together cost something.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises:
        RuntimeError: If there is one target for a batch.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.cosine_embedding_loss.html
    """
    if target.ndim == 0 and (input1.ndim, input2.ndim) != (1, 1):
        raise RuntimeError(
            "0D target tensor expects 1D input tensors, but found inputs with sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )
    lengths = ((input1 * input1).sum(-1) + 1e-12) * ((input2 * input2).sum(-1) + 1e-12)
    cosine = (input1 * input2).sum(-1) / lengths.sqrt()
    apart = where(target == -1, clamp_min(cosine - margin, 0), 0)
    return _reduced(where(target == 1, 1 - cosine, 0) + apart, _number(reduction))


@old_reduction
def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-06,
    swap: bool = False,
    *,
    reduction: str = "mean",
) -> Tensor:
    """By how much `positive` is not nearer to `anchor` than `negative`, less `margin`.

    Args:
        anchor: ``(N, D)`` or ``(D,)``.
        positive: The same: what belongs to it.
        negative: The same: what does not.
        margin: How much nearer it has to be, more than 0.
        p: Which length a distance is.
        eps: Added to differences, so that a distance of 0 has a gradient.
        swap: Also look how near `negative` is to `positive`.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises:
        ValueError: If `margin` is not more than 0.

    Source: V. Balntas et al., "Learning shallow convolutional feature descriptors with triplet
    losses", 2016.
    """
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = minimum(far, pairwise_distance(positive, negative, p, eps))
    return _reduced(clamp_min(margin + near - far, 0), _number(reduction))
