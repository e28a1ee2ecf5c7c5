"""Pooling as functions: from what users give down to the rows in `ops.pooling`."""

from __future__ import annotations

from typing import Any

from ..autograd.wrap import wrap
from ..ops import pooling as rows
from ..ops.linalg import matmul
from ..ops.reductions import mean
from ..ops.shapes import squeeze, unsqueeze
from ..ops.windows import Sizes, Windows
from ..tensor import Tensor
from ._sizes import for_each_dim

__all__ = ["adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_max_pool1d"]
__all__ += ["adaptive_max_pool2d", "avg_pool1d", "avg_pool2d", "max_pool1d", "max_pool2d"]


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
    row = (kernel_size, kernel_size if stride is None else stride, padding, dilation)
    for name, n in zip(("kernel_size", "stride", "padding", "dilation"), row):
        if name != "padding" and min(for_each_dim(n, 1)) < 1:
            raise RuntimeError(f"max_pool1d() {name} must be greater than zero, but got {n}")
    laid: Any = [(first, *for_each_dim(n, 1)) for first, n in zip((1, 1, 0, 1), row)]
    how = {"ceil_mode": ceil_mode, "return_indices": True}
    out, indices = max_pool2d(unsqueeze(input, -2), *laid, **how)
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
    windows = _windows(input, kernel_size, stride, padding, dilation, ceil_mode)
    out = rows.max_pool2d_with_indices(input, windows)
    return tuple(out) if return_indices else out[0]


def avg_pool1d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """`avg_pool2d` along one dimension: ``(N, C, L)`` to ``(N, C, L_out)``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.avg_pool1d.html
    """
    _check_sequence("avg_pool1d", input)
    row = (kernel_size, kernel_size if stride is None else stride, padding)
    laid: Any = [(first, *for_each_dim(n, 1)) for first, n in zip((1, 1, 0), row)]
    how = {"ceil_mode": ceil_mode, "count_include_pad": count_include_pad}
    return squeeze(avg_pool2d(unsqueeze(input, -2), *laid, **how), -2)


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
    windows = _windows(input, kernel_size, stride, padding, 1, ceil_mode)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    return rows.avg_pool2d(input, windows, count_include_pad, divisor_override)


def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """`adaptive_avg_pool2d` along one dimension: ``(N, C, L)`` to ``(N, C, output_size)``.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.adaptive_avg_pool1d.html
    """
    _check_sequence("adaptive_avg_pool1d", input)
    size = (1, *for_each_dim(output_size, 1))
    return squeeze(adaptive_avg_pool2d(unsqueeze(input, -2), size), -2)


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
    size = _wanted(input, output_size)
    if size == (1, 1):
        return mean(input, (-2, -1), True)
    left, right = (wrap(rows.means(n, m, input._array)) for n, m in zip(input.shape[-2:], size))
    return matmul(matmul(left, input), right.T)


def adaptive_max_pool1d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """`adaptive_max_pool2d` along one dimension: ``(N, C, L)`` to ``(N, C, output_size)``.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.adaptive_max_pool1d.html
    """
    _check_sequence("adaptive_max_pool1d", input)
    size = (1, *for_each_dim(output_size, 1))
    out, indices = adaptive_max_pool2d(unsqueeze(input, -2), size, True)
    out = squeeze(out, -2)
    return (out, indices.squeeze(-2)) if return_indices else out


def adaptive_max_pool2d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """As many largest numbers as are wanted, whatever the size of the picture.

    Args:
        input: ``(N, C, H, W)``, or ``(C, H, W)`` for one picture.
        output_size: The height and width of the result; one number for both, None for the input's.
        return_indices: Give the places too, as numbers into ``H * W``.

    Returns:
        ``(N, C, *output_size)``; with `return_indices` a tuple.

    Raises:
        RuntimeError: If `input` has other dimensions, or a size is negative.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.adaptive_max_pool2d(minigrad.arange(9.0).view(1, 3, 3), (1, 2))
        tensor([[[7., 8.]]])

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.adaptive_max_pool2d.html
    """
    if input.ndim not in (3, 4):
        raise RuntimeError(
            f"adaptive_max_pool2d(): Expected 3D or 4D tensor, but got: {list(input.shape)}"
        )
    size = _wanted(input, output_size)
    if min(size) < 0:
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {min(size)}: "
            f"{[*input.shape[:-2], *size]}"
        )
    out = rows.adaptive_max_pool2d(input, size)
    return tuple(out) if return_indices else out[0]


def _wanted(input: Tensor, output_size: Any) -> Sizes:
    """The height and width of a result; None is the input's."""
    wanted = for_each_dim(output_size, 2)
    return tuple(n if m is None else m for m, n in zip(wanted, input.shape[-2:]))


def _check_sequence(name: str, input: Tensor) -> None:
    """``(N, C, L)``, or ``(C, L)``."""
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {input.ndim}-dimensional tensor for argument #1 "
            f"'self' (while checking arguments for {name})"
        )


def _check_windows(windows: Windows) -> None:
    """The numbers by which windows are laid must make sense."""
    if 0 in windows.stride:
        raise RuntimeError("stride should not be zero")
    for name, numbers in windows._asdict().items():
        if name in ("kernel", "stride", "dilation") and min(numbers) < 1:
            called = "kernel size" if name == "kernel" else name
            h, w = numbers
            raise RuntimeError(
                f"{called} should be greater than zero, but got {name}H: {h} {name}W: {w}"
            )
    if min(windows.padding) < 0:
        raise RuntimeError(f"pad must be non-negative, but got pad: {min(windows.padding)}")


def _windows(
    input: Tensor, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool
) -> Windows:
    """How the windows are laid, if any fits."""
    step = kernel_size if stride is None else stride
    laid: Any = [for_each_dim(n, 2) for n in (kernel_size, step, padding, dilation)]
    windows = Windows(*laid)._replace(ceil=bool(ceil_mode))
    _check_windows(windows)
    for p, k, d in zip(windows.padding, windows.kernel, windows.dilation):
        if p > (d * (k - 1) + 1) // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, "
                f"kernel_size={k} and dilation={d}"
            )
    if input.ndim not in (3, 4):
        raise RuntimeError("non-empty 3D or 4D (batch mode) tensor expected for input")
    channels, *sizes = input.shape[-3:]
    counts = windows.counts(tuple(sizes))
    if min(counts) < 1:
        given, made = ("x".join(map(str, (channels, *x))) for x in (sizes, counts))
        raise RuntimeError(
            f"Given input size: ({given}). Calculated output size: ({made}). Output size is too "
            f"small\nThe windows are {' x '.join(map(str, windows.kernel))}."
        )
    return windows
