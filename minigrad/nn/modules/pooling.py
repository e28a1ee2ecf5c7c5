"""Pooling layers: pictures made smaller."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from .. import functional
from .module import Module

__all__ = ["AdaptiveAvgPool2d", "AvgPool2d", "MaxPool1d", "MaxPool2d"]


class _MaxPool(Module):
    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def _pooled(self, input: Tensor, function: Any) -> Any:
        laid = (self.kernel_size, self.stride, self.padding, self.dilation)
        return function(input, *laid, self.ceil_mode, self.return_indices)

    def extra_repr(self) -> str:
        """All numbers."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """The largest number in each window of a sequence; the arguments are those of `MaxPool2d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.MaxPool1d.html
    """

    def forward(self, input: Tensor) -> Any:
        """``(N, C, L)`` to ``(N, C, L_out)``, with or without N."""
        return self._pooled(input, functional.max_pool1d)


class MaxPool2d(_MaxPool):
    """The largest number in each window of a picture: see `functional.max_pool2d`.

    Args:
        kernel_size: The height and width of a window; one number for both.
        stride: The step from window to window; as large as a window if None.
        padding: How far a window may reach over each edge.
        dilation: The step from element to element of a window.
        return_indices: Give the places too.
        ceil_mode: Let the last window reach over the end.

    Example:
        >>> import minigrad
        >>> minigrad.nn.MaxPool2d(2)(minigrad.ones(64, 6, 28, 28)).shape
        minigrad.Size([64, 6, 14, 14])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.MaxPool2d.html
    """

    def forward(self, input: Tensor) -> Any:
        """``(N, C, H, W)`` to ``(N, C, H_out, W_out)``, with or without N."""
        return self._pooled(input, functional.max_pool2d)


class AvgPool2d(Module):
    """The mean of each window of a picture: see `functional.avg_pool2d`.

    Args:
        kernel_size: The height and width of a window; one number for both.
        stride: The step from window to window; as large as a window if None.
        padding: How far a window may reach over each edge.
        ceil_mode: Let the last window reach over the end.
        count_include_pad: Whether the padding counts, as zeros.
        divisor_override: What the sum is divided by, instead of the number of elements.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.AvgPool2d.html
    """

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C, H, W)`` to ``(N, C, H_out, W_out)``, with or without N."""
        laid = (self.kernel_size, self.stride, self.padding, self.ceil_mode)
        return functional.avg_pool2d(input, *laid, self.count_include_pad, self.divisor_override)

    def extra_repr(self) -> str:
        """The sizes."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AdaptiveAvgPool2d(Module):
    """As many means as are wanted, whatever the size: see `functional.adaptive_avg_pool2d`.

    Args:
        output_size: The height and width of the result; one number for both, None for the input's.

    Example:
        >>> import minigrad
        >>> minigrad.nn.AdaptiveAvgPool2d(1)(minigrad.ones(2, 3, 8, 9)).shape
        minigrad.Size([2, 3, 1, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.AdaptiveAvgPool2d.html
    """

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C, H, W)`` to ``(N, C, *output_size)``, with or without N."""
        return functional.adaptive_avg_pool2d(input, self.output_size)

    def extra_repr(self) -> str:
        """The size."""
        return f"output_size={self.output_size}"
