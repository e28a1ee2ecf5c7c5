"""Normalization as functions: from what users give down to the rows in `ops.normalization`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from ..autograd.grad_mode import no_grad
from ..ops import normalization as rows
from ..ops.arithmetic import rsqrt, sqrt
from ..ops.operands import check_floating
from ..ops.reductions import mean, var
from ..ops.windows import Sizes
from ..tensor import Tensor
from ._padding import pad
from ._pooling import avg_pool2d

__all__ = ["batch_norm", "group_norm", "instance_norm", "layer_norm", "local_response_norm"]
__all__ += ["rms_norm"]


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Each channel with mean 0 and variance 1 over the batch, times `weight`, plus `bias`.

    In training it takes mean and variance of this batch, and moves the running ones towards them;
    otherwise it takes the running ones. Saves `input` and `weight`.

    Args:
        input: ``(N, C)`` or ``(N, C, *)``.
        running_mean: ``(C,)``, written over in training; None for none.
        running_var: ``(C,)``, the same.
        weight: ``(C,)``, or None.
        bias: ``(C,)``, or None.
        training: Whether the batch counts.
        momentum: How much of this batch's mean and variance goes into the running ones.
        eps: Added to the variance, against division by 0.

    Raises:
        RuntimeError: If there are no running numbers to take, or sizes do not fit.
        ValueError: If in training a channel has a single number.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 0.0], [3.0, 4.0]])
        >>> minigrad.nn.functional.batch_norm(x, None, None, training=True)
        tensor([[-1.0000, -1.0000],
                [ 1.0000,  1.0000]])

    Source: S. Ioffe and C. Szegedy, "Batch normalization", 2015.
    """
    count = prod(input.shape[:1] + input.shape[2:])
    if training and count == 1:
        raise ValueError(
            f"Expected more than 1 value per channel when training, got input size {input.size()}\n"
            "One number is its own mean: use a larger batch, or model.eval()."
        )
    given = (running_mean, running_var, weight, bias)
    _check_channels(input, dict(zip(("running_mean", "running_var", "weight", "bias"), given)))
    fit = (1, input.shape[1], *[1] * (input.ndim - 2))
    if not training:
        return _by_running(input, running_mean, running_var, weight, bias, fit, eps)
    dims = (0, *range(2, input.ndim))
    _move(input, running_mean, running_var, dims, momentum)
    return rows.batch(input, weight, bias, tuple(input.shape), dims, fit, eps)


def _check_channels(input: Tensor, given: dict[str, Tensor | None]) -> None:
    """What is given has a number for each channel."""
    channels = input.shape[1]
    for name, x in given.items():
        if x is not None and x.numel() != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {x.numel()}")


def _by_running(
    input: Tensor,
    running_mean: Any,
    running_var: Any,
    weight: Tensor | None,
    bias: Tensor | None,
    fit: Sizes,
    eps: float,
) -> Tensor:
    """`input` normalized with the running numbers, which it does not move."""
    z = (input - running_mean.view(fit)) / sqrt(running_var + eps).view(fit)
    z = z if weight is None else z * weight.view(fit)
    return z if bias is None else z + bias.view(fit)


