"""Values put where positions or a mask say: `index_put`, which may add them, and `masked_scatter`.

``x[indices] = values`` is the same write as `index_put_`: its row stands in `indexing`.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import op, public
from ..autograd.view import check_once
from ..autograd.wrap import Tensor, is_tensor, type_name, wrap
from ..backend import Array, check_beside, scatter_add
from ..dtype import int64
from .comparison import _masked_fill
from .indexing import _numpy, check_values, take_at, write_at, written_at
from .key import check_gathers
from .operands import Shape, array_of, broadcast_shapes
from .shapes import beside, expand, reshape, zeros_of

# ---------------------------------------------------------------------------------- by positions


@op(
    r"x + \sum_i y_i",
    name="IndexPutBackward0",
    input=(lambda g: g, r"g"),
    values=(lambda g, indices: take_at(g, indices), r"g_i"),
)
def added_at(input: Array, values: Array, indices: Array) -> Array:
    """`input` with `values` added at `indices`, a tuple: twice where they name a place twice."""
    out = input.copy()
    scatter_add(out, _numpy(indices), values)
    return out


_add_at_ = in_place(added_at)


@public(method=True)
def index_put(input: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """`input` with `values` at `indices`: a copy in which ``x[indices] = values`` has run.

    Args:
        input: any shape but ``()``.
        indices: a tuple of tensors of positions, or of masks, for the first dimensions.
        values: of the type of `input`; they broadcast to the shape of ``input[indices]``.
        accumulate: add them to what is there, twice where a place is named twice.

    Raises:
        IndexError: `indices` are too many, have another type or lead out of `input`.
        RuntimeError: `values` have another type or do not fit.
        TypeError: `indices` are no tuple of tensors, or `values` no tensor.

    Example:
        >>> import minigrad
        >>> places = (minigrad.tensor([0, 0]),)
        >>> minigrad.index_put(minigrad.zeros(3), places, minigrad.tensor(1.0), accumulate=True)
        tensor([2., 0., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_put_.html
    """
    indices, values = _readable("index_put", input, indices, values)
    return (added_at if accumulate else written_at)(input, values, indices)


@public(function=True, method=True)
def index_put_(input: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """In-place version of `index_put`: writes into `input` and returns it."""
    indices, values = _readable("index_put_", input, indices, values)
    if not accumulate:
        return write_at(input, values, indices)
    check_once(input._array)
    return _add_at_(input, values, indices)


def _readable(name: str, input: Any, indices: Any, values: Any) -> tuple[tuple[Any, ...], Any]:
    """`indices` as a tuple, and `values`, once they are known to fit `input`."""
    if not isinstance(indices, (tuple, list)):
        said = f"must be tuple of Tensors, not {type_name(indices)}"
        raise TypeError(f"{name}(): argument 'indices' (position 1) {said}")
    for place, index in enumerate(indices):
        if not is_tensor(index):
            said = f"as element {place} in argument 0, but got {type_name(index)}"
            raise TypeError(f"expected Tensor {said}")
    if not is_tensor(values):
        said = f"must be Tensor, not {type_name(values)}"
        raise TypeError(f"{name}(): argument 'values' (position 2) {said}")
    starts, dim = {}, 0
    for index in indices:
        check_beside("index", index._array, input._array)
        starts[dim] = index._array
        dim += index.ndim if index.dtype.title == "Bool" else 1
    if dim > input.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input.ndim} (got {dim})")
    check_gathers(starts, list(input.shape))
    values = values if values.ndim else beside(values, input)
    check_values(input, tuple(indices), values)
    return tuple(indices), values


# ---------------------------------------------------------------------------------- in a row


def _take_vjp(g: Any, input: Any, index: Any) -> Any:  # saves what PyTorch saves
    flat = zeros_of(g, (prod(input.shape),))
    places = wrap(array_of(index).reshape(-1))
    return reshape(added_at(flat, reshape(g, (-1,)), (places,)), input.shape)


@op(r"x_{i}", label="take", name="TakeBackward0", input=(_take_vjp, r"g_i"))
def _take(input: Array, index: Array) -> Array:
    return input.reshape(-1)[index]


@public(method=True)
def take(input: Tensor, index: Tensor) -> Tensor:
    """The elements at positions counted through all of `input`, in the shape of `index`.

    Saves both.

    Args:
        input: any shape.
        index: int64, any shape; negative ones count from the end.

    Raises:
        IndexError: a position leads out of `input`.
        RuntimeError: `index` has another type.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> minigrad.take(x, minigrad.tensor([0, 3]))
        tensor([1., 4.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.take.html
    """
    check_beside("index", index._array, input._array)
    if index.dtype != int64:
        kind = index.dtype.title
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {kind}")
    outside = index._array[(index._array >= input.numel()) | (index._array < -input.numel())]
    if outside.size:
        raise IndexError(
            f"out of range: tried to access index {int(outside[0])} on a tensor of "
            f"{input.numel()} elements."
        )
    return _take(input, index)


# ---------------------------------------------------------------------------------- by a mask


def _taken_vjp(g: Any, mask: Any, input_shape: Shape) -> Any:
    return _masked_scatter(zeros_of(g, input_shape), mask, g)


@op(
    r"x_{[m]}",
    name="MaskedScatterBackwardBackward0",
    input=(_taken_vjp, r"\text{the next } g \text{ where } m"),
)
def _masked_taken(input: Array, mask: Array, sizes: Shape) -> Array:
    """In the shape `sizes` the elements where `mask` holds, one after the other, then zeros."""
    taken = input[np.broadcast_to(mask, input.shape)]
    out = zeros_of(input, (prod(sizes),))
    out[: len(taken)] = taken
    return out.reshape(sizes)


@op(
    r"\text{the next } y \text{ where } m",
    input=(lambda g, mask: _masked_fill(g, mask, 0), r"g \odot [\lnot m]"),
    source=(lambda g, mask, source_shape: _masked_taken(g, mask, source_shape), r"g_{[m]}"),
)
def _masked_scatter(input: Array, mask: Array, source: Array) -> Array:
    given, mask = np.broadcast_arrays(input, mask)
    out = given.copy()
    out[mask] = source.reshape(-1)[: int(mask.sum())]
    return out


_masked_scatter_ = in_place(_masked_scatter)


@public(method=True)
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """`input` with the elements of `source`, one after the other, where `mask` holds. Saves `mask`.

    Args:
        input: any shape; it broadcasts with `mask`.
        mask: a bool tensor.
        source: of the type of `input`, with at least as many elements as `mask` has True.

    Raises:
        RuntimeError: `mask` is not of bools, `source` has another type or too few elements, or the
            shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> x, source = minigrad.zeros(3), minigrad.tensor([7.0, 8.0])
        >>> minigrad.masked_scatter(x, minigrad.tensor([True, False, True]), source)
        tensor([7., 0., 8.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.masked_scatter_.html
    """
    _check_scattered("masked_scatter", input, mask, source)
    _check_enough(mask, broadcast_shapes(mask.shape, input.shape), source)
    return _masked_scatter(input, mask, source)


@public(function=False, method=True)
def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """In-place version of `masked_scatter`: writes into `input` and returns it."""
    _check_scattered("masked_scatter_", input, mask, source)
    _check_enough(mask, expand(mask, tuple(input.shape)).shape, source)
    return _masked_scatter_(input, mask, source)


def _check_scattered(name: str, input: Any, mask: Any, source: Any) -> None:
    """Raise unless `source` may be written where `mask` holds."""
    for place, (called, x) in enumerate((("mask", mask), ("source", source)), 1):
        if not is_tensor(x):
            said = f"must be Tensor, not {type_name(x)}"
            raise TypeError(f"{name}(): argument '{called}' (position {place}) {said}")
        check_beside(called, x._array, input._array)
    if source.dtype != input.dtype:
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{input.dtype.title} and {source.dtype.title}"
        )
    if mask.dtype.title != "Bool":
        raise RuntimeError(
            "masked_scatter_ only supports boolean masks, but got mask with dtype "
            f"{mask.dtype.title}\nmask.bool() makes one."
        )


def _check_enough(mask: Any, shape: Shape, source: Any) -> None:
    """Raise unless `source` has an element for each True of `mask`, seen in `shape`."""
    wanted = int(np.broadcast_to(mask._array, shape).sum())
    if source.numel() < wanted:
        raise RuntimeError(
            "Number of elements of source < number of ones in mask\n"
            f"They are {source.numel()} and {wanted}."
        )
