"""Parts of matrices: above the diagonal, below it, and the diagonal itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array, module_of
from .dims import Shape, wrap_dim


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
    return np.tril(input, diagonal)


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
    return np.triu(input, diagonal)


tril_, triu_ = in_place(tril), in_place(triu)


def _check_matrix(name: str, input: Array) -> None:
    if input.ndim < 2:
        raise RuntimeError(
            f"{name}: input tensor must have at least 2 dimensions\n"
            f"It has shape {list(input.shape)}."
        )


def _diagonal_vjp(g: Any, input_shape: Shape, offset: int, dim1: int, dim2: int) -> Any:
    return diagonal_backward(g, input_shape, offset, dim1, dim2)


@op(
    r"x",
    name="DiagonalBackwardBackward0",
    input=(lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2), r"g"),
)
def diagonal_backward(input: Array, shape: Shape, offset: int, dim1: int, dim2: int) -> Array:
    """The gradient of a diagonal: `input` there, zeros elsewhere."""
    out = module_of(input).zeros(shape, input.dtype)
    diagonal.op.forward(out, offset, dim1, dim2)[...] = input  # type: ignore[attr-defined]
    return out


@op(r"x_{ii}", view=True, input=(_diagonal_vjp, r"g"))
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
    part = part[..., max(-offset, 0) :, max(offset, 0) :]
    size = min(part.shape[-2:])
    return np.einsum("...ii->...i", part[..., :size, :size])  # a view that can be written to
