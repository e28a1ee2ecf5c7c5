"""Pooling as functions: from what users give down to the rows in `_pooling`."""

from __future__ import annotations

from typing import Any

from ..ops.reductions import mean
from ..ops.shapes import squeeze, unsqueeze
from ..tensor import Tensor
from . import _pooling as rows
from ._windows import Sizes, Windows

__all__ = ["adaptive_avg_pool2d", "avg_pool2d", "max_pool1d", "max_pool2d"]


def max_pool1d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """`max_pool2d` along one dimension: ``(N, C, L)`` to ``(N, C, L_out)``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.max_pool1d.html
    """
    if input.ndim not in (2, 3):
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for "
            f"input, but got:{list(input.shape)}"
        )
    row = {"stride": None if stride is None else (1, _single(stride))}
    row |= {"padding": (0, _single(padding)), "dilation": (1, _single(dilation))}
    kernel = (1, _single(kernel_size))
    out, indices = max_pool2d(
        unsqueeze(input, -2), kernel, **row, ceil_mode=ceil_mode, return_indices=True
    )
    out = squeeze(out, -2)
    return (out, indices.squeeze(-2)) if return_indices else out


def max_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest number in each window; its gradient goes to the element that it is.

    Args:
        input: ``(N, C, H, W)``, or ``(C, H, W)`` for one picture.
        kernel_size: The height and width of a window; one number for both.
        stride: The step from window to window; as large as a window if None.
        padding: How far a window may reach over each edge, at most half its size.
        dilation: The step from element to element of a window.
        ceil_mode: Let the last window reach over the end, where the steps do not come out even.
        return_indices: Give the places too, as numbers into ``H * W``.

    Returns:
        ``(N, C, H_out, W_out)``; with `return_indices` a tuple.

    Raises:
        RuntimeError: If the numbers do not fit each other or the input.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.max_pool2d(minigrad.arange(16.0).view(1, 4, 4), 2)
        tensor([[[ 5.,  7.],
                 [13., 15.]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.max_pool2d.html
    """
    windows = _windows("max_pool2d", kernel_size, stride, padding, dilation, ceil_mode)
    _check(input, windows)
    out = rows.max_pool2d_with_indices(input, windows)
    return tuple(out) if return_indices else out[0]


def avg_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The mean of each window.

    Args:
        input: ``(N, C, H, W)``, or ``(C, H, W)`` for one picture.
        kernel_size: The height and width of a window; one number for both.
        stride: The step from window to window; as large as a window if None.
        padding: How far a window may reach over each edge, at most half its size.
        ceil_mode: Let the last window reach over the end, where the steps do not come out even.
        count_include_pad: Whether the padding counts, as zeros.
        divisor_override: What the sum is divided by, instead of the number of elements.

    Returns:
        ``(N, C, H_out, W_out)``.

    Raises:
        RuntimeError: If the numbers do not fit each other or the input.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.avg_pool2d(minigrad.arange(16.0).view(1, 4, 4), 2)
        tensor([[[ 2.5000,  4.5000],
                 [10.5000, 12.5000]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.avg_pool2d.html
    """
    windows = _windows("avg_pool2d", kernel_size, stride, padding, 1, ceil_mode)
    _check(input, windows)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    return rows.avg_pool2d(input, windows, count_include_pad, divisor_override)


def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """As many means as are wanted, whatever the size of the picture.

    Args:
        input: ``(N, C, H, W)``, or ``(C, H, W)`` for one picture.
        output_size: The height and width of the result; one number for both, None for the input's.

    Returns:
        ``(N, C, *output_size)``.

    Raises:
        RuntimeError: If `input` has other dimensions, or a size is negative.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.adaptive_avg_pool2d(minigrad.arange(9.0).view(1, 3, 3), (1, 2))
        tensor([[[3.5000, 4.5000]]])

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.adaptive_avg_pool2d.html
    """
    if input.ndim not in (3, 4):
        raise RuntimeError(
            f"adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got {list(input.shape)}"
        )
    given = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * 2
    if len(given) != 2:
        raise RuntimeError("adaptive_avg_pool2d: output_size must be 2")
    size = tuple(n if m is None else m for m, n in zip(given, input.shape[-2:]))
    if min(size) < 0:
        raise RuntimeError(
            "adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but "
            f"received {{{size[0]}, {size[1]}}}"
        )
    if size == (1, 1):
        return mean(input, (-2, -1), True)
    return rows.adaptive_avg_pool2d(input, size)


def _pair(name: str, what: str, value: Any) -> Sizes:
    """Two numbers, from one or two."""
    given = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if len(given) not in (1, 2):
        raise RuntimeError(f"{name}: {what} must either be a single int, or a tuple of two ints")
    return given * (2 // len(given))


def _single(value: Any) -> int:
    return value[0] if isinstance(value, (tuple, list)) else value


def _windows(
    name: str, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool
) -> Windows:
    """How the windows are laid, if they can be."""
    kernel = _pair(name, "kernel_size", kernel_size)
    step = kernel if stride is None or stride == () else _pair(name, "stride", stride)
    around, apart = _pair(name, "padding", padding), _pair(name, "dilation", dilation)
    if 0 in step:
        raise RuntimeError("stride should not be zero")
    for what, mark, (h, w) in (("kernel size", "k", kernel), ("stride", "d", step)):
        if min(h, w) < 1:
            raise RuntimeError(
                f"{what} should be greater than zero, but got {mark}H: {h} {mark}W: {w}"
            )
    for p, k, d in zip(around, kernel, apart):
        if p < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {p}")
        if p > (d * (k - 1) + 1) // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, "
                f"kernel_size={k} and dilation={d}"
            )
    return Windows(kernel, step, around, apart, bool(ceil_mode))


def _check(input: Tensor, windows: Windows) -> None:
    """Raise where no window fits."""
    if input.ndim not in (3, 4) or 0 in input.shape[-3:]:
        raise RuntimeError(
            "non-empty 3D or 4D (batch mode) tensor expected for input\n"
            f"Its shape is {list(input.shape)}."
        )
    channels, *sizes = input.shape[-3:]
    counts = windows.counts(tuple(sizes))
    if min(counts) < 1:
        given, made = ("x".join(map(str, (channels, *x))) for x in (sizes, counts))
        raise RuntimeError(
            f"Given input size: ({given}). Calculated output size: ({made}). Output size is too "
            f"small\nThe windows are {' x '.join(map(str, windows.kernel))}, the pictures "
            f"{' x '.join(map(str, sizes))}."
        )
