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
from ..dtype import meant
from .broadcast import expand
from .dims import Shape, names_none, reduced_axes, wrap_dims
from .half import quotient, rounded_once
from .layout import packed
from .operands import LEFT_OUT
from .parse import IntOrShape, overloaded
from .shape import unsqueeze

if TYPE_CHECKING:
    from ..tensor import Tensor


def _everywhere(g: Any, input_shape: Shape) -> Any:
    """One value, seen by every element."""
    if is_tensor(g):
        return expand(g, input_shape)
    return strided(as_array(g), input_shape, (0,) * len(input_shape))  # no new memory


@op(r"\sum_i x_i", name="SumBackward0", input=(_everywhere, r"g"))
def _sum(input: Array, dtype: Any = None) -> Array:
    return _total(input, None, False, dtype)


def restored(x: Any, input_shape: Shape, dim: Any) -> Any:
    """What a reduction gave, so that it broadcasts with what was reduced.

    Where some dimensions are left, those that are gone are put back, of size one.
    """
    if dim is None or names_none(dim) or len(x.shape) == len(input_shape):
        return x
    if not is_tensor(x):
        return x.reshape(kept(input_shape, dim))
    for d in sorted(wrap_dims(dim, len(input_shape))):
        x = unsqueeze(x, d)
    return x


def kept(shape: Shape, dim: Any) -> Shape:
    """`shape` with size one along `dim`."""
    dims = wrap_dims(dim, len(shape))
    return tuple(1 if d in dims else n for d, n in enumerate(shape))


def _spread(g: Any, input_shape: Shape, dim: Any) -> Any:
    """One value for each group of elements, seen by all of its group."""
    if dim is None or not input_shape:
        return _everywhere(g, input_shape)
    return expand(restored(g, input_shape, dim), input_shape)


@op(r"\sum_i x_i", name="SumBackward1", input=(_spread, r"g"))
def _sum_dim(input: Array, dim: Any, keepdim: bool = False, dtype: Any = None) -> Array:
    return _total(input, reduced_axes(dim, input.ndim), keepdim, dtype)


def _total(input: Array, axes: Any, keepdim: bool, dtype: Any) -> Array:
    if dtype is not None:
        input = input.astype(dtype, copy=False)
    total = input.sum(axes, sum_type(input), None, keepdim)
    return packed(total if dtype is None else total.astype(dtype, copy=False))


def sum_type(input: Array) -> Any:
    """The type that the elements of `input` are added up, or multiplied, in."""
    return input.dtype if input.dtype.kind == "f" else np.int64


def in_type(row: Any, input: Any, dtype: DType | None, *args: Any) -> Any:
    """``row(input, *args)`` computed in `dtype`; the gradient comes back in the type of `input`."""
    if dtype is None:
        return row(input, *args)
    return own_types(row(input, *args, dtype=meant(dtype).numpy), input)


def own_types(out: Any, *inputs: Any) -> Any:
    """`out`, whose gradients may come in another type; each input gets its in the input's own."""
    if out._edge is not None:
        node = out._edge[0]
        node.casts, node.fits = [x._array.dtype for x in inputs], False
    return out


_forms = overloaded(
    "(Tensor input, *, dtype dtype=None)",
    "(Tensor input, tuple of ints dim, bool keepdim=False, *, dtype dtype=None)",
)


@_forms
def sum(
    input: Tensor,
    dim: IntOrShape | None = LEFT_OUT,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """The sum of all elements, or along `dim`. Saves nothing.

    Args:
        input: any shape.
        dim: one dimension or several; None, or to leave it out, means all.
        keepdim: keep the summed dimensions, with size one; for this `dim` has to be given.
        dtype: the type to sum in; integers and bools are summed as int64.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.sum(minigrad.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=0)
        tensor([4., 6.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sum.html
    """
    if dim is LEFT_OUT:
        return NotImplemented if keepdim else in_type(_sum, input, dtype)
    check_flag(keepdim)
    return in_type(_sum_dim, input, dtype, dim, keepdim)  # type: ignore[no-any-return]


def check_flag(keepdim: Any) -> None:
    """Raise unless `keepdim` is a bool; PyTorch's words for that are found by `parse`."""
    if not isinstance(keepdim, bool):
        raise TypeError(f"argument 'keepdim' must be bool, not {type(keepdim).__name__}")


@op(r"x / c", name="DivBackward1", input=(lambda g, divisor: quotient(g, divisor), r"g / c"))
@rounded_once
def share(input: Array, divisor: Any) -> Array:
    """``input / divisor`` for a number: what PyTorch records inside a mean."""
    return input / divisor


@op(
    r"\tfrac{1}{n} \sum_i x_i",
    name="MeanBackward0",
    input=(lambda g, input_shape: mean_vjp(g, input_shape, None), r"g / n"),
)
def _mean(input: Array, dtype: Any = None) -> Array:
    dtype = dtype or input.dtype
    return _quotient(np.sum(input, dtype=wide(dtype)), input.size, dtype)


def mean_vjp(g: Any, input_shape: Shape, dim: Any) -> Any:
    """The rule of a mean along `dim`: each element counts for one of n.

    Tensors are spread first and divided then, as PyTorch records it. Arrays are divided first,
    while there is one number for each group; the copy gives every element memory of its own.
    """
    n = count(input_shape, dim)
    if is_tensor(g):
        return share(_spread(g, input_shape, dim), n)
    return _spread(quotient(g, n), input_shape, dim).copy()


@op(r"\tfrac{1}{n} \sum_i x_i", name="MeanBackward1", input=(mean_vjp, r"g / n"))
def _mean_dim(input: Array, dim: Any, keepdim: bool = False, dtype: Any = None) -> Array:
    """The mean along `dim`. Saves nothing."""
    dtype = dtype or input.dtype
    total = np.sum(input, reduced_axes(dim, input.ndim), keepdims=keepdim, dtype=wide(dtype))
    return _quotient(total, count(input.shape, dim), dtype)


def wide(dtype: Any) -> Any:
    """The type to add up in: float16 overflows at 65520, long before a mean does."""
    return np.float32 if dtype == np.float16 else dtype


def _quotient(total: Array, count: int, dtype: Any) -> Array:
    return packed((total / total.dtype.type(count)).astype(dtype, copy=False))


def count(shape: Shape, dim: Any) -> int:
    """How many elements are reduced to one."""
    return prod(shape[d] for d in wrap_dims(dim, len(shape))) if shape else 1


@_forms
def mean(
    input: Tensor,
    dim: IntOrShape | None = LEFT_OUT,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """The mean of all elements, or along `dim`; nan for none at all. Saves nothing.

    Args:
        input: floating point, any shape.
        dim: one dimension or several; None, or to leave it out, means all.
        keepdim: keep the averaged dimensions, with size one; for this `dim` has to be given.
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
    check_flag(keepdim)
    if dim is LEFT_OUT and keepdim:
        return NotImplemented  # type: ignore[no-any-return]
    met = meant(dtype) or input.dtype
    if not met.is_floating_point:
        which = "Input" if dtype is None else "Optional"
        raise RuntimeError(
            f"mean(): could not infer output dtype. {which} dtype must be either a floating point "
            f"or complex dtype. Got: {met.kind}"
        )
    if dim is LEFT_OUT:
        return in_type(_mean, input, dtype)  # type: ignore[no-any-return]
    return in_type(_mean_dim, input, dtype, dim, keepdim)  # type: ignore[no-any-return]
