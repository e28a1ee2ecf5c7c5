"""What a key gathers with, checked."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np


def checked_gathers(gathers: dict[int, Any], sizes: list[int]) -> dict[int, Any]:
    """Positions as int64, masks as bool; whether they lie in range is for `check_range` to say.

    Args:
        gathers: arrays, by the dimension where each begins.
        sizes: of the dimensions of the tensor.

    Raises:
        IndexError: an array has another type, a mask another shape; they do not broadcast; or
            there is nothing to gather from.
    """
    for array in gathers.values():
        if array.dtype not in (np.bool_, np.uint8, np.int32, np.int64):
            raise IndexError(
                "tensors used as indices must be long, int, byte or bool tensors\n"
                f"Here it is one of type {array.dtype}: .long() makes positions of it, .bool() a "
                "mask."
            )
    found = {dim: _converted(array, dim, sizes) for dim, array in gathers.items()}
    if len(found) > 1:
        _check_broadcast(list(found.values()))
    empty = any(not sizes[dim] for dim, array in found.items() if array.dtype.kind == "i")
    if empty and all(n for array in found.values() for shape in _shapes(array) for n in shape):
        raise IndexError("index is out of bounds for dimension with size 0")
    return found


def _converted(array: Any, dim: int, sizes: list[int]) -> Any:
    if array.dtype.kind == "i":
        return array.astype(np.int64, copy=False)
    if array.dtype == np.uint8:
        warnings.warn(
            "indexing with dtype minigrad.uint8 is now deprecated, please use a dtype "
            "minigrad.bool instead.",
            UserWarning,
            stacklevel=6,
        )
    for place, n in enumerate(array.shape):
        if n != sizes[dim + place]:
            raise IndexError(
                f"The shape of the mask {list(array.shape)} at index {place} does not match the "
                f"shape of the indexed tensor {sizes} at index {dim + place}"
            )
    return array.astype(np.bool_, copy=False)


def _check_broadcast(arrays: list[Any]) -> None:
    """All that gathers must broadcast to one shape; a mask counts with each of its dimensions."""
    shapes = [shape for array in arrays for shape in _shapes(array)]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise IndexError(
            "shape mismatch: indexing tensors could not be broadcast together with shapes "
            + ", ".join(str(list(shape)) for shape in shapes)
        ) from None


def _shapes(array: Any) -> list[tuple[int, ...]]:
    return [(int(array.sum()),)] * array.ndim if array.dtype.kind == "b" else [array.shape]


def check_range(found: dict[int, Any], sizes: Sequence[int]) -> None:
    """Raise for the first position, element by element, that leads out of a tensor of `sizes`.

    Raises:
        IndexError: there is one, and some element to be gathered.
    """
    wrong = {
        dim: (array < -sizes[dim]) | (array >= sizes[dim])
        for dim, array in found.items()
        if array.dtype.kind == "i"
    }
    if not any(each.any() for each in wrong.values()):
        return
    masked = {dim + d for dim, array in found.items() for d in range(len(_shapes(array)))}
    shape = np.broadcast_shapes(*(s for array in found.values() for s in _shapes(array)))
    if 0 in (*shape, *(n for dim, n in enumerate(sizes) if dim not in masked)):
        return
    spread = {dim: np.broadcast_to(each, shape).ravel() for dim, each in wrong.items()}
    first = min(int(each.argmax()) for each in spread.values() if each.any())
    dim = next(dim for dim, each in spread.items() if each[first])
    place = sum(len(_shapes(array)) for d, array in found.items() if d < dim)
    refuse_position(np.broadcast_to(found[dim], shape).flat[first], place, sizes[dim])


def refuse_position(position: Any, dim: int, size: int) -> NoReturn:
    """Raise for a position that leads out of a dimension.

    Raises:
        IndexError: always.
    """
    raise IndexError(f"index {position} is out of bounds for dimension {dim} with size {size}")
