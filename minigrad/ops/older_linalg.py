"""Linear algebra under its older names, as functions and methods of tensors."""

from __future__ import annotations

from typing import Any

from .._warn import warn
from ..autograd.record import return_type
from ..autograd.registry import public
from ..autograd.wrap import Tensor
from . import decompositions, determinants
from .inverses import inv, mT
from .shapes import zeros_like


@public(method=True)
def inverse(input: Tensor) -> Tensor:
    """The inverse of a square matrix: see `minigrad.linalg.inv`.

    Example:
        >>> import minigrad
        >>> minigrad.inverse(minigrad.tensor([[2.0]]))
        tensor([[0.5000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.inverse.html
    """
    return inv(input)


@public(method=True)
def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor:
    """The pseudoinverse: see `minigrad.linalg.pinv`.

    Example:
        >>> import minigrad
        >>> minigrad.pinverse(minigrad.tensor([[2.0]]))
        tensor([[0.5000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.pinverse.html
    """
    return decompositions.pinv(input, rtol=rcond)


@public(method=True)
def slogdet(input: Tensor) -> Any:
    """The sign of the determinant and the logarithm of its size: see `minigrad.linalg.slogdet`.

    Example:
        >>> import minigrad
        >>> minigrad.slogdet(minigrad.tensor([[-1.0]])).sign
        tensor(-1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.slogdet.html
    """
    return return_type("slogdet", ("sign", "logabsdet"))(*determinants.slogdet(input))


@public(method=True)
def svd(input: Tensor, some: bool = True, compute_uv: bool = True) -> Any:
    """Singular values and vectors with ``U @ diag(S) @ V.mT == input``: V is in columns here.

    Args:
        input: ``(*, M, N)``.
        some: False for full square U and V.
        compute_uv: False for zeros instead of U and V.

    Returns:
        A named tuple ``(U, S, V)``.

    Example:
        >>> import minigrad
        >>> minigrad.svd(minigrad.tensor([[0.0, 2.0], [3.0, 0.0]])).S
        tensor([3., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.svd.html
    """
    U, S, Vh = decompositions.svd(input, not (some and compute_uv))
    if not compute_uv:
        U, Vh = zeros_like(U.detach()), zeros_like(Vh.detach())
    return return_type("svd", ("U", "S", "V"))(U, S, mT(Vh))


@public(method=True)
def qr(input: Tensor, some: bool = True) -> Any:
    """Q and R, with a warning that `minigrad.linalg.qr` is the name to use.

    Args:
        input: ``(*, M, N)``.
        some: False for a square Q.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.qr.html
    """
    warn(
        "torch.qr is deprecated in favor of torch.linalg.qr and will be removed in a future "
        "PyTorch release.\nThe boolean parameter 'some' has been replaced with a string parameter "
        "'mode'.\nQ, R = torch.qr(A, some)\nshould be replaced with\n"
        "Q, R = torch.linalg.qr(A, 'reduced' if some else 'complete')"
    )
    return return_type("qr", ("Q", "R"))(
        *decompositions.qr(input, "reduced" if some else "complete")
    )


@public(method=True)
def cholesky(input: Tensor, upper: bool = False) -> Tensor:
    """Cholesky's factor, with a warning that `minigrad.linalg.cholesky` is the name to use.

    Args:
        input: ``(*, N, N)``, symmetric and positive-definite.
        upper: give the transpose.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cholesky.html
    """
    warn(
        "torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a "
        "future PyTorch release.\nL = torch.cholesky(A)\nshould be replaced with\n"
        "L = torch.linalg.cholesky(A)\nand\nU = torch.cholesky(A, upper=True)\nshould be replaced "
        "with\nU = torch.linalg.cholesky(A).mH\nThis transform will produce equivalent results for "
        "all valid (symmetric positive definite) inputs."
    )
    return decompositions.cholesky(input, upper=upper)
