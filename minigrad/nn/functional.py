"""Layers, activations and losses as plain functions: what the modules of `minigrad.nn` call."""
# ruff: noqa: F403

from __future__ import annotations

import math
import warnings

from .. import _missing
from ..creation.drawn import rand
from ..creation.filled import zeros_like
from ..dtype import dtype as DType
from ..dtype import float64
from ..ops.arithmetic import log1p
from ..ops.linalg import addmm, einsum, matmul
from ..ops.shapes import reshape, t
from ..tensor import Tensor
from ._activation import *
from ._attention import *
from ._binary import *
from ._columns import *
from ._convolution import *
from ._distance import *
from ._dropout import *
from ._embedding import *
from ._embedding_bag import *
from ._likelihood import *
from ._loss import *
from ._margin import *
from ._normalization import *
from ._padding import *
from ._pooling import *
from ._resizing import *
from ._sampling import *
from ._shuffling import *


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """``input @ weight.T + bias``: each output is a weighted sum of all inputs.

    Args:
        input: ``(*, in_features)``.
        weight: ``(out_features, in_features)``: a row for each output.
        bias: ``(out_features,)``, or None.

    Returns:
        ``(*, out_features)``.

    Raises:
        RuntimeError: If the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import linear
        >>> linear(minigrad.ones(1, 3), minigrad.tensor([[1.0, 2.0, 3.0]]), minigrad.tensor([0.5]))
        tensor([[6.5000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.linear.html
    """
    if bias is None:
        return matmul(input, t(weight))
    if input.ndim == 2:
        return addmm(bias, input, t(weight))
    *batch, features = input.shape
    rows = addmm(bias, reshape(input, (math.prod(batch), features)), t(weight))
    return rows.view(*batch, rows.shape[1])


def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """``input1 @ A @ input2 + bias``, with a matrix A for each output.

    Args:
        input1: ``(*, in1_features)``.
        input2: ``(*, in2_features)``.
        weight: ``(out_features, in1_features, in2_features)``: a matrix for each output.
        bias: ``(out_features,)``, or None.

    Returns:
        ``(*, out_features)``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.bilinear.html
    """
    result = einsum("...i,oij,...j->...o", input1, weight, input2)
    return result if bias is None else result + bias


def softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Tensor:
    """Scores as probabilities that add up to 1 along `dim`: see `minigrad.softmax`.

    Args:
        input: Any shape.
        dim: The axis of the classes. None guesses it from the number of axes, with a warning.
        _stacklevel: How far up that warning points.
        dtype: What `input` is cast to first.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.softmax(minigrad.zeros(1, 4), dim=1)
        tensor([[0.2500, 0.2500, 0.2500, 0.2500]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmax.html
    """
    return _cast(input, dtype).softmax(_dim(dim, input, "softmax", _stacklevel))


def log_softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Tensor:
    """The logarithm of `softmax`, right also for tiny probabilities; the arguments are its.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.log_softmax(minigrad.zeros(1, 2), dim=1)
        tensor([[-0.6931, -0.6931]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.log_softmax.html
    """
    return _cast(input, dtype).log_softmax(_dim(dim, input, "log_softmax", _stacklevel))


def softmin(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Tensor:
    """`softmax` of ``-input``: the smallest score is the most probable.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmin.html
    """
    return (-_cast(input, dtype)).softmax(_dim(dim, input, "softmin", _stacklevel))


def gumbel_softmax(
    logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """`softmax` of noisy scores: a draw of one of several classes that gradients pass through.

    With Gumbel noise the largest score is one that `softmax` would have drawn.

    Args:
        logits: Scores, any shape.
        tau: The lower, the nearer a draw is to a single class.
        hard: Give a single class, 1 among zeros, with the gradient of the soft draw.
        eps: Makes no difference.
        dim: The axis of the classes.

    Source: E. Jang, S. Gu and B. Poole, "Categorical reparameterization with Gumbel-softmax", 2017.
    """
    waits = -log1p(-rand(*logits.shape, dtype=float64)).to(logits.device, logits.dtype)
    soft = ((logits - waits.log()) / tau).softmax(dim)
    if not hard:
        return soft
    chosen = soft.argmax(dim, keepdim=True)
    return zeros_like(soft).scatter_(dim, chosen, 1.0) - soft.detach() + soft


def _cast(input: Tensor, dtype: DType | None) -> Tensor:
    return input if dtype is None else input.to(dtype)


def _dim(dim: int | None, input: Tensor, name: str, stacklevel: int) -> int:
    """The axis of the classes; guessed as PyTorch does, from the number of axes, if it is None."""
    if dim is not None:
        return dim
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include "
        "dim=X as an argument.",
        UserWarning,
        stacklevel=stacklevel,
    )
    return 0 if input.ndim in (0, 1, 3) else 1


__getattr__ = _missing.of_module(__name__)

_BELOW = (DType, Tensor, addmm, einsum, log1p, matmul, rand, reshape, t, zeros_like)
__all__ = [n for n, x in globals().items() if callable(x) and x not in _BELOW and n[0] != "_"]
