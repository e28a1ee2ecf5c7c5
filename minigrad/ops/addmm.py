"""`addmm`: a product of matrices and a sum in one step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array
from ..dtype import of
from .broadcast import expand
from .half import rounded_once
from .mm import check_meet, first_vjp, second_vjp, times, turned
from .operands import as_number, fitted
from .parse import parsed

if TYPE_CHECKING:
    from ..tensor import Tensor
    from .parse import Number


@op(
    r"b + X\,Y",
    input=(lambda g: g, r"\sum g"),
    mat1=(first_vjp, r"g\,Y^{\top}"),
    mat2=(second_vjp, r"X^{\top} g"),
)
def _addmm(
    input: Array, mat1: Array, mat2: Array, turned: int, *, beta: Any = 1, alpha: Any = 1
) -> Array:
    _check_addmm(input, mat1, mat2)
    if input.itemsize == 2:
        return _scaled_sum(input, mat1, mat2, 1, 1)
    return _added(mat1 @ mat2, input)


@op(
    r"\beta b + \alpha X\,Y",
    name="AddmmBackward0",
    input=(lambda g, beta: times(g, beta), r"\beta \sum g"),
    mat1=(first_vjp, r"\alpha g\,Y^{\top}"),
    mat2=(second_vjp, r"\alpha X^{\top} g"),
)
def _addmm_scaled(
    input: Array, mat1: Array, mat2: Array, turned: int, *, beta: Any, alpha: Any
) -> Array:
    _check_addmm(input, mat1, mat2)
    return _scaled_sum(input, mat1, mat2, beta, alpha)


@parsed
def addmm(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
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
    beta, alpha = as_number("addmm", "beta", 4, beta), as_number("addmm", "alpha", 5, alpha)
    lie = turned(mat1, mat2)
    if beta == 1 and alpha == 1:
        return _addmm(input, mat1, mat2, turned=lie)  # type: ignore[no-any-return]
    return _addmm_scaled(input, mat1, mat2, turned=lie, beta=beta, alpha=alpha)  # type: ignore[no-any-return]


_addmm_, _addmm_scaled_ = map(in_place, (_addmm, _addmm_scaled))


@parsed
def addmm_(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """In-place version of `addmm`: writes into `input`, of shape ``(N, P)``, and returns it."""
    beta, alpha = as_number("addmm", "beta", 4, beta), as_number("addmm", "alpha", 5, alpha)
    _check_addmm(input._array, mat1._array, mat2._array)
    size = [mat1.shape[0], mat2.shape[1]]
    if list(input.shape) != size:
        raise RuntimeError(
            f"Bad in-place call: input tensor size {list(input.shape)} and output tensor size "
            f"{size} should match"
        )
    lie = turned(mat1, mat2)
    if beta == 1 and alpha == 1:
        return _addmm_(input, mat1, mat2, turned=lie)  # type: ignore[no-any-return]
    return _addmm_scaled_(input, mat1, mat2, turned=lie, beta=beta, alpha=alpha)  # type: ignore[no-any-return]


@rounded_once
def _scaled_sum(input: Array, mat1: Array, mat2: Array, beta: Any, alpha: Any) -> Array:
    scaled = fitted(0, input.dtype) if beta == 0 else input * fitted(beta, input.dtype)
    return _added(mat1 @ mat2 * fitted(alpha, input.dtype), scaled)


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
                f"{of(x.dtype).kind} and {of(mat2.dtype).kind}\n"
                "Convert one: x.float() or model.double(), say."
            )
    check_meet(mat1, mat2)
