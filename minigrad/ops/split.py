"""Taking a tensor apart: `split`, `chunk`, `unbind`. All pieces are views."""

from __future__ import annotations

from itertools import accumulate
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ..backend import Array
from .dims import Shape, own_dim, wrap_dim
from .join import _cat, _stack
from .shape import view_op

if TYPE_CHECKING:
    from ..tensor import Tensor


def _join(grads: list[Any], dim: int) -> Any:
    return _cat(*grads, dim=dim, sizes=[g.shape[dim] for g in grads])


def _pile(grads: list[Any], dim: int) -> Any:
    return _stack(*grads, dim=dim, count=len(grads))


@view_op(r"x_{i:j}", name="SplitBackward0", outputs=(), input=(_join, r"g"))
def _split(input: Array, split_size: int, dim: int) -> tuple[Array, ...]:
    return tuple(np.split(input, range(split_size, input.shape[dim], split_size or 1), dim))


@view_op(r"x_{i:j}", name="SplitWithSizesBackward0", outputs=(), input=(_join, r"g"))
def _split_with_sizes(input: Array, split_sizes: Shape, dim: int) -> tuple[Array, ...]:
    return tuple(np.split(input, list(accumulate(split_sizes))[:-1], dim))


@view_op(r"x_i", name="UnbindBackward0", outputs=(), input=(_pile, r"g"))
def _unbind(input: Array, dim: int) -> tuple[Array, ...]:
    slices = np.moveaxis(input, dim, 0)
    return tuple(slices[i, ...] for i in range(len(slices)))


def split(tensor: Any, split_size_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """`tensor` in pieces along `dim`: all of one size but the last, or of the sizes given. Views.

    Args:
        tensor: any shape but ``()``.
        split_size_or_sections: the size of each piece, or a list of their sizes.
        dim: a dimension.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: a size is negative, or the sizes do not add up.

    Example:
        >>> import minigrad
        >>> minigrad.split(minigrad.arange(5), 2)
        (tensor([0, 1]), tensor([2, 3]), tensor([4]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.split.html
    """
    if not tensor.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim = wrap_dim(dim, tensor.ndim)
    total, wanted = tensor.shape[dim], split_size_or_sections
    if isinstance(wanted, (tuple, list)):
        sizes = tuple(map(index, wanted))
        if any(n < 0 for n in sizes):
            raise RuntimeError(
                "split_with_sizes expects split_sizes have only non-negative entries, but got "
                f"split_sizes={list(sizes)}"
            )
        if sum(sizes) != total:
            raise RuntimeError(
                f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's "
                f"size at dimension {dim}), but got split_sizes={list(sizes)}"
            )
        return _split_with_sizes(tensor, sizes, dim)  # type: ignore[no-any-return]
    size = index(wanted)
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if not size and total:
        raise RuntimeError(
            f"split_size can only be 0 if dimension size is 0, but got dimension size of {total}"
        )
    return _split(tensor, size, dim)  # type: ignore[no-any-return]


def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """`input` in at most `chunks` pieces of one size along `dim`, the last one smaller. Views.

    Args:
        input: any shape but ``()``.
        chunks: how many pieces are wanted; fewer come of a short dimension.
        dim: a dimension.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `chunks` is not positive.

    Example:
        >>> import minigrad
        >>> minigrad.chunk(minigrad.arange(5), 2)
        (tensor([0, 1, 2]), tensor([3, 4]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.chunk.html
    """
    if not input.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    total = input.shape[wrap_dim(dim, input.ndim)]
    return split(input, -(-total // chunks) if total else [0] * chunks, dim)


def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices of `input` along `dim`, which disappears: what iterating a tensor gives. Views.

    Args:
        input: any shape but ``()``.
        dim: a dimension.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.unbind(minigrad.tensor([[1, 2], [3, 4]]))
        (tensor([1, 2]), tensor([3, 4]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unbind.html
    """
    return _unbind(input, own_dim(dim, input.ndim))  # type: ignore[no-any-return]
