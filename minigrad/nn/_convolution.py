"""Convolutions as functions: from what users give down to the row in `ops.convolution`."""

from __future__ import annotations

from typing import Any

from ..ops.convolution import convolution
from ..ops.padding import constant_pad_nd
from ..ops.shapes import squeeze, unsqueeze
from ..ops.windows import Sizes, Windows
from ..tensor import Tensor
from ._sizes import for_each_dim

__all__ = ["conv1d", "conv2d", "conv_transpose1d", "conv_transpose2d"]


def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """`conv2d` along one dimension: kernels laid over sequences.

    Args:
        input: ``(N, C, L)``, or ``(C, L)`` for one sequence.
        weight: ``(O, C / groups, K)``.
        bias: as for `conv2d`, like all that follow.
        stride: see there.
        padding: see there.
        dilation: see there.
        groups: see there.

    Returns:
        ``(N, O, L_out)``, or ``(O, L_out)``.

    Raises:
        RuntimeError: If the shapes do not fit, or the types differ.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import conv1d
        >>> conv1d(minigrad.tensor([[1.0, 2.0, 4.0]]), minigrad.tensor([[[-1.0, 1.0]]]))
        tensor([[1., 2.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.conv1d.html
    """
    return _conv(1, input, weight, bias, (stride, padding, dilation), groups)


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """Kernels laid over pictures: each output is a weighted sum of what a kernel sees there.

    The result is a little smaller than the input, ``(H + 2 * padding - dilation * (KH - 1) - 1) //
    stride + 1`` high. Saves `input` and `weight`, each if the other needs a gradient.

    Args:
        input: ``(N, C, H, W)``, or ``(C, H, W)`` for one picture.
        weight: ``(O, C / groups, KH, KW)``: a kernel for each output channel.
        bias: ``(O,)``, or None.
        stride: The step from window to window; a number, or one for each dimension.
        padding: How many zeros to lay around the input, on each side; ``"valid"`` for none,
            ``"same"`` for as many as keep the size.
        dilation: The step from element to element of the kernel.
        groups: Into how many parts the channels fall; a kernel sees those of its own part.

    Returns:
        ``(N, O, H_out, W_out)``, or ``(O, H_out, W_out)``.

    Raises:
        RuntimeError: If the shapes do not fit, or the types differ.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import conv2d
        >>> edges = minigrad.tensor([[[[-1.0, 1.0]]]])
        >>> conv2d(minigrad.tensor([[[0.0, 0.0, 5.0], [0.0, 5.0, 5.0]]]), edges)
        tensor([[[0., 5.],
                 [5., 0.]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.conv2d.html
    """
    return _conv(2, input, weight, bias, (stride, padding, dilation), groups)


def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
) -> Tensor:
    """`conv_transpose2d` along one dimension: ``(N, C, L)`` to ``(N, O, L_out)``.

    Args:
        input: ``(N, C, L)``, or ``(C, L)`` for one sequence.
        weight: ``(C, O / groups, K)``.
        bias: as for `conv_transpose2d`, like all that follow.
        stride: see there.
        padding: see there.
        output_padding: see there.
        groups: see there.
        dilation: see there.

    Raises:
        RuntimeError: If the shapes do not fit, or the types differ.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import conv_transpose1d
        >>> conv_transpose1d(minigrad.tensor([[1.0, 2.0]]), minigrad.ones(1, 1, 2), stride=2)
        tensor([[1., 1., 2., 2.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.conv_transpose1d.html
    """
    rest = for_each_dim(output_padding, 1)
    return _conv(1, input, weight, bias, (stride, padding, dilation), groups, rest)


def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
) -> Tensor:
    """The way back of `conv2d`: each element of the input lays a weighted kernel onto the output.

    It makes pictures larger: ``(H - 1) * stride - 2 * padding + dilation * (KH - 1) +
    output_padding + 1`` high. Saves `input` and `weight`, each if the other needs a gradient.

    Args:
        input: ``(N, C, H, W)``, or ``(C, H, W)`` for one picture.
        weight: ``(C, O / groups, KH, KW)``.
        bias: ``(O,)``, or None.
        stride: The step between the kernels in the output.
        padding: How much of the output to cut off, on each side.
        output_padding: How much to append again, below and to the right.
        groups: Into how many parts the channels fall.
        dilation: The step from element to element of the kernel.

    Returns:
        ``(N, O, H_out, W_out)``, or ``(O, H_out, W_out)``.

    Raises:
        RuntimeError: If the shapes do not fit, or the types differ.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import conv_transpose2d
        >>> conv_transpose2d(minigrad.tensor([[[1.0, 2.0]]]), minigrad.ones(1, 1, 1, 2), stride=2)
        tensor([[[1., 1., 2., 2.]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.conv_transpose2d.html
    """
    rest = for_each_dim(output_padding, 2)
    return _conv(2, input, weight, bias, (stride, padding, dilation), groups, rest)


