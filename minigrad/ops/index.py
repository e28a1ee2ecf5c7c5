"""Indexing: ``x[0]``, ``x[:, 1:3]``, ``x[mask]``, ``x[[0, 0, 2]]``, and assignment to any of them.

Integers, slices, None and ``...`` give views, one node for each as in PyTorch. Integer tensors,
masks and lists gather copies; where an element was taken twice, its gradients add up.
"""

from __future__ import annotations

from functools import partial
from operator import index as as_int
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import type_name
from ..autograd.inplace import check_apart, in_place, may_record
from ..autograd.record import op
from ..autograd.region import strided
from ..autograd.wrap import is_tensor, wrap
from ..backend import Array, module_of, scatter_add
from .copy import copy_, fill_tensor_
from .dims import Shape, wrap_dim
from .key import Step, read, read_tensors
from .operands import fitted, is_number
from .parse import overloaded, parsed
from .shape import alias, expand, reshape, unsqueeze, view_op

if TYPE_CHECKING:
    from ..tensor import Tensor
    from .parse import Tensors


def getitem(x: Any, key: Any) -> Tensor:
    """``x[key]``: a view where the key only says how to look at the memory, else a copy.

    Raises:
        IndexError: the key has too many parts, leads out of `x`, or is none.
    """
    if type(key) is int and x._array.ndim and -len(x._array) <= key < len(x._array):
        return _select(x, 0, key)  # type: ignore[no-any-return]  # the commonest, without detour
    steps, gathers = read(key, x._array.shape)
    part = _walk(x, steps)
    if gathers:
        return take_at(part, _indices(gathers))  # type: ignore[no-any-return]
    return alias(x) if part is x else part  # type: ignore[no-any-return]


def setitem(x: Any, key: Any, value: Any) -> None:
    """``x[key] = value``, which broadcasts; it is a write, and counts and records as one.

    Raises:
        IndexError: the key has too many parts, leads out of `x`, or is none.
        RuntimeError: `value` does not fit, or the write may not be recorded.
        TypeError: `value` is neither a tensor nor a number.
    """
    if is_number(value):
        value = wrap(fitted(value, x._array.dtype))
    elif not is_tensor(value):
        raise TypeError(
            f"can't assign a {type_name(value)} to a {x.type()}: make a tensor of it first, "
            "minigrad.tensor(...)"
        )
    if key is False:  # keeps nothing, so there is nothing to write to
        return
    steps, gathers = read(None if key is True else key, x._array.shape, writing=True)
    part = _walk(x, steps)
    if gathers:
        _write(part, _indices(gathers), value)
    elif value._array.shape == part._array.shape:
        copy_(part, value)
    elif value.ndim == 0:
        fill_tensor_(part, value)
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


def _indices(gathers: dict[int, Array]) -> tuple[Any, ...]:
    """A tensor of positions, or a mask, for each dimension; None for those that are kept whole."""
    indices: list[Any] = []
    dim = 0
    while len(gathers) > sum(i is not None for i in indices):
        array = gathers.get(dim)
        indices.append(None if array is None else wrap(array))
        dim += array.ndim if array is not None and array.dtype.kind == "b" else 1
    return tuple(indices)


def _write(part: Any, indices: tuple[Any, ...], value: Any) -> None:
    may_record(_written_at.op, (part, value))  # type: ignore[attr-defined]
    sole_mask = len(indices) == 1 and indices[0]._array.dtype.kind == "b"
    if sole_mask and value.numel() == 1:
        value = value.to(part.dtype)
    else:
        check_apart(part, value)
    if value._array.shape[:1] == (1,):
        value = reshape(value, _trimmed(value._array.shape))
    _check_values(part, indices, value)
    _check_same_type(part, value)
    _write_at(part, value, indices)


def _trimmed(shape: Shape) -> Shape:
    """`shape` without its leading ones."""
    while shape[:1] == (1,):
        shape = shape[1:]
    return shape


# ---------------------------------------------------------------------------------- views


@op(r"x", input=(lambda g, at: at(g), r"g"))
def embed(input: Array, shape: Shape, at: Any) -> Array:
    """Zeros of `shape`, with `input` where the view `at` shows them: the gradient of a view."""
    out = module_of(input).zeros(shape, input.dtype)
    at(out)[...] = input
    return out


def _select_vjp(g: Any, input_shape: Shape, dim: int, index: int) -> Any:
    return embed(g, input_shape, partial(_select.op.forward, dim=dim, index=index))  # type: ignore[attr-defined]


@view_op(r"x_{i}", name="SelectBackward0", input=(_select_vjp, r"g"))
def _select(input: Array, dim: int, index: int) -> Array:
    return input[(slice(None),) * dim + (index, ...)]


@parsed
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
    if not input.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, input.ndim)
    index = as_int(index)
    if not -input.shape[dim] <= index < input.shape[dim]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input.shape)} at "
            f"dimension {dim}"
        )
    return _select(input, dim, index)  # type: ignore[no-any-return]


def _slice_vjp(g: Any, input_shape: Shape, dim: int, start: int, end: int, step: int) -> Any:
    at = partial(slice_.op.forward, dim=dim, start=start, end=end, step=step)  # type: ignore[attr-defined]
    return embed(g, input_shape, at)


@view_op(r"x_{i:j}", name="SliceBackward0", input=(_slice_vjp, r"g"))
def slice_(input: Array, dim: int, start: int, end: int, step: int) -> Array:
    """Positions ``start:end:step`` of dimension `dim`. A view; saves nothing."""
    return input[(slice(None),) * dim + (slice(start, end, step),)]


