"""Products of vectors and matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.graph import OPS
from ..autograd.record import explained, op
from ..backend import Array
from ..dtype import of
from .arithmetic import mul
from .shape import expand, reshape, t, transpose, unsqueeze

if TYPE_CHECKING:
    from ..tensor import Tensor


@op(
    r"X\,Y",
    input=(lambda g, mat2: mm(g, t(mat2)), r"g\,Y^{\top}"),
    mat2=(lambda g, input: mm(t(input), g), r"X^{\top} g"),
)
def mm(input: Array, mat2: Array) -> Array:
    """The product of two matrices. Saves each whose partner needs a gradient.

    Args:
        input: ``(N, M)``.
        mat2: ``(M, P)``.

    Returns:
        ``(N, P)``.

    Raises:
        RuntimeError: one is not a matrix, their shapes do not meet, or their types differ.

    Example:
        >>> import minigrad
        >>> minigrad.mm(minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([[3.0], [4.0]]))
        tensor([[11.]])
    """
    if input.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"{'self' if input.ndim != 2 else 'mat2'} must be a matrix")
    _check_meet(input, mat2)
    return input @ mat2


@op(
    r"X\,v",
    input=(lambda g, vec: mul(unsqueeze(g, 1), vec), r"g\,v^{\top}"),
    vec=(lambda g, input: mv(t(input), g), r"X^{\top} g"),
)
def mv(input: Array, vec: Array) -> Array:
    """The product of a matrix ``(N, M)`` and a vector ``(M,)``. Saves each whose partner needs it.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> minigrad.mv(minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([3.0, 4.0]))
        tensor([11.])
    """
    if input.ndim != 2 or vec.ndim != 1 or input.shape[1] != vec.shape[0]:
        raise RuntimeError(
            f"size mismatch, got input ({_by_x(input.shape[:1])}), mat ({_by_x(input.shape)}), "
            f"vec ({_by_x(vec.shape)})"
        )
    _check_types(input, vec)
    return input @ vec


@op(
    r"x \cdot y",
    input=(lambda g, tensor: g * tensor, r"g\,y"),
    tensor=(lambda g, input: g * input, r"g\,x"),
)
def dot(input: Array, tensor: Array) -> Array:
    """The inner product of two vectors ``(N,)``. Saves each whose partner needs a gradient.

    Raises:
        RuntimeError: one is not a vector, or their lengths or types differ.

    Example:
        >>> import minigrad
        >>> minigrad.dot(minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0]))
        tensor(11.)
    """
    if input.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {input.ndim}D and {tensor.ndim}D tensors")
    if input.shape != tensor.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{input.size}] and src [{tensor.size}] to have "
            f"the same number of elements, but got {input.size} and {tensor.size} elements respectively"
        )
    _check_types(input, tensor)
    return input @ tensor


@op(
    r"X\,Y",
    input=(lambda g, mat2: bmm(g, transpose(mat2, 1, 2)), r"g\,Y^{\top}"),
    mat2=(lambda g, input: bmm(transpose(input, 1, 2), g), r"X^{\top} g"),
)
def bmm(input: Array, mat2: Array) -> Array:
    """Products of matrices, pair by pair along the first dimension.

    Args:
        input: ``(B, N, M)``.
        mat2: ``(B, M, P)``.

    Returns:
        ``(B, N, P)``.

    Raises:
        RuntimeError: one is not a batch of matrices, or their shapes do not meet.

    Example:
        >>> import minigrad
        >>> minigrad.bmm(minigrad.ones(2, 1, 3), minigrad.ones(2, 3, 1)).shape
        minigrad.Size([2, 1, 1])
    """
    if input.ndim != 3 or mat2.ndim != 3:
        raise RuntimeError(f"batch{1 if input.ndim != 3 else 2} must be a 3D tensor")
    if input.shape[0] != mat2.shape[0] or input.shape[2] != mat2.shape[1]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: "
            f"[{input.shape[0]}, {input.shape[2]}] but got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    _check_types(input, mat2)
    return np.matmul(input, mat2)


@op(
    r"b + X\,Y",
    input=(lambda g: g, r"\sum g"),
    mat1=(lambda g, mat2: mm(g, t(mat2)), r"g\,Y^{\top}"),
    mat2=(lambda g, mat1: mm(t(mat1), g), r"X^{\top} g"),
)
def addmm(input: Array, mat1: Array, mat2: Array) -> Array:
    """``input + mat1 @ mat2`` in one step: what a linear layer computes.

    Args:
        input: broadcasts to ``(N, P)``; a bias ``(P,)`` for instance.
        mat1: ``(N, M)``.
        mat2: ``(M, P)``.

    Returns:
        ``(N, P)``.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> minigrad.addmm(minigrad.tensor([0.5]), minigrad.ones(2, 3), minigrad.ones(3, 1))
        tensor([[3.5000],
                [3.5000]])
    """
    if mat1.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(
            f"mat{1 if mat1.ndim != 2 else 2} must be a matrix, got {mat1.ndim}-D tensor"
        )
    _check_meet(mat1, mat2)
    out = mat1 @ mat2
    out += input  # into memory that nobody else has seen
    return out


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
    for place, x in enumerate((input, other)):
        if not hasattr(x, "_array"):
            raise TypeError(
                f"matmul(): argument '{('input', 'other')[place]}' (position {place + 1}) must be "
                f"Tensor, not {type(x).__name__}"
            )
    n, m = input.ndim, other.ndim
    if not n or not m:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D"
        )
    if n == 2 and m == 2:
        return mm(input, other)  # type: ignore[no-any-return]
    if m == 1 and n <= 2:
        return mv(input, other) if n == 2 else dot(input, other)  # type: ignore[no-any-return]
    if n == 1:
        return matmul(unsqueeze(input, 0), other).squeeze(-2)
    if m == 1:
        return matmul(input, unsqueeze(other, 1)).squeeze(-1)
    return _folded(input, other) if m == 2 else _batched(input, other)


def _folded(input: Any, other: Any) -> Any:
    """A batch times one matrix is one tall matrix times it."""
    *batch, rows, inner = input.shape
    flat = mm(reshape(input, (int(np.prod(batch)) * rows, inner)), other)
    return OPS["_unsafe_view"](flat, (*batch, rows, other.shape[1]))


def _batched(input: Any, other: Any) -> Any:
    try:
        batch = np.broadcast_shapes(input.shape[:-2], other.shape[:-2])
    except ValueError as error:
        raise explained(
            mul.op, (np.empty(input.shape[:-2]), np.empty(other.shape[:-2])), error
        ) from None
    size = int(np.prod(batch))
    left, right = (
        reshape(expand(x, (*batch, *x.shape[-2:])), (size, *x.shape[-2:])) for x in (input, other)
    )
    return OPS["_unsafe_view"](bmm(left, right), (*batch, input.shape[-2], other.shape[-1]))


def _check_meet(a: Array, b: Array) -> None:
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({_by_x(a.shape)} and {_by_x(b.shape)})"
        )
    _check_types(a, b)


def _check_types(a: Array, b: Array) -> None:
    if a.dtype != b.dtype:
        names = [of(x.dtype) for x in (a, b)]
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {names[0].cpp} != {names[1].cpp}"
        )


def _by_x(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))