def _conv(
    dims: int,
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    laid: tuple[Any, Any, Any],
    groups: int,
    rest: Sizes | None = None,
) -> Tensor:
    """What all convolutions do; `rest` is the output padding of one that goes back."""
    stride, padding, dilation = laid
    batch = _batch(f"conv{dims}d" if rest is None else f"conv_transpose{dims}d", dims, input)
    _check(batch, weight, groups, transposed=rest is not None)
    kernel = tuple(weight.shape[2:])
    step, apart = for_each_dim(stride, dims), for_each_dim(dilation, dims)
    if isinstance(padding, str):
        batch, padding = _by_name(padding, batch, kernel, step, apart)
    windows = Windows(kernel, step, for_each_dim(padding, dims), apart)
    _check_windows(windows, rest)
    _check_bias(weight, bias, groups, transposed=rest is not None)
    if rest is None:
        _check_room(batch, windows)
    out = convolution(batch, weight, bias, windows, groups, rest)
    return out if batch.ndim == input.ndim else squeeze(out, 0)


def _batch(name: str, dims: int, input: Tensor) -> Tensor:
    """`input`, as a batch of one if it is a single picture."""
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {name}, but got "
            f"input of size: {list(input.shape)}\nA batch has the shape [samples, channels, "
            f"{'length' if dims == 1 else 'height, width'}]."
        )
    return unsqueeze(input, 0) if input.ndim == dims + 1 else input


def _by_name(
    padding: str, input: Tensor, kernel: Sizes, stride: Sizes, dilation: Sizes
) -> tuple[Tensor, Any]:
    """The padding that a name stands for; where it is uneven, part of it is laid around `input`."""
    if padding == "valid":
        return input, 0
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'\nUse 'same' or 'valid'.")
    if max(stride) > 1:
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    total = [d * (k - 1) for d, k in zip(dilation, kernel)]
    if any(n % 2 for n in total):
        input = constant_pad_nd(input, tuple(x for n in total[::-1] for x in (0, n % 2)), 0)
    return input, tuple(n // 2 for n in total)


def _check(input: Tensor, weight: Tensor, groups: int, transposed: bool) -> None:
    """The channels and the types must meet."""
    if groups < 1:
        raise RuntimeError(f"non-positive groups is not supported\nIt is {groups}.")
    size = list(weight.shape)
    given = list(input.shape)
    channels = size[0] if transposed else size[1] * groups
    if given[1] != channels:
        raise RuntimeError(
            f"Given {'transposed' if transposed else 'groups'}={groups}, weight of size {size}, "
            f"expected input{given} to have {channels} channels, but got {given[1]} channels "
            "instead\nThe channels are dimension 1 of a batch, in front of the picture."
        )
    if input.dtype != weight.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype.title} but found {weight.dtype.title}\nInput and "
            "weight must have one type: x.float() or model.double(), say."
        )


def _check_windows(windows: Windows, rest: Sizes | None) -> None:
    """The numbers by which a kernel is laid must make sense."""
    if min(windows.padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(windows.stride) < 1:
        raise RuntimeError("non-positive stride is not supported")
    if min(windows.dilation) < 1:
        raise RuntimeError(
            f"dilation should be greater than zero, but got {list(windows.dilation)}"
        )
    if rest is None:
        return
    if min(rest) < 0:
        raise RuntimeError("negative output_padding is not supported")
    if any(r >= max(s, d) for r, s, d in zip(rest, windows.stride, windows.dilation)):
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation\n"
            f"It is {list(rest)}, they are {list(windows.stride)} and {list(windows.dilation)}."
        )


def _check_bias(weight: Tensor, bias: Tensor | None, groups: int, transposed: bool) -> None:
    """There is a bias for each output channel, and as many of these in each group."""
    size = list(weight.shape)
    if size[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, "
            f"but got weight of size [{size}] instead"
        )
    outputs = size[1] * groups if transposed else size[0]
    if bias is not None and tuple(bias.shape) != (outputs,):
        raise RuntimeError(
            f"Given {'transposed=1, ' if transposed else ''}weight of size {size}, expected bias "
            f"to be 1-dimensional with {outputs} elements, but got bias of size "
            f"{list(bias.shape)} instead"
        )


def _check_room(input: Tensor, windows: Windows) -> None:
    """Raise where a kernel is larger than the picture."""
    sizes = [n + 2 * p for n, p in zip(input.shape[2:], windows.padding)]
    kernel = [d * (k - 1) + 1 for k, d in zip(windows.kernel, windows.dilation)]
    if any(k > n for k, n in zip(kernel, sizes)):
        shown, laid = (f"({' x '.join(map(str, x))})" for x in (sizes, kernel))
        raise RuntimeError(
            f"Calculated padded input size per channel: {shown}. Kernel size: {laid}. Kernel size "
            "can't be greater than actual input size"
        )
