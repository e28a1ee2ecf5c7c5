"""Norms: how long a vector is, how large a matrix; most are of all elements or along dimensions.

In TeX, x is `input`, p the order, z the result, g its gradient.
"""

from __future__ import annotations

from math import inf, isinf, prod
from typing import Any

import numpy as np

from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor, type_name
from ..backend import Array
from ..dtype import dtype as DType
from ..dtype import meant
from .arithmetic import pow
from .comparison import _masked_fill
from .decompositions import svdvals
from .functions import abs, sign
from .inverses import check_float
from .operands import Dims, Shape, array_of, is_number, pythonic, reduced_axes, wrap_dim, wrap_dims
from .reductions import amax, amin, check_flag, in_type, restored, shared_evenly, sum
from .shapes import movedim, unsqueeze, zeros_like

# ---------------------------------------------------------------------------------- of vectors


def _norm_vjp(g: Any, input: Any, result: Any, ord: Any, dim: Any) -> Any:
    """x·|x|ᵖ⁻² / zᵖ⁻¹; where z is 0, a norm has a kink or a tip, the subgradient 0."""
    if ord == 0:
        return zeros_like(input)
    g, norm = (restored(x, input.shape, dim) for x in (g, result))
    if isinf(ord):
        ties = array_of(abs(input) == norm) | np.isnan(array_of(input))
        return sign(input) * shared_evenly(g, ties, dim)
    if ord == 1:
        return sign(input) * g
    if ord == 2:  # no |x|, whose own derivative at 0 would be 0
        return g * _nothing_at(norm, input / norm)
    slope = _nothing_at(input, sign(input) * pow(abs(input), ord - 1))
    return slope * _nothing_at(norm, g / pow(norm, ord - 1))


def _nothing_at(x: Any, slope: Any) -> Any:
    """`slope`, but 0 where `x` is 0."""
    return _masked_fill(slope, x == 0, 0)


@op(
    r"\bigl(\textstyle\sum_i |x_i|^p\bigr)^{1/p}",
    name="LinalgVectorNormBackward0",
    input=(_norm_vjp, r"g\, x |x|^{p-2} / z^{p-1}"),
)
def _vector_norm(input: Array, ord: Any, dim: Any = None, keepdim: bool = False) -> Array:
    check_float("linalg.vector_norm", input)
    _check_identity(input.shape, ord, dim)
    axes = reduced_axes(dim, input.ndim)
    if ord == 0:
        return np.sum(input != 0, axes, dtype=input.dtype, keepdims=keepdim)
    sizes = np.abs(input)
    if isinf(ord):
        return (np.max if ord > 0 else np.min)(sizes, axes, keepdims=keepdim)
    return np.sum(sizes**ord, axes, keepdims=keepdim) ** (1 / ord)


@op(r"\|x\|_p", name="NormBackward1", input=(_norm_vjp, r"g\, x |x|^{p-2} / z^{p-1}"))
def _norm(input: Array, ord: Any, dim: Any = None, keepdim: bool = False) -> Array:
    """What a distance of vectors records: the same under another name."""
    return OPS["_vector_norm"].op.forward(input, ord, dim, keepdim)


def _check_identity(shape: Shape, ord: Any, dim: Any) -> None:
    """Raise where there is no element, and the norm of none at all is not 0."""
    if 0 <= ord < inf or prod(shape):
        return
    if dim is None:
        where = "on an empty tensor because"
    else:
        empty = [d for d in reduced_axes(dim, len(shape)) if not shape[d]]
        if not empty:
            return
        where = f"on the dimension {empty[0]}because this dimension is empty and"
    raise RuntimeError(
        f"linalg.vector_norm cannot compute the {ord:g} norm {where} the operation does not have "
        "an identity"
    )


def vector_norm(
    x: Tensor, ord: float = 2, dim: Dims = None, keepdim: bool = False, *, dtype: Any = None
) -> Tensor:
    """The norm of all elements, or along dimensions: of a vector, its length.

    ``(Σ|x|ᵖ)^(1/p)`` for the order p; for infinity the largest ``|x|``, for 0 how many are not 0.
    The norm of zeros has no derivative, and gets 0. Saves `x` and the result.

    Args:
        x: floating point, any shape.
        ord: the order, a number.
        dim: one dimension or several; None means all.
        keepdim: keep the reduced dimensions, with size one.
        dtype: the type to compute in, as wide as that of `x` or wider.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `x` is not floating point; or there is no element to choose from.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.vector_norm(minigrad.tensor([[3.0, 4.0], [6.0, 8.0]]), dim=1)
        tensor([ 5., 10.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.vector_norm.html
    """
    check_flag(keepdim)
    if not is_number(ord):
        raise TypeError(
            "linalg_vector_norm(): argument 'ord' (position 2) must be Number, "
            f"not {type_name(ord)}"
        )
    return _vector_norm(_wider("vector_norm", x, dtype), pythonic(ord), dim, keepdim)


