"""The derivatives of activations as operations of their own, which have derivatives again.

A rule could as well be put together from sums and products; in one piece it is quicker, it is right
where a piece of it would be infinite, and in the graph of a gradient it has PyTorch's name. In TeX,
h is the gradient that came, x the activation's input, z its result, g the gradient of what is here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..autograd.record import op
from ..autograd.wrap import TensorBase
from ..backend import Array
from .copy import zeros_like
from .exponential import exp
from .where import where

_MANY = 1024  # elements; from here on bits are quicker


def quick(row: Callable[..., Any]) -> Callable[..., Any]:
    """`row`; on bare arrays, as in an ordinary backward, its forward and nothing around it."""
    forward = row.op.forward  # type: ignore[attr-defined]

    def call(g: Any, *saved: Any) -> Any:
        return row(g, *saved) if isinstance(g, TensorBase) else forward(g, *saved)

    return call


@op(
    r"h \odot z \odot (1 - z)",
    name="SigmoidBackwardBackward0",
    grad_output=(lambda g, output: sigmoid_backward(g, output), r"g \odot z \odot (1 - z)"),
    output=(lambda g, grad_output, output: g * grad_output * (1 + -2 * output), r"g h (1 - 2z)"),
)
def sigmoid_backward(grad_output: Array, output: Array) -> Array:
    """The derivative of `sigmoid`, told from its output."""
    return grad_output * ((1 - output) * output)


@op(
    r"h \odot (1 - z^2)",
    name="TanhBackwardBackward0",
    grad_output=(lambda g, output: tanh_backward(g, output), r"g \odot (1 - z^2)"),
    output=(lambda g, grad_output, output: g * (-2 * output * grad_output), r"-2\,g h z"),
)
def tanh_backward(grad_output: Array, output: Array) -> Array:
    """The derivative of `tanh`, told from its output."""
    return grad_output * (1 - output * output)


def _nothing(g: Any, input: Any) -> Any:
    """Zeros; PyTorch saves all that the derivative of an operation knows, and checks it."""
    return zeros_like(g)


@op(
    r"h \odot [z > 0]",
    name="ThresholdBackwardBackward0",
    grad_output=(lambda g, input: threshold_backward(g, input), r"g \odot [z > 0]"),
    input=(_nothing, r"0"),
)
def threshold_backward(grad_output: Array, input: Array) -> Array:
    """`grad_output` where `input` is positive, the output of `relu`: its derivative."""
    if isinstance(grad_output, np.generic):  # far quicker on one number
        return type(grad_output)() if input <= 0 else grad_output
    return zeroed(input <= 0, grad_output)


def zeroed(mask: Array, values: Array) -> Array:
    """`values`, with 0 where `mask` holds, whatever stands there: also for inf and nan.

    `np.where` decides at each element anew, and where the mask is irregular a processor guesses
    wrong half of the time. A mask of bits is a tenth of that time on ``(512, 512)``.
    """
    if values.size < _MANY or values.shape != mask.shape:
        return np.where(mask, 0, values)
    bits = mask.astype(f"i{values.itemsize}")
    bits -= 1  # no bit where it holds, all of them elsewhere
    bits &= values.view(bits.dtype)
    return bits.view(values.dtype)


@op(
    r"h \odot ([x > 0] + \alpha [x \le 0])",
    name="LeakyReluBackwardBackward0",
    grad_output=(
        lambda g, input, negative_slope: leaky_relu_backward(g, input, negative_slope),
        r"g \odot ([x > 0] + \alpha [x \le 0])",
    ),
    input=(_nothing, r"0"),
)
def leaky_relu_backward(grad_output: Array, input: Array, negative_slope: Any) -> Array:
    """The derivative of `leaky_relu`; `input` may be its result, which has the same signs."""
    return np.where(input > 0, grad_output, grad_output * negative_slope)


def _elu_vjp(g: Any, self_or_result: Any, alpha: Any, is_result: bool) -> Any:
    return elu_backward(g, self_or_result, alpha, is_result)


def _elu_curvature(
    g: Any, grad_output: Any, self_or_result: Any, alpha: Any, is_result: Any
) -> Any:
    """Where the slope is an exponential, it is its own slope; elsewhere there is none."""
    x, both = self_or_result, g * grad_output
    return (both if is_result else elu_backward(both, x, alpha, False)) * (x < 0)


@op(
    r"h \odot ([x > 0] + \alpha e^x [x \le 0])",
    name="EluBackwardBackward0",
    grad_output=(_elu_vjp, r"g \odot ([x > 0] + \alpha e^x [x \le 0])"),
    self_or_result=(_elu_curvature, r"g h \alpha e^x [x < 0]"),
)
def elu_backward(grad_output: Array, self_or_result: Array, alpha: Any, is_result: bool) -> Array:
    """The derivative of `elu`, told from its input, or from its result, which is α(eˣ - 1)."""
    x = self_or_result
    slope = x + alpha if is_result else alpha * np.exp(np.minimum(x, 0))
    return np.where(x <= 0, grad_output * slope, grad_output)


def _softplus_curvature(g: Any, grad_output: Any, input: Any, beta: Any, threshold: Any) -> Any:
    share = 1 / (1 + exp(-beta * input))
    return where(input * beta >= threshold, 0, g * grad_output * share * (1 - share) * beta)


@op(
    r"h \odot \sigma(\beta x)",
    name="SoftplusBackwardBackward0",
    grad_output=(
        lambda g, input, beta, threshold: softplus_backward(g, input, beta, threshold),
        r"g \odot \sigma(\beta x)",
    ),
    input=(_softplus_curvature, r"\beta\,g h\,\sigma(\beta x) (1 - \sigma(\beta x))"),
)
def softplus_backward(grad_output: Array, input: Array, beta: Any, threshold: Any) -> Array:
    """The derivative of `softplus`, a logistic function up to the threshold and 1 beyond."""
    scaled = input * beta
    return np.where(scaled > threshold, grad_output, grad_output / (1 + np.exp(-scaled)))
