"""Layers, activations and losses as plain functions: what the modules of `minigrad.nn` call."""

from __future__ import annotations

import math
import warnings

import numpy as np

from ..autograd.wrap import wrap
from ..backend import module_of
from ..dtype import dtype as DType
from ..dtype import int64
from ..ops import elementwise
from ..ops.linalg import addmm, matmul
from ..ops.turn import t
from ..tensor import Tensor
from ._checks import check_tensors
from ._loss import cross_entropy, l1_loss, mse_loss, nll_loss

__all__ = [
    "cross_entropy",
    "l1_loss",
    "linear",
    "log_softmax",
    "mse_loss",
    "nll_loss",
    "one_hot",
    "relu",
    "sigmoid",
    "softmax",
    "tanh",
]


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
        TypeError: If an argument is no tensor.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import linear
        >>> linear(minigrad.ones(1, 3), minigrad.tensor([[1.0, 2.0, 3.0]]), minigrad.tensor([0.5]))
        tensor([[6.5000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.linear.html
    """
    check_tensors("linear", input=input, weight=weight, bias=bias)
    if not input.ndim:
        raise RuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{input.ndim}D and {weight.ndim}D"
        )
    if bias is None:
        return matmul(input, t(weight))
    if input.ndim == 2:
        return addmm(bias, input, t(weight))
    if not input.is_contiguous():
        return matmul(input, t(weight)) + bias  # type: ignore[no-any-return]
    *batch, features = input.shape
    rows = addmm(bias, input.view(math.prod(batch), features), t(weight))
    return rows.view(*batch, rows.shape[1])  # type: ignore[no-any-return]


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """``max(input, 0)``, element by element; with `inplace`, written over `input`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.relu(minigrad.tensor([-1.0, 2.0]))
        tensor([0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu.html
    """
    return elementwise.relu_(input) if inplace else elementwise.relu(input)  # type: ignore[no-any-return]


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent, from -1 to 1, element by element: see `minigrad.tanh`."""
    return input.tanh()  # type: ignore[no-any-return]


def sigmoid(input: Tensor) -> Tensor:
    """The logistic function, from 0 to 1, element by element: see `minigrad.sigmoid`."""
    return input.sigmoid()  # type: ignore[no-any-return]


def softmax(input: Tensor, dim: int | None = None, *, dtype: DType | None = None) -> Tensor:
    """Scores as probabilities that add up to 1 along `dim`: see `minigrad.softmax`.

    Args:
        input: Any shape.
        dim: The axis of the classes. None guesses it from the number of axes, with a warning.
        dtype: The type to compute in.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.softmax(minigrad.zeros(1, 4), dim=1)
        tensor([[0.2500, 0.2500, 0.2500, 0.2500]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmax.html
    """
    return input.softmax(_dim(dim, input, "softmax"), dtype=dtype)


def log_softmax(input: Tensor, dim: int | None = None, *, dtype: DType | None = None) -> Tensor:
    """The logarithm of `softmax`, right also for tiny probabilities; the arguments are its.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.log_softmax(minigrad.zeros(1, 2), dim=1)
        tensor([[-0.6931, -0.6931]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.log_softmax.html
    """
    return input.log_softmax(_dim(dim, input, "log_softmax"), dtype=dtype)


def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """Classes as rows of zeros with a single 1.

    Args:
        tensor: Classes, int64, any shape.
        num_classes: How many there are; -1 for the largest plus one.

    Returns:
        The shape of `tensor` with ``num_classes`` appended, int64.

    Raises:
        RuntimeError: If `tensor` is not int64, a class is negative or too large, or the number of
            classes cannot be told.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.one_hot(minigrad.tensor([0, 2]))
        tensor([[1, 0, 0],
                [0, 0, 1]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.one_hot.html
    """
    check_tensors("one_hot", input=tensor)
    classes = tensor._array
    if tensor.dtype is not int64:
        raise RuntimeError(
            "one_hot is only applicable to index tensor of type LongTensor. This one is "
            f"{tensor.dtype}: .long() converts it."
        )
    if not classes.size and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if classes.size and classes.min() < 0:
        raise RuntimeError(f"Class values must be non-negative. The least is {classes.min()}.")
    if num_classes == -1:
        num_classes = int(classes.max()) + 1
    if classes.size and classes.max() >= num_classes:
        raise RuntimeError(
            f"Class values must be smaller than num_classes. The largest is {classes.max()}, "
            f"num_classes {num_classes}."
        )
    positions = module_of(classes).arange(num_classes)
    return wrap((classes[..., None] == positions).astype(np.int64))


def _dim(dim: int | None, input: Tensor, name: str) -> int:
    """The axis of the classes; guessed as PyTorch does, from the number of axes, if it is None."""
    if dim is not None:
        return dim
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include "
        "dim=X as an argument.",
        UserWarning,
        stacklevel=3,
    )
    return 0 if input.ndim in (0, 1, 3) else 1
