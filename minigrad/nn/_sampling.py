"""Pictures read at places of one's own: a grid of places, and what lies there."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ..autograd.wrap import wrap
from ..creation.filled import linspace, ones
from ..ops.functions import sign
from ..ops.gathering import gather
from ..ops.joining import meshgrid, stack
from ..ops.linalg import bmm
from ..ops.ordering import clamp
from ..ops.shapes import expand, reshape
from ..tensor import Tensor

__all__ = ["affine_grid", "grid_sample"]

_CHANGED = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. "
    "Please specify align_corners=True if the old behavior is desired. See the documentation of "
    "grid_sample for details."
)
_OF_ONE = (
    "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when "
    "align_corners=True. This is not an intended use case of affine_grid. See the documentation of "
    "affine_grid for details."
)


def affine_grid(theta: Tensor, size: Any, align_corners: bool | None = None) -> Tensor:
    """The places of a picture's elements, moved: what `grid_sample` reads a turned picture at.

    A place is ``(x, y)``, from -1 at one border of the picture to 1 at the other.

    Args:
        theta: ``(N, 2, 3)``: matrices that a place, with a 1 below it, is multiplied by.
        size: ``(N, C, H, W)`` of the picture that is wanted.
        align_corners: Whether -1 and 1 are the middles of the outermost elements, or their outer
            borders; None is False, with a warning.

    Returns:
        ``(N, H, W, 2)``.

    Raises:
        NotImplementedError: If `size` has another number of dimensions.
        ValueError: If `theta` has another shape or no floating type, or `size` no element.

    Example:
        >>> import minigrad
        >>> theta = minigrad.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
        >>> minigrad.nn.functional.affine_grid(theta, (1, 1, 1, 2), align_corners=False)
        tensor([[[[-0.5000,  0.0000],
                  [ 0.5000,  0.0000]]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.affine_grid.html
    """
    if align_corners is None:
        warnings.warn(_CHANGED, stacklevel=2)
    _check_affine(theta, size)
    n, _, *sizes = size
    if align_corners and min(sizes) == 1:
        warnings.warn(_OF_ONE, stacklevel=2)
    y, x = meshgrid(*(_steps(m, align_corners, theta) for m in sizes), indexing="ij")
    places = stack([x, y, ones(sizes, dtype=theta.dtype, device=theta.device)], -1)
    places = expand(reshape(places, (1, -1, 3)), (n, -1, -1))
    return reshape(bmm(places, theta.transpose(1, 2)), (n, *sizes, 2))


def _steps(n: int, align_corners: Any, like: Tensor) -> Tensor:
    """Where the elements of a side lie, from -1 to 1."""
    if n == 1:
        return ones(1, dtype=like.dtype, device=like.device) * 0
    steps = linspace(-1, 1, n, dtype=like.dtype, device=like.device)
    return steps if align_corners else steps * (n - 1) / n


def _check_affine(theta: Tensor, size: Any) -> None:
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) != 4:
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, "
            f"respectively. Got size {tuple(size)}.\nIn minigrad only 4D."
        )
    if theta.ndim != 3 or tuple(theta.shape[1:]) != (2, 3):
        raise ValueError(
            "Expected a batch of 2D affine matrices of shape Nx2x3 for size "
            f"{tuple(size)}. Got {theta.shape}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {tuple(size)}")


def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """What lies in `input` at the places of `grid`; what lies between elements is mixed of them.

    Args:
        input: ``(N, C, H, W)``.
        grid: ``(N, H_out, W_out, 2)``, places ``(x, y)`` from -1 to 1: see `affine_grid`.
        mode: ``"bilinear"``, a mean of the four neighbours; or ``"nearest"``.
        padding_mode: What lies outside: ``"zeros"``, or the nearest element of the ``"border"``.
        align_corners: As for `affine_grid`.

    Returns:
        ``(N, C, H_out, W_out)``.

    Raises:
        NotImplementedError: If a mode is one that only PyTorch has.
        RuntimeError: If shapes or types do not fit.
        ValueError: If there is no such mode.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
        >>> middle = minigrad.zeros(1, 1, 1, 2)
        >>> minigrad.nn.functional.grid_sample(x, middle, align_corners=False)
        tensor([[[[2.5000]]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.grid_sample.html
    """
    _check_modes(mode, padding_mode)
    if align_corners is None:
        warnings.warn(_CHANGED, stacklevel=2)
    _check_sampled(input, grid)
    n, channels, h, w = input.shape
    x, y = (
        _unscaled(reshape(grid.select(-1, k), (n, 1, -1)), m, align_corners, padding_mode)
        for k, m in enumerate((w, h))
    )
    flat = reshape(input, (n, channels, -1))
    if mode == "nearest":
        steps = sign(x) + sign(y)  # they have slope 0, as the nearest element has
        found = _at(flat, np.rint(x._array), np.rint(y._array), (h, w)) + steps * 0
    else:
        left, top = np.floor(x._array), np.floor(y._array)
        right, low = x - wrap(left), y - wrap(top)  # the shares of the neighbours there
        found = _at(flat, left, top, (h, w)) * ((1 - right) * (1 - low))
        found = found + _at(flat, left + 1, top, (h, w)) * (right * (1 - low))
        found = found + _at(flat, left, top + 1, (h, w)) * ((1 - right) * low)
        found = found + _at(flat, left + 1, top + 1, (h, w)) * (right * low)
    return reshape(found, (n, channels, *grid.shape[1:3]))


def _unscaled(places: Tensor, n: int, align_corners: Any, padding_mode: str) -> Tensor:
    """Places from -1 to 1 as numbers of elements, on a side of n."""
    found = (places + 1) * ((n - 1) / 2) if align_corners else (places + 1) * (n / 2) - 0.5
    return clamp(found, 0, n - 1) if padding_mode == "border" else found


def _at(flat: Tensor, x: Any, y: Any, sizes: tuple[int, int]) -> Tensor:
    """The elements in column `x` and row `y`, ``(N, C, P)``; 0 outside the picture."""
    h, w = sizes
    inside = (x >= 0) & (x < w) & (y >= 0) & (y < h)
    places = np.where(inside, y * w + x, 0).astype(np.int64)
    index = expand(wrap(places), (-1, flat.shape[1], -1))
    return gather(flat, 2, index) * wrap(inside.astype(flat._array.dtype))


def _check_modes(mode: str, padding_mode: str) -> None:
    known = ("bilinear", "nearest", "bicubic")
    if mode not in known:
        raise ValueError(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', "
            f"but got: '{mode}'"
        )
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or "
            f"'reflection', but got: '{padding_mode}'"
        )
    if mode == "bicubic" or padding_mode == "reflection":
        raise NotImplementedError(
            "In minigrad grid_sample has the modes 'bilinear' and 'nearest', and the padding modes "
            "'zeros' and 'border'."
        )


def _check_sampled(input: Tensor, grid: Tensor) -> None:
    sizes = f"but got input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}"
    if input.shape[0] != grid.shape[0]:
        raise RuntimeError(
            f"grid_sampler(): expected grid and input to have same batch size, {sizes}"
        )
    if grid.shape[-1] != input.ndim - 2:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {input.ndim - 2} in last dimension, but "
            f"got grid with sizes {list(grid.shape)}"
        )
    for dim, n in enumerate(input.shape[2:], 2):
        if not n:
            raise RuntimeError(
                "grid_sampler(): expected input to have non-empty spatial dimensions, but input "
                f"has sizes {list(input.shape)} with dimension {dim} being empty"
            )
    if input.ndim != 4 or grid.ndim != 4:
        raise RuntimeError(
            "grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, "
            f"{sizes}\nIn minigrad only 4D."
        )
    if input.dtype != grid.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.title} but found {grid.dtype.title}")
