"""The shape of a tensor: a tuple that says so when it prints."""

from __future__ import annotations

from math import prod
from typing import Any


class Size(tuple[int, ...]):
    """A tuple of dimensions: ``x.shape``, ``x.size()``.

    Example:
        >>> import minigrad
        >>> minigrad.zeros(5, 4).shape
        minigrad.Size([5, 4])
        >>> minigrad.zeros(5, 4).shape.numel()
        20

    Source: https://docs.pytorch.org/docs/stable/size.html
    """

    __slots__ = ()

    def numel(self) -> int:
        """How many elements a tensor of this shape has."""
        return prod(self)

    def __repr__(self) -> str:
        return f"minigrad.Size({list(self)})"

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return Size(found) if isinstance(key, slice) else found

    def __add__(self, other: Any) -> Size:
        return Size(super().__add__(tuple(other)))
