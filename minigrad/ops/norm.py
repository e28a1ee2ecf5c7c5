"""Norms: one number for the length of a vector."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .amax import shared_evenly
from .dims import Dims, reduced_axes
from .operands import bare
from .power import pow
from .reduce import check_flag, restored
from .rounding import abs, sgn
from .where import _masked_fill

if TYPE_CHECKING:
    from ..tensor import Tensor


def _norm_vjp(g: Any, input: Any, result: Any, ord: Any, dim: Any) -> Any:
    """x·|x|ᵖ⁻² / zᵖ⁻¹; where z is 0, a norm has a kink or a tip, the subgradient 0."""
    if ord == 0:
        return None  # PyTorch sends nothing on, not zeros
    g, norm = (restored(x, input.shape, dim) for x in (g, result))
    if isinf(ord):
        ties = bare(abs(input) == norm) | np.isnan(bare(input))
        return sgn(input) * shared_evenly(g, ties, dim)
    if ord == 1:
        return sgn(input) * g
    if ord == 2:  # no |x|, whose own derivative at 0 would be 0
        return g * _nothing_at(norm, input / norm)
    slope = _nothing_at(input, sgn(input) * pow(abs(input), ord - 1))
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
    sizes, axes = np.abs(input), reduced_axes(dim, input.ndim)
    if isinf(ord):
        return (np.max if ord > 0 else np.min)(sizes, axes, keepdims=keepdim)
    if ord == 0:
        return np.sum(sizes != 0, axes, input.dtype, keepdims=keepdim)
    return np.sum(sizes**ord, axes, keepdims=keepdim) ** (1 / ord)


def norm(input: Tensor, p: float | str = "fro", dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The p-norm of all elements, or along dimensions: of a vector, its length.

    ``(Σ|x|ᵖ)^(1/p)``; for infinity the largest ``|x|``, for 0 how many are not 0. The norm of
    zeros has no derivative, and gets 0. Saves `input` and the result.

    Args:
        input: floating point, any shape.
        p: the order; ``"fro"`` is 2.
        dim: one dimension or several; None means all.
        keepdim: keep the reduced dimensions, with size one.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is not floating point.
        ValueError: there is no element, and the largest or the smallest is asked for.

    Example:
        >>> import minigrad
        >>> minigrad.norm(minigrad.tensor([[3.0, 4.0], [6.0, 8.0]]), dim=1)
        tensor([ 5., 10.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.norm.html
    """
    check_flag(keepdim)
    if not input.is_floating_point():
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{input.dtype.kind}"
        )
    order = 2 if p == "fro" else p if isinstance(p, int) else float(p)
    return _vector_norm(input, order, dim, keepdim)  # type: ignore[no-any-return]
