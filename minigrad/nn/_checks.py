"""What a loss accepts: shapes and types that fit, and PyTorch's words where they do not."""

from __future__ import annotations

import warnings

from ..backend import check_beside
from ..dtype import int64, of, result_type, uint8
from ..ops.functions import check_floating
from ..ops.operands import broadcast_shapes
from ..ops.shapes import expand
from ..tensor import Tensor


def alike(input: Tensor, target: Tensor, loss: str) -> tuple[Tensor, Tensor]:
    """Both in one shape; with a warning, if that takes broadcasting."""
    for x in (input, target):
        if not isinstance(x, Tensor):
            raise AttributeError(
                f"'{type(x).__name__}' object has no attribute 'size'\n{loss} compares "
                "two tensors, and minigrad.tensor(...) makes one."
            )
    if input.shape == target.shape:
        return input, target
    warnings.warn(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to broadcasting. Please "
        "ensure they have the same size.",
        UserWarning,
        stacklevel=3,
    )
    shape = broadcast_shapes(input.shape, target.shape)
    left, right = (x if x.shape == shape else expand(x, shape) for x in (input, target))
    return left, right


def check_kinds(input: Tensor, target: Tensor, kernel: str) -> None:
    """One of the two must be floating point."""
    kind = result_type(input._array, target._array)
    if kind.kind != "f":
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{of(kind).kind}'\nMake the predictions and the "
            "targets floating point, for example with .float()."
        )


def check_classes(input: Tensor, target: Tensor, weight: Tensor | None) -> Tensor:
    """`target`, if each sample of `input` has a class in it, in the shape of `input` without C."""
    scores, classes = tuple(input.shape), tuple(target.shape)
    if not scores:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if len(scores) == 1 and classes == (1,):
        target, classes = target.view(()), ()
    expected = scores[:1] + scores[2:] if len(scores) > 1 else ()
    if len(scores) > 1 and classes[:1] != scores[:1]:
        raise ValueError(
            f"Expected input batch_size ({scores[0]}) to match target batch_size "
            f"({classes[0] if classes else 0})."
        )
    if classes != expected and len(scores) <= 2:
        raise RuntimeError(
            "0D or 1D target tensor expected, multi-target not supported\nGive one class for each "
            f"sample: shape {list(expected)}, not {list(classes)}."
        )
    if classes != expected:
        raise RuntimeError(f"Expected target size {list(expected)}, got {list(classes)}")
    if target.dtype not in (int64, uint8):
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {target.dtype.kind}\nClasses are "
            "whole numbers: .long() makes them that. Probabilities have the shape of the input, "
            f"here {list(scores)}, not {list(classes)}."
        )
    check_floating("nll_loss_out_frame", input._array)
    check_beside("target", target._array, input._array)
    _check_weight(weight, input)
    return target


def check_probabilities(
    input: Tensor, target: Tensor, weight: Tensor | None, ignore_index: int
) -> None:
    """The target must be a probability for each class, and so floating point."""
    if not target.is_floating_point():
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got "
            f"{target.dtype.kind}\nA target in the input's shape {list(input.shape)} is a "
            "probability for every class; classes by number have one dimension less."
        )
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    _check_weight(weight, input)


def _check_weight(weight: Tensor | None, input: Tensor) -> None:
    classes = input.shape[min(1, input.ndim - 1)]
    if weight is None:
        return
    if tuple(weight.shape) != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but "
            f"got weight tensor of shape: {list(weight.shape)}"
        )
    if weight.dtype != input.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype.kind} but found {weight.dtype.kind}\nThe "
            "weight must have the dtype of the input."
        )
    check_constant("nll_loss_forward", weight=weight)


def check_constant(function: str, **weights: Tensor | None) -> None:
    """Raise for a weight that requires grad: it would get none."""
    for name, weight in weights.items():
        if weight is not None and weight.requires_grad:
            raise RuntimeError(
                f"The function '{function}' is not differentiable with respect to argument "
                f"'{name}'. This input cannot have requires_grad True.\nGive {name}.detach()."
            )
