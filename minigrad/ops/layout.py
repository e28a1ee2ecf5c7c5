"""Stand-ins: results lie in memory as NumPy leaves them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..backend import Array


def packed(result: Array) -> Array:
    """`result` itself."""
    return result


def laid_as(input: Array, result: Array) -> Array:
    """`result` itself."""
    return result


def copied(input: Array, dtype: Any) -> Array:
    """`input` in new memory, in another type."""
    return input.astype(dtype)


def empty_as(input: Array, dtype: Any = None) -> Array:
    """New memory of the shape of `input`."""
    return np.empty_like(input, dtype)


def in_memory(x: Array) -> list[int]:
    """The dimensions of `x`."""
    return list(range(x.ndim))
