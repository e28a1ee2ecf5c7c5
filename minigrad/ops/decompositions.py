r"""A matrix as a product: Cholesky's, Q and R, singular values, eigenvalues; the pseudoinverse.

The last two dimensions are the matrices, all others a batch. A factor that is not unique, as the
sign of a singular vector, has gradients that make sense only where the sign does not matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.registry import op
from ..autograd.wrap import Tensor
from ..backend import Array, module_of, solved
from ..dtype import float32, float64, of
from .comparison import masked_fill
from .inverses import check_matrices, check_shape, factored, inv, mT
from .joining import _join, tril
from .operands import array_of, constant
from .shapes import unsqueeze


def _diagonal(like: Any) -> Any:
    """Where the diagonal of some square matrices is."""
    return constant(module_of(array_of(like)).eye(like.shape[-1], dtype=bool), like)


def _mirrored(x: Any) -> Any:
    """The lower triangle, and above the diagonal its mirror image."""
    return tril(x) + mT(tril(x, -1))


# ---------------------------------------------------------------------------------- Cholesky's


def _no_cholesky(matrix: Array) -> str | None:
    """Which leading minor is not positive."""
    for order in range(1, len(matrix) + 1):
        try:
            solved(np.linalg.cholesky, matrix[:order, :order])
        except np.linalg.LinAlgError:
            return (
                "The factorization could not be completed because the input is not "
                f"positive-definite (the leading minor of order {order} is not positive-definite)."
            )
    return None


def _cholesky_vjp(g: Any, L: Any, upper: bool) -> Any:
    """Symmetric, though only one triangle is read."""
    if upper:
        g, L = mT(g), mT(L)
    back = inv(L)
    return mT(back) @ _mirrored(mT(L) @ g) @ back * 0.5


@op(
    r"L:\; L\,L^{\top} = A",
    name="LinalgCholeskyExBackward0",
    label="linalg_cholesky",
    outputs=("L",),
    A=(_cholesky_vjp, r"\tfrac{1}{2} L^{-\top} \mathrm{sym}(L^{\top} g)\, L^{-1}"),
)
def _cholesky(A: Array, upper: bool = False) -> Array:
    check_matrices("linalg.cholesky", A, square=True)
    lower = np.swapaxes(A, -2, -1) if upper else A
    found = factored("linalg.cholesky", _no_cholesky, np.linalg.cholesky, lower)
    return np.swapaxes(found, -2, -1) if upper else found


def cholesky(A: Tensor, *, upper: bool = False) -> Tensor:
    """The lower triangular L with ``L @ L.mT == A``, for a symmetric positive-definite `A`.

    Reads one triangle of `A`. Saves the result.

    Args:
        A: ``(*, N, N)``.
        upper: give the transpose of L.

    Raises:
        RuntimeError: the matrices are not square, or not floating point.
        _LinAlgError: one is not positive-definite.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.cholesky(minigrad.tensor([[4.0, 2.0], [2.0, 10.0]]))
        tensor([[2., 0.],
                [1., 3.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.cholesky.html
    """
    return _cholesky(A, upper)


# ---------------------------------------------------------------------------------- Q and R


def _qr_vjp(grads: Any, Q: Any, R: Any, mode: str) -> Any:
    """Where `A` is wide, R's right part is its own affair: it counts as a gradient of Q."""
    gQ, gR = grads
    if mode == "r":
        raise RuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. "
            "Please use linalg.qr(A, mode='reduced') if you are going to differentiate through "
            "linalg.qr."
        )
    m, n = Q.shape[-2], R.shape[-1]
    if mode == "complete" and m > n:
        raise RuntimeError(
            "The QR decomposition is not differentiable when mode='complete' and nrows > ncols."
        )
    if m >= n:
        return _tall_qr_vjp(gQ, gR, Q, R)
    left, right = gR[..., :m], gR[..., m:]
    first = _tall_qr_vjp(gQ + (Q @ R[..., m:]) @ mT(right), left, Q, R[..., :m])
    return _join([first, Q @ right], len(Q.shape) - 1)


def _tall_qr_vjp(gQ: Any, gR: Any, Q: Any, R: Any) -> Any:
    middle = R @ mT(gR) - mT(gQ) @ Q
    return (gQ + Q @ _mirrored(middle)) @ mT(inv(R))


@op(
    r"Q, R:\; Q\,R = A",
    label="linalg_qr",
    outputs=("Q", "R"),
    A=(_qr_vjp, r"(g_Q + Q\,\mathrm{sym}(R\,g_R^{\top} - g_Q^{\top} Q))\, R^{-\top}"),
)
def qr(A: Array, mode: str = "reduced") -> tuple[Array, Array]:
    """Orthonormal columns Q and an upper triangular R with ``Q @ R == A``. Saves both.

    Args:
        A: ``(*, M, N)``.
        mode: ``"reduced"`` for as many columns as rank needs, min(M, N); ``"complete"`` for M;
            ``"r"`` for R alone, with an empty Q.

    Returns:
        A named tuple ``(Q, R)``.

    Raises:
        RuntimeError: `A` is no matrix or not floating point; in backward, the mode has none.

    Example:
        >>> import minigrad
        >>> Q, R = minigrad.linalg.qr(minigrad.tensor([[3.0], [4.0]]))
        >>> Q @ R
        tensor([[3.],
                [4.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.qr.html
    """
    check_matrices("linalg.qr", A)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), "
            "'r', or 'complete'"
        )
    if mode == "r":
        return A.reshape(-1)[:0], solved(np.linalg.qr, A, "r")
    Q, R = solved(np.linalg.qr, A, mode)
    return Q, R


