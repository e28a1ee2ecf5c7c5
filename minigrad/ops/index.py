"""Indexing: ``x[0]``, ``x[:, 1:3]``, ``x[mask]``, ``x[[0, 0, 2]]``, and assignment to any of them.

Integers, slices, None and ``...`` give views, one node per axis as in PyTorch. Integer tensors, masks
and lists gather copies; where an element was taken twice, its gradients add up.
"""

from __future__ import annotations

from functools import partial
from operator import index as as_int
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.wrap import TensorBase, wrap
from ..backend import Array, module_of, scatter_add
from .copy import copy_, fill_tensor_
from .dims import Shape, wrap_dim
from .shape import alias, expand, unsqueeze, view_op


@op(r"x", input=(lambda g, at: at(g), r"g"))
def embed(input: Array, shape: Shape, at: Any) -> Array:
    """Zeros of `shape`, with `input` where the view `at` shows them: the gradient of a view."""
    out = module_of(input).zeros(shape, input.dtype)
    at(out)[...] = input
    return out


def _select_vjp(g: Any, input_shape: Shape, dim: int, index: int) -> Any:
    return embed(g, input_shape, partial(select.op.forward, dim=dim, index=index))


@view_op(r"x_{i}", input=(_select_vjp, r"g"))
def select(input: Array, dim: int, index: int) -> Array:
    """Position `index` of dimension `dim`, which disappears. A view; saves nothing.

    Raises:
        IndexError: there is no such dimension or position.

    Example:
        >>> import minigrad
        >>> minigrad.select(minigrad.tensor([[1, 2], [3, 4]]), dim=1, index=0)
        tensor([1, 3])
    """
    if not input.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, input.ndim)
    if not -input.shape[dim] <= index < input.shape[dim]:
        raise IndexError(
            f"index {index} is out of bounds for dimension {dim} with size {input.shape[dim]}"
        )
    return input[(slice(None),) * dim + (index, ...)]


def _slice_vjp(g: Any, input_shape: Shape, dim: int, start: int, end: int, step: int) -> Any:
    return embed(
        g, input_shape, partial(slice_.op.forward, dim=dim, start=start, end=end, step=step)
    )


@view_op(r"x_{i:j}", name="SliceBackward0", input=(_slice_vjp, r"g"))
def slice_(input: Array, dim: int, start: Any, end: Any, step: int) -> Array:
    """Positions ``start:end:step`` of dimension `dim`. A view; saves nothing."""
    return input[(slice(None),) * wrap_dim(dim, input.ndim) + (slice(start, end, step),)]


def _gather_vjp(g: Any, input_shape: Shape, key: Any) -> Any:
    return put_at(g, input_shape, key)


@op(r"x_{[i]}", name="IndexBackward0", input=(_gather_vjp, r"g"))
def take_at(input: Array, key: Any) -> Array:
    """The elements of `input` at `key`, lists of positions or a mask: always a copy."""
    return np.ascontiguousarray(input[key]) if input[key].ndim else input[key]


@op(r"x", name="IndexPutBackward0", input=(lambda g, key: take_at(g, key), r"g"))
def put_at(input: Array, shape: Shape, key: Any) -> Array:
    """Zeros of `shape`, with `input` added at `key`: twice where `key` names a place twice."""
    out = module_of(input).zeros(shape, input.dtype)
    scatter_add(out, key, input)
    return out


def _kept_vjp(g: Any, key: Any) -> Any:
    """What was overwritten gets nothing, what was not gets all."""
    return _zeroed_at(g, key)


@op(
    r"x",
    name="IndexPutBackward0",
    input=(_kept_vjp, r"g"),
    values=(lambda g, key: take_at(g, key), r"g"),
)
def _written_at(input: Array, values: Array, key: Any) -> Array:
    out = input.copy()
    out[key] = values
    return out


@op(r"x", name="IndexPutBackward0", input=(_kept_vjp, r"g"))
def _zeroed_at(input: Array, key: Any) -> Array:
    out = input.copy()
    out[key] = 0
    return out


_write_at = in_place(_written_at)


# ---------------------------------------------------------------------------------- reading a key


def getitem(x: Any, key: Any) -> Any:
    """``x[key]``.

    Raises:
        IndexError: a position out of bounds, too many of them, or a type that is no index.
        ValueError: a slice with a negative step, which PyTorch does not have.
    """
    if isinstance(key, slice):
        return _slice(x, 0, key)
    part, gathers = _basic(x, _as_tuple(key))
    if gathers is not None:
        return take_at(part, gathers)
    return alias(x) if part is x else part


