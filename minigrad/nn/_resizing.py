"""Pictures made larger or smaller, as a function."""

from __future__ import annotations

from math import floor
from typing import Any

import numpy as np

from .._warn import warn
from ..autograd.wrap import wrap
from ..backend import Array, module_of
from ..ops.slices import _index_select
from ..ops.windows import Sizes
from ..tensor import Tensor
from ._pooling import adaptive_avg_pool1d, adaptive_avg_pool2d
from ._sizes import for_each_dim

__all__ = ["interpolate", "upsample", "upsample_bilinear", "upsample_nearest"]

# How many dimensions each resizes that takes a mean of neighbours.
_DIMS = {"linear": 1, "bilinear": 2, "bicubic": 2}
_OTHERS = ("nearest", "nearest-exact", "area")


def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """`input` in other sizes: each element the nearest one of it, or a mean of its neighbours.

    Args:
        input: ``(N, C, L)`` or ``(N, C, H, W)``.
        size: The sizes that are wanted; one number for all.
        scale_factor: Or how often they are the input's.
        mode: ``"nearest"``, ``"nearest-exact"``, whose places are in the middle, or ``"area"``,
            `adaptive_avg_pool2d`; ``"linear"`` for sequences, ``"bilinear"`` and ``"bicubic"``
            for pictures.
        align_corners: Of the last three, whether the outermost elements stay where they are.
        recompute_scale_factor: Whether steps are computed anew from the sizes.

    Raises:
        NotImplementedError: If `mode` is another or does not fit the input.
        ValueError: If not exactly one of `size` and `scale_factor` is given, or an option comes
            with what it does not belong to.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.interpolate(minigrad.tensor([[[1.0, 2.0]]]), scale_factor=2)
        tensor([[[1., 1., 2., 2.]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.interpolate.html
    """
    dims = input.ndim - 2
    _check(dims, size, scale_factor, mode, align_corners)
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    sizes: Sizes = tuple(input.shape[2:])
    if size is not None:
        wanted, steps = for_each_dim(size, dims), None
    else:
        steps = for_each_dim(scale_factor, dims)
        wanted = tuple(floor(n * by) for n, by in zip(sizes, steps))
    if mode == "area":
        return (adaptive_avg_pool1d if dims == 1 else adaptive_avg_pool2d)(input, wanted)
    for d, (n, m) in enumerate(zip(sizes, wanted)):
        step = n / m if steps is None or recompute_scale_factor else 1 / steps[d]
        places = module_of(input._array).arange(m)
        if mode in _OTHERS:
            places = places + (0.0 if mode == "nearest" else 0.5)
            input = _nearest(input, d + 2, places, step)
        else:
            lying = _lying(places, n, m, step, bool(align_corners))
            input = _mixed(input, d + 2, lying, mode == "bicubic")
    return input


def upsample(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """`interpolate` under its old name; deprecated.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.upsample.html
    """
    _warn_of("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """`interpolate` with ``mode="nearest"``; deprecated.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.upsample_nearest.html
    """
    _warn_of("upsample_nearest")
    return interpolate(input, size, scale_factor)


def upsample_bilinear(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """`interpolate` with ``mode="bilinear"`` and ``align_corners=True``; deprecated.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.upsample_bilinear.html
    """
    _warn_of("upsample_bilinear")
    return interpolate(input, size, scale_factor, "bilinear", True)


def _warn_of(name: str) -> None:
    warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.")


def _check(dims: int, size: Any, scale_factor: Any, mode: str, align_corners: Any) -> None:
    """The options must fit each other and the input."""
    if (size is None) == (scale_factor is None):
        said = "only one of" if size is not None else "either"
        raise ValueError(f"{said} size or scale_factor should be defined")
    if mode in _OTHERS and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear "
            "| bicubic | trilinear"
        )
    if mode not in _OTHERS and _DIMS.get(mode) != dims:
        raise NotImplementedError(f"Got {dims + 2}D input, but no mode {mode!r} for it")


def _lying(places: Array, n: int, m: int, step: float, aligned: bool) -> Array:
    """Where the centres of m new elements lie among n old ones."""
    if aligned:
        return places * ((n - 1) / max(m - 1, 1))
    return (places + 0.5) * step - 0.5


def _mixed(input: Tensor, dim: int, lying: Array, cubic: bool) -> Tensor:
    """A mean of the two nearest neighbours, or of four; the nearer ones count more."""
    last = input.shape[dim] - 1
    lying = lying if cubic else np.maximum(lying, 0)
    below = np.floor(lying).astype(np.int64)
    shape = [-1 if d == dim else 1 for d in range(input.ndim)]
    total: Any = 0
    for step in (-1, 0, 1, 2) if cubic else (0, 1):
        away = np.abs(lying - below - step)
        share = (_cubic(away) if cubic else 1 - away).astype(input._array.dtype)
        neighbour = _taken(input, dim, np.clip(below + step, 0, last))
        total = total + neighbour * wrap(share.reshape(shape))
    return total


def _nearest(input: Tensor, dim: int, places: Array, step: float) -> Tensor:
    """The element that each place falls on."""
    found = np.floor(places.astype(np.float32) * np.float32(step)).astype(np.int64)
    return _taken(input, dim, np.minimum(found, input.shape[dim] - 1))


def _cubic(away: Array) -> Array:
    """How much a neighbour so far away counts: R. Keys' cubic convolution, with a = -3/4."""
    near = (1.25 * away - 2.25) * away * away + 1
    far = ((-0.75 * away + 3.75) * away - 6) * away + 3
    return np.where(away <= 1, near, far)


def _taken(input: Tensor, dim: int, places: Array) -> Any:
    """The slices at `places`, which are known to fit: a check would make a GPU wait."""
    return _index_select(input, wrap(places), dim=dim)