def _wider(called: str, x: Tensor, dtype: DType | None) -> Any:
    """`x` in the type asked for."""
    check_float(f"linalg.{called}", x._array)
    wanted = meant(dtype)
    if wanted is None:
        return x
    if not wanted.is_floating_point:
        raise RuntimeError(
            f"linalg.{called}: dtype should be floating point or complex, but got {wanted.title}"
        )
    if wanted.itemsize < x.dtype.itemsize:
        raise RuntimeError(
            f"linalg.{called}: the dtype of the input ({x.dtype.title}) should be convertible "
            f"without narrowing to the specified dtype ({wanted.title})"
        )
    return in_type(x, wanted)


# ---------------------------------------------------------------------------------- of matrices


def matrix_norm(
    A: Tensor,
    ord: Any = "fro",
    dim: Any = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """The norm of matrices: how much they stretch, or how large their elements are.

    Args:
        A: floating point, ``(*, M, N)``.
        ord: ``"fro"``, the root of the sum of squares; ``"nuc"``, the sum of singular values; 2 and
            -2, the largest and the smallest of these; 1 and -1, the largest and the smallest sum of
            a column's sizes; infinity and its negative, those of a row.
        dim: the two dimensions of the matrices.
        keepdim: keep them, with size one.
        dtype: the type to compute in.

    Raises:
        RuntimeError: there is no such order; `A` is no matrix, or not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.matrix_norm(minigrad.tensor([[3.0, 0.0], [0.0, -4.0]]), ord="nuc")
        tensor(7.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.matrix_norm.html
    """
    if ord not in ("fro", "nuc", 1, -1, 2, -2, inf, -inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    if A.ndim < 2:
        raise RuntimeError(
            "linalg.matrix_norm: The input tensor A must have at least 2 dimensions."
        )
    row, column = _two_dims(dim, A.ndim)
    A = _wider("matrix_norm", A, dtype)
    if ord == "fro":
        return vector_norm(A, 2, (row, column), keepdim)
    if ord in ("nuc", 2, -2):
        found = _of_singular_values(svdvals(movedim(A, (row, column), (-2, -1))), ord)
        return _kept(found, (row, column)) if keepdim else found
    if ord in (inf, -inf):
        row, column = column, row
    sums = vector_norm(A, 1, row, keepdim)
    last = column - (not keepdim and column > row)
    return (amax if ord > 0 else amin)(sums, last, keepdim)


def _two_dims(dim: Any, ndim: int) -> tuple[int, int]:
    """The dimensions of the rows and of the columns, counted from the front."""
    if not isinstance(dim, (tuple, list)) or len(dim) != 2:
        said = " ".join(map(str, dim)) if isinstance(dim, (tuple, list)) else dim
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {said}")
    row, column = (wrap_dim(d, ndim) for d in dim)
    if row == column:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({row}, {column})")
    return row, column


def _of_singular_values(values: Any, ord: Any) -> Any:
    if ord == "nuc":
        return sum(values, -1)
    return (amax if ord == 2 else amin)(values, -1)


def _kept(found: Any, dims: Shape) -> Any:
    """The result with the reduced dimensions again, of size one."""
    for d in sorted(dims):
        found = unsqueeze(found, d)
    return found


# ---------------------------------------------------------------------------------- of either


@public(method=True)
def norm(
    input: Tensor,
    p: Any = "fro",
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """The p-norm of all elements, or along dimensions: of a vector, its length.

    As `minigrad.linalg.vector_norm`, also of matrices; ``"nuc"`` alone is a norm of matrices.

    Args:
        input: floating point, any shape.
        p: the order; ``"fro"`` and None are 2.
        dim: one dimension or several; None means all.
        keepdim: keep the reduced dimensions, with size one.
        dtype: the type to compute in.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is not floating point; or there is no element to choose from.

    Example:
        >>> import minigrad
        >>> minigrad.norm(minigrad.tensor([[3.0, 4.0], [6.0, 8.0]]), dim=1)
        tensor([ 5., 10.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.norm.html
    """
    if isinstance(p, str) and p != "fro":
        return matrix_norm(input, p, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    return vector_norm(input, 2 if p in ("fro", None) else p, dim, keepdim, dtype=dtype)


def matrix_or_vector_norm(
    A: Tensor,
    ord: Any = None,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """The norm of a vector, or where `ord` or `dim` say so, of a matrix.

    Args:
        A: floating point, any shape.
        ord: an order of `matrix_norm` or `vector_norm`; None for 2 of all elements.
        dim: one dimension for vectors, two for matrices; None for all, of which there are at most
            two if there is an order.
        keepdim: keep the reduced dimensions, with size one.
        dtype: the type to compute in.

    Raises:
        RuntimeError: as these two do.

    Example:
        >>> import minigrad
        >>> A = minigrad.tensor([[3.0, 0.0], [0.0, 4.0]])
        >>> minigrad.linalg.norm(A), minigrad.linalg.norm(A, 2), minigrad.linalg.norm(A, 1, dim=0)
        (tensor(5.), tensor(4.), tensor([3., 4.]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.norm.html
    """
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    if dim is None and A.ndim not in (1, 2):
        raise RuntimeError(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got "
            f"{A.ndim}D."
        )
    dims = wrap_dims(dim, A.ndim)
    if len(dims) == 2 or isinstance(ord, str):
        return matrix_norm(A, ord, dims, keepdim, dtype=dtype)
    return vector_norm(A, ord, dims, keepdim, dtype=dtype)
