"""Copies of a tensor, and what is written over one: `clone`, `copy_`, `fill_`, `zero_`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.node import OPS
from ..autograd.record import op
from ..autograd.wrap import is_tensor, wrap
from ..backend import Array, device, device_of, to_device
from .operands import fitted, is_number


def zeros_like(x: Any) -> Any:
    """Zeros in the shape and type of `x`, an array or a tensor: a gradient without a history."""
    return zeros_of(x, None)


def zeros_of(x: Any, shape: Any) -> Any:
    """Zeros in the type of `x`, an array or a tensor, of another shape."""
    if hasattr(x, "_array"):
        return wrap(np.zeros_like(x._array, shape=shape))
    return np.zeros_like(x, shape=shape)


@op(r"x", input=(lambda g: g, r"g"))
def clone(input: Array) -> Array:
    """A copy of `input` with memory of its own; gradients pass through. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.clone(minigrad.tensor([1.0]))
        tensor([1.])
    """
    return input.copy("K")


@op(r"x", name="CloneBackward0", input=(lambda g: g, r"g"))
def in_order(input: Array) -> Array:
    """A copy of `input` with its elements in order in memory: what ``contiguous()`` makes."""
    return input.copy()


@op(r"x", name="ToCopyBackward0", input=(lambda g, to, back: _to_copy(g, back, to), r"g"))
def _to_copy(input: Array, to: Any, back: Any) -> Array:
    """`input` as ``to = (dtype, device)``; the gradient travels to ``back``, where it came from."""
    return to_device(input.astype(to[0]), to[1])


def to_copy(input: Any, dtype: np.dtype[Any], where: device | None = None) -> Any:
    """A copy of `input`, a tensor or an array, in another type or on another device."""
    array = getattr(input, "_array", input)
    here = device_of(array)
    return _to_copy(input, (dtype, where or here), (array.dtype, here))


OPS["to_copy"] = to_copy


@op(r"y", name="CopyBackwards", input=(zeros_like, r"0"), other=(lambda g: g, r"g"))
def copy(input: Array, other: Array) -> Array:
    """`other` in the type of `input`: what ``x.copy_(y)`` writes."""
    if other.shape != input.shape:
        np.broadcast_shapes(input.shape, other.shape)
    return other.astype(input.dtype)


@op(r"c", name="FillBackward2", input=(zeros_like, r"0"))
def fill(input: Array, value: Any) -> Array:
    """A number everywhere, which the write broadcasts: what ``x.fill_(2.0)`` writes."""
    return np.asarray(value).astype(input.dtype)


@op(r"y", name="FillBackward3", input=(zeros_like, r"0"), value=(lambda g: g, r"\sum g"))
def _fill_tensor(input: Array, value: Array) -> Array:
    """A 0-d tensor everywhere: what ``x.fill_(y)`` and ``x[...] = 2.0`` write."""
    return value.astype(input.dtype)


@op(r"0", input=(zeros_like, r"0"))
def zero(input: Array) -> Array:
    """Zeros: what ``x.zero_()`` writes."""
    return np.zeros_like(input)


_copy_tensor_, zero_ = map(in_place, (copy, zero))
_fill_number_, fill_tensor_ = map(in_place, (fill, _fill_tensor))


def copy_(input: Any, other: Any) -> Any:
    """Write `other`, which broadcasts and is converted, into `input`.

    Raises:
        RuntimeError: the shapes do not fit, or the write may not be recorded.
    """
    if is_number(other):
        other = wrap(np.asarray(other))
    return _copy_tensor_(input, other)


def fill_(input: Any, value: Any) -> Any:
    """Write a number, or a 0-d tensor, everywhere into `input`.

    Raises:
        RuntimeError: `value` has dimensions or does not fit into the type of `input`, or the write
            may not be recorded.
    """
    if not is_tensor(value):
        return _fill_number_(input, fitted(value, input._array.dtype))
    if value.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value.ndim} dimensions."
        )
    return fill_tensor_(input, value)
