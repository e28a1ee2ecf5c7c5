"""Dropout: elements left out at random while training."""

from __future__ import annotations

import numpy as np

from .. import _draws
from ..autograd.wrap import wrap
from ..backend import Array, device_of, to_device
from ..ops.arithmetic import mul
from ..ops.operands import check_floating
from ..tensor import Tensor

__all__ = ["dropout", "dropout2d"]


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


def dropout2d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """`dropout` of whole channels: neighbours in a picture say much the same.

    Args:
        input: ``(N, C, H, W)``.
        p: The probability of being left out.
        training: False for `input` itself.
        inplace: Write over `input`.

    Raises:
        IndexError: If `input` has no pictures.
        ValueError: If `p` is no probability.

    Source: J. Tompson et al., "Efficient object localization using convolutional networks", 2015.
    """
    return _dropped(input, p, training, inplace, input._array[:, :, :1, :1].copy())


def _dropped(input: Tensor, p: float, training: bool, inplace: bool, like: Array) -> Tensor:
    """`input`, times 0 or 1/(1 - p) for each element of `like`."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if p == 0 or not training or not input.numel():
        return input
    noise = wrap(_noise(like, p))
    return input.mul_(noise) if inplace else mul(input, noise)


def _noise(like: Array, p: float) -> Array:
    """What each element is multiplied by: 0, or 1/(1 - p)."""
    if p == 1:
        return to_device(np.zeros((), like.dtype), device_of(like))
    check_floating("dropout", like)
    steps = [-abs(step) for step in like.strides]
    in_memory = np.argsort(steps if all(steps) else [0] * like.ndim, kind="stable")
    kept = _draws.bernoulli([like.shape[d] for d in in_memory], 1 - p)
    noise = kept.transpose(np.argsort(in_memory)) * like.dtype.type(1 / (1 - p))
    return to_device(noise, device_of(like))
