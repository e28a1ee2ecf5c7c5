"""The cross product of vectors of three numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._warn import warn
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array, row_major
from ..dtype import of
from .operands import wrap_dim

_DEPRECATED = (
    "Using minigrad.cross without specifying the dim arg is deprecated.\n"
    "Please either pass the dim explicitly or simply use minigrad.linalg.cross.\n"
    "The default value of dim will change to agree with that of linalg.cross in a future release."
)


@op(
    r"x \times y",
    name="LinalgCrossBackward0",
    input=(lambda g, other, dim: vectors_cross(other, g, dim), r"y \times g"),
    other=(lambda g, input, dim: vectors_cross(g, input, dim), r"g \times x"),
)
def vectors_cross(input: Array, other: Array, dim: int = -1) -> Array:
    """The cross products of the vectors that lie along `dim`: what ``linalg.cross`` is.

    Saves `input` and `other`.

    Args:
        input: the vectors, along a dimension of size three.
        other: as many dimensions, of the same type; they broadcast.
        dim: where the vectors lie.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: the vectors do not have three elements, or the two differ in type or number
            of dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.cross(minigrad.tensor([1, 0, 0]), minigrad.tensor([0, 1, 0]))
        tensor([0, 0, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.cross.html
    """
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    dim = wrap_dim(dim, input.ndim)
    sizes = input.shape[dim], other.shape[dim]
    if sizes != (3, 3):
        said = "inputs dimension {} must have length 3. Got {} and {}".format(dim, *sizes)
        raise RuntimeError(f"linalg.cross: {said}")
    if input.dtype != other.dtype:
        found = of(input.dtype).title, of(other.dtype).title
        raise RuntimeError("expected scalar type {} but found {}".format(*found))
    return row_major(np.cross(input, other, axis=dim))


@public(method=True)
def cross(input: Tensor, other: Tensor, dim: Any = None) -> Tensor:
    """The cross product of vectors of three numbers: upright on both. Saves both.

    Args:
        input: the vectors, along a dimension of size three.
        other: as many dimensions, of the same type; they broadcast.
        dim: where the vectors lie; by default, with a warning, the first dimension of size three.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: no dimension has size three, or the two do not fit.

    Example:
        >>> import minigrad
        >>> minigrad.cross(minigrad.tensor([1, 0, 0]), minigrad.tensor([0, 1, 0]), dim=0)
        tensor([0, 0, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cross.html
    """
    if dim is None:
        shape = list(input.shape)
        if 3 not in shape:
            raise RuntimeError(f"no dimension of size 3 in input\nIts shape is {shape}.")
        warn(_DEPRECATED)
        dim = shape.index(3)
    return vectors_cross(input, other, dim)
