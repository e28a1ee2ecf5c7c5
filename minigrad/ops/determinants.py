r"""Determinants: how a square matrix stretches volumes, and their logarithms.

The last two dimensions are the matrices. In TeX, A is the input, z the result, g its gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array
from .comparison import where
from .decompositions import svd
from .inverses import check_matrices, inv, mT
from .operands import array_of, constant
from .scans import _others
from .shapes import unsqueeze

# ---------------------------------------------------------------------------------- of volumes


def _each(x: Any) -> Any:
    """One number for each matrix, so that it broadcasts with them."""
    return unsqueeze(unsqueeze(x, -1), -1)


def _det_vjp(g: Any, A: Any, result: Any) -> Any:
    """The cofactors: the determinant times the inverse, where there is one."""
    if array_of(result).all():
        return _each(g * result) * mT(inv(A))
    return _each(g) * _cofactors(A)


def _cofactors(A: Any) -> Any:
    """By singular values: in place of each stands the product of the others, and one may be 0."""
    U, S, Vh = svd(A, False)
    turned = np.linalg.det(array_of(U)) * np.linalg.det(array_of(Vh))  # 1, or -1
    return (U * (unsqueeze(_others(S), -2) * _each(constant(turned, S)))) @ Vh


@public(method=True)
@op(r"\det A", label="linalg_det", A=(_det_vjp, r"g z\,A^{-\top}"))
def det(A: Array) -> Array:
    """The determinant of a square matrix. Saves `A` and the result.

    Args:
        A: ``(*, N, N)``.

    Returns:
        ``(*)``, one number for each matrix.

    Raises:
        RuntimeError: the matrices are not square, or not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.det(minigrad.tensor([[2.0, 0.0], [1.0, 4.0]]))
        tensor(8.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.det.html
    """
    check_matrices("linalg.det", A, square=True)
    return np.linalg.det(A)


# -------------------------------------------------------------------------------- their logarithms


def _slogdet_vjp(grads: Any, A: Any, sign: Any) -> Any:
    """The inverse; of a singular matrix infinite, as far as it is not 0."""
    if array_of(sign).all():
        return _each(grads[1]) * mT(inv(A))
    return _each(grads[1]) * (_cofactors(A) / _each(det(A)))


@op(
    r"\mathrm{sign}\det A, \log|\det A|",
    label="linalg_slogdet",
    outputs=("sign", "logabsdet"),
    A=(_slogdet_vjp, r"g_2\,A^{-\top}"),
)
def slogdet(A: Array) -> tuple[Array, Array]:
    """The sign of the determinant, and the logarithm of its size, which may be huge. Saves `A`.

    Args:
        A: ``(*, N, N)``.

    Returns:
        A named tuple ``(sign, logabsdet)``; of a singular matrix 0 and -inf.

    Raises:
        RuntimeError: the matrices are not square, or not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.slogdet(minigrad.tensor([[-1.0]])).sign
        tensor(-1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.slogdet.html
    """
    check_matrices("linalg.slogdet", A, square=True)
    sign, logarithm = np.linalg.slogdet(A)
    return sign, logarithm


@public(method=True)
def logdet(input: Tensor) -> Tensor:
    """The logarithm of the determinant: nan where that is negative. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.logdet(minigrad.tensor([[1.0, 0.0], [0.0, 1.0]]))
        tensor(0.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logdet.html
    """
    sign, logarithm = slogdet(input)
    return where(sign == -1, float("nan"), logarithm)
