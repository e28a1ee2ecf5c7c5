"""More activations, as rows and as functions: smooth bends, and bends made of lines."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import elementwise, op
from ..backend import Array
from ..ops.comparison import where
from ..ops.functions import abs, check_floating, sigmoid, softplus, tanh
from ..tensor import Tensor

__all__ = ["hardswish", "hardtanh", "logsigmoid", "mish", "prelu", "softsign"]


def _mish_vjp(g: Any, input: Any) -> Any:
    inner = tanh(softplus(input, 1.0, 20.0))
    return g * (inner + input * sigmoid(input) * (1 - inner * inner))


@op(
    r"x \tanh \log(1 + e^x)",
    name="MishBackward0",
    input=(_mish_vjp, r"g\,(t + x\,\sigma(x)\,(1 - t^2))"),
)
def _mish(input: Array) -> Array:
    check_floating("mish", input)
    return input * np.tanh(np.logaddexp(input, input.dtype.type(0)))


@op(
    r"x \min(6, \max(0, x + 3)) / 6",
    name="HardswishBackward0",
    input=(
        lambda g, input: g * where(abs(input) < 3, input / 3 + 0.5, (input > 0) * 1.0),
        r"g\,(x/3 + 1/2)",
    ),
)
def _hardswish(input: Array) -> Array:
    check_floating("hardswish", input)
    return input * np.minimum(np.maximum(input + 3, 0), 6) / 6


@op(
    r"\min(b, \max(a, x))",
    name="HardtanhBackward0",
    input=(
        lambda g, input, low, high: where((input > low) & (input < high), g, 0 * g),
        r"g\,[a < x < b]",
    ),
)
def _hardtanh(input: Array, low: float, high: float) -> Array:
    return np.minimum(np.maximum(input, low), high)


@elementwise(
    r"x \text{ if } x > 0 \text{ else } w x",
    name="PreluKernelBackward0",
    input=(lambda g, input, weight: where(input > 0, g, g * weight), r"g \text{ or } g\,w"),
    weight=(lambda g, input: where(input > 0, 0 * g, g * input), r"0 \text{ or } g\,x"),
)
def _prelu(input: Array, weight: Array) -> Array:
    return np.where(input > 0, input, weight * input)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """``input * tanh(log(1 + exp(input)))``; with `inplace`, written over `input`.

    Source: D. Misra, "Mish: a self regularized non-monotonic activation function", 2019.
    """
    return (in_place(_mish) if inplace else _mish)(input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """``input * (input + 3) / 6``, but 0 left of -3 and `input` right of 3.

    Source: A. Howard et al., "Searching for MobileNetV3", 2019.
    """
    return (in_place(_hardswish) if inplace else _hardswish)(input)


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
    return (in_place(_hardtanh) if inplace else _hardtanh)(input, min_val, max_val)


def logsigmoid(input: Tensor) -> Tensor:
    """The logarithm of `sigmoid`, right also for large numbers.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.logsigmoid(minigrad.tensor([0.0, -1000.0]))
        tensor([-6.9315e-01, -1.0000e+03])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.logsigmoid.html
    """
    return -softplus(-input, 1.0, 20.0)


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
    return _prelu(input, weight.view(-1, *[1] * (input.ndim - 2)) if input.ndim > 1 else weight)
