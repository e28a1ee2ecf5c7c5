"""Dimensions in another order: views, each undone by another turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..backend import Array
from .dims import Shape, sized, wrap_dim, wrap_dims
from .shape import alias, view_op

if TYPE_CHECKING:
    from ..tensor import Tensor


@view_op(r"x^{\top}", input=(lambda g, dim0, dim1: transpose(g, dim0, dim1), r"g^{\top}"))
def transpose(input: Array, dim0: int, dim1: int) -> Array:
    """Two dimensions swapped. A view; saves nothing.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.transpose(minigrad.tensor([[1, 2], [3, 4]]), 0, 1)
        tensor([[1, 3],
                [2, 4]])
    """
    dim0, dim1 = wrap_dim(dim0, input.ndim), wrap_dim(dim1, input.ndim)
    return np.swapaxes(input, dim0, dim1) if input.ndim else input[...]


def mt(input: Any) -> Tensor:
    """The last two dimensions swapped: what ``x.mT`` gives. A view; saves nothing.

    Raises:
        RuntimeError: `input` has one dimension.

    Example:
        >>> import minigrad
        >>> minigrad.zeros(2, 3, 4).mT.shape
        minigrad.Size([2, 4, 3])
    """
    if input.ndim == 1:
        raise RuntimeError(
            "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor."
        )
    if input.ndim == 0:
        return input  # type: ignore[no-any-return]
    return transpose(input, -2, -1)  # type: ignore[no-any-return]


@view_op(r"x^{\top}", name="TBackward0", input=(lambda g: t(g), r"g^{\top}"))
def t(input: Array) -> Array:
    """The transpose of a matrix; a vector comes back as it is. A view; saves nothing.

    Raises:
        RuntimeError: `input` has more than two dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.t(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([[1, 3],
                [2, 4]])
    """
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return input.T


@view_op(r"x", input=(lambda g, dims: permute(g, _inverse(dims, g.ndim)), r"g"))
def permute(input: Array, dims: Shape) -> Array:
    """The dimensions in another order. A view; saves nothing.

    Args:
        input: any shape.
        dims: which dimension comes first, which second …

    Raises:
        RuntimeError: not every dimension is named once.

    Example:
        >>> import minigrad
        >>> minigrad.permute(minigrad.zeros(2, 3, 4), (2, 0, 1)).shape
        minigrad.Size([4, 2, 3])
    """
    dims = sized(dims)
    if len(dims) != input.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {input.ndim} is not "
            f"equal to len(dims) = {len(dims)}"
        )
    order = [wrap_dim(d, input.ndim) for d in dims]
    if len(set(order)) < len(order):
        raise RuntimeError(
            f"permute(): duplicate dims are not allowed.\nThe dims are {list(dims)}."
        )
    return np.transpose(input, order)


def _inverse(dims: Shape, ndim: int) -> Shape:
    return tuple(np.argsort([d % ndim for d in dims]).tolist())


def movedim(input: Tensor, source: Any, destination: Any) -> Tensor:
    """Dimensions moved to other places; those not named keep their order. A view; saves nothing.

    Args:
        input: any shape.
        source: one dimension or several.
        destination: where each of them goes.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.
        ValueError: the numbers of places differ.

    Example:
        >>> import minigrad
        >>> minigrad.movedim(minigrad.zeros(2, 3, 4), 0, -1).shape
        minigrad.Size([3, 4, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.movedim.html
    """
    sources, places = (wrap_dims(dim, input.ndim) for dim in (source, destination))
    moved = dict(zip(places, sources, strict=True))
    rest = iter([d for d in range(input.ndim) if d not in sources])
    order = tuple(moved[d] if d in moved else next(rest) for d in range(input.ndim))
    return permute(input, order) if input.ndim else alias(input)  # type: ignore[no-any-return]
