"""Sums and means, of all elements or along dimensions."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array, as_array
from ..dtype import dtype as DType
from ..dtype import meant
from .broadcast import expand
from .dims import Dims, Shape, reduced_axes, wrap_dims
from .shape import unsqueeze

if TYPE_CHECKING:
    from ..tensor import Tensor


def restored(x: Any, input_shape: Shape, dim: Any) -> Any:
    """What a reduction gave, so that it broadcasts with what was reduced.

    Where some dimensions are left, those that are gone are put back, of size one.
    """
    if dim is not None and len(x.shape) < len(input_shape):
        for d in sorted(wrap_dims(dim, len(input_shape))):
            x = unsqueeze(x, d)
    return x


def _spread(g: Any, input_shape: Shape, dim: Any) -> Any:
    """One value for each group of elements, seen by all of its group: no new memory."""
    return expand(as_array(restored(g, input_shape, dim)), input_shape)


def sum_type(input: Array) -> Any:
    """The type that the elements of `input` are added up, or multiplied, in."""
    return input.dtype if input.dtype.kind == "f" else np.int64


@op(
    r"\sum_i x_i",
    name="SumBackward0",
    input=(lambda g, input_shape: _spread(g, input_shape, None), r"g"),
)
def _sum(input: Array, dtype: Any = None) -> Array:
    return np.sum(input, dtype=dtype or sum_type(input))


@op(r"\sum_i x_i", name="SumBackward1", input=(_spread, r"g"))
def _sum_dim(input: Array, dim: Any, keepdim: bool = False, dtype: Any = None) -> Array:
    axes = reduced_axes(dim, input.ndim)
    return np.sum(input, axes, dtype or sum_type(input), keepdims=keepdim)


def in_type(row: Any, input: Any, dtype: DType | None, *args: Any) -> Any:
    """``row(input, *args)`` computed in `dtype`; the gradient comes back in the type of `input`."""
    if dtype is None:
        return row(input, *args)
    out = row(input, *args, dtype=meant(dtype).numpy)
    if out._node is not None:
        out._node.casts, out._node.fits = [input._array.dtype], False
    return out


def sum(
    input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
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
    check_flag(keepdim)
    if dim is None and not keepdim:
        return in_type(_sum, input, dtype)  # type: ignore[no-any-return]
    return in_type(_sum_dim, input, dtype, dim, keepdim)  # type: ignore[no-any-return]


def check_flag(keepdim: Any) -> None:
    """Raise unless `keepdim` is a bool: ``x.sum(0, 1)`` does not sum over two dimensions."""
    if not isinstance(keepdim, bool):
        raise TypeError(f"argument 'keepdim' must be bool, not {type(keepdim).__name__}")


@op(r"x / c", name="DivBackward1", input=(lambda g, divisor: share(g, divisor), r"g / c"))
def share(input: Array, divisor: Any) -> Array:
    """``input / divisor`` for a number: what PyTorch records inside a mean."""
    return input / divisor


def wide(dtype: Any) -> Any:
    """The type to add up in: float16 overflows at 65520, long before a mean does."""
    return np.float32 if dtype == np.float16 else dtype


def count(shape: Shape, dim: Any) -> int:
    """How many elements are reduced to one."""
    return prod(shape[d] for d in reduced_axes(dim, len(shape)))


def _mean_vjp(g: Any, input_shape: Shape, dim: Any) -> Any:
    """Each element counts for one of n."""
    return _spread(g, input_shape, dim) / count(input_shape, dim)


@op(
    r"\tfrac{1}{n} \sum_i x_i",
    name="MeanBackward0",
    input=(lambda g, input_shape: _mean_vjp(g, input_shape, None), r"g / n"),
)
def _mean(input: Array, dtype: Any = None) -> Array:
    return np.sum(input, dtype=dtype) / input.size


@op(r"\tfrac{1}{n} \sum_i x_i", name="MeanBackward1", input=(_mean_vjp, r"g / n"))
def _mean_dim(input: Array, dim: Any, keepdim: bool = False, dtype: Any = None) -> Array:
    total = np.sum(input, reduced_axes(dim, input.ndim), dtype, keepdims=keepdim)
    return total / count(input.shape, dim)


def mean(
    input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
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
    check_flag(keepdim)
    met = meant(dtype) or input.dtype
    if not met.is_floating_point:
        which = "Input" if dtype is None else "Optional"
        raise RuntimeError(
            f"mean(): could not infer output dtype. {which} dtype must be either a floating point "
            f"or complex dtype. Got: {met.kind}"
        )
    if dim is None and not keepdim:
        return in_type(_mean, input, dtype)  # type: ignore[no-any-return]
    return in_type(_mean_dim, input, dtype, dim, keepdim)  # type: ignore[no-any-return]
