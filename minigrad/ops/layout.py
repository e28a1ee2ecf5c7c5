"""How a result lies in memory, where NumPy alone would lay it otherwise than PyTorch does."""

from __future__ import annotations

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
    if input.flags.c_contiguous or 0 in input.strides:  # what is expanded has no such places
        return result
    out = np.empty_like(input, result.dtype)
    out[...] = result
    return out
