r"""Activations made of straight lines, with a kink where two of them meet.

At a kink the derivative is one of those of the two lines, as PyTorch has it. In TeX, x is `input`,
z the result, g its gradient, w the slope of `prelu`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.registry import elementwise, op, public
from ..backend import Array
from .comparison import where
from .functions import abs
from .operands import check_floating


# A choice, no product: 0 times an infinite gradient would be nan. The 0 chosen is the
# result's own, so that the second derivative, 0 everywhere, is recorded, too.
@public(method=True, in_place=True)
@op(r"\max(x, 0)", input=(lambda g, result: where(result <= 0, result, g), r"g \odot [z > 0]"))
def relu(input: Array) -> Array:
    """Elementwise ``max(input, 0)``; the derivative at 0 is 0. Saves the result.

    Raises:
        RuntimeError: `input` is of bools.

    Example:
        >>> import minigrad
        >>> minigrad.relu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([0., 0., 2.])
    """
    if isinstance(input, np.generic):  # a single number: a tenth of the time
        return input if not input <= 0 else input.dtype.type(0)  # type: ignore[operator]
    if input.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    return np.maximum(input, 0)


def _leaky_vjp(g: Any, input: Any, negative_slope: Any) -> Any:
    """The inner choice never falls on `input`, but records the second derivative: 0 everywhere."""
    return where(input > 0, g, where(input > 0, input, g * negative_slope))


@op(r"\max(x, \alpha x)", input=(_leaky_vjp, r"g \odot ([x > 0] + \alpha [x \le 0])"))
def leaky_relu(input: Array, negative_slope: Any = 0.01) -> Array:
    """`input` where it is positive, elsewhere a small part of it. Saves `input`.

    At 0 the derivative is `negative_slope`.

    Args:
        input: floating point, any shape.
        negative_slope: how much of a negative number is left.

    Raises:
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.leaky_relu(minigrad.tensor([-1.0, 0.0, 2.0]), 0.1)
        tensor([-0.1000,  0.0000,  2.0000])

    Source: Maas, Hannun, Ng: Rectifier Nonlinearities Improve Neural Network Acoustic Models, 2013.
    """
    check_floating("leaky_relu_cpu", input)
    return np.where(input > 0, input, input * negative_slope)


@op(
    r"x \min(6, \max(0, x + 3)) / 6",
    name="HardswishBackward0",
    input=(
        lambda g, input: g * where(abs(input) < 3, input / 3 + 0.5, (input > 0) * 1.0),
        r"g\,(x/3 + 1/2)",
    ),
)
def hardswish(input: Array) -> Array:
    """Elementwise ``input * min(6, max(0, input + 3)) / 6``. Saves `input`."""
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
def hardtanh(input: Array, low: float, high: float) -> Array:
    """`input`, cut off at `low` and at `high`. Saves `input`."""
    return np.minimum(np.maximum(input, low), high)


@elementwise(
    r"x \text{ if } x > 0 \text{ else } w x",
    name="PreluKernelBackward0",
    input=(lambda g, input, weight: where(input > 0, g, g * weight), r"g \text{ or } g\,w"),
    weight=(lambda g, input: where(input > 0, 0 * g, g * input), r"0 \text{ or } g\,x"),
)
def prelu(input: Array, weight: Array) -> Array:
    """`input` where it is positive, elsewhere `weight` times as much. Saves both."""
    return np.where(input > 0, input, weight * input)
