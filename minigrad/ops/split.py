"""Taking a tensor apart: `split`, `chunk`, `unbind`. All pieces are views."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..autograd.arguments import type_name
from ..autograd.wrap import is_tensor
from ..backend import Array
from .dims import Shape, own_dim, wrap_dim
from .index import slice_
from .join import cat, pieces, stack
from .operands import as_number
from .parse import parsed, wrong_element
from .shape import view_op

if TYPE_CHECKING:
    from ..tensor import Tensor


def _join(grads: list[Any], dim: int) -> Any:
    return cat(grads, dim) if _tracked(grads) else np.concatenate(grads, dim)


def _pile(grads: list[Any], dim: int) -> Any:
    return stack(grads, dim) if _tracked(grads) else np.stack(grads, dim)


def _tracked(grads: list[Any]) -> bool:
    return is_tensor(grads[0])


@view_op(r"x_{i:j}", name="SplitBackward0", outputs=(), input=(_join, r"g"))
def _split(input: Array, split_size: int, dim: int) -> tuple[Array, ...]:
    total = input.shape[dim]
    sizes = [min(split_size, total - at) for at in range(0, total, split_size or 1)] or [0]
    return tuple(pieces(input, dim, sizes, slice_.op.forward))  # type: ignore[attr-defined]


@view_op(r"x_{i:j}", name="SplitWithSizesBackward0", outputs=(), input=(_join, r"g"))
def _split_with_sizes(input: Array, split_sizes: Shape, dim: int) -> tuple[Array, ...]:
    return tuple(pieces(input, dim, split_sizes, slice_.op.forward))  # type: ignore[attr-defined]


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
    if not hasattr(dim, "__index__"):
        _refuse_dim(tensor, split_size_or_sections, dim)
    wanted = split_size_or_sections
    if is_tensor(wanted) and wanted.numel() == 1:
        wanted = int(wanted)
    if isinstance(wanted, int):
        _check_size(wanted)
    given, dim = dim, wrap_dim(dim, tensor.ndim)
    total = tensor.shape[dim]
    if isinstance(wanted, (tuple, list)):
        _check_sizes(list(wanted), total, given)
        return _split_with_sizes(tensor, tuple(map(index, wanted)), dim)  # type: ignore[no-any-return]
    if not isinstance(wanted, int):
        raise TypeError(
            "split_with_sizes(): argument 'split_sizes' (position 2) must be tuple of ints, "
            f"not {type_name(wanted)}"
        )
    if not wanted and total:
        raise RuntimeError(
            f"split_size can only be 0 if dimension size is 0, but got dimension size of {total}"
        )
    return _split(tensor, wanted, dim)  # type: ignore[no-any-return]


def _check_size(size: int) -> None:
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")


def _refuse_dim(tensor: Any, wanted: Any, dim: Any) -> NoReturn:
    if isinstance(wanted, (tuple, list)):
        raise TypeError(
            f"split_with_sizes(): argument 'dim' (position 3) must be int, not {type_name(dim)}"
        )
    found = ", ".join(map(type_name, (tensor, wanted, dim)))
    raise TypeError(
        f"split() received an invalid combination of arguments - got ({found}), but expected one "
        "of:\n * (Tensor input, int split_size, int dim = 0)\n"
        " * (Tensor input, tuple of ints split_size, int dim = 0)"
    )


def _check_sizes(sizes: list[int], total: int, dim: int) -> None:
    wrong = wrong_element(sizes)
    if wrong is not None:
        position = "" if wrong.startswith("failed") else "(position 2) "
        raise TypeError(f"split_with_sizes(): argument 'split_sizes' {position}{wrong}")
    if any(n < 0 for n in sizes):
        raise RuntimeError(
            "split_with_sizes expects split_sizes have only non-negative entries, but got "
            f"split_sizes={sizes}"
        )
    if sum(sizes) != total:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's size "
            f"at dimension {dim}), but got split_sizes={sizes}"
        )


@parsed
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
    chunks = as_number("chunk", "chunks", 2, chunks, "int")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    total = input.shape[wrap_dim(dim, input.ndim)]
    return split(input, -(-total // chunks) if total else [0] * chunks, dim)


@parsed
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
