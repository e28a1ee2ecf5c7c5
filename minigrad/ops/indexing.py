"""Indexing: ``x[0]``, ``x[:, 1:3]``, ``x[mask]``, ``x[[0, 0, 2]]``, and assignment to any of them.

Integers, slices, None and ``...`` give views, one node for each as in PyTorch. Integer tensors,
masks and lists gather copies; where an element was taken twice, its gradients add up.
"""

from __future__ import annotations

from functools import partial
from operator import index as as_int
from typing import Any

from ..autograd.inplace import in_place
from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.view import check_once
from ..autograd.wrap import Tensor, is_tensor, type_name, wrap
from ..backend import Array, check_beside, scatter_add
from .key import Step, read
from .operands import Shape, as_scalar, is_number, own_dim
from .shapes import alias, beside, copy_, expand, fill_, reshape, unsqueeze, view_op, zeros_of

# ---------------------------------------------------------------- copies: integer tensors and masks


def as_indices(gathers: dict[int, Array], key: Any) -> tuple[Any, ...]:
    """A tensor of positions, or a mask, for each dimension; None for those that are kept whole.

    Where `key` has the tensor, it is that one, so that a write into it is noticed.
    """
    parts = key if isinstance(key, (tuple, list)) else (key,)
    given = {id(x._array): x for x in parts if is_tensor(x)}
    indices: list[Any] = []
    dim = 0
    for place, array in gathers.items():
        indices += [None] * (place - dim)
        indices.append(given[id(array)] if id(array) in given else wrap(array))
        dim = place + (array.ndim if array.dtype.kind == "b" else 1)
    return tuple(indices)


def _numpy(indices: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(slice(None) if i is None else i._array for i in indices)


@op(
    r"x_{[i]}",
    name="IndexBackward0",
    input=(lambda g, input_shape, indices: put_at(g, indices, input_shape), r"g"),
)
def take_at(input: Array, indices: Array) -> Array:
    """The elements of `input` at `indices`, a tuple: always a copy. Saves the indices."""
    return input[_numpy(indices)].copy()  # with its elements in order in memory


@op(r"x", name="IndexPutImplBackward0", input=(lambda g, indices: take_at(g, indices), r"g"))
def put_at(input: Array, indices: Array, shape: Shape) -> Array:
    """Zeros of `shape`, with `input` added at `indices`: twice where they name a place twice."""
    out = zeros_of(input, shape)
    scatter_add(out, _numpy(indices), input)
    return out


def _rest_vjp(g: Any, indices: Any) -> Any:
    """What was overwritten gets no gradient, the rest gets all."""
    return written_at(g, zeros_of(g, ()), indices)


@op(
    r"x",
    name="IndexPutBackward0",
    input=(_rest_vjp, r"g"),
    values=(lambda g, indices: take_at(g, indices), r"g"),
)
def written_at(input: Array, values: Array, indices: Array) -> Array:
    """`input` with `values` at `indices`: what an assignment writes."""
    out = input.copy()
    out[_numpy(indices)] = values
    return out


_write_at = in_place(written_at)


def write_at(input: Any, values: Any, indices: tuple[Any, ...]) -> Any:
    """Write `values`, which broadcast, into `input` at `indices`, or add them to what is there.

    Raises:
        RuntimeError: `values` have another type or do not fit, `input` was expanded, or the write
            may not be recorded.
    """
    check_values(input, indices, values)
    check_once(input._array)
    return _write_at(input, values, indices)


def check_values(part: Any, indices: tuple[Any, ...], value: Any) -> None:
    """Raise unless `value` can be written to `indices` of `part`."""
    if value.ndim:
        check_beside("values", value._array, part._array)
    shape = list(part._array[_numpy(indices)].shape)
    trailing = shape[len(shape) - value.ndim :]
    if value.ndim > len(shape) or any(n not in (1, m) for n, m in zip(value.shape, trailing)):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(value.shape)} cannot be broadcast to "
            f"indexing result of shape {shape}"
        )
    if value.dtype != part.dtype:
        got = f"got {part.dtype.title} for the destination and {value.dtype.title} for the source."
        raise RuntimeError(f"Index put requires the source and destination dtypes match, {got}")


# ----------------------------------------------------------------------- views: integers and slices


def getitem(x: Any, key: Any) -> Tensor:
    """``x[key]``: a view where the key only says how to look at the memory, else a copy.

    Raises:
        IndexError: the key has too many parts, leads out of `x`, or is none.
    """
    shape = x._array.shape
    if (
        type(key) is int and shape and -shape[0] <= key < shape[0]
    ):  # the commonest, at half the time
        return _select(x, 0, key)
    steps, gathers = read(key, shape)
    part = _walk(x, steps)
    if gathers:
        return take_at(part, as_indices(gathers, key))
    return alias(x) if part is x else part


