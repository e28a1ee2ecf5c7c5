"""How far elements lie from their mean: `var`, `std`, `var_mean`."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .dims import Shape, reduced_axes
from .layout import packed
from .operands import as_number, bare, constant
from .parse import IntOrShape, overloaded
from .reduce import _mean, _mean_dim, check_flag, count, mean_vjp, restored
from .where import _masked_fill

if TYPE_CHECKING:
    from ..tensor import Tensor


_forms = overloaded(
    "(Tensor input, bool unbiased=True)",
    "(Tensor input, tuple of ints dim, bool unbiased=True, bool keepdim=False)",
    "(Tensor input, tuple of ints dim=None, *, Number correction=None, bool keepdim=False)",
)


def _var_vjp(g: Any, input: Any, dim: Any, correction: Any) -> Any:
    """2(x - mean) / (n - correction): the mean moves too, but that adds up to nothing."""
    g = restored(g, input.shape, dim)
    mean = _mean(input) if dim is None else _mean_dim(input, dim, True)
    off = input - mean
    freedom = _freedom(input.shape, dim, correction)
    if freedom > 0 or (dim is not None and input.ndim):
        return g * (2 / freedom if freedom else np.inf) * off
    return g * constant(
        np.where(bare(input) == bare(mean), np.nan, np.inf).astype(bare(g).dtype), g
    )


def _freedom(shape: Shape, dim: Any, correction: Any) -> Any:
    return count(shape, dim) - (1 if correction is None else correction)


@op(
    r"\tfrac{1}{n-c} \sum_i (x_i - \bar{x})^2",
    name="VarBackward0",
    input=(_var_vjp, r"2g\,(x - \bar{x}) / (n-c)"),
)
def _var(input: Array, dim: Any, correction: Any = None, keepdim: bool = False) -> Array:
    return _moments(input, dim, correction, keepdim)[0].astype(input.dtype)


def _std_vjp(g: Any, input: Any, result: Any, dim: Any, correction: Any) -> Any:
    return _var_vjp(_over(g, result * 2), input, dim, correction)


def _over(g: Any, divisor: Any) -> Any:
    """``g / divisor``, and 0 where that is 0: elements that are all alike have no slope."""
    return _masked_fill(g / divisor, divisor == 0, 0)


@op(
    r"\sqrt{\tfrac{1}{n-c} \sum_i (x_i - \bar{x})^2}",
    name="StdBackward0",
    input=(_std_vjp, r"g\,(x - \bar{x}) / ((n-c) z)"),
)
def _std(input: Array, dim: Any, correction: Any = None, keepdim: bool = False) -> Array:
    return np.sqrt(_moments(input, dim, correction, keepdim)[0]).astype(input.dtype)


def _var_mean_vjp(grads: Any, input: Any, dim: Any, correction: Any) -> Any:
    return _var_vjp(grads[0], input, dim, correction) + mean_vjp(grads[1], input.shape, dim)


@op(
    r"\tfrac{1}{n-c} \sum_i (x_i - \bar{x})^2,\; \bar{x}",
    name="VarMeanBackward0",
    outputs=(),
    input=(_var_mean_vjp, r"2g_1 (x - \bar{x}) / (n-c) + g_2 / n"),
)
def _var_mean(
    input: Array, dim: Any, correction: Any = None, keepdim: bool = False
) -> tuple[Array, Array]:
    found = _moments(input, dim, correction, keepdim)
    return found[0].astype(input.dtype), found[1].astype(input.dtype)


def _moments(input: Array, dim: Any, correction: Any, keepdim: bool) -> tuple[Array, Array]:
    """Variance and mean, in float64, where squares of float16 and float32 have room."""
    axes = reduced_axes(dim, input.ndim)
    wide = input.astype(np.float64)
    mean = np.sum(wide, axes, keepdims=True) / np.float64(count(input.shape, dim))
    squares = np.sum(np.square(wide - mean), axes, keepdims=keepdim)
    freedom = max(_freedom(input.shape, dim, correction), 0)
    return packed(squares / np.float64(freedom)), packed(mean).reshape(squares.shape)


@_forms
def var(
    input: Tensor,
    dim: IntOrShape | None = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: float | None = None,
) -> Tensor:
    """The variance of all elements, or along dimensions: the mean squared distance from the mean.

    The sum of squares is divided by n - `correction`: by n - 1 unless you say otherwise, for the
    mean was estimated from the same n elements. Saves `input`.

    Args:
        input: floating point, any shape.
        dim: one dimension or several; None or ``()`` means all. ``var(x, False)`` means `unbiased`.
        unbiased: False for ``correction=0``.
        keepdim: keep the reduced dimensions, with size one.
        correction: what is taken off n; 1 if None.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is not floating point.
        TypeError: both `unbiased` and `correction` are given.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0, 6.0])
        >>> minigrad.var(x), minigrad.var(x, correction=0)
        (tensor(7.), tensor(4.6667))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.var.html
    """
    return _called("var", _var, input, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


@_forms
def std(
    input: Tensor,
    dim: IntOrShape | None = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: float | None = None,
) -> Tensor:
    """The standard deviation, the root of `var`, whose arguments and errors it has.

    Saves `input` and the result. Where all elements are alike, the derivative is 0.

    Example:
        >>> import minigrad
        >>> minigrad.std(minigrad.tensor([1.0, 2.0, 6.0]), unbiased=False)
        tensor(2.1602)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.std.html
    """
    return _called("std", _std, input, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


@_forms
def var_mean(
    input: Tensor,
    dim: IntOrShape | None = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: float | None = None,
) -> tuple[Tensor, Tensor]:
    """Variance and mean at once; arguments and errors are those of `var`. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.var_mean(minigrad.tensor([1.0, 2.0, 6.0]))
        (tensor(7.), tensor(3.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.var_mean.html
    """
    return _called("var_mean", _var_mean, input, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


def _called(
    name: str, row: Any, input: Any, dim: Any, unbiased: Any, keepdim: bool, correction: Any
) -> Any:
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if unbiased is not None:
        check_flag(unbiased)
    check_flag(keepdim)
    if not is_tensor(input) or (unbiased is not None and correction is not None):
        return NotImplemented
    if not input.is_floating_point():
        what = name if name == "var_mean" else "std and var"
        raise RuntimeError(
            f"{what} only support floating point and complex dtypes\n"
            f"This tensor holds {input.dtype}: .float() converts it."
        )
    if unbiased is not None:
        correction = int(unbiased)
    elif correction is not None:
        correction = as_number(name, "correction", 3, correction)
    if not input.numel() or _freedom(tuple(input.shape), dim, correction) <= 0:
        warnings.warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the "
            "reduction factor (input numel divided by output numel).",
            UserWarning,
            stacklevel=4,
        )
    return row(input, dim, correction, keepdim)
