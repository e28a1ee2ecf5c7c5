"""Reductions: sums, means, extrema, over all elements or along dimensions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import elementwise, op
from ..backend import Array, module_of
from ..dtype import dtype as DType  # noqa: N812
from ..dtype import float32
from .dims import Shape, wrap_dim, wrap_dims
from .shape import expand, reshape, unsqueeze
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor


# ---------------------------------------------------------------------------------- sum and mean


def _kept_shape(shape: Shape, dim: Any) -> Shape:
    """`shape` with the reduced dimensions of size one."""
    dims = wrap_dims(dim, len(shape))
    return tuple(1 if i in dims else n for i, n in enumerate(shape))


def _spread(g: Any, input_shape: Shape, dim: Any, keepdim: bool) -> Any:
    """`g`, one value per reduced group, seen by every element of its group."""
    return expand(reshape(g, _kept_shape(input_shape, dim)), input_shape)


def _count(shape: Shape, dim: Any) -> int:
    return int(np.prod([shape[d] for d in wrap_dims(dim, len(shape))]))


@op(r"\sum_i x_i", name="SumBackward0", input=(lambda g, input_shape: _all(g, input_shape), r"g"))
def _sum(input: Array) -> Array:
    return np.sum(input, dtype=_sum_type(input))


def _all(g: Any, shape: Shape) -> Any:
    return expand(g, shape)


@op(r"\sum_i x_i", name="SumBackward1", input=(_spread, r"g"))
def _sum_dim(input: Array, dim: Any, keepdim: bool = False) -> Array:
    return np.sum(input, wrap_dims(dim, input.ndim), keepdims=keepdim, dtype=_sum_type(input))


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
    return expand(g / int(np.prod(input_shape)), input_shape)


@op(r"\tfrac{1}{n} \sum_i x_i", name="MeanBackward0", input=(_mean_vjp, r"g / n"))
def _mean(input: Array) -> Array:
    return np.sum(input) / input.dtype.type(input.size)  # np.mean warns about none, this gives nan


def _mean_dim_vjp(g: Any, input_shape: Shape, dim: Any, keepdim: bool) -> Any:
    return _spread(g / _count(input_shape, dim), input_shape, dim, keepdim)


@op(r"\tfrac{1}{n} \sum_i x_i", name="MeanBackward1", input=(_mean_dim_vjp, r"g / n"))
def _mean_dim(input: Array, dim: Any, keepdim: bool = False) -> Array:
    total = np.sum(input, wrap_dims(dim, input.ndim), keepdims=keepdim)
    return total / input.dtype.type(_count(input.shape, dim))


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
    elif not getattr(input, "dtype", float32).is_floating_point:
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or "
            f"complex dtype. Got: {input.dtype.kind}"
        )
    return _mean(input) if dim is None else _mean_dim(input, dim, keepdim)  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------- extrema


def _shared_vjp(g: Any, input: Any, result: Any) -> Any:
    """Elements that tie for the extremum share its gradient evenly."""
    ties = input == result
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
        return input[...], np.asarray(indices).reshape(())
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
    input=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [x > y]"),
    other=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [y > x]"),
)
def maximum(input: Array, other: Array) -> Array:
    """The larger of two elements; where they tie, each gets half the gradient. Saves both.

    Example:
        >>> import minigrad
        >>> minigrad.maximum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([3., 5.])
    """
    return np.maximum(input, other)


@elementwise(
    r"\min(x, y)",
    input=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [x < y]"),
    other=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [y < x]"),
)
def minimum(input: Array, other: Array) -> Array:
    """The smaller of two elements; where they tie, each gets half the gradient. Saves both.

    Example:
        >>> import minigrad
        >>> minigrad.minimum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([1., 2.])
    """
    return np.minimum(input, other)


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
    return _extremum("max", input, dim, keepdim, (_max, _max_dim, maximum))


def min(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """The smallest element; along `dim` a named tuple ``(values, indices)``; of two tensors `minimum`.

    Args, ties, saved values and errors are those of `max`.

    Example:
        >>> import minigrad
        >>> minigrad.min(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]))
        tensor(1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.min.html
    """
    return _extremum("min", input, dim, keepdim, (_min, _min_dim, minimum))


def _extremum(name: str, input: Any, dim: Any, keepdim: bool, kinds: tuple[Any, Any, Any]) -> Any:
    over_all, along, of_two = kinds
    if hasattr(dim, "_array"):
        return of_two(input, dim)
    if dim is None:
        if hasattr(input, "_array") and not input._array.size:
            raise RuntimeError(
                f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
                "reduction dim with the 'dim' argument."
            )
        return over_all(input)
    dim = wrap_dim(dim, input.ndim)
    if input.ndim and not input.shape[dim]:
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")
    return along(input, dim, keepdim)


def argmax(input: Any, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Where the largest element lies: in the flattened `input`, or along `dim`; the first of ties.

    Args:
        input: any shape.
        dim: a dimension; None means all.
        keepdim: keep the reduced dimension, with size one.

    Raises:
        IndexError: there is no such dimension, or no element.

    Example:
        >>> import minigrad
        >>> minigrad.argmax(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([1, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmax.html
    """
    if dim is None:
        flat = input.detach().reshape(-1)
        return argmax(flat, 0).reshape((1,) * input.ndim if keepdim else ())
    return _extremum("argmax", input.detach(), dim, keepdim, (_max, _max_dim, maximum))[1]  # type: ignore[no-any-return]