def setitem(x: Any, key: Any, value: Any) -> None:
    """``x[key] = value``, which broadcasts; it is a write, and counts and records as one.

    Raises:
        IndexError: the key has too many parts, leads out of `x`, or is none.
        RuntimeError: `value` does not fit, or the write may not be recorded.
        TypeError: `value` is neither a tensor nor a number.
    """
    if is_number(value):
        value = wrap(as_scalar(value, x._array.dtype))
    elif not is_tensor(value):
        raise TypeError(
            f"can't assign a {type_name(value)} to a {x.type()}\nMake a tensor of it first, "
            "minigrad.tensor(...)."
        )
    steps, gathers = read(None if key is True else key, x._array.shape, writing=True)
    part = _walk(x, steps)
    if gathers:
        if value._array.shape[:1] == (1,):
            value = reshape(value, _trimmed(value._array.shape))
        indices = as_indices(gathers, key)
        value = value if value.ndim else beside(value, part)
        sole_mask = len(indices) == 1 and indices[0]._array.dtype.kind == "b"
        if sole_mask and value.numel() == 1:  # as `masked_fill` takes it, of any type
            check_once(part._array)
            _write_at(part, value, indices)
        else:
            write_at(part, value, indices)
    elif value._array.shape == part._array.shape:
        copy_(part, value)
    elif value.ndim == 0:
        fill_(part, value)
    else:
        value = reshape(value, _trimmed(value._array.shape))
        same = value._array.shape == part._array.shape
        copy_(part, value if same else expand(value, part._array.shape))


def _walk(x: Any, steps: list[Step]) -> Any:
    for view, dim, at in steps:
        if view == "select":
            x = _select(x, dim, at)
        elif view == "slice":
            x = slice_(x, dim, at.start, at.stop, at.step)
        else:
            x = unsqueeze(x, dim)
    return x


def _trimmed(shape: Shape) -> Shape:
    """`shape` without its leading ones."""
    while shape[:1] == (1,):
        shape = shape[1:]
    return shape


# ---------------------------------------------------------------------------------- views


def embedded(input: Array, shape: Shape, at: Any) -> Array:
    """Zeros of `shape`, with `input` where the view `at` shows them: the gradient of a view."""
    out = zeros_of(input, shape)
    at(out)[...] = input
    return out


@op(r"x", name="SelectBackwardBackward0", input=(lambda g, at: at(g), r"g"))
def select_backward(input: Array, shape: Shape, at: Any) -> Array:
    """The gradient of a position: `input` there, zeros elsewhere."""
    return embedded(input, shape, at)


@op(r"x", name="SliceBackwardBackward0", input=(lambda g, at: at(g), r"g"))
def slice_backward(input: Array, shape: Shape, at: Any) -> Array:
    """The gradient of a slice: `input` there, zeros elsewhere."""
    return embedded(input, shape, at)


def _select_vjp(g: Any, input_shape: Shape, dim: int, index: int) -> Any:
    return select_backward(g, input_shape, partial(OPS["_select"].op.forward, dim=dim, index=index))


@view_op(r"x_{i}", name="SelectBackward0", input=(_select_vjp, r"g"))
def _select(input: Array, dim: int, index: int) -> Array:
    return input[(slice(None),) * dim + (index, ...)]


@public(method=True)
def select(input: Tensor, dim: int, index: int) -> Tensor:
    """Position `index` of dimension `dim`, which disappears. A view; saves nothing.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        index: a position in it; negative counts from the end.

    Raises:
        IndexError: there is no such dimension or position.

    Example:
        >>> import minigrad
        >>> minigrad.select(minigrad.tensor([[1, 2], [3, 4]]), dim=1, index=0)
        tensor([1, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.select.html
    """
    dim, index = own_dim(dim, input.ndim), as_int(index)
    if not -input.shape[dim] <= index < input.shape[dim]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input.shape)} at "
            f"dimension {dim}"
        )
    return _select(input, dim, index)


def _slice_vjp(g: Any, input_shape: Shape, dim: int, start: int, end: int, step: int) -> Any:
    at = partial(OPS["slice_"].op.forward, dim=dim, start=start, end=end, step=step)
    return slice_backward(g, input_shape, at)


@view_op(r"x_{i:j}", name="SliceBackward0", input=(_slice_vjp, r"g"))
def slice_(input: Array, dim: int, start: int, end: int, step: int) -> Array:
    """Positions ``start:end:step`` of dimension `dim`. A view; saves nothing."""
    return input[(slice(None),) * dim + (slice(start, end, step),)]


@public(method=True)
def narrow(input: Tensor, dim: int, start: int, length: int) -> Tensor:
    """`length` positions of dimension `dim`, from `start` on. A view; saves nothing.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        start: the first position; negative counts from the end.
        length: how many.

    Raises:
        IndexError: there is no such dimension or `start`.
        RuntimeError: `length` is negative, or leads beyond the end.

    Example:
        >>> import minigrad
        >>> minigrad.narrow(minigrad.arange(5), 0, 1, 3)
        tensor([1, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.narrow.html
    """
    dim, start = own_dim(dim, input.ndim), as_int(start)
    size = input.shape[dim]
    if not -size <= start <= size:
        said = f"(expected to be in range of [{-size}, {size}], but got {start})"
        raise IndexError(f"start out of range {said}")
    start += size if start < 0 else 0
    if not 0 <= start <= start + length <= size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return slice_(input, dim, start, start + length, 1)
