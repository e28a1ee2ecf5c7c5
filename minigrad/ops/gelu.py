"""The Gaussian error linear unit, exact and with tanh in place of erf.

In TeX, x is `input`, Φ the distribution function of the normal distribution, g the gradient.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .activation_backward import quick
from .erf import erf
from .exponential import exp
from .half import rounded_once
from .operands import check_kind
from .trig import tanh

_DENSITY = 1 / math.sqrt(2 * math.pi)  # of the normal distribution at 0
_INNER = math.sqrt(2 / math.pi)
_CUBIC = 0.044715  # in the paper; found by fitting


def _curvature(g: Any, grad_output: Any, input: Any, approximate: str) -> Any:
    if approximate == "none":
        density = _DENSITY * exp(-0.5 * (input * input))
        return g * grad_output * (density * (2 - input * input))
    z = tanh(_inner(input))
    first = (1 - z * z) * _inner_slope(input)  # of z itself
    second = -2 * z * first * _inner_slope(input) + (1 - z * z) * (6 * _INNER * _CUBIC * input)
    return g * grad_output * (first + 0.5 * input * second)


def _inner(x: Any) -> Any:
    return _INNER * (x + _CUBIC * (x * x * x))


def _inner_slope(x: Any) -> Any:
    return _INNER * (1 + 3 * _CUBIC * (x * x))


@op(
    r"h \odot (\Phi(x) + x\,\Phi'(x))",
    name="GeluBackwardBackward0",
    grad_output=(
        lambda g, input, approximate: gelu_backward(g, input, approximate),
        r"g \odot (\Phi(x) + x\,\Phi'(x))",
    ),
    input=(_curvature, r"g h (2 - x^2)\,\Phi'(x)"),
)
@rounded_once
def gelu_backward(grad_output: Array, input: Array, approximate: str) -> Array:
    """The derivative of `gelu`, an operation of its own as those in `activation_backward`."""
    if approximate == "none":
        slope = input * (_DENSITY * np.exp(-0.5 * (input * input)))
        return grad_output * (_share(input) + slope)
    z = np.tanh(_inner(input))
    return grad_output * 0.5 * (1 + z + input * ((1 - z * z) * _inner_slope(input)))


_gelu_backward = quick(gelu_backward)


@op(
    r"x \odot \Phi(x)",
    input=(
        lambda g, input, approximate: _gelu_backward(g, input, approximate),
        r"g \odot (\Phi(x) + x\,\Phi'(x))",
    ),
)
@rounded_once
def gelu(input: Array, *, approximate: str = "none") -> Array:
    """`input` times the probability that a normal number is smaller. Saves `input`.

    Args:
        input: floating point, any shape.
        approximate: ``"none"``, or ``"tanh"`` for a formula without the error function.

    Raises:
        NotImplementedError: `input` is not floating point.
        RuntimeError: `approximate` is neither of the two.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.gelu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([-0.1587,  0.0000,  1.9545])

    Source: Hendrycks, Gimpel: Gaussian Error Linear Units, 2016, https://arxiv.org/abs/1606.08415
    """
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    check_kind("GeluKernelImpl", input, "f")
    if approximate == "none":
        return input * _share(input)
    return input * (0.5 * (1 + np.tanh(_inner(input))))


def _share(input: Array) -> Array:
    """How much of the normal distribution lies below `input`."""
    return 0.5 * (1 + erf.op.forward(input * math.sqrt(0.5)))  # type: ignore[attr-defined]
