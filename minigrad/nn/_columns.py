"""Windows of pictures as columns, as functions: from what users give down to `ops.columns`."""

from __future__ import annotations

from math import prod
from typing import Any

from ..ops import columns as rows
from ..ops.operands import check_floating
from ..ops.windows import Sizes, Windows
from ..tensor import Tensor
from ._sizes import for_each_dim

__all__ = ["fold", "unfold"]


def unfold(
    input: Tensor, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
) -> Tensor:
    """What each window of a picture shows, as a column: a convolution is a product with that.

    Args:
        input: ``(N, C, H, W)``, or ``(C, H, W)`` for one picture; floating point.
        kernel_size: The height and width of a window; one number for both.
        dilation: The step from element to element of a window.
        padding: How many zeros to lay around the input.
        stride: The step from window to window.

    Returns:
        ``(N, C * KH * KW, L)`` for L windows, or without N.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If the numbers do not fit each other or the input.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.unfold(minigrad.arange(6.0).view(1, 2, 3), 2)
        tensor([[0., 1.],
                [1., 2.],
                [3., 4.],
                [4., 5.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.unfold.html
    """
    windows = _windows(kernel_size, dilation, padding, stride)
    if input.ndim not in (3, 4):
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero "
            f"dimensions for input, but got: {list(input.shape)}"
        )
    sizes = tuple(input.shape[-2:])
    counts = windows.counts(sizes)
    if min(counts) < 1:
        raise RuntimeError(
            f"Given input with spatial size {sizes}, kernel_size={windows.kernel}, "
            f"dilation={windows.dilation}, padding={windows.padding}, calculated shape of the "
            f"array of sliding blocks as {counts}, but its components must be at least one."
        )
    check_floating("im2col_out_cpu", input._array)
    if input.ndim == 3:
        return rows.unfold_columns(input.unsqueeze(0), windows).squeeze(0)
    return rows.unfold_columns(input, windows)


def fold(
    input: Tensor,
    output_size: Any,
    kernel_size: Any,
    dilation: Any = 1,
    padding: Any = 0,
    stride: Any = 1,
) -> Tensor:
    """The way back of `unfold`: each element of the picture gets the sum of what all windows have.

    Args:
        input: ``(N, C * KH * KW, L)``, or without N.
        output_size: The height and width of the pictures; one number for both.
        kernel_size: As for `unfold`, like all that follow.
        dilation: See there.
        padding: See there.
        stride: See there.

    Returns:
        ``(N, C, *output_size)``, or without N.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If the numbers do not fit each other or the input.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.fold(minigrad.ones(2, 2), (1, 3), (1, 2))
        tensor([[[1., 2., 1.]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.fold.html
    """
    windows = _windows(kernel_size, dilation, padding, stride)
    sizes = for_each_dim(output_size, 2)
    if input.ndim not in (2, 3):
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
            f"non-zero dimensions for input, but got: {list(input.shape)}"
        )
    batch = input.unsqueeze(0) if input.ndim == 2 else input
    _check_columns(batch, sizes, windows)
    check_floating("col2im_out_cpu", input._array)
    out = rows.fold_columns(batch, sizes, windows)
    return out.squeeze(0) if input.ndim == 2 else out


def _check_columns(batch: Tensor, sizes: Sizes, windows: Windows) -> None:
    """There is a column for each window, with what a window shows."""
    if batch.shape[1] % prod(windows.kernel):
        raise RuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, "
            f"but got input.size(1)={batch.shape[1]} and kernel_size={windows.kernel}."
        )
    high, wide = windows.counts(sizes)
    if batch.shape[2] != high * wide:
        raise RuntimeError(
            f"Given output_size={sizes}, kernel_size={windows.kernel}, dilation="
            f"{windows.dilation}, padding={windows.padding}, stride={windows.stride}, expected "
            "size of input's dimension 2 to match the calculated number of sliding blocks "
            f"{high} * {wide} = {high * wide}, but got input.size(2)={batch.shape[2]}."
        )


def _windows(kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> Windows:
    """How the windows are laid, if the numbers make sense."""
    laid: Any = [for_each_dim(n, 2) for n in (kernel_size, stride, padding, dilation)]
    windows = Windows(*laid)
    for name, called in (("kernel", "kernel size"), ("dilation", "dilation"), ("stride", "stride")):
        h, w = getattr(windows, name)
        if min(h, w) < 1:
            raise RuntimeError(
                f"{called} should be greater than zero, but got {name}_height: {h} "
                f"{name}_width: {w}"
            )
    h, w = windows.padding
    if min(h, w) < 0:
        raise RuntimeError(
            f"padding should be non-negative, but got pad_height: {h} pad_width: {w}"
        )
    return windows
