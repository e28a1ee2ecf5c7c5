"""Cross entropy of two outcomes, as functions: from checked arguments down to `ops.losses`."""

from __future__ import annotations

from ..ops import losses as rows
from ..ops.operands import check_floating
from ..ops.shapes import expand
from ..tensor import Tensor
from ._checks import check_constant
from ._loss import _number
from ._reduction import old_reduction

__all__ = ["binary_cross_entropy", "binary_cross_entropy_with_logits"]


@old_reduction
def binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, *, reduction: str = "mean"
) -> Tensor:
    """How surprised probabilities of *yes* are by what came: ``-log input`` at a yes.

    For scores of any size, `binary_cross_entropy_with_logits` is right where this rounds to
    infinity; here no logarithm counts for less than -100.

    Args:
        input: Probabilities, any shape.
        target: 1 for yes, 0 for no, or a probability, in the same shape.
        weight: How much each element counts; broadcasts to `target`; 1 if None.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for the shape of `input`.

    Returns:
        0-d, unless `reduction` is ``"none"``.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If an element is no probability, the types differ, or `weight` does not fit or
            requires grad.
        ValueError: If the shapes differ, or `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import binary_cross_entropy
        >>> binary_cross_entropy(minigrad.tensor([0.5, 0.9]), minigrad.tensor([1.0, 1.0]))
        tensor(0.3993)

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.binary_cross_entropy.html
    """
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}) is deprecated. Please ensure they have the same size."
        )
    check_floating("binary_cross_entropy", input._array)
    if target.dtype != input.dtype:
        raise RuntimeError(
            f"Found dtype {target.dtype.title} but expected {input.dtype.title}\nThe target must "
            "have the dtype of the input: target.to(input.dtype)."
        )
    check_constant("binary_cross_entropy", weight=weight)
    if weight is not None:
        weight = expand(weight, tuple(target.shape))
    return rows.binary_cross_entropy(input, target, weight, _number(reduction))


@old_reduction
def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """`binary_cross_entropy` of ``sigmoid(input)``, in one step that never rounds to infinity.

    Args:
        input: Scores (logits) of any size, any shape.
        target: 1 for yes, 0 for no, or a probability, in the same shape.
        weight: How much each element counts; broadcasts to `target`; 1 if None.
        reduction: ``"mean"``, ``"sum"``, or ``"none"`` for the shape of `input`.
        pos_weight: How much a yes counts, against 1 for a no; broadcasts to `target`.

    Returns:
        0-d, unless `reduction` is ``"none"``.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If `target` is not floating point, or a weight does not fit or requires grad.
        ValueError: If the shapes differ, or `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import binary_cross_entropy_with_logits
        >>> scores = minigrad.tensor([0.0, 100.0])
        >>> binary_cross_entropy_with_logits(scores, minigrad.tensor([1.0, 0.0]), reduction="none")
        tensor([  0.6931, 100.0000])

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.binary_cross_entropy_with_logits.html
    """
    if target.shape != input.shape:
        given, wanted = target.size(), input.size()
        raise ValueError(f"Target size ({given}) must be the same as input size ({wanted})")
    check_floating("log_sigmoid_cpu", input._array)
    if not target.is_floating_point():
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {target.dtype.title}\n"
            "The target must be floating point: target.float()."
        )
    check_constant("binary_cross_entropy_with_logits", weight=weight, pos_weight=pos_weight)
    number = _number(reduction)
    return rows.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)
