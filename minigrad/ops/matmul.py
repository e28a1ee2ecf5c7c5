"""`matmul`: the product of vectors, matrices and batches of them, by the one row that fits."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import explained
from .arithmetic import mul
from .broadcast import expand
from .linalg import bmm, dot, mm, mv
from .operands import check_tensors
from .parse import parsed
from .shape import _unsafe_view, reshape, unsqueeze
from .turn import transpose

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
        return mm(input, other)  # type: ignore[no-any-return]
    if not n or not m:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D"
        )
    if m == 1:
        return dot(input, other) if n == 1 else _folded(mv, input, other)
    if n == 1:
        return _row_times(input, other)
    return _folded(mm, input, other) if m == 2 else _batched(input, other)


def _folded(product: Any, input: Any, other: Any) -> Tensor:
    """A batch of matrices times one matrix, or vector, is one tall matrix times it."""
    if input.ndim == 2:
        return product(input, other)  # type: ignore[no-any-return]
    *rows, inner = input.shape
    flat = product(reshape(input, (prod(rows), inner)), other)
    return _unsafe_view(flat, (*rows, *other.shape[1:]))  # type: ignore[no-any-return]


def _row_times(input: Any, other: Any) -> Tensor:
    """A vector times a matrix, or a batch of them."""
    if other.ndim > 2:
        return _folded(mv, transpose(other, -2, -1), input)
    return _unsafe_view(mm(unsqueeze(input, 0), other), (other.shape[1],))  # type: ignore[no-any-return]


def _batched(input: Any, other: Any) -> Tensor:
    """Batches broadcast to one shape, then made one dimension."""
    batches = input.shape[:-2], other.shape[:-2]
    try:
        batch = np.broadcast_shapes(*batches)
    except ValueError as error:
        raise explained(mul.op, [np.empty(shape) for shape in batches], error) from None  # type: ignore[attr-defined]
    left, right = (
        reshape(expand(x, (*batch, *x.shape[-2:])), (prod(batch), *x.shape[-2:]))
        for x in (input, other)
    )
    shape = (*batch, input.shape[-2], other.shape[-1])
    return _unsafe_view(bmm(left, right), shape)  # type: ignore[no-any-return]
