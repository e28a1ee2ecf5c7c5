r"""What the windows of pictures show, each as a column; and columns added up to pictures again.

They are the two halves of a convolution, `im2col` and `col2im`, with the samples in front. In TeX,
C is the columns.
"""

from __future__ import annotations

import numpy as np

from ..autograd.registry import op
from ..backend import Array
from .convolution import col2im, im2col
from .windows import Sizes, Windows


@op(
    r"C",
    name="Im2ColBackward0",
    input=(
        lambda g, windows, input_shape: fold_columns(g, tuple(input_shape[2:]), windows),
        r"\textstyle\sum_{\text{windows}} g",
    ),
)
def unfold_columns(input: Array, windows: Windows) -> Array:
    """``(N, C, *)`` to ``(N, C * K, L)``: in each column what a window shows. Saves nothing."""
    columns = im2col.op.forward(input, windows)  # type: ignore[attr-defined]
    return np.moveaxis(columns.reshape(len(columns), -1, len(input)), -1, 0).copy()


@op(
    r"\textstyle\sum_{\text{windows}} C",
    name="Col2ImBackward0",
    input=(lambda g, windows: unfold_columns(g, windows), r"\mathrm{columns}(g)"),
)
def fold_columns(input: Array, sizes: Sizes, windows: Windows) -> Array:
    """``(N, C * K, L)`` to ``(N, C, *sizes)``: each element gets what all windows have there.

    Saves nothing.
    """
    n, rows, _ = input.shape
    kernel = int(np.prod(windows.kernel))
    columns = np.moveaxis(input, 0, -1).reshape(rows, -1)
    shape = (n, rows // kernel, *sizes)
    return col2im.op.forward(columns, shape, windows)  # type: ignore[attr-defined]
