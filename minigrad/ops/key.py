"""What a key means: how ``x[key]`` is read, before anything is done to `x`.

A key has two halves. Integers, slices, None and ``...`` say how to look at the memory: each becomes
a `Step`, a view. Lists, integer tensors and masks say which elements to gather: together they
become one index. NumPy reads some mixtures otherwise: ``x[0, :, [1, 2]]`` is ``x[0][:, [1, 2]]``
here.
"""

from __future__ import annotations

import warnings
from operator import index
from typing import Any, NamedTuple

import numpy as np

from ..autograd.arguments import type_name
from ..autograd.wrap import TensorBase, is_tensor
from ..backend import as_array
from .dims import Shape
from .key_arrays import check_range, checked_gathers, refuse_position


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
    """
    sole = type(key) is slice and not writing
    views = _views(key if type(key) is tuple else (key,), shape, sole)
    if views is not None:
        return views, {}
    parts = _parts(key)
    free = len(shape) - sum(_consumed(part) for part in parts)
    if free < 0:
        _refuse_parts(key, len(shape))
    reader = _Reader(shape, free, sole)
    for part in parts:
        reader.take(part)
    gathers = checked_gathers(reader.gathers, reader.sizes)
    if gathers and not writing:  # a write looks at its value before
        check_range(gathers, reader.sizes)
    return reader.steps, gathers


def _views(parts: tuple[Any, ...], shape: Shape, sole: bool) -> list[Step] | None:
    """The views that a key of integers and slices asks for; None for any other key.

    Most keys are such, and are read much faster here.
    """
    steps, dim = [], 0
    for part, size in zip(parts, shape):
        if type(part) is int and -size <= part < size:
            steps.append(Step("select", dim, part))
        elif type(part) is slice:
            cut = _cut(part, size, sole)
            if cut is not None:
                steps.append(Step("slice", dim, cut))
            dim += 1
        else:
            return None
    return steps if len(parts) <= len(shape) else None


def _cut(part: slice, size: int, sole: bool) -> slice | None:
    """`part` with its bounds worked out; None if it keeps a whole dimension and is not the key."""
    start, end, step = part.indices(size)
    if step < 0:
        raise ValueError(
            f"step must be greater than zero\nIt is {step}; x.flip(0) turns a tensor around."
        )
    cuts = (start, end, step) != (0, size, 1) or (part.start is not None and part.start < 0)
    return slice(start, max(start, end), step) if cuts or sole else None


def read_tensors(indices: tuple[Any, ...], shape: Shape) -> dict[int, Any]:
    """The arrays to gather with, where a key is a tuple of arrays and nothing else.

    Raises:
        IndexError: they are too many, do not broadcast, or lead out of the tensor.
    """
    parts = [part if _is_mask(part) else np.atleast_1d(part) for part in indices]
    count = sum(_consumed(part) for part in parts)
    if count > len(shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)} (got {count})")
    reader = _Reader(shape, 0, sole=False)
    for part in parts:
        reader.take(part)
    return checked_gathers(reader.gathers, reader.sizes)


def _parts(key: Any) -> list[Any]:
    """The parts between the commas, with arrays for lists, tensors and bools."""
    if isinstance(key, tuple):
        return [_array(part) for part in key]
    several = (TensorBase, np.ndarray, list, tuple, slice, type(...), type(None))
    if isinstance(key, list) and len(key) < 32 and any(isinstance(k, several) for k in key):
        warnings.warn(_NO_TUPLE, UserWarning, stacklevel=4)
        return [_array(part) for part in key]
    return [_array(key)]


_NO_TUPLE = (
    "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in "
    "pytorch 2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as "
    "tensor index, x[minigrad.tensor(seq)], which will result either in an error or a different "
    "result"
)


def _array(part: Any) -> Any:
    """An array for a tensor, a bool or a sequence; numbers in a sequence are cut to integers.

    A tensor's is its own, any other is a copy: it may be written over before a backward.
    """
    if is_tensor(part):
        return as_array(part._array)
    if isinstance(part, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type_name(part)}'")
    if isinstance(part, bool):
        return np.asarray(part)
    if isinstance(part, (list, tuple, range, np.ndarray)):
        part = np.array(_numbers(part))
        if part.dtype.kind not in "biuf":
            raise TypeError(f"new(): invalid data type '{type_name(part.flat[0])}'")
        return part if part.dtype in _MASKS and part.size else part.astype(np.int64)
    return part


def _numbers(part: Any) -> Any:
    """A sequence with a number for each tensor in it, however many dimensions that has.

    Raises:
        TypeError: one is no integer, or several.
    """
    if is_tensor(part):
        index(part)  # says why it is none
        return as_array(part._array).reshape(())[()]
    kinds = set(map(type, part)) if isinstance(part, (list, tuple)) else ()
    nested = any(issubclass(kind, (TensorBase, list, tuple)) for kind in kinds)
    return [_numbers(each) for each in part] if nested else part


_MASKS = (np.bool_, np.uint8)


def _consumed(part: Any) -> int:
    """How many dimensions of the tensor a part speaks of."""
    if part is None or part is ...:
        return 0
    return int(part.ndim) if _is_mask(part) else 1


def _is_mask(part: Any) -> bool:
    return getattr(part, "dtype", None) in _MASKS and not isinstance(part, np.generic)


def _gathers(part: Any) -> bool:
    """Whether a part gathers: what has dimensions, or is no position, and will be refused."""
    return hasattr(part, "dtype") and (
        part.ndim > 0 or (part.dtype.kind == "f" and not isinstance(part, np.generic))
    )


def _refuse_parts(key: Any, ndim: int) -> None:
    if not ndim and isinstance(key, slice):
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if not ndim and isinstance(key, (int, np.integer)):
        if key:
            words = f"index {key} is out of bounds for dimension 0 with size 0"
            raise IndexError(f"{words}\nA tensor without dimensions has one number: x.item().")
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
            "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
        )
    raise IndexError(f"too many indices for tensor of dimension {ndim}")


class _Reader:
    """Takes the parts of a key in order.

    Attributes:
        taken: how many parts have been taken.
        rest: the sizes of the dimensions of the tensor that come next.
        seen: the sizes of those that stand before them, after the views so far.
        free: how many dimensions ``...`` stands for.
        sole: whether the key is one bare slice, read and not written to.
        steps: the views.
        gathers: what to gather with, by where it begins.
    """

    def __init__(self, shape: Shape, free: int, sole: bool) -> None:
        self.rest, self.free, self.sole = list(shape), free, sole
        self.seen: list[int] = []
        self.taken = 0
        self.steps: list[Step] = []
        self.gathers: dict[int, Any] = {}

    @property
    def sizes(self) -> list[int]:
        """The sizes of all dimensions, after the views so far."""
        return self.seen + self.rest

    def take(self, part: Any) -> None:
        if part is None:
            self._step("unsqueeze", 1)
        elif part is ...:
            self._pass(self.free)
            self.free = 0
        elif isinstance(part, slice):
            self._take_slice(part)
        elif _is_mask(part):
            self._take_mask(part)
        elif _gathers(part):
            self.gathers[len(self.seen)] = part
            self._pass(1)
        else:
            position = self._position(part)
            self._step("select", at=position)
        self.taken += 1

    def _step(self, view: str, *sizes: int, at: Any = None) -> None:
        self.steps.append(Step(view, len(self.seen), at))
        self.seen += sizes
        if view != "unsqueeze":
            del self.rest[0]

    def _pass(self, count: int) -> None:
        self.seen += self.rest[:count]
        del self.rest[:count]

    def _take_slice(self, part: slice) -> None:
        cut = _cut(part, self.rest[0], self.sole)
        if cut is None:
            self._pass(1)
        else:
            self._step("slice", len(range(cut.start, cut.stop, cut.step)), at=cut)

    def _take_mask(self, mask: Any) -> None:
        if mask.ndim:
            self.gathers[len(self.seen)] = mask
            self._pass(mask.ndim)
        else:  # True keeps all, False nothing, along a new dimension
            self.gathers[len(self.seen)] = np.zeros(int(bool(mask)), np.int64)
            self._step("unsqueeze", 1)

    def _position(self, part: Any) -> int:
        try:
            if isinstance(part, np.bool_):  # which NumPy 2.2 would take for 0 or 1
                raise TypeError
            position = index(part)
        except TypeError:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
                f"are valid indices (got {type_name(part)})"
            ) from None
        if not -self.rest[0] <= position < self.rest[0]:
            refuse_position(position, self.taken, self.rest[0])
        return position
