"""How a result lies in memory, where NumPy alone would lay it otherwise than PyTorch does."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..backend import Array


def packed(result: Array) -> Array:
    """`result` with its elements in order; NumPy's reductions lay them out as their input's are."""
    if result.flags.c_contiguous and 1 not in result.shape:
        return result
    return result.ravel().reshape(result.shape)  # steps along dimensions of size one, too


def laid_as(input: Array, result: Array) -> Array:
    """`result`, which is in order, with its elements laid out as those of `input`, of its shape.

    NumPy's elementwise operations do so by themselves.
    """
    if input.flags.c_contiguous:
        return result
    out = empty_as(input, result.dtype)
    out[...] = result
    return out


def copied(input: Array, dtype: Any) -> Array:
    """`input` in new memory, laid out as before but without gaps or repetitions."""
    if 0 not in input.strides:
        return input.astype(dtype)
    out = empty_as(input, dtype)
    out[...] = input
    return out


def empty_as(input: Array, dtype: Any = None) -> Array:
    """New memory for elements laid out as those of `input`, but without gaps or repetitions."""
    if 0 not in input.strides:
        return np.empty_like(input, dtype)
    order = in_memory(input)
    out = np.empty_like(input, dtype, "C", shape=[input.shape[d] for d in order])
    return out.transpose([order.index(d) for d in range(input.ndim)])


def in_memory(x: Array) -> list[int]:
    """The dimensions of `x` by the length of its steps along them, the longest first.

    One along which `x` takes no step, for it was expanded, stays where it is, as in PyTorch;
    NumPy's `empty_like` and `astype` would put it last.
    """
    order, steps, sizes = list(range(x.ndim)), x.strides, x.shape
    for place in reversed(order):
        for later in range(place + 1, x.ndim):
            a, b = order[place], order[later]
            if not (steps[a] and steps[b]):
                continue
            if steps[a] > steps[b]:
                break
            if steps[a] < steps[b] or sizes[a] < sizes[b]:
                order[place], order[later], place = b, a, later
    return order
