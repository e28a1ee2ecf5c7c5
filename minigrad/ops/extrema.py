"""The largest and the smallest: of all, along a dimension, of two tensors; and where they lie."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array, module_of
from .copy import zeros_like
from .dims import Shape, wrap_dim
from .operands import LEFT_OUT, tensors_only
from .parse import overloaded, parsed
from .reduce import check_flag
from .shape import unsqueeze
from .where import masked_fill, where

if TYPE_CHECKING:
    from ..tensor import Tensor


def shared_vjp(g: Any, input: Any, result: Any) -> Any:
    """Elements that tie for the extremum share its gradient evenly; every nan ties with a nan."""
    ties = (input == result) | ((input != input) & (result != result))
    return masked_fill(zeros_like(input), ties, g / int(ties.sum()))


@op(r"\max_i x_i", name="MaxBackward1", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _max(input: Array) -> Array:
    return np.max(input)


@op(r"\min_i x_i", name="MinBackward1", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _min(input: Array) -> Array:
    return np.min(input)


def _along(g: Any, indices: Any, input_shape: Shape, dim: int, keepdim: bool) -> Any:
    """The one element that was picked gets all."""
    if not keepdim and input_shape:
        g, indices = unsqueeze(g, dim), unsqueeze(indices, dim)
    return put_along(g, indices, input_shape, dim)


def picked(input: Array, indices: Array, dim: int, keepdim: bool) -> tuple[Array, Array]:
    """The elements at `indices`, one of each group along `dim`; and these, in the same shape."""
    if not input.ndim:
        return input.copy(), np.asarray(indices)
    indices = np.expand_dims(indices, dim)
    values = np.take_along_axis(input, indices, dim)
    return (values, indices) if keepdim else (np.squeeze(values, dim), np.squeeze(indices, dim))


along_dim = partial(op, outputs=("values", "indices"), input=(_along, r"g \odot [i = i^*]"))


@along_dim(r"\max_i x_i", name="MaxBackward0")
def _max_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    return picked(input, np.argmax(input, dim), dim, keepdim)


@along_dim(r"\min_i x_i", name="MinBackward0")
def _min_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    return picked(input, np.argmin(input, dim), dim, keepdim)


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
    return masked_fill(where(input == other, g / 2, g), mine < theirs, 0)


@elementwise(
    r"\max(x, y)",
    input=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [x > y]"),
    other=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [y > x]"),
)
def maximum(input: Array, other: Array) -> Array:
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
    return np.maximum(input, other)


@elementwise(
    r"\min(x, y)",
    input=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [x < y]"),
    other=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [y < x]"),
)
def minimum(input: Array, other: Array) -> Array:
    """The smaller of two elements; arguments, ties and errors are those of `maximum`.

    Example:
        >>> import minigrad
        >>> minigrad.minimum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([1., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.minimum.html
    """
    return np.minimum(input, other)


maximum, minimum = map(tensors_only, (maximum, minimum))

_forms = overloaded(
    "(Tensor input)",
    "(Tensor input, int dim, bool keepdim=False)",
    "(Tensor input, Tensor other)",
)


@_forms
def max(input: Tensor, dim: int = LEFT_OUT, keepdim: bool = False, *, other: Any = LEFT_OUT) -> Any:
    """The largest element; with `dim`, along it: a named tuple ``(values, indices)``.

    Over all elements, ties share the gradient evenly; along a dimension the first of them gets it.
    Saves the indices, or, over all elements, `input` and the result. Of two tensors, ``max(x, y)``
    is `maximum`.

    Args:
        input: any shape.
        dim: a dimension, or another tensor.
        keepdim: keep the reduced dimension, with size one.
        other: the other tensor, by name.

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
    return _extremum("max", input, dim, keepdim, other, (_max, _max_dim, maximum))


@_forms
def min(input: Tensor, dim: int = LEFT_OUT, keepdim: bool = False, *, other: Any = LEFT_OUT) -> Any:
    """The smallest element; arguments, results, ties, saved values and errors are those of `max`.

    Example:
        >>> import minigrad
        >>> minigrad.min(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]))
        tensor(1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.min.html
    """
    return _extremum("min", input, dim, keepdim, other, (_min, _min_dim, minimum))


def _extremum(
    name: str, input: Any, dim: Any, keepdim: bool, other: Any, kinds: tuple[Any, Any, Any]
) -> Any:
    over_all, along, of_two = kinds
    if other is not LEFT_OUT:
        return of_two(input, other) if dim is LEFT_OUT and is_tensor(other) else NotImplemented
    if is_tensor(dim):
        return NotImplemented if keepdim else of_two(input, dim)
    if dim is LEFT_OUT and keepdim:
        return NotImplemented
    check_flag(keepdim)
    if dim is not LEFT_OUT:
        dim = wrap_dim(dim, input.ndim)
        check_some(name, input, dim)
        return along(input, dim, keepdim)
    check_some(name, input)
    return over_all(input)


def check_some(name: str, input: Any, dim: Any = None) -> None:
    """Raise unless there is something to choose from, along `dim` or at all."""
    shape = list(input.shape)
    if dim is None and 0 in shape:
        raise RuntimeError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
            f"reduction dim with the 'dim' argument.\nThe input has shape {shape}."
        )
    if dim is not None and shape and not shape[dim]:
        raise IndexError(
            f"{name}(): Expected reduction dim {dim} to have non-zero size.\n"
            f"The input has shape {shape}."
        )


# ---------------------------------------------------------------------------------- where they lie


@parsed
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


@parsed
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
        check_some(name, input, dim)
    elif not input.size:
        raise IndexError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0.\nThe input "
            f"has shape {list(input.shape)}."
        )
    return find(input, dim if input.ndim else None, keepdims=keepdim)
