"""How many elements lie where: histograms; and between which borders an element lies.

Nothing here is recorded.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import return_type
from ..autograd.registry import public
from ..autograd.wrap import Tensor, is_tensor, untracked
from ..backend import Array, module_of
from ..dtype import of
from .operands import check_floating, is_number

# ---------------------------------------------------------------------------------- histograms


def _bounds(array: Array, low: float, high: float, around: float) -> tuple[float, float]:
    """The range asked for; where it is empty, that of the numbers, and then something `around`."""
    if low == high and array.size:
        low, high = float(array.min()), float(array.max())
    return (low - around, high + around) if low == high else (low, high)


def _check_bins(bins: int) -> None:
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")


@public(method=True)
def histc(input: Tensor, bins: int = 100, min: float = 0, max: float = 0) -> Tensor:
    """How many elements lie in each of `bins` equal parts of a range; others are not counted.

    Args:
        input: floating point, any shape.
        bins: how many parts.
        min: where the first begins; if it is `max`, the range is that of the elements.
        max: where the last ends.

    Returns:
        ``(bins,)``, of the type of `input`.

    Raises:
        NotImplementedError: `input` is not floating point.
        RuntimeError: there is no part, or the range runs backwards.

    Example:
        >>> import minigrad
        >>> minigrad.histc(minigrad.tensor([1.0, 2.0, 2.0]), 2)
        tensor([1., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.histc.html
    """
    array = input._array
    check_floating("histogram_cpu", array)
    _check_bins(bins)
    if min > max:
        raise RuntimeError("torch.histc: max must be larger than min")
    low, high = _bounds(array, min, max, 1)
    inside = array[(array >= low) & (array <= high)]
    place = ((inside - low) * bins / (high - low)).astype(np.int64)
    return untracked(np.bincount(np.minimum(place, bins - 1), minlength=bins).astype(array.dtype))


@public(method=True)
def histogram(
    input: Tensor, bins: Any = 100, *, range: Any = None, weight: Any = None, density: bool = False
) -> Any:
    """How many elements lie in each bin, and the bins' edges: ``(hist, bin_edges)``.

    Args:
        input: floating point, any shape.
        bins: how many of equal width; or their edges, a tensor ``(bins + 1,)``.
        range: where the first begins and the last ends; default: that of the elements.
        weight: for how much each element counts, in the shape of `input`.
        density: divide, so that the area under the histogram is 1.

    Raises:
        NotImplementedError: `input` is not floating point.
        RuntimeError: there is no bin, the range runs backwards, or the types differ.

    Example:
        >>> import minigrad
        >>> minigrad.histogram(minigrad.tensor([1.0, 2.0, 2.0]), 2).hist
        tensor([1., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.histogram.html
    """
    array = input._array
    edges = _edges(array, bins, range)
    flat = array.reshape(-1)
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    place = np.minimum(np.searchsorted(edges, flat[inside], side="right") - 1, len(edges) - 2)
    counts = None if weight is None else weight._array.reshape(-1)[inside]
    hist = np.bincount(place, counts, len(edges) - 1).astype(array.dtype)
    if density:
        hist = hist / (hist.sum() * (edges[1:] - edges[:-1]))
    return return_type("histogram", ("hist", "bin_edges"))(untracked(hist), untracked(edges))


def _edges(array: Array, bins: Any, range: Any) -> Array:
    if is_tensor(bins):
        if bins._array.dtype != array.dtype:
            raise RuntimeError(
                "torch.histogramdd: input tensor and bins tensors should have the same dtype, "
                f"but got input with dtype {of(array.dtype).cpp} and bins for dimension 0 with "
                f"dtype {of(bins._array.dtype).cpp}"
            )
        return bins._array
    _check_bins(bins)
    check_floating("histogramdd", array)
    low, high = range or (0, 0)
    if low > high:
        raise RuntimeError(
            "torch.histogramdd: min should not exceed max, but got min "
            f"{low:g} max {high:g} for dimension 0"
        )
    low, high = _bounds(array, low, high, 0.5)
    return module_of(array).linspace(low, high, bins + 1).astype(array.dtype)


# ---------------------------------------------------------------------------------- between borders


@public(function=True)
def bucketize(
    input: Any, boundaries: Tensor, *, out_int32: bool = False, right: bool = False
) -> Tensor:
    """Between which `boundaries` each element lies: how many of them are smaller.

    Args:
        input: any shape, or a number.
        boundaries: ``(N,)``, in order.
        out_int32: give int32 rather than int64.
        right: count also the boundaries that are equal.

    Raises:
        RuntimeError: `boundaries` is no vector.

    Example:
        >>> import minigrad
        >>> minigrad.bucketize(minigrad.tensor([0.5, 1.0, 9.0]), minigrad.tensor([1.0, 2.0]))
        tensor([0, 0, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.bucketize.html
    """
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    array = input._array if is_tensor(input) else np.full_like(boundaries._array[:1], input)[0]
    return _counted(
        np.searchsorted(boundaries._array, array, "right" if right else "left"), out_int32
    )


def _counted(places: Any, out_int32: bool) -> Tensor:
    return untracked(places.astype(np.int32 if out_int32 else np.int64))


@public(function=True)
def searchsorted(
    sorted_sequence: Tensor,
    input: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Where each number would have to be put, for a sequence to stay in order.

    Args:
        sorted_sequence: ``(N,)``, or ``(*, N)`` for a sequence of its own for each row.
        input: any shape, or a number; or ``(*, M)``.
        out_int32: give int32 rather than int64.
        right: behind the elements that are equal, rather than before.
        side: the same by name, ``"right"`` or ``"left"``.
        sorter: in which order the elements of `sorted_sequence` are sorted.

    Raises:
        RuntimeError: the shapes do not meet, or `side` contradicts `right`.

    Example:
        >>> import minigrad
        >>> minigrad.searchsorted(minigrad.tensor([1, 3, 5]), minigrad.tensor([3, 6]))
        tensor([1, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.searchsorted.html
    """
    if side not in (None, "left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}"
        )
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left "
            "while right was True"
        )
    borders = sorted_sequence._array
    if sorter is not None:
        borders = np.take_along_axis(borders, sorter._array, -1)
    array = np.full_like(borders[:1], input)[0] if is_number(input) else input._array
    _check_search(borders, array)
    right = right or side == "right"
    if borders.ndim == 1:
        found = np.searchsorted(borders, array, "right" if right else "left")
    else:  # each row has borders of its own: count those before
        rows, numbers = borders[..., None, :], array[..., :, None]
        found = (rows <= numbers if right else rows < numbers).sum(-1)
    return _counted(found, out_int32)


def _check_search(borders: Array, array: Array) -> None:
    if borders.ndim > 1 and borders.shape[:-1] != array.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
            "dimensions of boundaries tensor and input value tensor must match, but we got "
            f"boundaries tensor {list(borders.shape)} and input value tensor {list(array.shape)}"
        )
