"""What a key of integer tensors and masks takes, and what is written there: always copies."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import type_name
from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.region import strided
from ..autograd.wrap import is_tensor, wrap
from ..backend import Array, module_of, scatter_add
from .dims import Shape
from .key import read_tensors
from .key_arrays import check_range
from .parse import parsed, truth

if TYPE_CHECKING:
    from ..tensor import Tensor
    from .parse import Tensors


def as_indices(gathers: dict[int, Array], key: Any) -> tuple[Any, ...]:
    """A tensor of positions, or a mask, for each dimension; None for those that are kept whole.

    Where `key` has the tensor, it is that one, so that a write into it is noticed.
    """
    parts = key if isinstance(key, (tuple, list)) else (key,)
    given = {id(x._array): x for x in parts if is_tensor(x)}
    indices: list[Any] = []
    dim = 0
    while len(gathers) > sum(i is not None for i in indices):
        array = gathers.get(dim)
        known = given.get(id(array))
        indices.append(wrap(array) if known is None and array is not None else known)
        dim += array.ndim if array is not None and array.dtype.kind == "b" else 1
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
    out = input[_numpy(indices)]
    return np.ascontiguousarray(out) if out.ndim else out


@op(r"x", name="IndexPutImplBackward0", input=(lambda g, indices: take_at(g, indices), r"g"))
def put_at(input: Array, indices: Array, shape: Shape) -> Array:
    """Zeros of `shape`, with `input` added at `indices`: twice where they name a place twice."""
    out = module_of(input).zeros(shape, input.dtype)
    key = _numpy(indices)
    if len(key) == 1 and key[0].dtype.kind == "b":  # a mask names no place twice
        out[key] = input
    else:
        scatter_add(out, key, input)
    return out


_taken = (lambda g, indices: take_at(g, indices), r"g")
_putting = partial(op, r"x", name="IndexPutBackward0", values=_taken)
_replacing = _putting(input=(lambda g, indices: _zeroed_at(g, indices), r"g"))
_adding = _putting(input=(lambda g, indices: g, r"g"))  # so that they are saved for either rule


@_replacing
def written_at(input: Array, values: Array, indices: Array) -> Array:
    """`input` with `values` at `indices`: what an assignment writes; what is expanded stays so."""
    return _replaced(_copied(input), indices, values)


@_replacing
def _put(input: Array, values: Array, indices: Array) -> Array:
    return _replaced(input.copy("K"), indices, values)


@_adding
def added_at(input: Array, values: Array, indices: Array) -> Array:
    """`input` with `values` added at `indices`; what is expanded stays so."""
    return _added(_copied(input), indices, values)


@_adding
def _put_added(input: Array, values: Array, indices: Array) -> Array:
    return _added(input.copy("K"), indices, values)


def _replaced(out: Array, indices: Any, values: Any) -> Array:
    out[_numpy(indices)] = values
    return out


def _added(out: Array, indices: Any, values: Array) -> Array:
    scatter_add(out, _numpy(indices), values)
    return out


def _copied(input: Array) -> Array:
    """A copy in which what stands in several places, having been expanded, still does."""
    if 0 not in input.strides:
        return input.copy("K")
    once = input[tuple(slice(0, 1) if s == 0 else slice(None) for s in input.strides)].copy()
    strides = [0 if s == 0 else t // input.itemsize for s, t in zip(input.strides, once.strides)]
    return strided(once, input.shape, tuple(strides))


@op(r"x", name="IndexPutBackward0", input=(lambda g, indices: _zeroed_at(g, indices), r"g"))
def _zeroed_at(input: Array, indices: Any) -> Array:
    """`input` with zeros at `indices`: what was overwritten gets no gradient, the rest gets all."""
    return _replaced(input.copy("K"), indices, 0)


write_at, _add_at = map(in_place, (written_at, added_at))


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
    row = _put_added if truth(accumulate) else _put
    return row(input, values, _placed(input, indices, values))  # type: ignore[no-any-return]


@parsed
def index_put_(input: Tensor, indices: Tensors, values: Tensor, accumulate: bool = False) -> Tensor:
    """In-place version of `index_put`: writes into `input` and returns it."""
    row = _add_at if truth(accumulate) else write_at
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
    gathers = read_tensors(tuple(x._array for x in indices), input._array.shape)
    found = as_indices(gathers, indices)
    check_values(input, found, values)
    return found


def check_values(part: Any, indices: tuple[Any, ...], value: Any) -> None:
    """Raise unless `value` can be written to `indices` of `part`, and these lie in it."""
    array, key = part._array, _numpy(indices)
    anywhere = (0 * i if getattr(i, "dtype", None) == np.int64 else i for i in key)
    shape = array[tuple(anywhere)].shape
    try:
        np.broadcast_to(value._array, shape)
    except ValueError:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(value.shape)} cannot be broadcast to "
            f"indexing result of shape {list(shape)}"
        ) from None
    if value.dtype != part.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{part.dtype.kind} for the destination and {value.dtype.kind} for the source."
        )
    gathers, dim = {}, 0
    for i in key:
        if not isinstance(i, slice):
            gathers[dim] = i
        dim += 1 if isinstance(i, slice) or i.dtype.kind == "i" else i.ndim
    check_range(gathers, array.shape)
