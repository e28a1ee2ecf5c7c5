"""Sums and means, of all elements or along dimensions."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..autograd.region import strided
from ..autograd.wrap import is_tensor
from ..backend import Array, as_array
from ..dtype import dtype as DType
from .dims import Shape, reduced_axes, wrap_dims
from .shape import expand, reshape

if TYPE_CHECKING:
    from ..tensor import Tensor


def _everywhere(g: Any, input_shape: Shape) -> Any:
    """One value, seen by every element."""
    if is_tensor(g):
        return expand(g, input_shape)
    return strided(as_array(g), input_shape, (0,) * len(input_shape))  # no new memory


@op(r"\sum_i x_i", name="SumBackward0", input=(_everywhere, r"g"))
def _sum(input: Array) -> Array:
    return np.sum(input, dtype=_sum_type(input))


def _spread(g: Any, input_shape: Shape, dim: Any, keepdim: bool) -> Any:
    """One value for each group of elements, seen by all of its group."""
    dims = wrap_dims(dim, len(input_shape))
    kept = tuple(1 if d in dims else n for d, n in enumerate(input_shape))
    return expand(reshape(g, kept), input_shape)


@op(r"\sum_i x_i", name="SumBackward1", input=(_spread, r"g"))
def _sum_dim(input: Array, dim: Any, keepdim: bool = False) -> Array:
    return np.sum(input, reduced_axes(dim, input.ndim), keepdims=keepdim, dtype=_sum_type(input))


def _sum_type(input: Array) -> Any:
    return input.dtype if input.dtype.kind == "f" else np.int64


def sum(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """The sum of all elements, or along `dim`. Saves nothing.

    Args:
        input: any shape.
        dim: one dimension or several; None means all.
        keepdim: keep the summed dimensions, with size one.
        dtype: the type to sum in; integers and bools are summed as int64.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.sum(minigrad.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=0)
        tensor([4., 6.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sum.html
    """
    if dtype is not None:
        input = input.to(dtype)
    total = _sum(input) if dim is None else _sum_dim(input, dim, keepdim)
    return total if dtype is None else total.to(dtype)  # type: ignore[no-any-return]


def _mean_vjp(g: Any, input_shape: Shape) -> Any:
    return _everywhere(g / prod(input_shape), input_shape)


@op(r"\tfrac{1}{n} \sum_i x_i", name="MeanBackward0", input=(_mean_vjp, r"g / n"))
def _mean(input: Array) -> Array:
    return _quotient(np.sum(input, dtype=_wide(input)), input.size, input.dtype)


def _mean_dim_vjp(g: Any, input_shape: Shape, dim: Any, keepdim: bool) -> Any:
    return _spread(g / _count(input_shape, dim), input_shape, dim, keepdim)


@op(r"\tfrac{1}{n} \sum_i x_i", name="MeanBackward1", input=(_mean_dim_vjp, r"g / n"))
def _mean_dim(input: Array, dim: Any, keepdim: bool = False) -> Array:
    total = np.sum(input, reduced_axes(dim, input.ndim), keepdims=keepdim, dtype=_wide(input))
    return _quotient(total, _count(input.shape, dim), input.dtype)


def _wide(input: Array) -> Any:
    """The type to add up in: float16 overflows at 65520, long before a mean does."""
    return np.float32 if input.dtype == np.float16 else input.dtype


def _quotient(total: Array, count: int, dtype: Any) -> Array:
    return (total / total.dtype.type(count)).astype(dtype, copy=False)


def _count(shape: Shape, dim: Any) -> int:
    """How many elements are reduced to one."""
    return prod(shape[d] for d in wrap_dims(dim, len(shape))) if shape else 1


def mean(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """The mean of all elements, or along `dim`; nan for none at all. Saves nothing.

    Args:
        input: floating point, any shape.
        dim: one dimension or several; None means all.
        keepdim: keep the averaged dimensions, with size one.
        dtype: the type to compute in.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.mean(minigrad.tensor([1.0, 2.0, 6.0]))
        tensor(3.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.mean.html
    """
    if dtype is not None:
        input = input.to(dtype)
    elif is_tensor(input) and not input.is_floating_point():
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or "
            f"complex dtype. Got: {input.dtype.kind}"
        )
    return _mean(input) if dim is None else _mean_dim(input, dim, keepdim)  # type: ignore[no-any-return]