@overloaded(
    "(Tensor input, int dim, Tensor start, int length)",
    "(Tensor input, int dim, int start, int length)",
)
def narrow(input: Any, dim: int, start: int, length: int) -> Tensor:
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
    if not input.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError(f"narrow(): length must be non-negative. It is {length}.")
    dim, start = wrap_dim(dim, input.ndim), as_int(start)
    size = input.shape[dim]
    if not -size <= start <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    start += size if start < 0 else 0
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return slice_(input, dim, start, start + length, 1)  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------- gathering


def _numpy(indices: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(slice(None) if i is None else i._array for i in indices)


@op(
    r"x_{[i]}",
    name="IndexBackward0",
    input=(lambda g, input_shape, indices: put_at(g, indices, input_shape), r"g"),
)
def take_at(input: Array, indices: Array) -> Array:
    """The elements of `input` at `indices`, a tuple: always a copy. Saves the indices."""
    out = input[_numpy(indices)]
    return np.ascontiguousarray(out) if out.ndim else out


@op(r"x", name="IndexPutBackward0", input=(lambda g, indices: take_at(g, indices), r"g"))
def put_at(input: Array, indices: Array, shape: Shape) -> Array:
    """Zeros of `shape`, with `input` added at `indices`: twice where they name a place twice."""
    out = module_of(input).zeros(shape, input.dtype)
    key = _numpy(indices)
    if len(key) == 1 and key[0].dtype.kind == "b":  # a mask names no place twice
        out[key] = input
    else:
        scatter_add(out, key, input)
    return out


@op(
    r"x",
    name="IndexPutBackward0",
    input=(lambda g, indices: _zeroed_at(g, indices), r"g"),
    values=(lambda g, indices: take_at(g, indices), r"g"),
)
def _written_at(input: Array, values: Array, indices: Array) -> Array:
    out = _copied(input)
    out[_numpy(indices)] = values
    return out


def _copied(input: Array) -> Array:
    """A copy in which what stands in several places, having been expanded, still does."""
    if 0 not in input.strides:
        return input.copy()
    once = input[tuple(slice(0, 1) if s == 0 else slice(None) for s in input.strides)].copy()
    strides = [0 if s == 0 else t // input.itemsize for s, t in zip(input.strides, once.strides)]
    return strided(once, input.shape, tuple(strides))


@op(r"x", name="IndexPutBackward0", input=(lambda g, indices: _zeroed_at(g, indices), r"g"))
def _zeroed_at(input: Array, indices: Any) -> Array:
    """`input` with zeros at `indices`: what was overwritten gets no gradient, the rest gets all."""
    out = input.copy()
    out[_numpy(indices)] = 0
    return out


@op(
    r"x",
    name="IndexPutBackward0",
    input=(lambda g: g, r"g"),
    values=(lambda g, indices: take_at(g, indices), r"g"),
)
def _added_at(input: Array, values: Array, indices: Array) -> Array:
    out = input.copy()
    scatter_add(out, _numpy(indices), values)
    return out


_write_at, _add_at = map(in_place, (_written_at, _added_at))


@parsed
def index_put(input: Tensor, indices: Tensors, values: Tensor, accumulate: bool = False) -> Tensor:
    """`input` with `values` at `indices`: what ``x[indices] = values`` writes, as a copy.

    Saves `indices`.

    Args:
        input: any shape but ``()``.
        indices: a tuple of integer tensors or masks, which broadcast.
        values: of the type of `input`; broadcasts to the shape of ``x[indices]``.
        accumulate: add to what is there; where a place is named twice, both count.

    Raises:
        IndexError: `indices` are too many, do not broadcast, or lead out of `input`.
        RuntimeError: `values` has another type or does not fit.

    Example:
        >>> import minigrad
        >>> places = (minigrad.tensor([0, 2]),)
        >>> minigrad.index_put(minigrad.zeros(3), places, minigrad.tensor([1.0, 2.0]))
        tensor([1., 0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_put_.html
    """
    row = _added_at if accumulate else _written_at
    return row(input, values, _placed(input, indices, values))  # type: ignore[no-any-return]


@parsed
def index_put_(input: Tensor, indices: Tensors, values: Tensor, accumulate: bool = False) -> Tensor:
    """In-place version of `index_put`: writes into `input` and returns it."""
    row = _add_at if accumulate else _write_at
    return row(input, values, _placed(input, indices, values))  # type: ignore[no-any-return]


def _placed(input: Any, indices: Any, values: Any) -> tuple[Any, ...]:
    """`indices` as an operation takes them, if `values` can stand there."""
    if not isinstance(indices, (tuple, list)):
        raise TypeError(f"indices must be tuple of Tensors, not {type_name(indices)}")
    for place, x in enumerate(indices):
        if not is_tensor(x):
            raise TypeError(
                f"expected Tensor as element {place} in argument 1, but got {type_name(x)}"
            )
    if not indices:
        raise RuntimeError(
            "sym_strides() called on an undefined Tensor\n`indices` must hold one tensor or more."
        )
    _check_same_type(input, values)
    found = _indices(read_tensors(tuple(x._array for x in indices), input._array.shape))
    _check_values(input, found, values)
    return found


def _check_same_type(part: Any, value: Any) -> None:
    if value.dtype != part.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{part.dtype.kind} for the destination and {value.dtype.kind} for the source."
        )


def _check_values(part: Any, indices: tuple[Any, ...], value: Any) -> None:
    shape = part._array[_numpy(indices)].shape
    try:
        np.broadcast_to(value._array, shape)
    except ValueError:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(value.shape)} cannot be broadcast to "
            f"indexing result of shape {list(shape)}"
        ) from None
