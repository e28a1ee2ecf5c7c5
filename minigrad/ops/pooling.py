"""Pooling, as rows: of what each window shows, the largest number or the mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.node import OPS
from ..autograd.registry import op
from ..backend import Array, module_of
from .shapes import reshape, zeros_of
from .windows import Sizes, Windows

# ---------------------------------------------------------------------------------- the largest


def _seen(windows: Windows, sizes: Sizes, counts: Sizes, at: Sizes, like: Array) -> Array:
    """For each window, the place in the picture that element `at` of the kernel lies on."""
    places: Any = None
    for n, c, i, s, p, d in zip(sizes, counts, at, *windows[1:4]):
        along = module_of(like).arange(c) * s + (i * d - p)
        places = along if places is None else places[..., None] * n + along
    return places


def _max_vjp(g: Any, indices: Any, input_shape: Any) -> Any:
    """A gradient for each window to the element that was the largest there; others get 0."""
    *lead, h, w = input_shape
    names, g = (reshape(x, (*lead, x.shape[-2] * x.shape[-1])) for x in (indices, g))
    sent = OPS["_scatter_add"](zeros_of(g, (*lead, h * w)), names, g, dim=len(lead))
    return reshape(sent, (*lead, h, w))


@op(
    r"\max_{\text{window}} x",
    name="MaxPool2DWithIndicesBackward0",
    outputs=("out", "indices"),
    input=(_max_vjp, r"g \text{ to where it came from}"),
)
def max_pool2d_with_indices(input: Array, windows: Windows) -> tuple[Array, Array]:
    """The largest number in each window, the first of equals, and its place in the picture.

    A place counts row by row. Saves the places.
    """
    sizes = input.shape[-len(windows.kernel) :]
    counts = windows.counts(sizes)
    least = -np.inf if input.dtype.kind == "f" else np.iinfo(input.dtype).min
    padded = windows.padded(input, least)
    places = []
    best: Any = None
    chosen: Any = None
    for k, (at, seen) in enumerate(windows.slices(counts)):
        x = padded[seen].copy()  # read thrice
        places.append(_seen(windows, sizes, counts, at, input))
        if best is None:
            best, chosen = x, np.zeros_like(x, dtype=np.uint16)
        else:  # k only grows: the last to be larger is the largest
            np.maximum(chosen, ((x > best) | (x != x)) * np.uint16(k), out=chosen)
            np.maximum(best, x, out=best)
    first = places[0]
    further = np.stack([place.reshape(-1)[0] for place in places]) - first.reshape(-1)[0]
    return best, first + further[chosen]


@op(
    r"\max_{\text{window}} x",
    name="AdaptiveMaxPool2DBackward0",
    outputs=("out", "indices"),
    input=(_max_vjp, r"g \text{ to where it came from}"),
)
def adaptive_max_pool2d(input: Array, size: Sizes) -> tuple[Array, Array]:
    """The largest number in each of as many windows as are wanted, and its place in the picture.

    A place counts row by row. Saves the places.
    """
    *lead, h, w = input.shape
    down, along = (_places(n, m, input) for n, m in zip((h, w), size))
    places = (down[:, None, :, None] * w + along[None, :, None, :]).reshape(*size, -1)
    seen = input.reshape(*lead, h * w)[..., places]
    chosen = seen.argmax(-1)
    places = np.broadcast_to(places, seen.shape)
    best, where = (np.take_along_axis(x, chosen[..., None], -1) for x in (seen, places))
    return best[..., 0], where[..., 0]


def _places(n: int, m: int, like: Array) -> Array:
    """``(m, k)``: where window i lies, from ``i * n / m`` to ``(i + 1) * n / m``.

    A window that is smaller than the largest repeats its last place.
    """
    xp = module_of(like)
    i = xp.arange(m)[:, None]
    starts = i * n // m
    ends = -(-(i + 1) * n // m)
    longest = max((-(-(j + 1) * n // m) - j * n // m for j in range(m)), default=0)
    return np.minimum(starts + xp.arange(longest), ends - 1)


# ---------------------------------------------------------------------------------- the mean


def _divisors(windows: Windows, sizes: Sizes, whole: bool, like: Array) -> Any:
    """By what each window's sum is divided: how many elements it has, the padding's if `whole`."""
    result: Any = None
    for n, c, k, s, p, _ in zip(sizes, windows.counts(sizes), *windows[:4]):
        starts = module_of(like).arange(c) * s - p
        ends = np.minimum(starts + k, n + p)
        if not whole:
            starts, ends = np.maximum(starts, 0), np.minimum(ends, n)
        result = ends - starts if result is None else result[..., None] * (ends - starts)
    return result.astype(like.dtype)


@op(
    r"\overline{x}_{\text{window}}",
    name="AvgPool2DBackward0",
    input=(
        lambda g, input_shape, windows, whole, divisor: shared_out(
            g, tuple(input_shape), windows, whole, divisor
        ),
        r"\textstyle\sum_{\text{windows}} g / n",
    ),
)
def avg_pool2d(input: Array, windows: Windows, whole: bool, divisor: int | None) -> Array:
    """The mean of what each window shows; or its sum, divided by `divisor`. Saves nothing."""
    sizes = input.shape[-len(windows.kernel) :]
    padded = windows.padded(input)
    total = 0
    for _, seen in windows.slices(windows.counts(sizes)):
        total = total + padded[seen]
    return total / (divisor or _divisors(windows, sizes, whole, input))


@op(
    r"\textstyle\sum_{\text{windows}} g / n",
    name="AvgPool2DBackwardBackward0",
    input=(
        lambda g, windows, whole, divisor: avg_pool2d(g, windows, whole, divisor),
        r"\overline{g}_{\text{window}}",
    ),
)
def shared_out(
    input: Array, shape: Sizes, windows: Windows, whole: bool, divisor: int | None
) -> Array:
    """A gradient for each window in equal parts to all that it shows."""
    sizes = shape[-len(windows.kernel) :]
    part = input / (divisor or _divisors(windows, sizes, whole, input))
    out = windows.blank(input, sizes)
    for _, seen in windows.slices(windows.counts(sizes)):
        out[seen] += part
    return windows.cropped(out, sizes)


# ------------------------------------------------------------------------- as many as are wanted


def means(n: int, m: int, like: Array) -> Array:
    """``(m, n)``: row i averages over the numbers from ``i * n / m`` to ``(i + 1) * n / m``."""
    xp = module_of(like)
    i = xp.arange(m)[:, None]
    places = xp.arange(n)
    inside = (places >= i * n // m) & (places < -(-(i + 1) * n // m))
    return (inside / inside.sum(1)[:, None]).astype(like.dtype)
