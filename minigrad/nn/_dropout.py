"""Dropout: elements left out at random while training."""

from __future__ import annotations

import math

import numpy as np

from .. import _draws
from .._warn import warn
from ..autograd.wrap import wrap
from ..backend import Array, device_of, to_device
from ..ops.arithmetic import mul
from ..ops.operands import check_floating
from ..tensor import Tensor

__all__ = ["alpha_dropout", "dropout", "dropout1d", "dropout2d", "dropout3d"]
__all__ += ["feature_alpha_dropout"]

_LEAST = 1.7580993408473766  # what `selu` approaches for negative numbers, with the sign turned


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Each element 0 with probability `p`, else divided by ``1 - p``, so that the mean stays.

    After `manual_seed`, what is left out is what PyTorch leaves out on the CPU, unless the
    processor is Intel's: there PyTorch draws with a generator of Intel's.

    Args:
        input: Any shape.
        p: The probability of being left out.
        training: False for `input` itself, as when a model is put to use.
        inplace: Write over `input`.

    Returns:
        The shape of `input`; `input` itself where nothing is left out.

    Raises:
        RuntimeError: If `input` is not floating point, or may not be written to.
        ValueError: If `p` is no probability.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.nn.functional.dropout(minigrad.ones(4), p=0.5)
        tensor([0., 0., 2., 0.])

    Source: Srivastava and others, "Dropout: a simple way to prevent neural networks from
    overfitting", 2014.
    """
    return _dropped(input, p, training, inplace, input._array)


def dropout1d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """`dropout` of whole channels of sequences.

    Args:
        input: ``(N, C, L)`` or ``(C, L)``.
        p: The probability of being left out.
        training: False for `input` itself.
        inplace: Write over `input`.

    Raises:
        RuntimeError: If `input` has other dimensions.
        ValueError: If `p` is no probability.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.dropout1d.html
    """
    _check_probability(p)
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input. Note that "
            "dropout1d exists to provide channel-wise dropout on inputs with 1 spatial dimension, "
            "a channel dimension, and an optional batch dimension (i.e. 2D or 3D inputs)."
        )
    return _channels_dropped(input, p, training, inplace, input.ndim - 1)


def dropout2d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """`dropout` of whole channels: neighbours in a picture say much the same.

    Args:
        input: ``(N, C, H, W)``; PyTorch also takes ``(N, C, *)``, with a warning.
        p: The probability of being left out.
        training: False for `input` itself.
        inplace: Write over `input`.

    Raises:
        RuntimeError: If `input` has no channels.
        ValueError: If `p` is no probability.

    Source: J. Tompson et al., "Efficient object localization using convolutional networks", 2015.
    """
    _check_probability(p)
    if input.ndim == 3:
        warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout "
            "behavior is desired - input is interpreted as shape (N, C, L), where C is the channel "
            "dim. This behavior will change in a future release to interpret the input as one "
            "without a batch dimension, i.e. shape (C, H, W). To maintain the 1D channel-wise "
            "dropout behavior, please switch to using dropout1d instead.",
            UserWarning,
        )
    elif input.ndim != 4:
        _warn_of("dropout2d", input.ndim, "2 spatial dimensions", "3D or 4D")
    return _channels_dropped(input, p, training, inplace, 2)


def dropout3d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """`dropout` of whole channels of volumes.

    Args:
        input: ``(N, C, D, H, W)`` or ``(C, D, H, W)``.
        p: The probability of being left out.
        training: False for `input` itself.
        inplace: Write over `input`.

    Raises:
        RuntimeError: If `input` has no channels.
        ValueError: If `p` is no probability.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.dropout3d.html
    """
    _check_probability(p)
    if input.ndim not in (4, 5):
        _warn_of("dropout3d", input.ndim, "3 spatial dimensions", "4D or 5D")
    return _channels_dropped(input, p, training, inplace, 2 if input.ndim == 5 else 1)


def alpha_dropout(
    input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """Elements become what `selu` gives at the least, with probability `p`; mean and variance stay.

    What stays is scaled and moved for that.

    Args:
        input: Any shape, of mean 0 and variance 1.
        p: The probability of being left out.
        training: False for `input` itself.
        inplace: Write over `input`.

    Raises:
        ValueError: If `p` is no probability.

    Source: G. Klambauer et al., "Self-normalizing neural networks", 2017.
    """
    return _alpha_dropped(input, p, training, inplace, input._array)


def feature_alpha_dropout(
    input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """`alpha_dropout` of whole channels, ``(N, C, *)``.

    Raises:
        RuntimeError: If `input` has no channels.
        ValueError: If `p` is no probability.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.feature_alpha_dropout.html
    """
    _check_probability(p)
    return _alpha_dropped(input, p, training, inplace, _channels(input, 2))


def _alpha_dropped(input: Tensor, p: float, training: bool, inplace: bool, like: Array) -> Tensor:
    _check_probability(p)
    if p == 0 or not training or not input.numel():
        return input
    if p == 1:
        return input.mul_(0.0) if inplace else mul(input, 0.0)
    scale = 1 / math.sqrt((_LEAST**2 * p + 1) * (1 - p))
    kept = wrap(_noise(like, p, 1.0))
    moved = (kept - 1) * (_LEAST * scale) + _LEAST * scale * p
    if inplace:
        return input.mul_(kept * scale).add_(moved)
    return mul(input, kept * scale) + moved


def _warn_of(name: str, ndim: int, meant: str, shapes: str) -> None:
    warn(
        f"{name}: Received a {ndim}-D input to {name}, which is deprecated and will result in an "
        "error in a future release. To retain the behavior and silence this warning, please use "
        f"dropout instead. Note that {name} exists to provide channel-wise dropout on inputs with "
        f"{meant}, a channel dimension, and an optional batch dimension (i.e. {shapes} inputs).",
        UserWarning,
    )


def _channels_dropped(input: Tensor, p: float, training: bool, inplace: bool, kept: int) -> Tensor:
    """`input` with channels left out; they are counted along its first `kept` dimensions."""
    return _dropped(input, p, training, inplace, _channels(input, kept))


def _channels(input: Tensor, kept: int) -> Array:
    """An element for each channel."""
    if input.ndim < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    first = (slice(None),) * kept + (slice(0, 1),) * (input.ndim - kept)
    return input._array[first].copy()


def _check_probability(p: float) -> None:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _dropped(input: Tensor, p: float, training: bool, inplace: bool, like: Array) -> Tensor:
    """`input`, times 0 or 1/(1 - p) for each element of `like`."""
    _check_probability(p)
    if p == 0 or not training or not input.numel():
        return input
    noise = wrap(_noise(like, p, 0.0 if p == 1 else 1 / (1 - p)))
    return input.mul_(noise) if inplace else mul(input, noise)


def _noise(like: Array, p: float, factor: float) -> Array:
    """What each element is multiplied by: 0 with probability `p`, or `factor`."""
    if p == 1:
        return to_device(np.zeros((), like.dtype), device_of(like))
    check_floating("dropout", like)
    steps = [-abs(step) for step in like.strides]
    in_memory = np.argsort(steps if all(steps) else [0] * like.ndim, kind="stable")
    kept = _draws.bernoulli([like.shape[d] for d in in_memory], 1 - p)
    noise = kept.transpose(np.argsort(in_memory)) * like.dtype.type(factor)
    return to_device(noise, device_of(like))
