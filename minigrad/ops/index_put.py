"""What a key of integer tensors and masks takes, and what is written there: always copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.region import check_once
from ..autograd.wrap import is_tensor, wrap
from ..backend import Array, module_of, scatter_add
from .copy import zeros_of
from .dims import Shape
from .key import read
from .shape import reshape

if TYPE_CHECKING:
    from ..tensor import Tensor


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
    return np.ascontiguousarray(input[_numpy(indices)])


@op(r"x", name="IndexPutImplBackward0", input=(lambda g, indices: take_at(g, indices), r"g"))
def put_at(input: Array, indices: Array, shape: Shape) -> Array:
    """Zeros of `shape`, with `input` added at `indices`: twice where they name a place twice."""
    out = module_of(input).zeros(shape, input.dtype)
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


@op(
    r"x",
    name="IndexPutBackward0",
    input=(lambda g: g, r"g"),
    values=(lambda g, indices: take_at(g, indices), r"g"),
)
def added_at(input: Array, values: Array, indices: Array) -> Array:
    """`input` with `values` added at `indices`."""
    out = input.copy()
    scatter_add(out, _numpy(indices), values)
    return out


_write_at, _add_at = map(in_place, (written_at, added_at))


def write_at(input: Any, values: Any, indices: tuple[Any, ...], accumulate: bool = False) -> Any:
    """Write `values`, which broadcast, into `input` at `indices`, or add them to what is there.

    Raises:
        RuntimeError: `values` have another type or do not fit, `input` was expanded, or the write
            may not be recorded.
    """
    check_values(input, indices, values)
    check_once(input._array)
    return (_add_at if accumulate else _write_at)(input, values, indices)


def index_put(input: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
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
    found = _placed(input, indices)
    check_values(input, found, values)
    row = added_at if accumulate else written_at
    return row(input, values, found)  # type: ignore[no-any-return]


def index_put_(input: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """In-place version of `index_put`: writes into `input` and returns it."""
    return write_at(input, values, _placed(input, indices), accumulate)  # type: ignore[no-any-return]


def _placed(input: Any, indices: Any) -> tuple[Any, ...]:
    """`indices` as an operation takes them."""
    if is_tensor(indices):
        raise TypeError("indices must be tuple of Tensors, not Tensor")
    key = tuple(x if x.ndim else reshape(x, (1,)) for x in indices)
    return as_indices(read(key, input._array.shape)[1], key)


def check_values(part: Any, indices: tuple[Any, ...], value: Any) -> None:
    """Raise unless `value` can be written to `indices` of `part`."""
    shape = list(part._array[_numpy(indices)].shape)
    trailing = shape[len(shape) - value.ndim :]
    if value.ndim > len(shape) or any(n not in (1, m) for n, m in zip(value.shape, trailing)):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(value.shape)} cannot be broadcast to "
            f"indexing result of shape {shape}"
        )
    if value.dtype != part.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{part.dtype.kind} for the destination and {value.dtype.kind} for the source."
        )
