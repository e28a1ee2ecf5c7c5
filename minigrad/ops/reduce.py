"""Reductions: sums, means, extrema, over all elements or along dimensions."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import elementwise, op
from ..autograd.region import strided
from ..autograd.wrap import TensorBase
from ..backend import Array, as_array, module_of
from ..dtype import dtype as DType
from .dims import Shape, reduced_axes, wrap_dim, wrap_dims
from .operands import check_tensors
from .shape import expand, reshape, unsqueeze
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor


# ---------------------------------------------------------------------------------- sum and mean


def _everywhere(g: Any, input_shape: Shape) -> Any:
    """One value, seen by every element."""
    if isinstance(g, TensorBase):
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
    return _sum(input) if dim is None else _sum_dim(input, dim, keepdim)  # type: ignore[no-any-return]


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
    elif isinstance(input, TensorBase) and not input.is_floating_point():
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or "
            f"complex dtype. Got: {input.dtype.kind}"
        )
    return _mean(input) if dim is None else _mean_dim(input, dim, keepdim)  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------- extrema


def _shared_vjp(g: Any, input: Any, result: Any) -> Any:
    """Elements that tie for the extremum share its gradient evenly; every nan ties with a nan."""
    ties = (input == result) | ((input != input) & (result != result))
    return where(ties, g / _sum(ties), 0)


@op(r"\max_i x_i", name="MaxBackward1", input=(_shared_vjp, r"g \odot [x = z] / \#"))
def _max(input: Array) -> Array:
    return np.max(input)


@op(r"\min_i x_i", name="MinBackward1", input=(_shared_vjp, r"g \odot [x = z] / \#"))
def _min(input: Array) -> Array:
    return np.min(input)


def _along(g: Any, indices: Any, input_shape: Shape, dim: int, keepdim: bool) -> Any:
    """The one element that was picked gets all."""
    if not keepdim and input_shape:
        g, indices = unsqueeze(g, dim), unsqueeze(indices, dim)
    return put_along(g, indices, input_shape, dim)


def _picked(input: Array, indices: Array, dim: int, keepdim: bool) -> tuple[Array, Array]:
    if not input.ndim:
        return input.copy(), np.asarray(indices)
    indices = np.expand_dims(indices, dim)
    values = np.take_along_axis(input, indices, dim)
    return (values, indices) if keepdim else (np.squeeze(values, dim), np.squeeze(indices, dim))


@op(
    r"\max_i x_i",
    name="MaxBackward0",
    outputs=("values", "indices"),
    input=(_along, r"g \odot [i = i^*]"),
)
def _max_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    return _picked(input, np.argmax(input, dim), dim, keepdim)


@op(
    r"\min_i x_i",
    name="MinBackward0",
    outputs=("values", "indices"),
    input=(_along, r"g \odot [i = i^*]"),
)
def _min_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    return _picked(input, np.argmin(input, dim), dim, keepdim)


_max_dim.op.label, _min_dim.op.label = "max", "min"  # type: ignore[attr-defined]


@op(
    r"x",
    name="ScatterBackward0",
    input=(lambda g, indices, dim: take_along(g, indices, dim), r"g"),
)
def put_along(input: Array, indices: Array, shape: Shape, dim: int) -> Array:
    """Zeros of `shape`, with `input` at `indices` along `dim`."""
    module = module_of(input)
    out = module.zeros(shape, input.dtype)
    if not shape:
        out[...] = input
        return out
    module.put_along_axis(out, indices, input, dim)
    return out


@op(
    r"x_{i}",
    name="GatherBackward0",
    input=(lambda g, indices, input_shape, dim: put_along(g, indices, input_shape, dim), r"g"),
)
def take_along(input: Array, indices: Array, dim: int) -> Array:
    """The elements of `input` at `indices` along `dim`."""
    return np.take_along_axis(input, indices, dim) if input.ndim else input.copy()


def _both(g: Any, input: Any, other: Any, mine: Any, theirs: Any) -> Any:
    return where(input == other, g / 2, where(mine > theirs, g, 0))


@elementwise(
    r"\max(x, y)",
    name="MaximumBackward0",
    input=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [x > y]"),
    other=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [y > x]"),
)
def _maximum(input: Array, other: Array) -> Array:
    return np.maximum(input, other)


@elementwise(
    r"\min(x, y)",
    name="MinimumBackward0",
    input=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [x < y]"),
    other=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [y < x]"),
)
def _minimum(input: Array, other: Array) -> Array:
    return np.minimum(input, other)


def maximum(input: Any, other: Any) -> Tensor:
    """The larger of two elements; where they tie, each gets half the gradient. Saves both.

    Args:
        input: a tensor of any shape; nan wins.
        other: a tensor that broadcasts with it.

    Raises:
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.maximum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([3., 5.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.maximum.html
    """
    check_tensors("maximum", input=input, other=other)
    return _maximum(input, other)  # type: ignore[no-any-return]


def minimum(input: Any, other: Any) -> Tensor:
    """The smaller of two elements; arguments, ties and errors are those of `maximum`.

    Example:
        >>> import minigrad
        >>> minigrad.minimum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([1., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.minimum.html
    """
    check_tensors("minimum", input=input, other=other)
    return _minimum(input, other)  # type: ignore[no-any-return]


def max(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """The largest element; along `dim` a named tuple ``(values, indices)``; of two tensors `maximum`.

    Over all elements, ties share the gradient evenly; along a dimension the first of them gets it.
    Saves the indices, or, over all elements, `input` and the result.

    Args:
        input: any shape.
        dim: a dimension, or another tensor.
        keepdim: keep the reduced dimension, with size one.

    Raises:
        IndexError: there is no such dimension, or it is empty.
        RuntimeError: `input` has no elements, and `dim` is not given.

    Example:
        >>> import minigrad
        >>> values, indices = minigrad.max(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        >>> values, indices
        (tensor([9., 4.]), tensor([1, 0]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.max.html
    """
    return _extremum("max", input, dim, keepdim, (_max, _max_dim, _maximum))


def min(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """The smallest element; along `dim` a named tuple ``(values, indices)``; of two tensors `minimum`.

    Args, ties, saved values and errors are those of `max`.

    Example:
        >>> import minigrad
        >>> minigrad.min(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]))
        tensor(1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.min.html
    """
    return _extremum("min", input, dim, keepdim, (_min, _min_dim, _minimum))


def _extremum(name: str, input: Any, dim: Any, keepdim: bool, kinds: tuple[Any, Any, Any]) -> Any:
    over_all, along, of_two = kinds
    if isinstance(dim, TensorBase):
        return of_two(input, dim)
    if dim is not None:
        dim = wrap_dim(dim, input.ndim)
        _check_some(name, input, dim)
        return along(input, dim, keepdim)
    if isinstance(input, TensorBase) and not input.numel():
        raise RuntimeError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
            f"reduction dim with the 'dim' argument. The input has shape {list(input.shape)}."
        )
    return over_all(input)


def _check_some(name: str, input: Any, dim: int) -> None:
    if input.ndim and not input.shape[dim]:
        raise IndexError(
            f"{name}(): Expected reduction dim {dim} to have non-zero size. The input has shape "
            f"{list(input.shape)}."
        )


# ---------------------------------------------------------------------------------- where they lie


@op(r"\arg\max_i x_i")
def argmax(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the largest element lies: in the flattened `input`, or along `dim`; the first of ties.

    Args:
        input: any shape.
        dim: a dimension; None means all.
        keepdim: keep the reduced dimensions, with size one.

    Raises:
        IndexError: there is no such dimension, or no element.
        RuntimeError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.argmax(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([1, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmax.html
    """
    return _place("argmax", np.argmax, input, dim, keepdim)


@op(r"\arg\min_i x_i")
def argmin(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the smallest element lies; arguments and errors are those of `argmax`.

    Example:
        >>> import minigrad
        >>> minigrad.argmin(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([0, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmin.html
    """
    return _place("argmin", np.argmin, input, dim, keepdim)


def _place(name: str, find: Any, input: Array, dim: int | None, keepdim: bool) -> Array:
    if input.dtype.kind == "b":
        raise RuntimeError(f"{name}(): does not support bool input")
    if dim is not None:
        dim = wrap_dim(dim, input.ndim)
        _check_some(name, input, dim)
    elif not input.size:
        raise IndexError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. The input has "
            f"shape {list(input.shape)}."
        )
    return find(input, dim if input.ndim else None, keepdims=keepdim)
