"""How far elements lie from their mean: `var`, `std`, `var_mean`."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .dims import Dims, Shape, reduced_axes
from .reduce import _mean_dim, check_flag, count, mean, restored
from .where import _masked_fill

if TYPE_CHECKING:
    from ..tensor import Tensor


def _var_vjp(g: Any, input: Any, dim: Any, correction: Any) -> Any:
    """2(x - mean) / (n - correction): the mean moves too, but that adds up to nothing."""
    freedom = _freedom(input.shape, dim, correction)
    return restored(g, input.shape, dim) * 2 / freedom * (input - _mean_dim(input, dim, True))


def _freedom(shape: Shape, dim: Any, correction: Any) -> Any:
    return float(max(count(shape, dim) - correction, 0))


@op(
    r"\tfrac{1}{n-c} \sum_i (x_i - \bar{x})^2",
    name="VarBackward0",
    input=(_var_vjp, r"2g\,(x - \bar{x}) / (n-c)"),
)
def _var(input: Array, dim: Any, correction: Any, keepdim: bool = False) -> Array:
    return _variance(input, dim, correction, keepdim).astype(input.dtype)


def _std_vjp(g: Any, input: Any, result: Any, dim: Any, correction: Any) -> Any:
    """That of the root; elements that are all alike have no slope, and get 0."""
    g = _masked_fill(g / (result * 2), result == 0, 0)
    return _var_vjp(g, input, dim, correction)


@op(
    r"\sqrt{\tfrac{1}{n-c} \sum_i (x_i - \bar{x})^2}",
    name="StdBackward0",
    input=(_std_vjp, r"g\,(x - \bar{x}) / ((n-c) z)"),
)
def _std(input: Array, dim: Any, correction: Any, keepdim: bool = False) -> Array:
    return np.sqrt(_variance(input, dim, correction, keepdim)).astype(input.dtype)


def _variance(input: Array, dim: Any, correction: Any, keepdim: bool) -> Array:
    """In float64, where squares of float32 have room."""
    axes, wide = reduced_axes(dim, input.ndim), input.astype(np.float64)
    mean = np.sum(wide, axes, keepdims=True) / count(input.shape, dim)
    squares = np.sum(np.square(wide - mean), axes, keepdims=keepdim)
    return squares / _freedom(input.shape, dim, correction)


def var(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: float = 1,
) -> Tensor:
    """The variance of all elements, or along dimensions: the mean squared distance from the mean.

    The sum of squares is divided by n - `correction`: by n - 1 unless you say otherwise, for the
    mean was estimated from the same n elements. Saves `input`.

    Args:
        input: floating point, any shape.
        dim: one dimension or several; None or ``()`` means all. ``var(x, False)`` means `unbiased`.
        unbiased: False for ``correction=0``.
        keepdim: keep the reduced dimensions, with size one.
        correction: what is taken off n.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0, 6.0])
        >>> minigrad.var(x), minigrad.var(x, correction=0)
        (tensor(7.), tensor(4.6667))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.var.html
    """
    return _called(_var, input, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


def std(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: float = 1,
) -> Tensor:
    """The standard deviation, the root of `var`, whose arguments and errors it has.

    Saves `input` and the result. Where all elements are alike, the derivative is 0.

    Example:
        >>> import minigrad
        >>> minigrad.std(minigrad.tensor([1.0, 2.0, 6.0]), unbiased=False)
        tensor(2.1602)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.std.html
    """
    return _called(_std, input, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


def var_mean(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: float = 1,
) -> tuple[Tensor, Tensor]:
    """Variance and mean at once; arguments and errors are those of `var`. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.var_mean(minigrad.tensor([1.0, 2.0, 6.0]))
        (tensor(7.), tensor(3.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.var_mean.html
    """
    along = None if isinstance(dim, bool) else dim
    return var(input, dim, unbiased, keepdim, correction=correction), mean(input, along, keepdim)


def _called(
    row: Any, input: Any, dim: Any, unbiased: bool, keepdim: bool, correction: float
) -> Any:
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    check_flag(keepdim)
    correction = correction if unbiased else 0
    if not input.is_floating_point():
        raise RuntimeError(
            "std and var only support floating point and complex dtypes\n"
            f"This tensor holds {input.dtype}: .float() converts it."
        )
    if not _freedom(input.shape, dim, correction):
        warnings.warn(
            f"{row.op.label}(): degrees of freedom is <= 0. Correction should be strictly less "
            "than the reduction factor (input numel divided by output numel).",
            UserWarning,
            stacklevel=3,
        )
    return row(input, dim, correction, keepdim)
