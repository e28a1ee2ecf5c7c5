"""Padding layers: more around sequences and pictures."""

from __future__ import annotations

from typing import Any

from ...ops.windows import Sizes
from ...tensor import Tensor
from .. import functional
from .module import Module

__all__ = ["CircularPad1d", "CircularPad2d", "ConstantPad1d", "ConstantPad2d", "ReflectionPad1d"]
__all__ += ["ReflectionPad2d", "ReplicationPad1d", "ReplicationPad2d", "ZeroPad1d", "ZeroPad2d"]


def _sides(padding: Any, count: int) -> Sizes:
    """How much is laid at each side; one number stands for all."""
    return tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * count


class _Pad(Module):
    """What all have in common: how much is laid around, and a mode of `functional.pad`."""

    _dims = 1
    _mode = "constant"

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding: Sizes = _sides(padding, 2 * self._dims)

    def forward(self, input: Tensor) -> Tensor:
        """`input` with more around it."""
        return functional.pad(input, self.padding, self._mode)

    def extra_repr(self) -> str:
        """How much is laid around."""
        return str(self.padding)


class ConstantPad1d(_Pad):
    """A number around sequences ``(N, C, L)``.

    Args:
        padding: How many elements before and behind; one number for both.
        value: What they are.

    Example:
        >>> import minigrad
        >>> minigrad.nn.ConstantPad1d((1, 2), 7.0)(minigrad.zeros(1, 2))
        tensor([[7., 0., 0., 7., 7.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ConstantPad1d.html
    """

    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        """`input` with `value` around it."""
        return functional.pad(input, self.padding, self._mode, self.value)

    def extra_repr(self) -> str:
        """How much is laid around, and what."""
        return f"padding={self.padding}, value={self.value}"


class ConstantPad2d(ConstantPad1d):
    """A number around pictures ``(N, C, H, W)``.

    Args:
        padding: How many columns left and right, and rows above and below; one number for all.
        value: What they are.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ConstantPad2d.html
    """

    _dims = 2


class ZeroPad1d(ConstantPad1d):
    """Zeros around sequences; the argument is the first of `ConstantPad1d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ZeroPad1d.html
    """

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """How much is laid around."""
        return str(self.padding)


class ZeroPad2d(ConstantPad2d):
    """Zeros around pictures; the argument is the first of `ConstantPad2d`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.ZeroPad2d((1, 0, 0, 1))(minigrad.ones(1, 1, 1))
        tensor([[[0., 1.],
                 [0., 0.]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ZeroPad2d.html
    """

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """How much is laid around."""
        return str(self.padding)


class ReflectionPad1d(_Pad):
    """Around sequences, what lies inside, as in a mirror; the argument is that of `ZeroPad1d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ReflectionPad1d.html
    """

    _mode = "reflect"


class ReflectionPad2d(ReflectionPad1d):
    """Around pictures, what lies inside, as in a mirror; the argument is that of `ZeroPad2d`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.ReflectionPad2d((1, 1, 0, 0))(minigrad.tensor([[[1.0, 2.0, 3.0]]]))
        tensor([[[2., 1., 2., 3., 2.]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ReflectionPad2d.html
    """

    _dims = 2


class ReplicationPad1d(_Pad):
    """Around sequences, their ends again; the argument is that of `ZeroPad1d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ReplicationPad1d.html
    """

    _mode = "replicate"


class ReplicationPad2d(ReplicationPad1d):
    """Around pictures, their edges again; the argument is that of `ZeroPad2d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ReplicationPad2d.html
    """

    _dims = 2


class CircularPad1d(_Pad):
    """Beyond each end of sequences, the other end; the argument is that of `ZeroPad1d`.

    Raises:
        ValueError: If the input has other dimensions.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.CircularPad1d.html
    """

    _mode = "circular"

    def forward(self, input: Tensor) -> Tensor:
        """`input` with more around it."""
        least = self._dims + 1
        if input.ndim not in (least, least + 1):
            expected = f"expected {least}D or {least + 1}D input"
            raise ValueError(f"{expected} (got {input.ndim}D input)")
        return super().forward(input)


class CircularPad2d(CircularPad1d):
    """Beyond each edge of pictures, the other edge; the argument is that of `ZeroPad2d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.CircularPad2d.html
    """

    _dims = 2
