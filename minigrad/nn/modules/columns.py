"""Windows of pictures as columns, as modules."""

from __future__ import annotations

from typing import Any

from .. import functional
from ._function import FunctionModule

__all__ = ["Fold", "Unfold"]


class Unfold(FunctionModule):
    """What each window of a picture shows, as a column: see `functional.unfold`.

    Args:
        kernel_size: The height and width of a window; one number for both.
        dilation: The step from element to element of a window.
        padding: How many zeros to lay around the input.
        stride: The step from window to window.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Unfold(2)(minigrad.ones(1, 3, 4, 4)).shape
        minigrad.Size([1, 12, 9])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Unfold.html
    """

    _function = staticmethod(functional.unfold)

    def __init__(
        self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
    ) -> None:
        super().__init__(kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)


class Fold(FunctionModule):
    """Columns added up to pictures: see `functional.fold`.

    Args:
        output_size: The height and width of the pictures; one number for both.
        kernel_size: As for `Unfold`, like all that follow.
        dilation: See there.
        padding: See there.
        stride: See there.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Fold.html
    """

    _function = staticmethod(functional.fold)

    def __init__(
        self,
        output_size: Any,
        kernel_size: Any,
        dilation: Any = 1,
        padding: Any = 0,
        stride: Any = 1,
    ) -> None:
        laid = {"kernel_size": kernel_size, "dilation": dilation, "padding": padding}
        super().__init__(output_size=output_size, **laid, stride=stride)
