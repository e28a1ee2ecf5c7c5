"""What a loss accepts: shapes and types that fit, and PyTorch's words where they do not."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ..autograd.arguments import explained
from ..dtype import int64, of, result_type, uint8
from ..ops.arithmetic import sub
from ..ops.broadcast import expand
from ..tensor import Tensor
from .parameter import typename


def alike(input: Any, target: Any, loss: str) -> tuple[Tensor, Tensor]:
    """Both in one shape; with a warning, if that takes broadcasting."""
    for x in (input, target):
        if not isinstance(x, Tensor):
            raise AttributeError(
                f"'{type(x).__name__}' object has no attribute 'size'\n{loss} compares "
                "two tensors, and minigrad.tensor(...) makes one."
            )
    if input._array.shape == target._array.shape:
        return input, target
    warnings.warn(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to broadcasting. Please "
        "ensure they have the same size.",
        UserWarning,
        stacklevel=3,
    )
    arrays = input._array, target._array
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError as error:
        raise explained(sub.op, arrays, error) from None  # type: ignore[attr-defined]
    left, right = (x if x._array.shape == shape else expand(x, shape) for x in (input, target))
    return left, right


def check_floating(input: Tensor, target: Tensor, kernel: str) -> None:
    """One of the two must be floating point."""
    kind = result_type(input._array, target._array)
    if kind.kind != "f":
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{of(kind).kind}'\nMake the predictions and the "
            "targets floating point, for example with .float()."
        )


def check_tensors(function: str, **given: Any) -> None:
    """The arguments must be tensors; the third, a weight or a bias, may also be None."""
    for position, (name, x) in enumerate(given.items(), 1):
        if not isinstance(x, Tensor) and (x is not None or position < 3):
            raise TypeError(
                f"{function}(): argument '{name}' (position {position}) must be Tensor, "
                f"not {typename(type(x))}"
            )


def check_classes(input: Tensor, target: Tensor, weight: Tensor | None) -> Tensor:
    """`target`, if each sample of `input` has a class in it, in the shape of `input` without C."""
    scores, classes = input._array, target._array
    kernel = "nll_loss" if scores.ndim < 3 else "nll_loss2d_forward"  # PyTorch's names
    if scores.ndim == 0:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if scores.ndim == 1 and classes.ndim == 1:
        if len(classes) != 1:
            raise ValueError(
                f"For 1D input, 1D target must have size 1, but got target size: {len(classes)}"
            )
        target = target.view(())
    elif scores.ndim > 1 and classes.shape[:1] != scores.shape[:1]:
        raise ValueError(
            f"Expected input batch_size ({len(scores)}) to match target batch_size "
            f"({len(classes) if classes.ndim else 0})."
        )
    _check_shape(scores.shape, target._array.shape)
    if classes.dtype not in (int64.numpy, uint8.numpy):
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {target.dtype.kind}\nClasses are "
            "whole numbers: .long() makes them that. Probabilities have the shape of the input, "
            f"here {list(scores.shape)}, not {list(classes.shape)}."
        )
    if not input.is_floating_point():
        raise NotImplementedError(
            f"\"{kernel}_out_frame\" not implemented for '{input.dtype.kind}'\n"
            "Log-probabilities are floating point; log_softmax makes them."
        )
    if weight is not None:
        _check_weight(weight, input, "weight tensor")
        _check_constant(weight, input, kernel.removesuffix("_forward") + "_forward")
    if scores.ndim > 2 and classes.dtype == uint8.numpy:
        raise RuntimeError(
            "expected scalar type Long but found Byte\nOnly for scores (C,) or (N, C) may classes "
            "be bytes: .long() makes them integers."
        )
    return target


def _check_shape(scores: tuple[int, ...], classes: tuple[int, ...]) -> None:
    expected = scores[:1] + scores[2:] if len(scores) > 1 else ()
    if classes == expected:
        return
    if len(scores) <= 2:
        raise RuntimeError(
            "0D or 1D target tensor expected, multi-target not supported\nGive one class for each "
            f"sample: shape {list(expected)}, not {list(classes)}."
        )
    if len(scores) == 4:
        if len(classes) != 3:
            raise RuntimeError(
                "only batches of spatial targets supported (3D tensors) but got targets of "
                f"dimension: {len(classes)}"
            )
        raise RuntimeError(
            f"size mismatch (got input: {list(scores)} , target: {list(classes)}\nThe target "
            f"should have shape {list(expected)}."
        )
    raise RuntimeError(f"Expected target size {list(expected)}, got {list(classes)}")


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
    if weight is not None:
        _check_weight(weight, input, "cross_entropy: weight tensor")


def _check_weight(weight: Tensor, input: Tensor, what: str) -> None:
    classes = input.shape[min(1, input.ndim - 1)]
    if tuple(weight.shape) != (classes,):
        raise RuntimeError(
            f"{what} should be defined either for all {classes} classes or no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )


def _check_constant(weight: Tensor, input: Tensor, function: str) -> None:
    if weight.dtype != input.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype.kind} but found {weight.dtype.kind}\nThe "
            "weight must have the dtype of the input."
        )
    if weight.requires_grad:
        raise RuntimeError(
            f"The function '{function}' is not differentiable with respect to argument 'weight'. "
            "This input cannot have requires_grad True.\nGive weight.detach()."
        )
