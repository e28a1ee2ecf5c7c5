"""Products of vectors and matrices."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import explained, op
from ..backend import Array
from ..dtype import of
from .arithmetic import mul
from .operands import check_tensors, fitted
from .parse import parsed, parsed_row
from .shape import _unsafe_view, expand, reshape, unsqueeze
from .turn import t, transpose

if TYPE_CHECKING:
    from ..tensor import Tensor
    from .parse import Number


@parsed_row
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


@parsed_row
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
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(
            f"vector + matrix @ vector expected, got {vec.ndim}, {input.ndim}, {vec.ndim}"
        )
    if input.shape[1] != vec.shape[0]:
        raise RuntimeError(
            f"size mismatch, got input ({input.shape[0]}), mat ({_by_x(input.shape)}), "
            f"vec ({_by_x(vec.shape)})"
        )
    if input.dtype != vec.dtype:
        raise RuntimeError(
            "addmv input tensors must have the same dtype, but got "
            f"{of(vec.dtype).kind}, {of(input.dtype).kind}, and {of(vec.dtype).kind}"
        )
    _refuse_bools("addmv_impl_cpu", input)
    return input @ vec


@parsed_row
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
            f"inconsistent tensor size, expected tensor [{input.size}] and src [{tensor.size}] to "
            f"have the same number of elements, but got {input.size} and {tensor.size} elements "
            "respectively"
        )
    if input.dtype != tensor.dtype:
        raise RuntimeError(
            "dot : expected both vectors to have same dtype, but found "
            f"{of(input.dtype).kind} and {of(tensor.dtype).kind}"
        )
    _refuse_bools("dot", input)
    return input @ tensor


@parsed
def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Every product of an element of one vector with one of the other: a column times a row.

    Saves each vector whose partner needs a gradient.

    Args:
        input: ``(N,)``.
        vec2: ``(M,)``.

    Returns:
        ``(N, M)``.

    Raises:
        RuntimeError: one is not a vector.

    Example:
        >>> import minigrad
        >>> minigrad.outer(minigrad.tensor([1, 2]), minigrad.tensor([3, 4]))
        tensor([[3, 4],
                [6, 8]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.outer.html
    """
    for name, x in (("self", input), ("vec2", vec2)):
        if x.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {x.ndim}-D")
    return mul(reshape(input, (input.shape[0], 1)), vec2)  # type: ignore[no-any-return]


@parsed_row
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
    if input.dtype != mat2.dtype:
        raise RuntimeError(
            f"expected scalar type {of(input.dtype).kind} but found {of(mat2.dtype).kind}"
        )
    _refuse_bools("bmm", input)
    return np.matmul(input, mat2)


@op(
    r"b + X\,Y",
    input=(lambda g: g, r"\sum g"),
    mat1=(lambda g, mat2: mm(g, t(mat2)), r"g\,Y^{\top}"),
    mat2=(lambda g, mat1: mm(t(mat1), g), r"X^{\top} g"),
)
def _addmm(input: Array, mat1: Array, mat2: Array, *, beta: Any = 1, alpha: Any = 1) -> Array:
    _check_addmm(input, mat1, mat2)
    return _added(mat1 @ mat2, input)


@op(
    r"\beta b + \alpha X\,Y",
    name="AddmmBackward0",
    input=(lambda g, beta: g * beta, r"\beta \sum g"),
    mat1=(lambda g, mat2, alpha: mm(g, t(mat2)) * alpha, r"\alpha g\,Y^{\top}"),
    mat2=(lambda g, mat1, alpha: mm(t(mat1), g) * alpha, r"\alpha X^{\top} g"),
)
def _addmm_scaled(input: Array, mat1: Array, mat2: Array, *, beta: Any, alpha: Any) -> Array:
    _check_addmm(input, mat1, mat2)
    scaled = fitted(0, input.dtype) if beta == 0 else input * fitted(beta, input.dtype)
    return _added(mat1 @ mat2 * fitted(alpha, input.dtype), scaled)


@parsed
def addmm(input: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
    """``beta * input + alpha * mat1 @ mat2`` in one step: what a linear layer computes.

    Saves each matrix whose partner needs a gradient.

    Args:
        input: broadcasts to ``(N, P)``; a bias ``(P,)`` for instance. With beta 0 it is not read.
        mat1: ``(N, M)``.
        mat2: ``(M, P)``.
        beta: what `input` is multiplied with.
        alpha: what the product is multiplied with.

    Returns:
        ``(N, P)``.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.
        TypeError: one of the three is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.addmm(minigrad.tensor([0.5]), minigrad.ones(2, 3), minigrad.ones(3, 1))
        tensor([[3.5000],
                [3.5000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addmm.html
    """
    if beta == 1 and alpha == 1:
        return _addmm(input, mat1, mat2)  # type: ignore[no-any-return]
    return _addmm_scaled(input, mat1, mat2, beta=beta, alpha=alpha)  # type: ignore[no-any-return]


_addmm_, _addmm_scaled_ = map(in_place, (_addmm, _addmm_scaled))


@parsed
def addmm_(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """In-place version of `addmm`: writes into `input`, of shape ``(N, P)``, and returns it."""
    _check_addmm(input._array, mat1._array, mat2._array)
    size = [mat1.shape[0], mat2.shape[1]]
    if list(input.shape) != size:
        raise RuntimeError(
            f"Bad in-place call: input tensor size {list(input.shape)} and output tensor size "
            f"{size} should match"
        )
    if beta == 1 and alpha == 1:
        return _addmm_(input, mat1, mat2)  # type: ignore[no-any-return]
    return _addmm_scaled_(input, mat1, mat2, beta=beta, alpha=alpha)  # type: ignore[no-any-return]


def _added(product: Array, input: Array) -> Array:
    try:
        product += input  # into memory that nobody else has seen
    except ValueError:
        expand.op.forward(input, product.shape)  # type: ignore[attr-defined]  # says why
        raise
    return product


def _check_addmm(input: Array, mat1: Array, mat2: Array) -> None:
    meet = mat1.ndim == mat2.ndim == 2 and mat1.shape[1] == mat2.shape[0]
    if not meet or not input.dtype == mat1.dtype == mat2.dtype != np.bool_:
        _refuse_addmm(input, mat1, mat2)


def _refuse_addmm(input: Array, mat1: Array, mat2: Array) -> None:
    for name, matrix in (("mat1", mat1), ("mat2", mat2)):
        if matrix.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {matrix.ndim}-D tensor")
    for name, x in (("self", input), ("mat1", mat1)):
        if x.dtype != mat2.dtype:
            raise RuntimeError(
                f"{name} and mat2 must have the same dtype, but got "
                f"{of(x.dtype).kind} and {of(mat2.dtype).kind}"
            )
    _check_meet(mat1, mat2)


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


def _check_meet(a: Array, b: Array) -> None:
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({_by_x(a.shape)} and {_by_x(b.shape)})"
        )
    if a.dtype != b.dtype:
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            f"{of(a.dtype).cpp} != {of(b.dtype).cpp}"
        )
    _refuse_bools("addmm_impl_cpu_", a)


def _refuse_bools(name: str, array: Array) -> None:
    if array.dtype.kind == "b":
        raise NotImplementedError(f"\"{name}\" not implemented for 'Bool': x.float() @ y.float()")


def _by_x(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))
