"""Channels and pixels that change places, as rows: nothing is computed, only moved."""

from __future__ import annotations

from typing import Any

from ..autograd.registry import op
from ..backend import Array


@op(
    r"x_{c r^2 + i r + j, h, w} \text{ to } z_{c, h r + i, w r + j}",
    input=(lambda g, factor: pixel_unshuffle(g, factor), r"g \text{ to where it came from}"),
)
def pixel_shuffle(input: Array, factor: int) -> Array:
    """Of `factor`² channels one that is `factor` times as high and as wide. Saves nothing."""
    *lead, channels, h, w = input.shape
    dealt = input.reshape(*lead, channels // factor**2, factor, factor, h, w)
    n = len(lead)
    turned = dealt.transpose(*range(n + 1), n + 3, n + 1, n + 4, n + 2).copy()
    return turned.reshape(*lead, channels // factor**2, h * factor, w * factor)


@op(
    r"x_{c, h r + i, w r + j} \text{ to } z_{c r^2 + i r + j, h, w}",
    input=(lambda g, factor: pixel_shuffle(g, factor), r"g \text{ to where it came from}"),
)
def pixel_unshuffle(input: Array, factor: int) -> Array:
    """The way back of `pixel_shuffle`. Saves nothing."""
    *lead, channels, h, w = input.shape
    dealt = input.reshape(*lead, channels, h // factor, factor, w // factor, factor)
    n = len(lead)
    turned = dealt.transpose(*range(n + 1), n + 2, n + 4, n + 1, n + 3).copy()
    return turned.reshape(*lead, channels * factor**2, h // factor, w // factor)


def _channel_vjp(g: Any, groups: int) -> Any:
    return channel_shuffle(g, g.shape[1] // groups)


@op(
    r"x_{a k + b} \text{ to } z_{b n + a}",
    input=(_channel_vjp, r"g \text{ to where it came from}"),
)
def channel_shuffle(input: Array, groups: int) -> Array:
    """Of each group the first channel, then of each the second, and so on. Saves nothing."""
    batch, channels, *sizes = input.shape
    dealt = input.reshape(batch, groups, channels // groups, *sizes)
    return dealt.swapaxes(1, 2).copy().reshape(input.shape)
