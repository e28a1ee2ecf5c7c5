"""`matmul`: the product of vectors, matrices and batches of them, by the one row that fits."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from .broadcast import expand
from .dims import broadcast_shapes
from .linalg import bmm, dot, mv
from .mm import mm
from .shape import _unsafe_view, reshape, unsqueeze

if TYPE_CHECKING:
    from ..tensor import Tensor


def matmul(input: Any, other: Any) -> Tensor:
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
    n, m = input.ndim, other.ndim
    if not n or not m:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D"
        )
    if n == 2 and m == 2:
        return mm(input, other)  # type: ignore[no-any-return]
    if n == 1 and m == 1:
        return dot(input, other)  # type: ignore[no-any-return]
    if n == 2 and m == 1:
        return mv(input, other)  # type: ignore[no-any-return]
    if n == 1:
        out = matmul(unsqueeze(input, 0), other)
        return _unsafe_view(out, (*out.shape[:-2], out.shape[-1]))  # type: ignore[no-any-return]
    *batch, rows, inner = input.shape
    if m <= 2:  # a batch of matrices times one is one tall matrix times it
        flat = (mv if m == 1 else mm)(reshape(input, (prod(batch) * rows, inner)), other)
        return _unsafe_view(flat, (*batch, rows, *other.shape[1:]))  # type: ignore[no-any-return]
    shape = broadcast_shapes(tuple(batch), tuple(other.shape[:-2]))
    left, right = (
        reshape(expand(x, (*shape, *x.shape[-2:])), (prod(shape), *x.shape[-2:]))
        for x in (input, other)
    )
    return _unsafe_view(bmm(left, right), (*shape, rows, other.shape[-1]))  # type: ignore[no-any-return]
