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
from .dims import Shape


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
    parts = _parts(key)
    free = len(shape) - sum(_consumed(part) for part in parts)
    if free < 0:
        _refuse_parts(parts, len(shape))
    reader = _Reader(shape, free, sole=type(key) is slice and not writing)
    for part in parts:
        reader.take(part)
    reader.check_gathers()
    return reader.steps, reader.gathers


def read_tensors(indices: tuple[Any, ...], shape: Shape) -> dict[int, Any]:
    """The arrays to gather with, where a key is a tuple of arrays and nothing else.

    Raises:
        IndexError: they are too many, do not broadcast, or lead out of the tensor.
    """
    parts = [_array(part) for part in indices]
    parts = [part if _is_mask(part) else np.atleast_1d(part) for part in parts]
    count = sum(_consumed(part) for part in parts)
    if count > len(shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)} (got {count})")
    reader = _Reader(shape, 0, sole=False)
    for part in parts:
        reader.take(part)
    reader.check_gathers()
    return reader.gathers


def _parts(key: Any) -> list[Any]:
    """The parts between the commas, with arrays for lists, tensors and bools."""
    if isinstance(key, tuple):
        return [_array(part) for part in key]
    several = (TensorBase, np.ndarray, list, tuple, slice, type(...), type(None))
    if isinstance(key, list) and len(key) < 32 and any(isinstance(k, several) for k in key):
        warnings.warn(
            "Using a non-tuple sequence for multidimensional indexing is deprecated and will be "
            "changed; use x[tuple(seq)] instead of x[seq].",
            UserWarning,
            stacklevel=4,
        )
        return [_array(part) for part in key]
    return [_array(key)]


def _array(part: Any) -> Any:
    if is_tensor(part):
        part = part._array
    elif isinstance(part, (list, tuple, range, bool)):
        part = np.asarray(part, None if np.size(part) else np.int64)
    if not hasattr(part, "dtype") or part.dtype in (np.bool_, np.int32, np.int64):
        return part
    raise IndexError(
        "tensors used as indices must be long, int, byte or bool tensors. Here it is one of type "
        f"{part.dtype}: .long() makes positions of it, .bool() a mask."
    )


def _consumed(part: Any) -> int:
    """How many dimensions of the tensor a part speaks of."""
    if part is None or part is ...:
        return 0
    return int(part.ndim) if _is_mask(part) else 1


def _is_mask(part: Any) -> bool:
    return getattr(part, "dtype", None) == np.bool_


def _refuse_parts(parts: list[Any], ndim: int) -> None:
    if not ndim:
        if any(isinstance(part, slice) for part in parts):
            raise IndexError("slice() cannot be applied to a 0-dim tensor.")
        if any(isinstance(part, int) for part in parts):
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
            )
    raise IndexError(f"too many indices for tensor of dimension {ndim}")


class _Reader:
    """Takes the parts of a key in order.

    Attributes:
        axis: the dimension of the tensor that comes next.
        dim: where that dimension stands after the views so far.
        free: how many dimensions ``...`` stands for.
        sole: whether the key is one bare slice, read and not written to.
    """

    def __init__(self, shape: Shape, free: int, sole: bool) -> None:
        self.shape, self.free, self.sole = shape, free, sole
        self.axis = self.dim = 0
        self.steps: list[Step] = []
        self.gathers: dict[int, Any] = {}

    def take(self, part: Any) -> None:
        if part is None:
            self._step("unsqueeze", dims=1)
        elif part is ...:
            self.axis, self.dim, self.free = self.axis + self.free, self.dim + self.free, 0
        elif isinstance(part, slice):
            self._take_slice(part)
        elif _is_mask(part):
            self._take_mask(part)
        elif getattr(part, "ndim", 0):
            self._take_positions(part)
        else:
            self._step("select", self._position(part), axes=1)

    def check_gathers(self) -> None:
        """All that gathers must broadcast to one shape."""
        shapes = [a.shape if not _is_mask(a) else (int(a.sum()),) for a in self.gathers.values()]
        try:
            np.broadcast_shapes(*shapes)
        except ValueError:
            raise IndexError(
                "shape mismatch: indexing tensors could not be broadcast together with shapes "
                + ", ".join(str(list(shape)) for shape in shapes)
            ) from None

    def _step(self, view: str, at: Any = None, axes: int = 0, dims: int = 0) -> None:
        self.steps.append(Step(view, self.dim, at))
        self.axis, self.dim = self.axis + axes, self.dim + dims

    def _take_slice(self, part: slice) -> None:
        size = self.shape[self.axis]
        start, end, step = part.indices(size)
        if step < 0:
            raise ValueError(f"step must be greater than zero, but it is {step}")
        cuts = (start, end, step) != (0, size, 1) or (part.start is not None and part.start < 0)
        if cuts or self.sole:
            self._step("slice", slice(start, max(start, end), step))
        self.axis, self.dim = self.axis + 1, self.dim + 1

    def _take_mask(self, mask: Any) -> None:
        if not mask.ndim:  # True keeps all, False nothing, along a new dimension
            self.gathers[self.dim] = np.zeros(int(mask), np.int64)
            self._step("unsqueeze", dims=1)
            return
        for place, n in enumerate(mask.shape, self.axis):
            if n != self.shape[place]:
                raise IndexError(
                    f"The shape of the mask {list(mask.shape)} at index {place} does not match the "
                    f"shape of the indexed tensor {list(self.shape)} at index {place}"
                )
        self.gathers[self.dim] = mask.copy()  # the key may be written over before backward
        self.axis, self.dim = self.axis + mask.ndim, self.dim + mask.ndim

    def _take_positions(self, positions: Any) -> None:
        size = self.shape[self.axis]
        wrong = positions[(positions < -size) | (positions >= size)]
        if wrong.size:
            self._refuse_position(wrong.flat[0])
        self.gathers[self.dim] = positions.astype(np.int64)  # a copy too
        self.axis, self.dim = self.axis + 1, self.dim + 1

    def _position(self, part: Any) -> int:
        try:
            position = index(part)
        except TypeError:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
                f"are valid indices (got {type_name(part)})"
            ) from None
        if not -self.shape[self.axis] <= position < self.shape[self.axis]:
            self._refuse_position(position)
        return position

    def _refuse_position(self, position: Any) -> None:
        raise IndexError(
            f"index {position} is out of bounds for dimension {self.axis} with size "
            f"{self.shape[self.axis]}"
        )