def setitem(x: Any, key: Any, value: Any) -> None:
    """``x[key] = value``, which broadcasts; it is a write, and counts and records as one."""
    part, gathers = _basic(x, _as_tuple(key))
    if gathers is not None:
        value = value if isinstance(value, TensorBase) else wrap(np.asarray(value, x._array.dtype))
        shape = part._array[gathers].shape
        _write_at(part, expand(_trimmed(value, len(shape)), shape), gathers)
    elif not isinstance(value, TensorBase) or value.ndim == 0:
        fill_tensor_(part, value if isinstance(value, TensorBase) else wrap(np.asarray(value)))
    else:
        copy_(part, expand(_trimmed(value, part.ndim), tuple(part.shape)))


def _trimmed(value: Any, ndim: int) -> Any:
    """`value` without leading dimensions of size one that the target does not have."""
    while value.ndim > ndim and value.shape[0] == 1:
        value = select(value, 0, 0)
    return value


def _as_tuple(key: Any) -> tuple[Any, ...]:
    return key if type(key) is tuple else (key,)


def _basic(x: Any, key: tuple[Any, ...]) -> tuple[Any, Any]:
    """Apply integers, slices, None and ``...``; what is left to gather comes back as NumPy's key."""
    given = sum(_consumes(k) for k in key)
    if given > x.ndim:
        if not x.ndim and any(isinstance(k, int) for k in key):
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python to convert a 0-dim "
                "tensor to a number"
            )
        raise IndexError(f"too many indices for tensor of dimension {x.ndim}")
    out, dim, gathers = x, 0, {}
    for k in key:
        if k is ...:
            dim += x.ndim - given
        elif k is None:
            out, dim = unsqueeze(out, dim), dim + 1
        elif isinstance(k, bool):
            raise IndexError("a single bool is no index here. Use None to add a dimension.")
        elif isinstance(k, slice):
            if not _covers(k, out.shape[dim]):
                out = _slice(out, dim, k)
            dim += 1
        elif _is_list(k):
            gathers[dim] = _positions(k, out, dim)
            dim += _consumes(k)
        else:
            out = select(out, dim, _position(k))
    return out, _numpy_key(gathers, dim) if gathers else None


def _consumes(k: Any) -> int:
    """How many dimensions of the tensor one part of a key speaks of."""
    if k is None or k is ... or isinstance(k, bool):
        return 0
    mask = _is_list(k) and np.asarray(getattr(k, "_array", k)).dtype.kind == "b"
    return np.ndim(getattr(k, "_array", k)) if mask else 1


def _is_list(k: Any) -> bool:
    """Is it a list of positions or a mask? A 0-d integer tensor is a position."""
    if isinstance(k, TensorBase):
        return k.ndim > 0 or k._array.dtype.kind == "b"
    return isinstance(k, (list, range)) or (isinstance(k, np.ndarray) and k.ndim > 0)


def _positions(k: Any, out: Any, dim: int) -> Any:
    """A list of positions, or a mask, checked against the dimensions it speaks of."""
    array = k._array if isinstance(k, TensorBase) else np.asarray(k)
    if array.dtype.kind == "b":
        if array.shape != out.shape[dim : dim + array.ndim]:
            raise IndexError(
                f"The shape of the mask {list(array.shape)} at index {dim} does not match the shape of "
                f"the indexed tensor {list(out.shape)} at index {dim}"
            )
        return array
    if array.dtype.kind not in "iu" and array.size:
        raise IndexError(
            f"tensors used as indices must be long, int, byte or bool tensors, not {array.dtype}"
        )
    size = out.shape[dim]
    wrong = array[(array < -size) | (array >= size)]
    if wrong.size:
        raise IndexError(
            f"index {wrong.flat[0]} is out of bounds for dimension {dim} with size {size}"
        )
    return array.astype(np.int64)


def _position(k: Any) -> int:
    try:
        return as_int(k)
    except TypeError:
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
            f"indices (got {type(k).__name__})"
        ) from None


def _numpy_key(gathers: dict[int, Any], ndim: int) -> tuple[Any, ...]:
    key: list[Any] = []
    dim = 0
    while dim < ndim:
        part = gathers.get(dim, slice(None))
        key.append(part)
        dim += part.ndim if dim in gathers and part.dtype.kind == "b" else 1
    return tuple(key)


def _covers(k: slice, size: int) -> bool:
    return (k.step is None or k.step == 1) and k.indices(size) == (0, size, 1)


def _slice(x: Any, dim: int, k: slice) -> Any:
    if x.ndim == 0:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    step = 1 if k.step is None else as_int(k.step)
    if step <= 0:
        raise ValueError("step must be greater than zero")
    start, end = (None if n is None else as_int(n) for n in (k.start, k.stop))
    return slice_(x, dim, start, end, step)
