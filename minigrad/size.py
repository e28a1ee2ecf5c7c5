"""The shape of a tensor: a tuple that says so when it prints."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from operator import index
from typing import Any


class Size(tuple[int, ...]):
    """A tuple of dimensions: ``x.shape``, ``x.size()``; slices and sums of it are such, too.

    Args:
        dims: integers.

    Raises:
        TypeError: one of `dims` is not an integer.

    Example:
        >>> import minigrad
        >>> minigrad.zeros(5, 4).shape
        minigrad.Size([5, 4])
        >>> minigrad.zeros(5, 4).shape.numel()
        20

    Source: https://docs.pytorch.org/docs/stable/size.html
    """

    __module__ = "minigrad"
    __slots__ = ()

    def __new__(cls, dims: Iterable[Any] = ()) -> Size:
        """A Size of `dims`, each of which is an integer."""
        return super().__new__(cls, map(index, dims))

    def numel(self) -> int:
        """How many elements a tensor of this shape has."""
        return prod(self)

    def __repr__(self) -> str:
        return f"minigrad.Size({list(self)})"

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return Size(found) if isinstance(key, slice) else found

    def __add__(self, other: Any) -> Any:
        return Size(super().__add__(other))

    def __radd__(self, other: Any) -> Any:
        return Size(other) + self if isinstance(other, tuple) else NotImplemented

    def __mul__(self, times: Any) -> Size:
        return Size(super().__mul__(times))

    __rmul__ = __mul__


__test__ = {"Size": Size}  # for doctest, see `minigrad.tensor`