# ---------------------------------------------------------------------------------- singular values


def _not_finite(matrix: Array) -> str | None:
    if np.isfinite(matrix).all():
        return None
    return "The algorithm failed to converge because the input matrix contained non-finite values."


def _skew(x: Any) -> Any:
    return x - mT(x)


def _svd_vjp(grads: Any, U: Any, S: Any, Vh: Any) -> Any:
    """Turns of the vectors against each other, stretches, and turns out of their own space."""
    gU, gS, gVh = grads
    k = S.shape[-1]
    U = U[..., :k]
    gU = gU[..., :k]
    Vh = Vh[..., :k, :]
    gVh = gVh[..., :k, :]
    row, column = unsqueeze(S, -2), unsqueeze(S, -1)
    gaps = masked_fill((row - column) * (row + column), _diagonal(S), 1)
    turned = mT(U) @ gU
    against = gVh @ mT(Vh)
    inner = _skew(turned) / gaps * row + column * (_skew(mT(against)) / gaps)
    found = U @ inner @ Vh + (U * unsqueeze(gS, -2)) @ Vh
    if U.shape[-2] > k:
        found = found + ((gU - U @ turned) / row) @ Vh
    if Vh.shape[-1] > k:
        found = found + (U / row) @ (gVh - against @ Vh)
    return found


@op(
    r"U, S, V^{\top}:\; U\,\mathrm{diag}(S)\,V^{\top} = A",
    label="linalg_svd",
    outputs=("U", "S", "Vh"),
    A=(_svd_vjp, r"U (E_U S + S E_V + \mathrm{diag}\,g_S) V^{\top} + \dots"),
)
def svd(A: Array, full_matrices: bool = True) -> tuple[Array, Array, Array]:
    """Singular values S, the largest first, and vectors: ``U @ diag(S) @ Vh == A``. Saves all.

    Args:
        A: ``(*, M, N)``; K is the smaller of both.
        full_matrices: U ``(*, M, M)`` and Vh ``(*, N, N)``, with gradients through the first K
            vectors only; False for ``(*, M, K)`` and ``(*, K, N)``.

    Returns:
        A named tuple ``(U, S, Vh)``, S ``(*, K)``.

    Raises:
        RuntimeError: `A` is no matrix, or not floating point.
        _LinAlgError: it holds infinity or nan.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.svd(minigrad.tensor([[0.0, 2.0], [3.0, 0.0]])).S
        tensor([3., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.svd.html
    """
    check_matrices("linalg.svd", A)
    U, S, Vh = factored("linalg.svd", _not_finite, np.linalg.svd, A, full_matrices)
    return U, S, Vh


def svdvals(A: Tensor) -> Tensor:
    """The singular values alone, the largest first: see `svd`.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.svdvals(minigrad.tensor([[0.0, 2.0], [3.0, 0.0]]))
        tensor([3., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.svdvals.html
    """
    return svd(A, False)[1]


