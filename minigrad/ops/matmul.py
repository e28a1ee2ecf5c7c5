"""`matmul`: the product of vectors, matrices and batches of them, by the one row that fits."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import explained
from .arithmetic import mul
from .broadcast import expand
from .linalg import bmm, dot, mv
from .mm import mm
from .operands import check_tensors
from .parse import parsed
from .shape import _unsafe_view, reshape, squeeze, unsqueeze
from .turn import t, transpose

if TYPE_CHECKING:
    from ..tensor import Tensor


@parsed
def matmul(input: Any, other: Tensor) -> Tensor:
    """The product of vectors, matrices, or batches of matrices: what ``input @ other`` means.

    Two vectors give their inner product, a matrix and a vector a vector; dimensions before the last
    two are batches and broadcast. Saves each operand whose partner needs a gradient.

    Args:
        input: ``(M,)`` or ``(*, N, M)``.
        other: ``(M,)`` or ``(*, M, P)``.

    Returns:
        ``()``, ``(*, N)``, ``(*, P)`` or ``(*, N, P)``.

    Raises:
        RuntimeError: an operand is 0-d, their shapes do not meet, or their types differ.

    Example:
        >>> import minigrad
        >>> minigrad.matmul(minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([3.0, 4.0]))
        tensor([11.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.matmul.html
    """
    check_tensors("matmul", input=input, other=other)
    n, m = input.ndim, other.ndim
    if n == 2 and m == 2:
        return mm(input, other)
    if not n or not m:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D"
        )
    if n == 1 and m == 1:
        return dot(input, other)  # type: ignore[no-any-return]
    if n == 2 and m == 1:
        return mv(input, other)  # type: ignore[no-any-return]
    if n == 1 and m == 2:
        return _unsafe_view(mm(unsqueeze(input, 0), other), other.shape[1:])  # type: ignore[no-any-return]
    if n >= m and _folds(input, other):
        return _folded(input, other)
    if n < m and _folds(transpose(other, -2, -1), input, n):
        return _folded_across(input, other)
    return _batched(input, other)


def _folds(batch: Any, small: Any, turned: int = 1) -> bool:
    """Whether PyTorch makes one tall matrix of `batch` rather than many copies of `small`."""
    if small.ndim > 2:
        return False
    if small.requires_grad:  # the copies would each need a gradient
        return True
    array = batch._array
    rows = zip(array.strides[:-2], array.strides[1:-1], array.shape[1:-1])
    return turned < 2 and (not array.size or all(a == b * size for a, b, size in rows))


def _folded(batch: Any, small: Any) -> Tensor:
    """A batch of matrices times one matrix, or vector, is one tall matrix times it."""
    *rows, inner = batch.shape
    product = mv if small.ndim == 1 else mm
    flat = product(reshape(batch, (prod(rows), inner)), small)
    return _unsafe_view(flat, (*rows, *small.shape[1:]))  # type: ignore[no-any-return]


def _folded_across(small: Any, batch: Any) -> Tensor:
    """One matrix, or vector, times a batch: the same, with both turned, and the result again."""
    turned = transpose(batch, -2, -1)
    if small.ndim == 1:
        return _folded(turned, small)
    return transpose(_folded(turned, t(small)), -2, -1).contiguous()  # type: ignore[no-any-return]


def _batched(input: Any, other: Any) -> Tensor:
    """Batches broadcast to one shape, then made one dimension; a vector is a matrix meanwhile."""
    batches = input.shape[:-2], other.shape[:-2]
    try:
        batch = np.broadcast_shapes(*batches)
    except ValueError as error:
        raise explained(mul.op, [np.empty(shape) for shape in batches], error) from None  # type: ignore[attr-defined]
    count, row, column = prod(batch), input.ndim == 1, other.ndim == 1
    left_shape = (1, *input.shape) if row else input.shape[-2:]
    left = reshape(expand(input, (*batch, *left_shape)), (count, *left_shape))
    right_shape = other.shape if column else other.shape[-2:]
    right = reshape(expand(other, (*batch, *right_shape)), (count, *right_shape))
    out = squeeze(bmm(left, unsqueeze(right, 2)), 2) if column else bmm(left, right)
    shape = (*batch, *(() if row else left_shape[:1]), *(() if column else right_shape[1:]))
    return _unsafe_view(out, shape)  # type: ignore[no-any-return]
