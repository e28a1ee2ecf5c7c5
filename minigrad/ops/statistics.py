r"""Statistics of several numbers at once: variance with mean, sums without nan, covariances.

In TeX, x is `input`, :math:`\bar{x}` its mean, z the result, g its gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array
from ..dtype import dtype as DType
from .comparison import masked_fill
from .joining import diagonal
from .linalg import mm
from .operands import Dims, array_of, constant, reduced_axes
from .ordering import clamp
from .reductions import (
    _called,
    _mean_vjp,
    _spread,
    _std_vjp,
    _sum_dim,
    _var_vjp,
    _variance,
    check_flag,
    in_type,
    mean,
    restored,
    sum_type,
)
from .shapes import reshape, t, unsqueeze

# ------------------------------------------------------------------------------- variance with mean


def _both_vjp(grads: Any, input: Any, dim: Any, correction: Any) -> Any:
    spread, middle = grads
    return _var_vjp(spread, input, dim, correction) + _mean_vjp(middle, input.shape, dim)


@op(r"\mathrm{var}\,x, \bar{x}", outputs=(), label="var_mean", input=(_both_vjp, r"\dots"))
def _var_mean(
    input: Array, dim: Any, correction: Any, keepdim: bool = False
) -> tuple[Array, Array]:
    variance = _variance(input, dim, correction, keepdim).astype(input.dtype)
    return variance, np.mean(input, reduced_axes(dim, input.ndim), keepdims=keepdim)


def _root_vjp(grads: Any, input: Any, result0: Any, dim: Any, correction: Any) -> Any:
    spread, middle = (restored(g, input.shape, dim) for g in grads)
    result = restored(result0, input.shape, dim)
    found = _std_vjp(spread, input, result, dim, correction)
    return found + _mean_vjp(middle, input.shape, dim)


@op(
    r"\mathrm{std}\,x, \bar{x}",
    label="std_mean",
    outputs=("result0", "result1"),
    input=(_root_vjp, r"\dots"),
)
def _std_mean(
    input: Array, dim: Any, correction: Any, keepdim: bool = False
) -> tuple[Array, Array]:
    variance, middle = OPS["_var_mean"].op.forward(input, dim, correction, keepdim)
    return np.sqrt(variance), middle


@public(function=True)
def var_mean(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: float = 1,
) -> tuple[Tensor, Tensor]:
    """The variance and the mean: see `var`, whose arguments and errors it has. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.var_mean(minigrad.tensor([1.0, 2.0, 6.0]))
        (tensor(7.), tensor(3.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.var_mean.html
    """
    return _called(_var_mean, input, dim, unbiased, keepdim, correction)


@public(function=True)
def std_mean(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: float = 1,
) -> tuple[Tensor, Tensor]:
    """The standard deviation and the mean: see `std`, whose arguments and errors it has.

    Saves `input` and the standard deviation.

    Example:
        >>> import minigrad
        >>> minigrad.std_mean(minigrad.tensor([1.0, 2.0, 3.0]))
        (tensor(1.), tensor(2.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.std_mean.html
    """
    return tuple(_called(_std_mean, input, dim, unbiased, keepdim, correction))


# ---------------------------------------------------------------------------------- without nan


def _nansum_vjp(g: Any, input: Any, dim: Any) -> Any:
    missing = constant(np.isnan(array_of(input)), g)
    return masked_fill(_spread(g, input.shape, dim), missing, 0)


@op(r"\sum_i x_i", label="nansum", input=(_nansum_vjp, r"g \odot [x = x]"))
def _nansum(input: Array, dim: Any, keepdim: bool = False) -> Array:
    numbers = np.where(np.isnan(input), input.dtype.type(0), input)
    return numbers.sum(reduced_axes(dim, input.ndim), sum_type(input), keepdims=keepdim)


@public(method=True)
def nansum(
    input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """The sum of the elements that are not nan; the arguments are those of `sum`. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.nansum(minigrad.tensor([1.0, float("nan"), 2.0]))
        tensor(3.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nansum.html
    """
    check_flag(keepdim)
    return in_type(_nansum(in_type(input, dtype), dim, keepdim), dtype)


@public(method=True)
def nanmean(
    input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """The mean of the elements that are not nan; the arguments are those of `mean`.

    Example:
        >>> import minigrad
        >>> minigrad.nanmean(minigrad.tensor([1.0, float("nan"), 2.0]))
        tensor(1.5000)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nanmean.html
    """
    if not input.is_floating_point():
        raise RuntimeError(
            f"nanmean(): expected input to have floating point or complex dtype but got "
            f"{input.dtype.title}"
        )
    there = constant(~np.isnan(input._array), input)
    return nansum(input, dim, keepdim, dtype=dtype) / _sum_dim(there, dim, keepdim)


# ---------------------------------------------------------------------------------- covariances


@public(method=True)
def cov(input: Tensor, *, correction: int = 1) -> Tensor:
    """How variables vary together: of each two the mean product of their distances from the mean.

    Args:
        input: ``(N, M)``, M observations of N variables; or ``(M,)`` of one.
        correction: what is taken off M in that mean.

    Returns:
        ``(N, N)``, or ``()`` of one variable.

    Raises:
        RuntimeError: `input` has more than two dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.cov(minigrad.tensor([[0.0, 2.0], [1.0, 5.0]]))
        tensor([[2., 4.],
                [4., 8.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cov.html
    """
    if input.ndim > 2:
        raise RuntimeError(
            "cov(): expected input to have two or fewer dimensions but got an input with "
            f"{input.ndim} dimensions"
        )
    rows = input if input.ndim == 2 else reshape(input, (1, -1))
    apart = rows - mean(rows, 1, True)
    found = mm(apart, t(apart)) / (rows.shape[1] - correction)
    return found if input.ndim == 2 else reshape(found, ())


@public(method=True)
def corrcoef(input: Tensor) -> Tensor:
    """`cov`, divided by both standard deviations: from -1 to 1.

    Example:
        >>> import minigrad
        >>> minigrad.corrcoef(minigrad.tensor([[0.0, 2.0], [5.0, 1.0]]))
        tensor([[ 1., -1.],
                [-1.,  1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.corrcoef.html
    """
    found = cov(input)
    if not found.ndim:
        return found / found
    spread = diagonal(found).sqrt()
    return clamp(found / unsqueeze(spread, 1) / unsqueeze(spread, 0), -1, 1)
