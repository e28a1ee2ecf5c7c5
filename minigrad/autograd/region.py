"""The part of a base that a view shows, as strides: enough to find it again in a gradient.

Replaying the functions that made the view would look simpler and be wrong: on a gradient with
another memory layout `reshape` copies, and what is written into the copy is lost without a word.
"""

from __future__ import annotations

from ctypes import addressof, c_char
from typing import Any, NamedTuple

import numpy as np

from ..backend import Array, is_numpy, module_of

Sizes = tuple[int, ...]


class Region(NamedTuple):
    """A window onto the memory of a base; all counts are in elements."""

    shape: Sizes
    strides: Sizes
    offset: int  # from the base's first element
    base_shape: Sizes
    base_strides: Sizes

    @classmethod
    def of(cls, view: Array, base: Array) -> Region:
        """The region of `base` that `view` shows."""
        size = base.itemsize
        return cls(
            view.shape,
            tuple([s // size for s in view.strides]),
            (address(view) - address(base)) // size,
            base.shape,
            tuple([s // size for s in base.strides]),
        )

    def take(self, values: Array) -> Array:
        """This region of `values`, an array of the base's shape."""
        return self._window(*self._lay_out(values))

    def replace(self, values: Array, part: Array) -> Array:
        """A copy of `values` with `part` in this region."""
        memory, first = self._lay_out(values)
        self._window(memory, first)[...] = part
        return self._base(memory, first)

    def put(self, part: Array) -> Array:
        """Zeros of the base's shape with `part` added in this region, which may overlap itself."""
        module = module_of(part)
        memory, first = self._lay_out(module.zeros((), part.dtype))
        if overlaps(self.shape, self.strides):
            places = self._window(module.arange(memory.size), first)
            module.add.at(memory, places, part)
        else:
            self._window(memory, first)[...] = part
        return self._base(memory, first)

    def _lay_out(self, values: Array) -> tuple[Array, int]:
        """A copy of `values` laid out as the base's memory is, and where its first element lies."""
        reach = [(n - 1) * s for n, s in zip(self.base_shape, self.base_strides)]
        first = -sum(r for r in reach if r < 0)  # with a negative stride it is not in front
        size = first + sum(r for r in reach if r > 0) + 1
        memory = module_of(values).zeros(size, values.dtype)
        self._base(memory, first)[...] = values
        return memory, first

    def _base(self, memory: Array, first: int) -> Array:
        return strided(memory, self.base_shape, self.base_strides, first)

    def _window(self, memory: Array, first: int) -> Array:
        return strided(memory, self.shape, self.strides, first + self.offset)


def strided(memory: Array, shape: Sizes, strides: Sizes, first: int = 0) -> Array:
    """`memory` from its element `first` on, with another shape and other strides, in elements."""
    size = memory.itemsize
    steps = [s * size for s in strides]
    if 0 in shape:
        return module_of(memory).zeros(shape, memory.dtype)  # there is nothing to share
    if is_numpy(memory) and memory.flags.c_contiguous:  # far quicker than what follows
        return np.ndarray(shape, memory.dtype, memory, first * size, steps)
    return module_of(memory).lib.stride_tricks.as_strided(memory[first:], shape, steps)


def check_once(x: Any) -> None:
    """Raise unless each element of `x`, an array or a Region, has a place of its own."""
    if 0 not in x.shape and any(s == 0 and n > 1 for s, n in zip(x.strides, x.shape)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )


def overlaps(shape: Sizes, strides: Sizes) -> bool:
    """Whether several indices share an element.

    It may say so without need: what asks is then slower, not wrong.
    """
    reach = 0
    for s, n in sorted((abs(s), n) for s, n in zip(strides, shape) if n > 1):
        if s <= reach:
            return True
        reach += s * (n - 1)
    return False


def address(array: Array) -> Any:
    """Where the first element of `array` lies in memory."""
    if not is_numpy(array):
        return array.data.ptr
    flags = array.flags
    if flags.c_contiguous and flags.writeable and array.size:
        return addressof(c_char.from_buffer(array))  # far quicker than what follows
    return array.__array_interface__["data"][0]


def same_memory(a: Array, b: Array) -> bool:
    """Whether `a`, just made from `b`, is the same memory: a view's base owns the memory."""
    return a is b or (a.base is not None and (a.base is b or a.base is b.base))
