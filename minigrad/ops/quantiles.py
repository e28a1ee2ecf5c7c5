"""Quantiles, medians without nan, and what occurs most often."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..autograd.registry import op, public
from ..autograd.wrap import Tensor, is_tensor, wrap
from ..backend import Array, module_of
from .combined import lerp
from .gathering import gather
from .operands import wrap_dim
from .ordering import along_dim, picked, shared_vjp, sort
from .reductions import check_elements, check_flag
from .shapes import _unsafe_view, movedim, reshape

# ---------------------------------------------------------------------------------- quantiles

_ROUNDED = {"lower": np.floor, "higher": np.ceil, "nearest": np.rint}


@public(method=True)
def quantile(
    input: Tensor,
    q: Any,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """What the part `q` of all elements lies below, between the two that are nearest to that.

    Of several `q` the results stand along a new first dimension. Where there is a nan, it is the
    result. Saves where the elements were, and how far between them.

    Args:
        input: floating point, any shape.
        q: a number from 0 to 1, or a vector of them.
        dim: a dimension; None means all elements.
        keepdim: keep the reduced dimension, with size one.
        interpolation: ``"linear"``, ``"lower"``, ``"higher"``, ``"midpoint"`` or ``"nearest"``.

    Raises:
        RuntimeError: there is no element, or an argument is out of its range.

    Example:
        >>> import minigrad
        >>> minigrad.quantile(minigrad.tensor([0.0, 1.0, 4.0, 9.0]), 0.5)
        tensor(2.5000)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.quantile.html
    """
    return _quantile("quantile", input, q, dim, keepdim, interpolation)


@public(method=True)
def nanquantile(
    input: Tensor,
    q: Any,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """`quantile` of the elements that are not nan; nan where there is no other.

    Example:
        >>> import minigrad
        >>> minigrad.nanquantile(minigrad.tensor([0.0, 1.0, float("nan")]), 0.5)
        tensor(0.5000)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nanquantile.html
    """
    return _quantile("nanquantile", input, q, dim, keepdim, interpolation)


def _quantile(
    called: str, input: Any, q: Any, dim: int | None, keepdim: bool, interpolation: str
) -> Any:
    parts = _parts(called, input, q, interpolation)
    place = None if dim is None else wrap_dim(dim, input.ndim)
    rows = reshape(input, (-1,)) if place is None or not input.ndim else movedim(input, place, -1)
    in_order = sort(rows, -1)[0]
    ranks = _ranks(in_order._array, parts.reshape(-1), called == "quantile")
    found = _between(in_order, ranks, interpolation)
    shape = list(input.shape)
    if place is None or not input.ndim:
        shape = [1] * input.ndim if keepdim else []
    elif keepdim:
        shape[place] = 1
    else:
        del shape[place]
    return _unsafe_view(movedim(found, -1, 0), (*parts.shape, *shape))


def _ranks(in_order: Array, parts: Array, spread_nan: bool) -> Array:
    """Where the quantiles lie among the elements, counted from 0; nan stands at the end."""
    size = in_order.shape[-1]
    numbers = size - np.isnan(in_order).sum(-1, keepdims=True)
    ranks = parts * np.maximum(numbers - 1, 0)
    if spread_nan:
        ranks = np.where(numbers < size, size - 1, ranks)
    return ranks.astype(in_order.dtype)


def _between(in_order: Any, ranks: Array, interpolation: str) -> Any:
    if interpolation in _ROUNDED:
        return gather(in_order, -1, wrap(_ROUNDED[interpolation](ranks).astype(np.int64)))
    below, above = (gather(in_order, -1, wrap(f(ranks).astype(np.int64))) for f in _ENDS)
    way = np.full_like(ranks, 0.5) if interpolation == "midpoint" else ranks - np.floor(ranks)
    return lerp(below, above, wrap(way))


_ENDS = (np.floor, np.ceil)


def _parts(called: str, input: Any, q: Any, interpolation: str) -> Array:
    """`q` as an array beside `input`, once everything was found right."""
    if not input.numel():
        raise RuntimeError(f"{called}() input tensor must be non-empty")
    if not input.is_floating_point():
        raise RuntimeError(f"{called}() input tensor must be either float or double dtype")
    if interpolation not in ("linear", "midpoint", *_ROUNDED):
        raise RuntimeError(
            f"{called}() interpolation must be one of linear, lower, higher, midpoint or nearest, "
            f"but got {interpolation}"
        )
    if not is_tensor(q):
        if not 0 <= q <= 1:
            raise RuntimeError(f"{called}() q must be in the range [0, 1] but got {q}")
        return module_of(input._array).full((), q, input._array.dtype)
    if q.ndim > 1:
        raise RuntimeError(f"{called}() q must be a scalar or 1D tensor")
    if q.dtype != input.dtype:
        raise RuntimeError(f"{called}() q tensor must be same dtype as the input tensor")
    if not bool(((q._array >= 0) & (q._array <= 1)).all()):
        raise RuntimeError(f"{called}() q values must be in the range [0, 1]")
    return q._array


# ---------------------------------------------------------------------------------- medians


def _nan_middle(input: Array, dim: int) -> Array:
    """Where the median of the numbers lies along `dim`; nan, which comes last, does not count."""
    order = np.argsort(input, dim, kind="stable")
    numbers = input.shape[dim] - np.isnan(input).sum(dim, keepdims=True)
    return np.take_along_axis(order, np.maximum(numbers - 1, 0) // 2, dim)


@op(r"\mathrm{med}_i\,x_i", name="NanmedianBackward0", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _nanmedian(input: Array) -> Array:
    if not input.size:
        return input.sum() * np.nan
    flat = input.reshape(-1)
    return flat[_nan_middle(flat, 0)][0]


@along_dim(r"\mathrm{med}_i\,x_i", name="NanmedianBackward1", label="nanmedian")
def _nanmedian_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    check_elements("nanmedian", input.shape, dim)
    return picked(input, _nan_middle(np.atleast_1d(input), dim), dim, keepdim)


@public(method=True)
def nanmedian(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The `median` of the elements that are not nan; its arguments, results and errors.

    Example:
        >>> import minigrad
        >>> minigrad.nanmedian(minigrad.tensor([4.0, float("nan"), 1.0]))
        tensor(1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nanmedian.html
    """
    check_flag(keepdim)
    if dim is None and not keepdim:
        return _nanmedian(input)
    return _nanmedian_dim(input, wrap_dim(dim, input.ndim), keepdim)


