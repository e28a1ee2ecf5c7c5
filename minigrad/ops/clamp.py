"""Numbers kept between bounds. In TeX, x is `input`, a is `min`, b is `max`, g the gradient.

At a bound itself the gradient passes. Bounds that are numbers and bounds that are tensors have rows
of their own, for only tensors can be given a gradient.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import explained, type_name
from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from ..dtype import of, result_type
from .operands import check_kind, check_tensors, fitted, is_number, pythonic
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor


def _inside_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    if min is None:
        return where(input <= max, g, 0)
    if max is None:
        return where(input >= min, g, 0)
    return where((input >= min) & (input <= max), g, 0)


def _below_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    """The lower bound is the result where the input is lower still; `max` wins where they cross."""
    lower = input < min
    return where(lower if max is None else lower & (min < max), g, 0)


def _above_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    higher = input > max
    return where(higher if min is None else higher | (max < min), g, 0)


@op(
    r"\min(\max(x, a), b)",
    name="ClampBackward1",
    input=(_inside_vjp, r"g \odot [a \le x \le b]"),
)
def _clamp(input: Array, min: Any, max: Any) -> Array:
    side = "" if None not in (min, max) else "_min" if max is None else "_max"
    check_kind(f"clamp{side}_scalar_cpu", input, "iuf")
    return _between(input, min, max)


@elementwise(
    r"\min(\max(x, a), b)",
    name="ClampBackward0",
    input=(_inside_vjp, r"g \odot [a \le x \le b]"),
    min=(_below_vjp, r"g \odot [x < a < b]"),
    max=(_above_vjp, r"g \odot [x > b \lor a > b]"),
)
def _clamp_tensor(input: Array, min: Array, max: Array) -> Array:
    if min is not None and max is not None:
        check_kind("clamp_cpu", input, "iuf")
    try:
        return _between(input, min, max)
    except ValueError as error:
        given = [x for x in (input, min, max) if x is not None]
        raise explained(_clamp_tensor.op, given, error) from None  # type: ignore[attr-defined]


_clamp.op.label = _clamp_tensor.op.label = "clamp"  # type: ignore[attr-defined]


def _between(input: Array, min: Any, max: Any) -> Array:
    least = input if min is None else np.maximum(input, min)
    return least if max is None else np.minimum(least, max)


def clamp(input: Any, min: Any = None, max: Any = None) -> Tensor:
    """Each element, or the bound that it lies beyond; where the bounds cross, `max`.

    The gradient passes where an element lies between the bounds or on one of them; elsewhere a
    bound that is a tensor gets it. Saves `input`, and bounds that are tensors.

    Args:
        input: any shape.
        min: a number, or a tensor that broadcasts with `input`; None for no lower bound.
        max: the same, for the upper bound.

    Raises:
        RuntimeError: neither bound is given, or one does not fit into the type of `input`.
        TypeError: a bound is neither a number nor a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp(minigrad.tensor([-2.0, 0.5, 3.0]), min=0, max=1)
        tensor([0.0000, 0.5000, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.clamp.html
    """
    min, max = _bounds("clamp", input, min, max)
    if is_tensor(min) or is_tensor(max):
        return _clamp_tensor(input, min, max)  # type: ignore[no-any-return]
    return _clamp(*_meeting(input, min, max))  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------- one bound


@op(
    r"\max(x, a)",
    name="ClampMinBackward0",
    input=(lambda g, input, min: where(input >= min, g, 0), r"g \odot [x \ge a]"),
)
def _clamp_min(input: Array, min: Any) -> Array:
    check_kind("clamp_min_scalar_cpu", input, "iuf")
    return np.maximum(input, min)


@elementwise(
    r"\max(x, a)",
    name="ClampMinBackward1",
    input=(lambda g, input, min: where(input >= min, g, 0), r"g \odot [x \ge a]"),
    min=(lambda g, input, min: where(input < min, g, 0), r"g \odot [x < a]"),
)
def _clamp_min_tensor(input: Array, min: Array) -> Array:
    return np.maximum(input, min)


@op(
    r"\min(x, b)",
    name="ClampMaxBackward0",
    input=(lambda g, input, max: where(input <= max, g, 0), r"g \odot [x \le b]"),
)
def _clamp_max(input: Array, max: Any) -> Array:
    check_kind("clamp_max_scalar_cpu", input, "iuf")
    return np.minimum(input, max)


@elementwise(
    r"\min(x, b)",
    name="ClampMaxBackward1",
    input=(lambda g, input, max: where(input <= max, g, 0), r"g \odot [x \le b]"),
    max=(lambda g, input, max: where(input > max, g, 0), r"g \odot [x > b]"),
)
def _clamp_max_tensor(input: Array, max: Array) -> Array:
    return np.minimum(input, max)


def clamp_min(input: Any, min: Any) -> Tensor:
    """`clamp` with a lower bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_min(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([0.0000, 0.5000])
    """
    _check_bounds("clamp_min", input, min)
    if is_tensor(min):
        return _clamp_min_tensor(input, min)  # type: ignore[no-any-return]
    return _clamp_min(*_meeting(input, min))  # type: ignore[no-any-return]


def clamp_max(input: Any, max: Any) -> Tensor:
    """`clamp` with an upper bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_max(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([-2.,  0.])
    """
    _check_bounds("clamp_max", input, max)
    if is_tensor(max):
        return _clamp_max_tensor(input, max)  # type: ignore[no-any-return]
    return _clamp_max(*_meeting(input, max))  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------- in place

_clamp_, _clamp_tensor_ = in_place(_clamp), in_place(_clamp_tensor)
_clamp_min_, _clamp_min_tensor_ = in_place(_clamp_min), in_place(_clamp_min_tensor)
_clamp_max_, _clamp_max_tensor_ = in_place(_clamp_max), in_place(_clamp_max_tensor)


def clamp_(input: Any, min: Any = None, max: Any = None) -> Tensor:
    """In-place version of `clamp`."""
    min, max = _bounds("clamp_", input, min, max)
    if is_tensor(min) or is_tensor(max):
        return _clamp_tensor_(input, min, max)  # type: ignore[no-any-return]
    return _clamp_(input, *_staying(input, min, max))  # type: ignore[no-any-return]


def clamp_min_(input: Any, min: Any) -> Tensor:
    """In-place version of `clamp_min`."""
    _check_bounds("clamp_min_", input, min)
    if is_tensor(min):
        return _clamp_min_tensor_(input, min)  # type: ignore[no-any-return]
    return _clamp_min_(input, *_staying(input, min))  # type: ignore[no-any-return]


def clamp_max_(input: Any, max: Any) -> Tensor:
    """In-place version of `clamp_max`."""
    _check_bounds("clamp_max_", input, max)
    if is_tensor(max):
        return _clamp_max_tensor_(input, max)  # type: ignore[no-any-return]
    return _clamp_max_(input, *_staying(input, max))  # type: ignore[no-any-return]


def _bounds(name: str, input: Any, min: Any, max: Any) -> tuple[Any, Any]:
    """Both bounds as numbers, or both as tensors; a constant 0-d tensor will do as a number."""
    if min is None and max is None:
        check_tensors(name, input=input)
        raise RuntimeError("minigrad.clamp: At least one of 'min' or 'max' must not be None")
    given = [x for x in (min, max) if x is not None]
    _check_bounds(name, input, *given)
    if len({is_tensor(x) for x in given}) == 1:
        return min, max
    if any(is_tensor(x) and (x.ndim or x.requires_grad) for x in given):
        raise _no_bounds(name, input, min, max)
    return tuple(x.item() if is_tensor(x) else x for x in (min, max))  # type: ignore[return-value]


def _check_bounds(name: str, input: Any, *bounds: Any) -> None:
    check_tensors(name, input=input)
    if not all(is_tensor(x) or is_number(x) for x in bounds):
        raise _no_bounds(name, input, *bounds)


def _no_bounds(name: str, *given: Any) -> TypeError:
    return TypeError(
        f"{name}() received an invalid combination of arguments - got "
        f"({', '.join(map(type_name, given))}), but expected one of:\n"
        "a tensor and bounds that are numbers, or a tensor and bounds that are tensors"
    )


def _meeting(input: Any, *bounds: Any) -> list[Any]:
    """A tensor in the type that it has in common with its bounds, and those in that type."""
    common = result_type(input._array, *map(pythonic, _given(bounds)))
    return [input.to(of(common)), *_fitted(bounds, common)]


def _staying(input: Any, *bounds: Any) -> list[Any]:
    """The bounds in the type of `input`, into which the result is to be written."""
    own = input._array.dtype
    common = result_type(input._array, *map(pythonic, _given(bounds)))
    if _rank(common) > _rank(own):
        raise RuntimeError(
            f"result type {of(common).kind} can't be cast to the desired output type {of(own).cpp}"
        )
    return _fitted(bounds, own)


def _given(bounds: Any) -> list[Any]:
    return [x for x in bounds if x is not None]


def _rank(dtype: np.dtype[Any]) -> int:
    return {"b": 0, "f": 2}.get(dtype.kind, 1)


def _fitted(bounds: Any, dtype: np.dtype[Any]) -> list[Any]:
    """The bounds as numbers that `dtype` holds."""
    return [None if x is None else pythonic(fitted(x, dtype)) for x in bounds]
