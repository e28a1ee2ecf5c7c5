"""[key] What a key means: how ``x[key]`` is read, before anything is done to `x`.

A key has two halves. Integers, slices, None and ``...`` say how to look at the memory: each becomes
a `Step`, a view. Lists, integer tensors and masks say which elements to gather: together they
become one index. NumPy reads some mixtures otherwise: ``x[0, :, [1, 2]]`` is ``x[0][:, [1, 2]]``
here.

"""

from __future__ import annotations

from operator import index
from typing import Any, NamedTuple

import numpy as np

from .._warn import warn
from ..autograd.wrap import TensorBase, is_tensor, type_name
from ..backend import as_array, on_host
from .operands import Shape, pythonic


class Step(NamedTuple):
    """A view: ``"select"``, ``"slice"`` or ``"unsqueeze"`` of `dim`, `at` a position or slice."""

    view: str
    dim: int
    at: Any = None


def read(key: Any, shape: Shape, writing: bool = False) -> tuple[list[Step], dict[int, Any]]:
    """What `key` asks of a tensor of `shape`.

    A slice that cuts nothing off is no view; but ``x[:]``, where nothing is written, is one.

    Returns:
        The views to take, one after the other; and the arrays to gather with, by the dimension,
        after these views, where each begins: a mask speaks of as many dimensions as it has.

    Raises:
        IndexError: the key has too many parts, leads out of the tensor, or is none.
        TypeError: a slice is made of something else than integers.
        ValueError: a slice goes backwards.
    """
    parts, free = _parts_and_free(key, len(shape))
    steps: list[Step] = []
    gathers: dict[int, Any] = {}
    sizes = list(shape)  # after the views so far
    dim = 0  # the dimension that comes next
    for place, part in enumerate(parts):
        if part is ...:
            dim += free
            free = 0
        elif part is None or (_is_mask(part) and not part.ndim):
            steps.append(Step("unsqueeze", dim))
            sizes.insert(dim, 1)
            if part is not None:  # along the new dimension True keeps all, False nothing
                gathers[dim] = on_host([0] * int(part)).astype(np.int64)
            dim += 1
        elif isinstance(part, slice):
            if _cuts(part, sizes[dim]) or (part is key and not writing):
                start, end, step = _bounds(part, sizes[dim])
                steps.append(Step("slice", dim, slice(start, end, step)))
                sizes[dim] = len(range(start, end, step))
            dim += 1
        elif _gathers(part):
            gathers[dim] = part
            dim += _consumed(part)
        else:
            steps.append(Step("select", dim, _position(part, place, sizes[dim])))
            del sizes[dim]
    check_gathers(gathers, sizes)
    return steps, gathers


def _parts_and_free(key: Any, ndim: int) -> tuple[list[Any], int]:
    """The parts, and how many dimensions none speaks of: those of ``...``, or the last ones."""
    parts = _parts(key)
    free = ndim - sum(map(_consumed, parts))
    if free < 0:
        _refuse_parts(key, ndim)
    return parts, free


def _cuts(part: slice, size: int) -> bool:
    """Whether a slice may leave something out."""
    return _bounds(part, size) != (0, size, 1) or (part.start or 0) < 0


def _parts(key: Any) -> list[Any]:
    """The parts between the commas, with arrays for lists, tensors and bools."""
    several = (TensorBase, np.ndarray, list, tuple, slice, type(...), type(None))
    if isinstance(key, list) and len(key) < 32 and any(isinstance(k, several) for k in key):
        words = "Using a non-tuple sequence for multidimensional indexing is deprecated"
        warn(f"{words}; use x[tuple(seq)] instead of x[seq]", UserWarning)
        key = tuple(key)
    return [_array(part) for part in key] if isinstance(key, tuple) else [_array(key)]


def _array(part: Any) -> Any:
    """An array for a tensor, a bool or a sequence; numbers in a sequence are cut to integers.

    A tensor's is its own, any other is a copy: it may be written over before a backward.
    """
    if is_tensor(part):
        return as_array(part._array)
    if isinstance(part, bool):
        return on_host(part)
    if isinstance(part, (list, tuple, range, np.ndarray)):
        part = on_host(part)
        return part.astype(np.int64) if part.dtype.kind in "if" else part
    return part


def _is_mask(part: Any) -> bool:
    return getattr(part, "dtype", None) == np.bool_


def _gathers(part: Any) -> bool:
    """Whether a part gathers: what has dimensions, or is no position, and will be refused."""
    if not hasattr(part, "dtype") or isinstance(part, np.generic):
        return False
    return part.ndim > 0 or part.dtype.kind in "fu"


def _consumed(part: Any) -> int:
    """How many dimensions of the tensor a part speaks of."""
    if part is None or part is ...:
        return 0
    return int(part.ndim) if _is_mask(part) else 1


def _refuse_parts(key: Any, ndim: int) -> None:
    if not ndim and isinstance(key, (int, np.integer)):
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
            "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
        )
    raise IndexError(f"too many indices for tensor of dimension {ndim}")


def _bounds(part: slice, size: int) -> tuple[int, int, int]:
    start, end, step = part.indices(size)
    if step < 0:
        raise ValueError("step must be greater than zero\nx.flip(0) turns a tensor around.")
    return start, max(start, end), step


def _position(part: Any, place: int, size: int) -> int:
    try:
        position = index(pythonic(part))
    except TypeError:
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
            f"are valid indices (got {type_name(part)})"
        ) from None
    if not -size <= position < size:
        _refuse_position(position, place, size)
    return position


def _refuse_position(position: Any, place: int, size: int) -> None:
    raise IndexError(f"index {position} is out of bounds for dimension {place} with size {size}")


def check_gathers(gathers: dict[int, Any], sizes: list[int]) -> None:
    """Raise unless arrays can gather from a tensor of these `sizes`.

    Args:
        gathers: the arrays, by the dimension where each begins.
        sizes: of the dimensions of the tensor.

    Raises:
        IndexError: an array has another type, leads out of the tensor, or, for a mask, has another
            shape; or they do not broadcast.
    """
    if not gathers:
        return
    shapes: list[list[int]] = []
    for dim, array in gathers.items():
        if array.dtype not in (np.bool_, np.int32, np.int64):
            raise IndexError(
                "tensors used as indices must be long, int, byte or bool tensors\n"
                f"Here it is {array.dtype}: .long() makes positions of it, .bool() a mask."
            )
        if _is_mask(array):
            for place, n in enumerate(array.shape):
                if n != sizes[dim + place]:
                    raise IndexError(
                        f"The shape of the mask {list(array.shape)} at index {place} does not "
                        f"match the shape of the indexed tensor {sizes} at index {dim + place}"
                    )
            shapes += [[int(array.sum())]] * array.ndim
        else:
            wrong = array[(array < -sizes[dim]) | (array >= sizes[dim])]
            if wrong.size:
                _refuse_position(wrong.flat[0], len(shapes), sizes[dim])
            shapes.append(list(array.shape))
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise IndexError(
            "shape mismatch: indexing tensors could not be broadcast together with shapes "
            + ", ".join(map(str, shapes))
        ) from None
