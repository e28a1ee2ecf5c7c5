r"""Convolutions: one kernel after the other laid over a picture, each of them a row of a matrix.

What the windows of a picture show becomes the columns of a matrix, `im2col`; then a convolution is
a product of matrices. Back through it goes the transposed product, and then `col2im`, which adds
what belongs to overlapping windows: that is the *transposed* convolution.

Inside, the samples come last, ``(C, *, N)``: then what is copied lies together in long runs, and a
step takes half the time.

In TeX, W is the weight as a matrix, C the columns, x the picture.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ..autograd.registry import op
from ..backend import Array
from .linalg import bmm
from .reductions import _sum_dim
from .shapes import permute, reshape, transpose
from .windows import Sizes, Windows

# ---------------------------------------------------------------------------------- columns


@op(
    r"C",
    name="Im2ColBackward0",
    input=(
        lambda g, windows, input_shape: col2im(g, input_shape, windows),
        r"\textstyle\sum_{\text{windows}} g",
    ),
)
def im2col(input: Array, windows: Windows) -> Array:
    """``(N, C, *)`` to ``(C * K, L * N)``: in each column what one of the L windows shows."""
    counts = windows.counts(input.shape[2:])
    padded = np.moveaxis(windows.padded(input), 0, -1).copy()
    n, channels = input.shape[:2]
    out = np.empty_like(input, shape=(channels, *windows.kernel, *counts, n))
    for place, seen in windows.slices(counts):
        out[(slice(None), *place)] = padded[(*seen, slice(None))]
    return out.reshape(channels * prod(windows.kernel), prod(counts) * n)


@op(
    r"\textstyle\sum_{\text{windows}} C",
    name="Col2ImBackward0",
    input=(lambda g, windows: im2col(g, windows), r"\mathrm{columns}(g)"),
)
def col2im(input: Array, shape: Sizes, windows: Windows) -> Array:
    """``(C * K, L * N)`` to ``(N, C, *)``, the `shape`: each element gets what all windows have."""
    n, channels, *sizes = shape
    counts = windows.counts(tuple(sizes))
    columns = input.reshape(channels, *windows.kernel, *counts, n)
    out = np.zeros_like(input, shape=(channels, *windows.wide(tuple(sizes)), n))
    for place, seen in windows.slices(counts):
        out[(*seen, slice(None))] += columns[(slice(None), *place)]
    return np.moveaxis(out, -1, 0)[windows.inside(tuple(sizes))].copy()


# ---------------------------------------------------------------------------------- convolutions


def _rows(x: Any, groups: int) -> Any:
    """``(N, C, *)`` as matrices of ``C / groups`` rows, one for each group."""
    n, channels, *sizes = x.shape
    turned = permute(x, (*range(1, x.ndim), 0))
    return reshape(turned, (groups, channels // groups, prod(sizes) * n))


def _weight_vjp(
    g: Any, input: Any, weight_shape: Any, windows: Windows, groups: int, rest: Any
) -> Any:
    """The gradient of each result times what its window shows, summed over all windows."""
    few, many = (g, input) if rest is None else (input, g)
    columns = im2col(many, windows)
    columns = reshape(columns, (groups, columns.shape[0] // groups, columns.shape[1]))
    # The other way round, rows times columns, BLAS takes twice as long.
    sums = bmm(columns, transpose(_rows(few, groups), 1, 2))
    return reshape(transpose(sums, 1, 2), tuple(weight_shape))


def _input_vjp(
    g: Any, weight: Any, input_shape: Any, windows: Windows, groups: int, rest: Any
) -> Any:
    """The other kind of convolution, with the same weight, back to the sizes of the input."""
    left = None
    if rest is None:
        none = (0,) * len(windows.kernel)
        least = _sizes_before(tuple(g.shape[2:]), windows, none)
        left = tuple(n - m for n, m in zip(input_shape[2:], least))
    return convolution(g, weight, None, windows, groups, left)


def _sizes_before(counts: Sizes, windows: Windows, rest: Sizes) -> Sizes:
    """The sizes of a picture that has so many windows; `rest` is what no window reaches."""
    return tuple(
        (c - 1) * s - 2 * p + d * (k - 1) + 1 + r
        for c, k, s, p, d, r in zip(counts, *windows[:4], rest)
    )


@op(
    r"W\,\mathrm{columns}(x) + b",
    input=(_input_vjp, r"\mathrm{columns}^{\top}(W^{\top} g)"),
    weight=(_weight_vjp, r"g\,\mathrm{columns}(x)^{\top}"),
    bias=(lambda g: _sum_dim(g, tuple(d for d in range(g.ndim) if d != 1)), r"\textstyle\sum g"),
)
def convolution(
    input: Array, weight: Array, bias: Array, windows: Windows, groups: int, rest: Sizes | None
) -> Array:
    """A convolution, or a transposed one. Saves `input` and `weight`, each if its partner needs it.

    Args:
        input: ``(N, C, *)``.
        weight: ``(O, C / groups, *kernel)``; of a transposed one ``(C, O / groups, *kernel)``.
        bias: ``(O,)`` or None.
        windows: how the kernels are laid.
        groups: into how many parts the channels fall, each with kernels of its own.
        rest: of a transposed one what to append to the output; None for one that is not.

    Returns:
        ``(N, O, *)``.
    """
    n, channels, *sizes = input.shape
    matrices = weight.reshape(groups, len(weight) // groups, -1)
    if rest is not None:
        counts = tuple(sizes)
        wide = matrices.shape[2] // prod(windows.kernel) * groups
        rows = np.moveaxis(input, 0, -1).reshape(groups, channels // groups, prod(sizes) * n)
        columns = np.matmul(matrices.swapaxes(1, 2), rows)
        shape = (n, wide, *_sizes_before(counts, windows, rest))
        out = col2im.op.forward(columns, shape, windows)  # type: ignore[attr-defined]
    else:
        columns = im2col.op.forward(input, windows)  # type: ignore[attr-defined]
        columns = columns.reshape(groups, len(columns) // groups, columns.shape[1])
        rows = np.matmul(matrices, columns)
        counts = windows.counts(tuple(sizes))
        out = np.moveaxis(rows.reshape(len(weight), *counts, n), -1, 0).copy()
    if bias is not None:
        out += bias.reshape(-1, *[1] * len(sizes))
    return out