def _move(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    dims: Sizes,
    momentum: float,
) -> None:
    """Move the running numbers towards those of this batch."""
    with no_grad():
        values = input.detach()
        for running, current in ((running_mean, mean), (running_var, var)):
            if running is not None:
                running.mul_(1 - momentum).add_(current(values, dims) * momentum)


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Each sample by itself with mean 0 and variance 1 over its last dimensions.

    Args:
        input: ``(*, *normalized_shape)``.
        normalized_shape: Which dimensions those are, by their sizes.
        weight: ``normalized_shape``, what the result is multiplied by; or None.
        bias: ``normalized_shape``, what is added; or None.
        eps: Added to the variance, against division by 0.

    Raises:
        RuntimeError: If the shapes do not fit.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.layer_norm(minigrad.tensor([[1.0, 3.0], [0.0, 8.0]]), (2,))
        tensor([[-1.0000,  1.0000],
                [-1.0000,  1.0000]])

    Source: J. Ba, J. Kiros and G. Hinton, "Layer normalization", 2016.
    """
    shape = tuple(normalized_shape)
    if tuple(input.shape[-len(shape) :]) != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, "
            f"{', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
        )
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    return rows.layer(input, weight, bias, tuple(input.shape), dims, shape, eps)


def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Each group of channels of each sample with mean 0 and variance 1.

    Args:
        input: ``(N, C, *)``.
        num_groups: Into how many groups the channels fall.
        weight: ``(C,)``, what the result is multiplied by; or None.
        bias: ``(C,)``, what is added; or None.
        eps: Added to the variance, against division by 0.

    Raises:
        RuntimeError: If the sizes do not fit.
        ValueError: If the channels do not fall into so many groups.

    Source: Y. Wu and K. He, "Group normalization", 2018.
    """
    n, channels, *sizes = input.shape
    seen = (n, num_groups, channels // num_groups, *sizes)
    fit = (1, *seen[1:3], *[1] * len(sizes))
    return rows.group(input, weight, bias, seen, tuple(range(2, len(seen))), fit, eps)


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Each channel of each sample by itself with mean 0 and variance 1: `batch_norm` of one sample.

    Args:
        input: ``(N, C, *)``.
        running_mean: ``(C,)``, as for `batch_norm`, like what follows.
        running_var: ``(C,)``.
        weight: ``(C,)``, or None.
        bias: ``(C,)``, or None.
        use_input_stats: Whether mean and variance are the input's; False for the running ones.
        momentum: How much of the input's goes into the running ones.
        eps: Added to the variance, against division by 0.

    Raises:
        RuntimeError: If there are no running numbers to take, or sizes do not fit.
        ValueError: If a channel has a single number.

    Source: D. Ulyanov, A. Vedaldi and V. Lempitsky, "Instance normalization", 2016.
    """
    if use_input_stats and prod(input.shape[2:]) == 1:
        raise ValueError(
            f"Expected more than 1 spatial element when training, got input size {input.size()}"
        )
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError(
            "Expected running_mean and running_var to be defined when use_input_stats is false"
        )
    n, channels, *sizes = input.shape
    given = (running_mean, running_var, weight, bias)
    each = [None if x is None else x.repeat(n) for x in given]
    flat = input.view((1, n * channels, *sizes))
    means, variances, weights, biases = each
    out = batch_norm(flat, means, variances, weights, biases, use_input_stats, momentum, eps)
    with no_grad():
        for running, moved in zip(given[:2], each[:2]):
            if use_input_stats and running is not None and moved is not None:
                running.copy_(moved.view((n, channels)).mean(0))
    return out.view(input.shape)


def rms_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:
    """Each sample divided by the root of the mean of its squares, over its last dimensions.

    Args:
        input: ``(*, *normalized_shape)``, floating point.
        normalized_shape: Which dimensions those are, by their sizes.
        weight: ``normalized_shape``, what the result is multiplied by; or None.
        eps: Added to the mean; the step from 1 to the next number of the type if None.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If the shapes do not fit.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.rms_norm(minigrad.tensor([[3.0, 4.0]]), (2,))
        tensor([[0.8485, 1.1314]])

    Source: B. Zhang and R. Sennrich, "Root mean square layer normalization", 2019.
    """
    shape = tuple(normalized_shape)
    if tuple(input.shape[-len(shape) :]) != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape "
            f"[*{', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
        )
    if weight is not None and tuple(weight.shape) != shape:
        raise RuntimeError(
            "Expected weight to be of same shape as normalized_shape, but got weight of shape "
            f"{list(weight.shape)} and normalized_shape = {list(shape)}"
        )
    check_floating("rms_norm", input._array)
    least = np.finfo(input._array.dtype).eps if eps is None else eps
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    out = input * rsqrt(mean(input**2, dims, True) + float(least))
    return out if weight is None else out * weight


def local_response_norm(
    input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Tensor:
    """Each element divided by ``(k + alpha * m) ** beta``, m the mean of its neighbours' squares.

    Neighbours are the same place in `size` channels.

    Args:
        input: ``(N, C, *)``.
        size: How many channels, those before and behind and its own; zeros where there are none.
        alpha: See above, like the two that follow.
        beta: See above.
        k: See above.

    Raises:
        RuntimeError: If `size` is not positive.
        ValueError: If `input` has fewer than three dimensions.

    Source: A. Krizhevsky et al., "ImageNet classification with deep convolutional neural networks",
    2012.
    """
    if input.ndim < 3:
        raise ValueError(
            "Expected 3D or higher dimensionality                          input (got "
            f"{input.ndim} dimensions)"
        )
    squares = (input * input).flatten(2).unsqueeze(1)
    around = pad(squares, (0, 0, size // 2, (size - 1) // 2))
    means = avg_pool2d(around, (size, 1), 1).squeeze(1).view(input.shape)
    return input / (means * alpha + k) ** beta
