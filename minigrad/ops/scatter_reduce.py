"""Values that meet at positions, joined: summed, multiplied, averaged, or the largest of them.

`scatter_add` is the first of these, and stands in `gathering`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor, is_tensor, type_name
from ..backend import Array, combine_at
from ..backend import scatter_add as add_at
from .comparison import where
from .gathering import _checked, _gather, _scatter_value, key_along
from .operands import array_of, constant
from .shapes import zeros_like

REDUCTIONS = ("sum", "prod", "mean", "amax", "amin")


def _reduce_vjp(
    g: Any, input: Any, index: Any, src: Any, result: Any, dim: int, reduce: str, include_self: bool
) -> Any:
    """The gradient of what was there before; it counts for nothing where it was left out."""
    if reduce == "prod":
        ones = zeros_like(input) + 1
        g = g * _scatter_reduce(ones, index, src, dim, "prod", True)
    elif reduce == "mean":
        g = _averaged(g, index, src, dim, include_self)
    elif reduce != "sum":
        g = where(input == result, 1, zeros_like(input)) * _shared(
            g, input, index, src, result, dim
        )
    return g if include_self else _scatter_value(g, index, 0, dim)


def _source_vjp(
    g: Any, input: Any, index: Any, src: Any, result: Any, dim: int, reduce: str, include_self: bool
) -> Any:
    """The gradient of what came in: that of the place, times its part in the result there."""
    if reduce == "prod":
        return _factor_vjp(g, input, index, src, dim, include_self)
    if reduce == "mean":
        g = _averaged(g, index, src, dim, include_self)
    elif reduce != "sum":
        most = _gather(result, index, dim)
        part = _shared(g, input, index, src, result, dim)
        return where(src == most, 1, zeros_like(src)) * _gather(part, index, dim)
    return _gather(g, index, dim)


def _counts(input: Array, index: Array, src: Array, dim: int, include_self: bool) -> Array:
    """How many values meet at each place; 1 where there are none."""
    begin = zeros_like(input) + int(include_self)
    add = OPS["_scatter_add"].op.forward
    return np.maximum(add(begin, index, zeros_like(src) + 1, dim), 1)


def _averaged(g: Any, index: Any, src: Any, dim: int, include_self: bool) -> Any:
    """The gradient of each of the values that are averaged."""
    counts = _counts(array_of(g), array_of(index), array_of(src), dim, include_self)
    return g / constant(counts, g)


def _shared(g: Any, input: Any, index: Any, src: Any, result: Any, dim: int) -> Any:
    """The gradient of a largest value, in equal parts to all that are as large."""
    own = where(input == result, 1, zeros_like(input))
    from_src = where(src == _gather(result, index, dim), 1, zeros_like(src))
    return g / OPS["_scatter_add"](own, index, from_src, dim)


def _factor_vjp(g: Any, input: Any, index: Any, src: Any, dim: int, include_self: bool) -> Any:
    """The gradient of a factor: the product of all others, of which none may be divided by 0.

    Zeros are left out of the product and counted: one zero is among the others of all but itself.
    """
    is_zero = src == 0
    nonzero = where(is_zero, 1, src)
    product = _scatter_reduce(input, index, nonzero, dim, "prod", include_self)
    ones = where(is_zero, 1, zeros_like(src))
    zeros = _gather(OPS["_scatter_add"](zeros_like(input), index, ones, dim), index, dim)
    others_have_none = where(zeros == ones, 1, zeros_like(src))
    return _gather(g * product, index, dim) * others_have_none / nonzero


@op(r"x \circ y_1 \circ y_2 \dots", input=(_reduce_vjp, r"g"), src=(_source_vjp, r"g_i"))
def _scatter_reduce(
    input: Array, index: Array, src: Array, dim: int, reduce: str, include_self: bool = True
) -> Array:
    out, key = np.atleast_1d(input).copy(), key_along(index, dim)
    values = src[tuple(map(slice, index.shape))].reshape(key[dim].shape)
    if not include_self:
        out[key] = _neutral(reduce, out.dtype)
    if reduce in ("sum", "mean"):
        add_at(out, key, values)
    else:
        combine_at(_JOIN[reduce], out, key, values)
    if reduce == "mean":
        counts = _counts(input, index, src, dim, include_self).reshape(out.shape)
        out = out / counts if out.dtype.kind == "f" else out // counts
    return out.reshape(input.shape)


_JOIN = {"prod": np.multiply, "amax": np.maximum, "amin": np.minimum}


def _neutral(reduce: str, dtype: Any) -> Any:
    """What changes no other value that it is joined with."""
    if reduce in ("sum", "mean", "prod"):
        return int(reduce == "prod")
    if dtype.kind == "f":
        return -np.inf if reduce == "amax" else np.inf
    limits = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    return limits[reduce == "amin"]


_scatter_reduce_ = in_place(_scatter_reduce)


@public(method=True)
def scatter_reduce(
    input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True
) -> Tensor:
    """`input` with all elements of `src` that `index` sends to a place joined with what is there.

    Saves `input`, `index`, `src` and the result.

    Args:
        input: any shape.
        dim: a dimension.
        index: of int64 or int32; as many dimensions as `input`, none larger, but for `dim`.
        src: a tensor of the type of `input` at least as large as `index`. Its gradient exists only
            where it is just as large.
        reduce: how: ``"sum"``, ``"prod"``, ``"mean"``, ``"amax"`` or ``"amin"``.
        include_self: whether the element of `input` takes part; where nothing is sent it stays.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `index` or `src` has another type or does not fit, `index` leads out of
            `input`, or there is no such `reduce`.

    Example:
        >>> import minigrad
        >>> x, places = minigrad.tensor([1.0, 2.0]), minigrad.tensor([0, 0, 1])
        >>> x.scatter_reduce(0, places, minigrad.tensor([5.0, 7.0, 1.0]), reduce="amax")
        tensor([7., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_reduce_.html
    """
    dim = _joined_dim("scatter_reduce", input, dim, index, src, reduce)
    return _scatter_reduce(input, index, src, dim, _NAMES.get(reduce, reduce), include_self)


@public(function=False, method=True)
def scatter_reduce_(
    input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True
) -> Tensor:
    """In-place version of `scatter_reduce`: writes into `input` and returns it."""
    dim = _joined_dim("scatter_reduce_", input, dim, index, src, reduce)
    return _scatter_reduce_(input, index, src, dim, _NAMES.get(reduce, reduce), include_self)


_NAMES = {"max": "amax", "min": "amin"}  # PyTorch takes these, too


def _joined_dim(name: str, input: Any, dim: int, index: Any, src: Any, reduce: str) -> int:
    if not is_tensor(src):
        said = f"must be Tensor, not {type_name(src)}"
        raise TypeError(f"{name}(): argument 'src' (position 3) {said}")
    if _NAMES.get(reduce, reduce) not in REDUCTIONS:
        words = "reduce argument must be either sum, prod, mean, amax or amin, got"
        raise RuntimeError(f"{words} {reduce}")
    return _checked("scatter", input, dim, index, src)