# ---------------------------------------------------------------------------------- the mode


def _most_frequent(input: Array, dim: int) -> Array:
    """Where the last of the most frequent elements lies along `dim`, kept with size one."""
    there = np.moveaxis(input, dim, -1)
    order = np.argsort(there, -1, kind="stable")
    rows = np.take_along_axis(there, order, -1)
    n, lanes = rows.shape[-1], math.prod(rows.shape[:-1])
    starts = np.zeros_like(rows, dtype=np.int64)
    starts[..., 1:] = rows[..., 1:] != rows[..., :-1]
    groups = np.cumsum(starts, -1).reshape(lanes, n)
    first = n * module_of(input).arange(lanes)[:, None]
    counts = np.bincount((groups + first).reshape(-1), minlength=lanes * n).reshape(lanes, n)
    best = np.argmax(counts, 1)[:, None]
    last = np.take_along_axis(np.cumsum(counts, 1), best, 1) - 1
    found = np.take_along_axis(order.reshape(lanes, n), last, 1)
    return np.moveaxis(found.reshape(*rows.shape[:-1], 1), -1, dim)


@along_dim(r"\mathrm{mode}_i\,x_i", name="ModeBackward0", label="mode")
def _mode(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    check_elements("mode", input.shape, dim)
    if not input.size:
        return picked(input, np.argmax(np.atleast_1d(input), dim, keepdims=True), dim, keepdim)
    return picked(input, _most_frequent(np.atleast_1d(input), dim), dim, keepdim)


@public(method=True)
def mode(input: Tensor, dim: int = -1, keepdim: bool = False) -> Any:
    """What occurs most often along `dim`: a named tuple ``(values, indices)``.

    Of several the smallest; the index is that of the last such element, which gets the gradient.
    Saves the indices.

    Args:
        input: any shape.
        dim: a dimension.
        keepdim: keep the reduced dimension, with size one.

    Raises:
        IndexError: there is no such dimension, or nothing along it.

    Example:
        >>> import minigrad
        >>> values, indices = minigrad.mode(minigrad.tensor([1, 2, 2]))
        >>> values, indices
        (tensor(2), tensor(2))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.mode.html
    """
    check_flag(keepdim)
    return _mode(input, wrap_dim(dim, input.ndim), keepdim)
