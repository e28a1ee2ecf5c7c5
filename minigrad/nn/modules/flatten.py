"""Flatten: pictures into rows of numbers, and back."""

from __future__ import annotations

from typing import Any

from ...ops.shapes import flatten
from ...tensor import Tensor
from ._function import FunctionModule
from .module import Module

__all__ = ["Flatten", "Unflatten"]


class Flatten(FunctionModule):
    """Makes one dimension of those from `start_dim` to `end_dim`; by default all but the batch's.

    Args:
        start_dim: The first of them.
        end_dim: The last of them.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Flatten()(minigrad.zeros(5, 8, 8)).shape
        minigrad.Size([5, 64])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Flatten.html
    """

    _function = staticmethod(flatten)

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__(start_dim=start_dim, end_dim=end_dim)


class Unflatten(Module):
    """Makes several dimensions of one: what `Flatten` did, undone.

    Args:
        dim: The dimension.
        unflattened_size: The sizes it is to have; one of them may be -1.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Unflatten(1, (8, 8))(minigrad.zeros(5, 64)).shape
        minigrad.Size([5, 8, 8])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Unflatten.html
    """

    def __init__(self, dim: int, unflattened_size: Any) -> None:
        super().__init__()
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Tensor) -> Tensor:
        """``(*, C, *)`` to ``(*, *unflattened_size, *)``."""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """The dimension and the sizes."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
