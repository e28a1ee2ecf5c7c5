"""The largest and the smallest: of all, along a dimension, of two tensors; and where they lie."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .copy import zeros_like, zeros_of
from .dims import Shape, wrap_dim
from .reduce import check_flag, restored
from .scatter import _scatter
from .where import masked_fill, where

if TYPE_CHECKING:
    from ..tensor import Tensor


def shared_vjp(g: Any, input: Any, result: Any) -> Any:
    """Elements that tie for the extremum share its gradient evenly; every nan ties with a nan."""
    ties = (input == result) | ((input != input) & (result != result))
    return masked_fill(zeros_like(input), ties, g / int(ties.sum()))


@op(r"\max_i x_i", name="MaxBackward1", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _max(input: Array) -> Array:
    return np.max(input)


@op(r"\min_i x_i", name="MinBackward1", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _min(input: Array) -> Array:
    return np.min(input)


def put_back(g: Any, indices: Any, input_shape: Shape, dim: int) -> Any:
    """Each gradient to the element that was picked; the others get 0."""
    g, indices = (restored(x, input_shape, dim) for x in (g, indices))
    return _scatter(zeros_of(g, input_shape), indices, g, dim=dim)


def picked(input: Array, indices: Array, dim: int, keepdim: bool) -> tuple[Array, Array]:
    """The elements at `indices`, one of each group along `dim`; and these, in the same shape."""
    values = np.take_along_axis(*np.atleast_1d(input, indices), dim)
    shape = (*input.shape[:dim], *[1] * keepdim, *input.shape[dim + 1 :]) if input.ndim else ()
    return values.reshape(shape), indices.reshape(shape)


along_dim = partial(op, outputs=("values", "indices"), input=(put_back, r"g \odot [i = i^*]"))


@along_dim(r"\max_i x_i", name="MaxBackward0")
def _max_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    return picked(input, np.argmax(input, dim, keepdims=True), dim, keepdim)


@along_dim(r"\min_i x_i", name="MinBackward0")
def _min_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    return picked(input, np.argmin(input, dim, keepdims=True), dim, keepdim)


_max_dim.op.label, _min_dim.op.label = "max", "min"  # type: ignore[attr-defined]


def _both(g: Any, input: Any, other: Any, mine: Any, theirs: Any) -> Any:
    return masked_fill(where(input == other, g / 2, g), mine < theirs, 0)


@elementwise(
    r"\max(x, y)",
    input=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [x > y]"),
    other=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [y > x]"),
)
def maximum(input: Array, other: Array) -> Array:
    """The larger of two elements; where they tie, each gets half the gradient. Saves both.

    Args:
        input: a tensor of any shape; nan wins.
        other: a tensor that broadcasts with it.

    Example:
        >>> import minigrad
        >>> minigrad.maximum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([3., 5.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.maximum.html
    """
    return np.maximum(input, other)


@elementwise(
    r"\min(x, y)",
    input=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [x < y]"),
    other=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [y < x]"),
)
def minimum(input: Array, other: Array) -> Array:
    """The smaller of two elements; arguments and ties are those of `maximum`.

    Example:
        >>> import minigrad
        >>> minigrad.minimum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([1., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.minimum.html
    """
    return np.minimum(input, other)


def max(input: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The largest element; with `dim`, along it: a named tuple ``(values, indices)``.

    Over all elements, ties share the gradient evenly; along a dimension the first of them gets it.
    Saves the indices, or, over all elements, `input` and the result. Of two tensors, ``max(x, y)``
    is `maximum`.

    Args:
        input: any shape.
        dim: a dimension, or another tensor.
        keepdim: keep the reduced dimension, with size one.

    Raises:
        IndexError: there is no such dimension.
        ValueError: there is no element to choose from.

    Example:
        >>> import minigrad
        >>> values, indices = minigrad.max(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        >>> values, indices
        (tensor([9., 4.]), tensor([1, 0]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.max.html
    """
    return _extremum(input, dim, keepdim, _max, _max_dim, maximum)


def min(input: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The smallest element; arguments, results, ties, saved values and errors are those of `max`.

    Example:
        >>> import minigrad
        >>> minigrad.min(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]))
        tensor(1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.min.html
    """
    return _extremum(input, dim, keepdim, _min, _min_dim, minimum)


def _extremum(input: Any, dim: Any, keepdim: bool, over_all: Any, along: Any, of_two: Any) -> Any:
    check_flag(keepdim)
    if is_tensor(dim):
        return of_two(input, dim)
    if dim is None and not keepdim:
        return over_all(input)
    return along(input, wrap_dim(dim, input.ndim), keepdim)


# ---------------------------------------------------------------------------------- where they lie


@op(r"\arg\max_i x_i")
def argmax(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the largest element lies: in the flattened `input`, or along `dim`; the first of ties.

    Args:
        input: any shape.
        dim: a dimension; None means all.
        keepdim: keep the reduced dimensions, with size one.

    Raises:
        IndexError: there is no such dimension.
        ValueError: there is no element.

    Example:
        >>> import minigrad
        >>> minigrad.argmax(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([1, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmax.html
    """
    return np.argmax(input, None if dim is None else wrap_dim(dim, input.ndim), keepdims=keepdim)


@op(r"\arg\min_i x_i")
def argmin(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the smallest element lies; arguments and errors are those of `argmax`.

    Example:
        >>> import minigrad
        >>> minigrad.argmin(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([0, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmin.html
    """
    return np.argmin(input, None if dim is None else wrap_dim(dim, input.ndim), keepdims=keepdim)
