"""Parts of matrices: above the diagonal, below it, and the diagonal itself."""

from __future__ import annotations

from functools import partial
from operator import index as as_int
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.region import strided
from ..autograd.wrap import is_tensor
from ..backend import Array
from .dims import Shape, wrap_dim
from .index import embedded
from .layout import packed
from .parse import parsed, parsed_row
from .shape import view_op


@parsed_row
@op(r"\mathrm{tril}(X)", input=(lambda g, diagonal: tril(g, diagonal), r"\mathrm{tril}(g)"))
def tril(input: Array, diagonal: int = 0) -> Array:
    """A matrix with zeros above a diagonal. Saves nothing.

    Args:
        input: ``(*, N, M)``.
        diagonal: which one: 0 is the main diagonal, 1 the one above it.

    Raises:
        RuntimeError: `input` has fewer than two dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.tril(minigrad.ones(2, 3))
        tensor([[1., 0., 0.],
                [1., 1., 0.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tril.html
    """
    _check_matrix("tril", input)
    return packed(np.tril(input, as_int(diagonal)))


@parsed_row
@op(r"\mathrm{triu}(X)", input=(lambda g, diagonal: triu(g, diagonal), r"\mathrm{triu}(g)"))
def triu(input: Array, diagonal: int = 0) -> Array:
    """A matrix with zeros below a diagonal; arguments and errors are those of `tril`.

    Example:
        >>> import minigrad
        >>> minigrad.triu(minigrad.ones(2, 3), diagonal=1)
        tensor([[0., 1., 1.],
                [0., 0., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.triu.html
    """
    _check_matrix("triu", input)
    return packed(np.triu(input, as_int(diagonal)))


tril_, triu_ = (parsed(in_place(call)) for call in (tril, triu))


def _check_matrix(name: str, input: Array) -> None:
    if input.ndim < 2:
        raise RuntimeError(
            f"{name}: input tensor must have at least 2 dimensions\n"
            f"It has shape {list(input.shape)}."
        )


def _diagonal_vjp(g: Any, input_shape: Shape, offset: int, dim1: int, dim2: int) -> Any:
    return diagonal_backward(
        g, input_shape, partial(_diagonal, offset=offset, dim1=dim1, dim2=dim2)
    )


@op(r"x", name="DiagonalBackwardBackward0", input=(lambda g, at: at(g), r"g"))
def diagonal_backward(input: Array, shape: Shape, at: Any) -> Array:
    """The gradient of a diagonal: `input` there, zeros elsewhere."""
    return embedded(input, shape, at)


def _diagonal(x: Any, **attrs: int) -> Any:
    """`diagonal`, of a tensor or of an array."""
    return (diagonal if is_tensor(x) else diagonal.op.forward)(x, **attrs)  # type: ignore[attr-defined]


@parsed_row
@view_op(r"x_{ii}", input=(_diagonal_vjp, r"g"))
def diagonal(input: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """A diagonal of each matrix that two dimensions make. A view; saves nothing.

    Args:
        input: two dimensions or more.
        offset: which diagonal: 0 is the main one, 1 the one above it.
        dim1: the dimension of the rows.
        dim2: the dimension of the columns.

    Returns:
        The shape of `input` without the two, and the length of the diagonal at its end.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `dim1` and `dim2` are the same.

    Example:
        >>> import minigrad
        >>> minigrad.diagonal(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([1, 4])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.diagonal.html
    """
    first, second = wrap_dim(dim1, input.ndim), wrap_dim(dim2, input.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    part = np.moveaxis(input, (first, second), (-2, -1))
    offset = as_int(offset)
    part = part[..., max(-offset, 0) :, max(offset, 0) :]
    shape, steps = part.shape, [s // part.itemsize for s in part.strides]
    sizes = (*shape[:-2], min(shape[-2:]))
    return strided(part, sizes, (*steps[:-2], steps[-2] + steps[-1]))
