"""Pooling layers: pictures made smaller."""

from __future__ import annotations

from typing import Any

from .. import functional
from .._sizes import for_each_dim
from ._function import FunctionModule

__all__ = ["AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d"]
__all__ += ["AvgPool1d", "AvgPool2d", "MaxPool1d", "MaxPool2d"]


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


class AvgPool1d(FunctionModule):
    """The mean of each window of a sequence; the arguments are `AvgPool2d`'s, but the last.

    Example:
        >>> import minigrad
        >>> minigrad.nn.AvgPool1d(2)(minigrad.tensor([[1.0, 3.0, 5.0, 9.0]]))
        tensor([[2., 7.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.AvgPool1d.html
    """

    _function = staticmethod(functional.avg_pool1d)
    _shown = 3

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        step = kernel_size if stride is None else stride
        laid = {"kernel_size": kernel_size, "stride": step, "padding": padding}
        each = {name: for_each_dim(n, 1) for name, n in laid.items()}
        super().__init__(**each, ceil_mode=ceil_mode, count_include_pad=count_include_pad)


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


class AdaptiveAvgPool1d(AdaptiveAvgPool2d):
    """As many means of a sequence as are wanted: see `functional.adaptive_avg_pool1d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.AdaptiveAvgPool1d.html
    """

    _function = staticmethod(functional.adaptive_avg_pool1d)


class AdaptiveMaxPool2d(FunctionModule):
    """As many largest numbers as are wanted: see `functional.adaptive_max_pool2d`.

    Args:
        output_size: The height and width of the result; one number for both, None for the input's.
        return_indices: Give the places too.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.AdaptiveMaxPool2d.html
    """

    _function = staticmethod(functional.adaptive_max_pool2d)
    _shown = 1

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__(output_size=output_size, return_indices=return_indices)


class AdaptiveMaxPool1d(AdaptiveMaxPool2d):
    """As many largest numbers of a sequence as are wanted: see `functional.adaptive_max_pool1d`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.AdaptiveMaxPool1d.html
    """

    _function = staticmethod(functional.adaptive_max_pool1d)
