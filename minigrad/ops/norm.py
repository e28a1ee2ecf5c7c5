"""Norms: one number for the length of a vector."""

from __future__ import annotations

from math import inf, isinf
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import type_name
from ..autograd.record import op
from ..backend import Array
from ..dtype import dtype as DType
from ..dtype import meant
from .amax import shared_evenly
from .dims import reduced_axes
from .layout import packed
from .operands import as_number, bare
from .power import pow
from .reduce import in_type, restored, wide
from .rounding import abs, sgn
from .where import _masked_fill

if TYPE_CHECKING:
    from ..tensor import Tensor


def _norm_vjp(g: Any, input: Any, result: Any, ord: Any, dim: Any) -> Any:
    """x·|x|ᵖ⁻² / zᵖ⁻¹; at 0, where a norm has a kink or a tip, the subgradient 0."""
    if ord == 0:
        return None  # PyTorch sends nothing on, not zeros
    g, norm = (restored(x, input.shape, dim) for x in (g, result))
    if ord == 1:
        return sgn(input) * g
    if ord == 2:
        return g * _nothing_at(norm, input / norm)
    if isinf(ord):
        ties = bare(abs(input) == norm) | np.isnan(bare(input))
        return sgn(input) * shared_evenly(g, ties, reduced_axes(dim, input.ndim))
    if ord < 1:
        return sgn(input) * _nothing_at(input, pow(abs(input), ord - 1)) * g * pow(norm, 1 - ord)
    slope = sgn(input) * pow(abs(input), ord - 1) if ord < 2 else input * pow(abs(input), ord - 2)
    return slope * _nothing_at(norm, g / pow(norm, ord - 1))


def _nothing_at(x: Any, quotient: Any) -> Any:
    """`quotient`, but 0 where `x` is 0."""
    return _masked_fill(quotient, x == 0, 0)


@op(
    r"\bigl(\textstyle\sum_i |x_i|^p\bigr)^{1/p}",
    name="LinalgVectorNormBackward0",
    input=(_norm_vjp, r"g\, x |x|^{p-2} / z^{p-1}"),
)
def _vector_norm(
    input: Array, ord: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None
) -> Array:
    kind = dtype or input.dtype
    sizes, axes = np.abs(input.astype(wide(kind))), reduced_axes(dim, input.ndim)
    if isinf(ord):
        found = (np.max if ord > 0 else np.min)(sizes, axes, keepdims=keepdim)
    elif ord == 0:
        found = np.sum(sizes != 0, axes, keepdims=keepdim)
    elif ord == 2:
        found = np.sqrt(np.sum(np.square(sizes), axes, keepdims=keepdim))
    else:
        found = np.sum(sizes**ord, axes, keepdims=keepdim) ** (1 / ord)
    return packed(found.astype(kind, copy=False))


def norm(
    input: Any,
    p: float | str | None = "fro",
    dim: Any = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """The p-norm of all elements, or along dimensions: of a vector, its length.

    ``(Σ|x|ᵖ)^(1/p)``; for infinity the largest ``|x|``, for 0 how many are not 0. The norm of
    zeros has no derivative, and gets 0. Saves `input` and the result.

    Args:
        input: floating point, any shape.
        p: the order; ``"fro"`` and None are 2.
        dim: one dimension or several; None means all.
        keepdim: keep the reduced dimensions, with size one.
        dtype: the type to compute in.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is not floating point, `p` is no order, `dtype` is narrower than
            `input`, or there is no element for a norm that needs one.
        TypeError: `p`, `dim` or `keepdim` is of another type.

    Example:
        >>> import minigrad
        >>> minigrad.norm(minigrad.tensor([[3.0, 4.0], [6.0, 8.0]]), dim=1)
        tensor([ 5., 10.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.norm.html
    """
    order: Any = 2 if p is None or (isinstance(p, str) and p == "fro") else p
    if p == "fro" and isinstance(dim, (tuple, list)) and len(dim) > 2:
        raise RuntimeError(
            f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join(map(str, dim))}\n"
            "Over more dimensions, p=2 means the same."
        )
    if isinstance(order, str):
        raise RuntimeError(
            f"linalg.matrix_norm: Order {order} not supported.\nGive a number, or 'fro' for 2."
        )
    dtype = meant(dtype)
    _check_types(input, dtype)
    order = _checked(order, dim, keepdim)
    _check_some(input, order, dim)
    return in_type(_vector_norm, input, dtype, order, dim, keepdim)  # type: ignore[no-any-return]


def _check_types(input: Any, dtype: DType | None) -> None:
    if not input.is_floating_point():
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{input.dtype.kind}"
        )
    if dtype is None:
        return
    if not dtype.is_floating_point:
        raise RuntimeError(
            f"linalg.vector_norm: dtype should be floating point or complex, but got {dtype.kind}"
        )
    if dtype.itemsize < input.dtype.itemsize:
        raise RuntimeError(
            f"linalg.vector_norm: the dtype of the input ({input.dtype.kind}) should be "
            f"convertible without narrowing to the specified dtype ({dtype.kind})"
        )


def _checked(order: Any, dim: Any, keepdim: Any) -> Any:
    """The order as a number of Python's, if it and the others are of the types that are wanted."""
    order = as_number("linalg_vector_norm", "ord", 2, order)
    named = dim is None or isinstance(dim, (tuple, list)) or hasattr(dim, "__index__")
    for name, position, wanted, value, fits in (
        ("dim", 3, "tuple of ints", dim, named),
        ("keepdim", 4, "bool", keepdim, isinstance(keepdim, bool)),
    ):
        if not fits:
            raise TypeError(
                f"linalg_vector_norm(): argument '{name}' (position {position}) must be {wanted}, "
                f"not {type_name(value)}"
            )
    return order


def _check_some(input: Any, order: float, dim: Any) -> None:
    """The largest of no elements there is not; nor the inverse of their sum."""
    if input.numel() or not (order < 0 or order == inf):
        return
    axes = reduced_axes(dim, input.ndim)
    given = () if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
    empty = [each for each, axis in zip(given, axes) if not input.shape[axis]]
    if empty or not given:
        which = f"the dimension {empty[0]}because this dimension is empty and" if empty else ""
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {order:g} norm on "
            f"{which or 'an empty tensor because'} the operation does not have an identity"
        )
