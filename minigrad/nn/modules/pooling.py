"""Pooling layers: pictures made smaller."""

from __future__ import annotations

from typing import Any

from .. import functional
from ._function import FunctionModule

__all__ = ["AdaptiveAvgPool2d", "AvgPool2d", "MaxPool1d", "MaxPool2d"]


class MaxPool2d(FunctionModule):
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

    _function = staticmethod(functional.max_pool2d)
    _shown = 5

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        laid = {"kernel_size": kernel_size, "stride": kernel_size if stride is None else stride}
        laid |= {"padding": padding, "dilation": dilation, "ceil_mode": ceil_mode}
        super().__init__(**laid, return_indices=return_indices)


class MaxPool1d(MaxPool2d):
    """The largest number in each window of a sequence; the arguments are those of `MaxPool2d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.MaxPool1d.html
    """

    _function = staticmethod(functional.max_pool1d)


class AvgPool2d(FunctionModule):
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

    _function = staticmethod(functional.avg_pool2d)
    _shown = 3

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        laid = {"kernel_size": kernel_size, "stride": kernel_size if stride is None else stride}
        laid |= {"padding": padding, "ceil_mode": ceil_mode, "count_include_pad": count_include_pad}
        super().__init__(**laid, divisor_override=divisor_override)


class AdaptiveAvgPool2d(FunctionModule):
    """As many means as are wanted, whatever the size: see `functional.adaptive_avg_pool2d`.

    Args:
        output_size: The height and width of the result; one number for both, None for the input's.

    Example:
        >>> import minigrad
        >>> minigrad.nn.AdaptiveAvgPool2d(1)(minigrad.ones(2, 3, 8, 9)).shape
        minigrad.Size([2, 3, 1, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.AdaptiveAvgPool2d.html
    """

    _function = staticmethod(functional.adaptive_avg_pool2d)

    def __init__(self, output_size: Any) -> None:
        super().__init__(output_size=output_size)
