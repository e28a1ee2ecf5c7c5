"""Channels made pixels, and dealt out anew, as modules."""

from __future__ import annotations

from .. import functional
from ._function import FunctionModule

__all__ = ["ChannelShuffle", "PixelShuffle", "PixelUnshuffle"]


class PixelShuffle(FunctionModule):
    """A larger picture out of channels: see `functional.pixel_shuffle`.

    Args:
        upscale_factor: How many times as high and as wide.

    Example:
        >>> import minigrad
        >>> minigrad.nn.PixelShuffle(2)(minigrad.ones(1, 8, 3, 3)).shape
        minigrad.Size([1, 2, 6, 6])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.PixelShuffle.html
    """

    _function = staticmethod(functional.pixel_shuffle)

    def __init__(self, upscale_factor: int) -> None:
        super().__init__(upscale_factor=upscale_factor)


class PixelUnshuffle(FunctionModule):
    """A smaller picture with more channels: see `functional.pixel_unshuffle`.

    Args:
        downscale_factor: What part of the height and width is left.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.PixelUnshuffle.html
    """

    _function = staticmethod(functional.pixel_unshuffle)

    def __init__(self, downscale_factor: int) -> None:
        super().__init__(downscale_factor=downscale_factor)


class ChannelShuffle(FunctionModule):
    """The channels of several groups in turn: see `functional.channel_shuffle`.

    Args:
        groups: How many groups there are.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ChannelShuffle.html
    """

    _function = staticmethod(functional.channel_shuffle)

    def __init__(self, groups: int) -> None:
        super().__init__(groups=groups)
