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
    if input.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu\nMake them numbers: x.float().")
    if isinstance(input, np.generic):  # a single number: a tenth of the time
        return input if not input <= 0 else input.dtype.type(0)  # type: ignore[operator]
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


def _without(g: Any, input: Any, cut: Any) -> Any:
    """`g`, but 0 where `cut`; the inner choice is there as in `_leaky_vjp`."""
    return where(cut, where(cut, 0, input), g)


@op(
    r"\min(b, \max(a, x))",
    input=(
        lambda g, input, min_val, max_val: _without(
            g, input, (input <= min_val) | (input >= max_val)
        ),
        r"g\,[a < x < b]",
    ),
)
def hardtanh(input: Array, min_val: float, max_val: float) -> Array:
    """`input`, cut off at `min_val` and at `max_val`, where the derivative is 0. Saves `input`."""
    return np.minimum(np.maximum(input, min_val), max_val)


@op(
    r"\min(6, \max(0, x + 3)) / 6",
    input=(
        lambda g, input: _without(g / 6, input, ~((input > -3) & (input < 3))),
        r"g\,[-3 < x < 3] / 6",
    ),
)
def hardsigmoid(input: Array) -> Array:
    """Elementwise ``min(6, max(0, input + 3)) / 6``. Saves `input`.

    Raises:
        NotImplementedError: `input` is not floating point.
    """
    check_floating("hardsigmoid_cpu", input)
    return np.minimum(np.maximum(input + 3, 0), 6) / 6


def _hardswish_vjp(g: Any, input: Any) -> Any:
    return where(input <= -3, 0, where(input < 3, g * (input / 3 + 0.5), g))


@op(r"x \min(6, \max(0, x + 3)) / 6", input=(_hardswish_vjp, r"g\,(x/3 + 1/2)"))
def hardswish(input: Array) -> Array:
    """Elementwise ``input * hardsigmoid(input)``. Saves `input`.

    Raises:
        NotImplementedError: `input` is not floating point.
    """
    check_floating("hardswish_cpu", input)
    return input * np.minimum(np.maximum(input + 3, 0), 6) / 6


def _within(input: Any, lambd: float) -> Any:
    return (input >= -lambd) & (input <= lambd)


def _shrink_vjp(g: Any, input: Any, lambd: float) -> Any:
    return _without(g, input, _within(input, lambd))


@op(
    r"x\,[|x| > \lambda]",
    input=(_shrink_vjp, r"g\,[|x| > \lambda]"),
)
def hardshrink(input: Array, lambd: float) -> Array:
    """`input`, but 0 from ``-lambd`` to `lambd`, edges included. Saves `input`.

    Raises:
        NotImplementedError: `input` is not floating point.
    """
    check_floating("hardshrink_cpu", input)
    return np.where(_within(input, lambd), 0, input)


@op(
    r"\mathrm{sign}(x) \max(|x| - \lambda, 0)",
    input=(_shrink_vjp, r"g\,[|x| > \lambda]"),
)
def softshrink(input: Array, lambd: float) -> Array:
    """`input`, nearer to 0 by `lambd`, and 0 where it would pass it. Saves `input`.

    Raises:
        NotImplementedError: `input` is not floating point.
    """
    check_floating("softshrink_check", input)
    return np.where(_within(input, lambd), 0, input - np.sign(input) * lambd)


@op(
    r"x \text{ if } x > t \text{ else } v",
    input=(lambda g, input, threshold: _without(g, input, input <= threshold), r"g\,[x > t]"),
)
def threshold(input: Array, threshold: float, value: float) -> Array:
    """`input` where it is larger than `threshold`, elsewhere `value`. Saves `input`."""
    return np.where(input <= threshold, input.dtype.type(value), input)


def _prelu_vjp(g: Any, input: Any, weight: Any) -> Any:
    return where(input > 0, g, where(input > 0, input, g * weight))


@elementwise(
    r"x \text{ if } x > 0 \text{ else } w x",
    name="PreluKernelBackward0",
    input=(_prelu_vjp, r"g \text{ or } g\,w"),
    weight=(lambda g, input: where(input > 0, 0, g * input), r"0 \text{ or } g\,x"),
)
def prelu(input: Array, weight: Array) -> Array:
    """`input` where it is positive, elsewhere `weight` times as much. Saves both.

    Raises:
        NotImplementedError: `input` is not floating point.
    """
    check_floating("prelu_cpu", input)
    return np.where(input > 0, input, weight * input)