# ---------------------------------------------------------------------------------- eigenvalues


def _eigh_vjp(grads: Any, eigenvalues: Any, eigenvectors: Any) -> Any:
    """Symmetric, though only one triangle is read."""
    values, vectors = grads
    gaps = unsqueeze(eigenvalues, -2) - unsqueeze(eigenvalues, -1)
    inner = mT(eigenvectors) @ vectors / masked_fill(gaps, _diagonal(gaps), float("inf"))
    turned, stretched = eigenvectors @ inner, eigenvectors * unsqueeze(values, -2)
    found = (turned + stretched) @ mT(eigenvectors)
    return (found + mT(found)) * 0.5


@op(
    r"\lambda, V:\; V\,\mathrm{diag}(\lambda)\,V^{\top} = A",
    label="linalg_eigh",
    outputs=("eigenvalues", "eigenvectors"),
    A=(_eigh_vjp, r"V (\mathrm{diag}\,g_\lambda + V^{\top} g_V / E) V^{\top}"),
)
def eigh(A: Array, UPLO: str = "L") -> tuple[Array, Array]:
    """Eigenvalues of a symmetric matrix, the smallest first, and eigenvectors. Saves both.

    Args:
        A: ``(*, N, N)``, symmetric.
        UPLO: which triangle is read, ``"L"`` or ``"U"``.

    Returns:
        A named tuple ``(eigenvalues, eigenvectors)``: ``(*, N)`` and ``(*, N, N)``, in columns.

    Raises:
        RuntimeError: the matrices are not square, or not floating point.
        _LinAlgError: one holds infinity or nan.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.eigh(minigrad.tensor([[2.0, 1.0], [1.0, 2.0]])).eigenvalues
        tensor([1., 3.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.eigh.html
    """
    check_shape("linalg.eigh", A, square=True)
    if A.dtype.kind != "f" or A.dtype == np.float16:
        raise NotImplementedError(f"\"linalg_eigh_cpu\" not implemented for '{of(A.dtype).title}'")
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    values, vectors = factored("linalg.eigh", _not_finite, np.linalg.eigh, A, UPLO.upper())
    return values, vectors


def eigvalsh(A: Tensor, UPLO: str = "L") -> Tensor:
    """The eigenvalues of a symmetric matrix alone: see `eigh`.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.eigvalsh(minigrad.tensor([[2.0, 1.0], [1.0, 2.0]]))
        tensor([1., 3.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.eigvalsh.html
    """
    return eigh(A, UPLO)[0]


# ---------------------------------------------------------------------------------- pseudoinverse


def _pinv_vjp(g: Any, input: Any, result: Any) -> Any:
    """As that of the inverse; and for what `A` does not reach, or sends to 0."""
    P, across = mT(result), mT(g)
    unreached = across - input @ (result @ across)
    lost = across - (across @ result) @ input
    return -(P @ g @ P) + unreached @ result @ P + P @ result @ lost


@op(
    r"A^{+}",
    name="LinalgPinvBackward0",
    label="linalg_pinv",
    input=(_pinv_vjp, r"-Z^{\top} g\,Z^{\top} + (1 - AZ)\,g^{\top} Z Z^{\top} + \dots"),
)
def _pinv(input: Array, rcond: float) -> Array:
    return solved(np.linalg.pinv, input, rcond)


def pinv(A: Tensor, *, rtol: float | None = None) -> Tensor:
    """The pseudoinverse: of equations ``A @ x = b`` it gives the best x. Saves `A` and the result.

    Args:
        A: ``(*, M, N)``.
        rtol: singular values below this times the largest count as 0.

    Returns:
        ``(*, N, M)``.

    Raises:
        RuntimeError: `A` is no matrix, or not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.pinv(minigrad.tensor([[2.0, 0.0], [0.0, 0.0]]))
        tensor([[0.5000, 0.0000],
                [0.0000, 0.0000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.pinv.html
    """
    if A.ndim < 2 or A.dtype not in (float32, float64):
        raise RuntimeError(
            f"linalg.pinv({A.dtype.title}{{{list(A.shape)}}}): expected a tensor with 2 or more "
            "dimensions of float, double, cfloat or cdouble types"
        )
    least = float(np.finfo(A._array.dtype).eps) * max(A.shape[-2:])
    return _pinv(A, least if rtol is None else rtol)
