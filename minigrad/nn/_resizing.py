"""Pictures made larger or smaller, as a function."""

from __future__ import annotations

from math import floor
from typing import Any

import numpy as np

from ..autograd.wrap import wrap
from ..backend import Array, module_of
from ..ops.slices import _index_select
from ..ops.windows import Sizes
from ..tensor import Tensor
from ._sizes import for_each_dim

__all__ = ["interpolate"]

_LINEAR = {"linear": 1, "bilinear": 2}  # and how many dimensions each resizes


def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """`input` in other sizes: each element the nearest one of it, or a mean of its neighbours.

    Args:
        input: ``(N, C, L)`` or ``(N, C, H, W)``.
        size: The sizes that are wanted; one number for all.
        scale_factor: Or how often they are the input's.
        mode: ``"nearest"``, ``"linear"`` for sequences, ``"bilinear"`` for pictures.
        align_corners: Of the last two, whether the outermost elements stay where they are.

    Raises:
        NotImplementedError: If `mode` is another or does not fit the input.
        ValueError: If not exactly one of `size` and `scale_factor` is given, or `align_corners`
            comes with ``"nearest"``.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.interpolate(minigrad.tensor([[[1.0, 2.0]]]), scale_factor=2)
        tensor([[[1., 1., 2., 2.]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.interpolate.html
    """
    dims = input.ndim - 2
    _check(dims, size, scale_factor, mode, align_corners)
    sizes: Sizes = tuple(input.shape[2:])
    if size is not None:
        wanted, steps = for_each_dim(size, dims), None
    else:
        steps = for_each_dim(scale_factor, dims)
        wanted = tuple(floor(n * by) for n, by in zip(sizes, steps))
    for d, (n, m) in enumerate(zip(sizes, wanted)):
        step = n / m if steps is None else 1 / steps[d]
        places = module_of(input._array).arange(m)
        if mode == "nearest":
            found = np.floor(places.astype(np.float32) * np.float32(step)).astype(np.int64)
            input = _taken(input, d + 2, np.minimum(found, n - 1))
        else:
            input = _between(input, d + 2, _lying(places, n, m, step, bool(align_corners)))
    return input


def _check(dims: int, size: Any, scale_factor: Any, mode: str, align_corners: Any) -> None:
    """The options must fit each other and the input."""
    if (size is None) == (scale_factor is None):
        said = "only one of" if size is not None else "either"
        raise ValueError(f"{said} size or scale_factor should be defined")
    if mode == "nearest" and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear "
            "| bicubic | trilinear"
        )
    if mode != "nearest" and _LINEAR.get(mode) != dims:
        raise NotImplementedError(f"Got {dims + 2}D input, but no mode {mode!r} for it")


def _lying(places: Array, n: int, m: int, step: float, aligned: bool) -> Array:
    """Where the centres of m new elements lie among n old ones."""
    if aligned:
        return places * ((n - 1) / max(m - 1, 1))
    return np.maximum((places + 0.5) * step - 0.5, 0)


def _between(input: Tensor, dim: int, lying: Array) -> Tensor:
    """The mean of both neighbours, the nearer of which counts more."""
    last = input.shape[dim] - 1
    below = np.minimum(np.floor(lying), last).astype(np.int64)
    shape = [-1 if d == dim else 1 for d in range(input.ndim)]
    share = wrap((lying - below).astype(input._array.dtype).reshape(shape))
    first = _taken(input, dim, below)
    second = _taken(input, dim, np.minimum(below + 1, last))
    return first * (1 - share) + second * share


def _taken(input: Tensor, dim: int, places: Array) -> Any:
    """The slices at `places`, which are known to fit: a check would make a GPU wait."""
    return _index_select(input, wrap(places), dim=dim)
