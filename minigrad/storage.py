"""Storages: the memory behind tensors, without shapes.

A tensor and all its views show one memory; what that holds, from its beginning to its end, is a
storage. Source: https://docs.pytorch.org/docs/stable/storage.html
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import index
from typing import Any

from .autograd.view import address, strided
from .backend import Array, device, device_of, is_numpy
from .dtype import dtype, of


def owner_of(array: Array) -> Array:
    """The array whose memory `array` shows, or a part of it: the first in the row of bases."""
    while type(array.base) is type(array):
        array = array.base
    return array


class UntypedStorage:
    """The bytes that a tensor and all its views show.

    Args:
        owner: the array whose memory it is.

    Attributes:
        device: where it lies.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(2, 3)
        >>> x[1].untyped_storage().data_ptr() == x.data_ptr()
        True
        >>> x[1].untyped_storage().nbytes()
        24
    """

    def __init__(self, owner: Array) -> None:
        self._address = int(address(owner) if is_numpy(owner) else owner.data.mem.ptr)
        self._nbytes, self.device = int(owner.nbytes), device_of(owner)

    def data_ptr(self) -> int:
        """The address of its first byte."""
        return self._address

    def nbytes(self) -> int:
        """Its bytes."""
        return self._nbytes

    def __len__(self) -> int:
        return self._nbytes

    size = __len__


class TypedStorage:
    """The elements that a tensor and all its views show, in a row as they lie in memory.

    Args:
        owner: the array whose memory it is.

    Example:
        >>> import minigrad, warnings
        >>> x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     x.t().storage()
         1.0
         2.0
         3.0
         4.0
        [minigrad.storage.TypedStorage(dtype=minigrad.float32, device=cpu) of size 4]
    """

    def __init__(self, owner: Array) -> None:
        self._owner = owner
        self._row = in_a_row(owner)

    @property
    def dtype(self) -> dtype:
        """The type of the elements."""
        return of(self._row.dtype)

    @property
    def device(self) -> device:
        """Where it lies."""
        return device_of(self._row)

    def size(self) -> int:
        """How many elements it has."""
        return int(self._row.size)

    __len__ = size

    def element_size(self) -> int:
        """The bytes of one element."""
        return int(self._row.itemsize)

    def nbytes(self) -> int:
        """The bytes of all elements."""
        return int(self._row.nbytes)

    def data_ptr(self) -> int:
        """The address of the first element."""
        return self.untyped().data_ptr()

    def untyped(self) -> UntypedStorage:
        """The same memory, as bytes."""
        return UntypedStorage(self._owner)

    def tolist(self) -> list[Any]:
        """The elements as Python numbers."""
        return list(self._row.tolist())

    def fill_(self, value: Any) -> TypedStorage:
        """Write a number everywhere; no tensor counts that as a write."""
        self._row[...] = value
        return self

    def __getitem__(self, place: Any) -> Any:
        return self._row[self._place(place)].item()

    def __setitem__(self, place: Any, value: Any) -> None:
        self._row[self._place(place)] = value

    def _place(self, place: Any) -> int:
        if isinstance(place, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if not hasattr(place, "__index__"):
            kinds = f"a {type(self)} with {type(place)}"
            raise RuntimeError(f"can't index {kinds}\nGive the place of one element.")
        if not -len(self) <= index(place) < len(self):
            raise IndexError(f"index {place} out of range for storage of size {len(self)}")
        return index(place)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def __repr__(self) -> str:
        name = f"{type(self).__module__}.{type(self).__name__}"
        about = f"[{name}(dtype={self.dtype}, device={self.device}) of size {len(self)}]"
        return "\n".join([*(f" {number}" for number in self), about])


def in_a_row(owner: Array) -> Array:
    """All elements of an array without gaps, as they lie in memory: a view."""
    return strided(owner, (owner.size,), (1,))
