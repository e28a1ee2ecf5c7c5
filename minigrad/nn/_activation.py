"""Activations as functions: what a network does between its layers, element by element."""

from __future__ import annotations

import functools
from typing import Any

from ..autograd.inplace import in_place
from ..ops import activation, piecewise
from ..ops.activation import gelu as gelu
from ..ops.activation import sigmoid as sigmoid
from ..ops.functions import tanh as tanh
from ..tensor import Tensor

__all__ = ["elu", "gelu", "hardswish", "hardtanh", "leaky_relu", "logsigmoid", "mish", "prelu"]
__all__ += ["relu", "relu_", "sigmoid", "silu", "softplus", "softsign", "tanh"]

twin = functools.cache(in_place)  # of a row that writes over its input
relu_ = twin(piecewise.relu)


def _applied(row: Any, inplace: bool, input: Tensor, *args: Any) -> Tensor:
    """What `row` makes of `input`; with `inplace`, written over it."""
    return (twin(row) if inplace else row)(input, *args)


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """``max(input, 0)``; with `inplace`, written over `input`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.relu(minigrad.tensor([-1.0, 2.0]))
        tensor([0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu.html
    """
    return _applied(piecewise.relu, inplace, input)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """`input` where it is positive, elsewhere ``negative_slope * input``.

    Args:
        input: Floating point, any shape.
        negative_slope: How much of a negative number is left; also the derivative at 0.
        inplace: Write the result over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.leaky_relu(minigrad.tensor([-1.0, 2.0]), 0.1)
        tensor([-0.1000,  2.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.leaky_relu.html
    """
    return _applied(piecewise.leaky_relu, inplace, input, float(negative_slope))


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """`input` where it is positive, elsewhere ``alpha * (exp(input) - 1)``.

    Args:
        input: Floating point, any shape.
        alpha: The result approaches ``-alpha`` for negative numbers.
        inplace: Write the result over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.elu(minigrad.tensor([-1.0, 2.0]))
        tensor([-0.6321,  2.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.elu.html
    """
    return _applied(activation.elu, inplace, input, float(alpha))


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """``input * sigmoid(input)``; with `inplace`, written over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.silu(minigrad.tensor([-1.0, 2.0]))
        tensor([-0.2689,  1.7616])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.silu.html
    """
    return _applied(activation.silu, inplace, input)


def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """``log(1 + exp(beta * input)) / beta``, a `relu` without a kink.

    Args:
        input: Floating point, any shape.
        beta: How sharp the bend is.
        threshold: Where ``beta * input`` is larger, the result is `input` itself.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.softplus(minigrad.tensor([-1.0, 30.0]))
        tensor([ 0.3133, 30.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softplus.html
    """
    return activation.softplus(input, float(beta), float(threshold))


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """``input * tanh(log(1 + exp(input)))``; with `inplace`, written over `input`.

    Source: D. Misra, "Mish: a self regularized non-monotonic activation function", 2019.
    """
    return _applied(activation.mish, inplace, input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """``input * (input + 3) / 6``, but 0 left of -3 and `input` right of 3.

    Source: A. Howard et al., "Searching for MobileNetV3", 2019.
    """
    return _applied(piecewise.hardswish, inplace, input)


def hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """`input`, cut off at `min_val` and at `max_val`; with `inplace`, written over `input`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.hardtanh(minigrad.tensor([-2.0, 0.5]))
        tensor([-1.0000,  0.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardtanh.html
    """
    return _applied(piecewise.hardtanh, inplace, input, min_val, max_val)


def logsigmoid(input: Tensor) -> Tensor:
    """The logarithm of `sigmoid`, right also for large numbers.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.logsigmoid(minigrad.tensor([0.0, -1000.0]))
        tensor([-6.9315e-01, -1.0000e+03])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.logsigmoid.html
    """
    return -activation.softplus(-input, 1.0, 20.0)


def softsign(input: Tensor) -> Tensor:
    """``input / (1 + |input|)``, from -1 to 1.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softsign.html
    """
    return input / (input.abs() + 1)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """`input` where it is positive, elsewhere ``weight * input``: a `leaky_relu` that learns.

    Args:
        input: Floating point, ``(N, C, *)``.
        weight: ``(C,)`` or ``(1,)``: the slopes below 0, one for each channel or for all.

    Raises:
        RuntimeError: If slopes and channels do not broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.prelu(minigrad.tensor([-2.0, 3.0]), minigrad.tensor([0.25]))
        tensor([-0.5000,  3.0000])

    Source: K. He et al., "Delving deep into rectifiers", 2015.
    """
    if input.ndim > 1:
        weight = weight.view(-1, *[1] * (input.ndim - 2))
    return piecewise.prelu(input, weight)
