"""Convolutions as functions: from what users give down to the row in `_convolution`."""

from __future__ import annotations

import warnings
from typing import Any

from ..ops.shapes import squeeze, unsqueeze
from ..tensor import Tensor
from ._convolution import convolution
from ._pad import constant_pad_nd
from ._windows import Sizes, Windows, numbers

__all__ = ["conv1d", "conv2d", "conv_transpose2d"]


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
    return _conv(1, input, weight, bias, stride, padding, dilation, groups)


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
    return _conv(2, input, weight, bias, stride, padding, dilation, groups)


def _conv(dims: int, input: Tensor, weight: Tensor, bias: Tensor | None, *laid: Any) -> Tensor:
    stride, padding, dilation, groups = laid
    batch = _batch(f"conv{dims}d", dims, input)
    step, spread = numbers("stride", stride, dims), numbers("dilation", dilation, dims)
    if isinstance(padding, str):
        batch, padding = _by_name(padding, batch, weight, step, spread)
    around = numbers("padding", padding, dims)
    windows = Windows(tuple(weight.shape[2:]), step, around, spread)
    _check_laying(windows, groups)
    _check_operands(batch, weight, bias, groups, transposed=False)
    _check_room(batch, windows)
    out = convolution(batch, weight, bias, windows, groups, None)
    return out if batch.ndim == input.ndim else squeeze(out, 0)


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
    batch = _batch("conv_transpose2d", 2, input)
    step, around = numbers("stride", stride, 2), numbers("padding", padding, 2)
    rest = numbers("output_padding", output_padding, 2)
    spread = numbers("dilation", dilation, 2)
    windows = Windows(tuple(weight.shape[2:]), step, around, spread)
    _check_laying(windows, groups)
    _check_operands(batch, weight, bias, groups, transposed=True)
    if min(rest) < 0:
        raise RuntimeError("negative output_padding is not supported")
    if any(r >= s and r >= d for r, s, d in zip(rest, step, spread)):
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation, but got "
            f"output_padding: {rest}, stride: {step}, dilation: {spread}"
        )
    out = convolution(batch, weight, bias, windows, groups, rest)
    return out if batch.ndim == input.ndim else squeeze(out, 0)


def _batch(name: str, dims: int, input: Tensor) -> Tensor:
    """`input` with a dimension for the batch."""
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {name}, but got "
            f"input of size: {list(input.shape)}\nA batch has the shape [samples, channels, "
            f"{'length' if dims == 1 else 'height, width'}]."
        )
    return unsqueeze(input, 0) if input.ndim == dims + 1 else input


def _by_name(
    padding: str, input: Tensor, weight: Tensor, stride: Sizes, dilation: Sizes
) -> tuple[Tensor, Any]:
    """The padding called ``"same"`` or ``"valid"``; where it is uneven, the input gets the rest."""
    if padding == "valid":
        return input, 0
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'\nUse 'same' or 'valid'.")
    if max(stride) > 1:
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:])]
    if any(n % 2 for n in total):
        warnings.warn(
            "Using padding='same' with even kernel lengths and odd dilation may require a "
            "zero-padded copy of the input be created",
            UserWarning,
            stacklevel=4,
        )
        input = constant_pad_nd(input, tuple(x for n in total[::-1] for x in (0, n % 2)), 0)
    return input, tuple(n // 2 for n in total)


def _check_laying(windows: Windows, groups: int) -> None:
    """Raise for numbers by which no kernel can be laid."""
    for name, value, least in (
        ("non-positive groups", [groups], 1),
        ("negative padding", windows.padding, 0),
        ("non-positive stride", windows.stride, 1),
        ("non-positive dilation", windows.dilation, 1),
    ):
        if min(value) < least:
            raise RuntimeError(f"{name} is not supported\nGiven is {list(value)}.")


def _check_operands(
    input: Tensor, weight: Tensor, bias: Tensor | None, groups: int, transposed: bool
) -> None:
    """Raise unless channels and types fit each other."""
    size, given = list(weight.shape), list(input.shape)
    if weight.ndim != input.ndim:
        raise RuntimeError(
            f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight{size}, "
            f"but got {input.ndim}-dimensional input of size {given} instead"
        )
    if size[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, "
            f"but got weight of size [{size}] instead"
        )
    channels, results = (size[0], size[1] * groups) if transposed else (size[1] * groups, size[0])
    if given[1] != channels:
        raise RuntimeError(
            f"Given {'transposed' if transposed else 'groups'}={groups}, weight of size {size}, "
            f"expected input{given} to have {channels} channels, but got {given[1]} channels "
            "instead\nThe channels are dimension 1 of a batch, in front of the picture."
        )
    if bias is not None and tuple(bias.shape) != (results,):
        raise RuntimeError(
            f"Given {'transposed=1, ' if transposed else ''}weight of size {size}, expected bias "
            f"to be 1-dimensional with {results} elements, but got bias of size "
            f"{list(bias.shape)} instead"
        )
    if input.dtype != weight.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype.kind} but found {weight.dtype.kind}\nInput and "
            "weight must have one type: x.float() or model.double(), say."
        )
    if bias is not None and bias.dtype != input.dtype:
        raise RuntimeError(
            f"Input type ({input.dtype.cpp}) and bias type ({bias.dtype.cpp}) should be the same"
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
