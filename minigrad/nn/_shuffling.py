"""Channels made pixels, and dealt out anew, as functions."""

from __future__ import annotations

from ..ops import shuffling as rows
from ..tensor import Tensor

__all__ = ["channel_shuffle", "pixel_shuffle", "pixel_unshuffle"]


def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """A larger picture out of channels: each pixel gets the numbers of r² of them, as a square.

    Args:
        input: ``(*, C * r², H, W)``.
        upscale_factor: r.

    Returns:
        ``(*, C, H * r, W * r)``.

    Raises:
        RuntimeError: If r is not positive, or the channels are no multiple of r².

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.pixel_shuffle(minigrad.arange(8.0).view(4, 1, 2), 2)
        tensor([[[0., 2., 1., 3.],
                 [4., 6., 5., 7.]]])

    Source: W. Shi et al., "Real-time single image and video super-resolution using an efficient
    sub-pixel convolutional neural network", 2016.
    """
    _check("pixel_shuffle", input, "upscale_factor", upscale_factor)
    channels = input.shape[-3]
    if channels % upscale_factor**2:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square "
            f"of upscale_factor, but input.size(-3)={channels} is not divisible by "
            f"{upscale_factor**2}"
        )
    return rows.pixel_shuffle(input, upscale_factor)


def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """The way back of `pixel_shuffle`: ``(*, C, H * r, W * r)`` to ``(*, C * r², H, W)``.

    Raises:
        RuntimeError: If r is not positive, or a size is no multiple of it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pixel_unshuffle.html
    """
    _check("pixel_unshuffle", input, "downscale_factor", downscale_factor)
    for name, dim in (("height", -2), ("width", -1)):
        if input.shape[dim] % downscale_factor:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({dim})={input.shape[dim]} is not divisible by {downscale_factor}"
            )
    return rows.pixel_unshuffle(input, downscale_factor)


def channel_shuffle(input: Tensor, groups: int) -> Tensor:
    """The channels of several groups in turn, so that what follows sees all groups.

    Args:
        input: ``(N, C, *)``.
        groups: How many there are, one after the other.

    Raises:
        RuntimeError: If the channels do not come out even.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.channel_shuffle(minigrad.arange(4.0).view(1, 4, 1), 2).flatten()
        tensor([0., 2., 1., 3.])

    Source: X. Zhang et al., "ShuffleNet", 2018.
    """
    if input.ndim < 3:
        raise RuntimeError(
            f"channel_shuffle expects input with > 2 dims, but got input with sizes "
            f"{list(input.shape)}"
        )
    if groups <= 0:
        raise RuntimeError(
            f"Number of groups to divide channels in must be positive. Value of groups:{groups}"
        )
    if input.shape[1] % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {input.shape[1]} channels and "
            f"{groups} groups."
        )
    return rows.channel_shuffle(input, groups)


def _check(name: str, input: Tensor, called: str, factor: int) -> None:
    """There is a picture, and something to do."""
    if input.ndim < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with {input.ndim} "
            "dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {called}, but got {factor}")
