"""Cross entropy of two outcomes, as functions: from checked arguments down to `ops.entropy`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.arguments import explained
from ..ops import entropy as rows
from ..ops.arithmetic import mul
from ..ops.broadcast import expand
from ..ops.reduce import own_types
from ..tensor import Tensor
from ._checks import check_tensors
from ._loss import _number


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
        AttributeError: If an argument is no tensor.
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If an element is no probability, the types differ, or `weight` does not fit.
        ValueError: If the shapes differ, or `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import binary_cross_entropy
        >>> binary_cross_entropy(minigrad.tensor([0.5, 0.9]), minigrad.tensor([1.0, 1.0]))
        tensor(0.3993)

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.binary_cross_entropy.html
    """
    number = _number(reduction)
    _check_sized(target, input, *(() if weight is None else (weight,)))
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}) is deprecated. Please ensure they have the same size."
        )
    if weight is not None:
        weight = _fitted(weight, target)
    if not input.is_floating_point():
        raise NotImplementedError(
            f"\"binary_cross_entropy\" not implemented for '{input.dtype.kind}'\n"
            "Probabilities are floating point."
        )
    if target.dtype != input.dtype:
        raise RuntimeError(
            f"Found dtype {target.dtype.kind} but expected {input.dtype.kind}\n"
            "The target must have the dtype of the input: target.to(input.dtype)."
        )
    _check_constant("binary_cross_entropy", weight=weight)
    out = rows.binary_cross_entropy(input, target, weight, number)
    return own_types(out, input, target)  # type: ignore[no-any-return]


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
        0-d, unless `reduction` is ``"none"``; of the type of `target`.

    Raises:
        AttributeError: If `input` or `target` is no tensor.
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If `target` is not floating point, or a weight does not fit.
        TypeError: If a weight is no tensor.
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
    number, name = _number(reduction), "binary_cross_entropy_with_logits"
    _check_sized(target, input)
    if target.shape != input.shape:
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})"
        )
    check_tensors(name, input=input, target=target, weight=weight, pos_weight=pos_weight)
    if not input.is_floating_point():
        raise NotImplementedError(
            f"\"log_sigmoid_cpu\" not implemented for '{input.dtype.kind}'\n"
            "Scores are floating point."
        )
    if not target.is_floating_point():
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {target.dtype.kind}\n"
            "The target must be floating point: target.float()."
        )
    _check_constant(name, weight=weight, pos_weight=pos_weight)
    for one, other in ((pos_weight, target), (target, weight)):
        if one is not None and other is not None:
            _check_broadcasts(one, other)
    out = rows.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)
    return own_types(out, input, target)  # type: ignore[no-any-return]


def _check_sized(*given: Any) -> None:
    for x in given:
        if not isinstance(x, Tensor):
            raise AttributeError(
                f"'{type(x).__name__}' object has no attribute 'size'\n"
                "The loss compares tensors, and minigrad.tensor(...) makes one."
            )


def _fitted(weight: Tensor, target: Tensor) -> Tensor:
    shape, wanted = list(weight.shape), list(target.shape)
    for back, (n, m) in enumerate(zip(reversed(shape), reversed(wanted)), 1):
        if n not in (1, m):
            raise RuntimeError(
                f"Attempting to broadcast a dimension of length {n} at -{back}! Mismatching "
                f"argument at index 1 had {weight.size()}; but expected shape should be "
                f"broadcastable to {wanted}"
            )
    if len(shape) > len(wanted):
        both = list(np.broadcast_shapes(tuple(shape), tuple(wanted)))
        raise RuntimeError(
            f"output with shape {wanted} doesn't match the broadcast shape {both}\n"
            "The weight has more dimensions than the target."
        )
    return expand(weight, tuple(wanted))  # type: ignore[no-any-return]


def _check_constant(function: str, **weights: Tensor | None) -> None:
    for name, weight in weights.items():
        if weight is not None and weight.requires_grad:
            raise RuntimeError(
                f"The function '{function}' is not differentiable with respect to argument "
                f"'{name}'. This input cannot have requires_grad True.\nGive {name}.detach()."
            )


def _check_broadcasts(one: Tensor, other: Tensor) -> None:
    arrays = one._array, other._array
    try:
        np.broadcast_shapes(*(x.shape for x in arrays))
    except ValueError as error:
        raise explained(mul.op, arrays, error) from None  # type: ignore[attr-defined]
