"""Activations: the functions between the layers of a network.

In TeX, x is `input`, z the result, g its gradient, σ the logistic function and Φ the distribution
function of the normal distribution.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.wrap import is_tensor
from ..backend import Array, module_of
from .copy import zeros_like
from .erf import erf
from .exponential import exp
from .operands import check_kind
from .trig import tanh
from .where import where

if TYPE_CHECKING:
    pass


@op(
    r"\sigma(x)",
    to_float=True,
    input=(lambda g, result: g * ((1 - result) * result), r"g \odot z \odot (1 - z)"),
)
def sigmoid(input: Array) -> Array:
    """Elementwise logistic function ``1 / (1 + exp(-input))``. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.sigmoid(minigrad.tensor([0.0, 2.0]))
        tensor([0.5000, 0.8808])
    """
    return 1 / (1 + np.exp(-input))


# ---------------------------------------------------------------------------------- with a kink


@op(
    r"g \odot [z > 0]",
    name="ThresholdBackwardBackward0",
    grad_output=(lambda g, input: threshold_backward(g, input), r"g \odot [z > 0]"),
    input=(zeros_like, r"0"),
)
def threshold_backward(grad_output: Array, input: Array) -> Array:
    """`grad_output` where `input` is positive: the derivative of `relu`, and of itself."""
    if isinstance(grad_output, np.generic):  # far quicker on one number
        return type(grad_output)() if input <= 0 else grad_output
    return np.where(input <= 0, 0, grad_output)


def _relu_vjp(g: Any, result: Any) -> Any:
    rule = threshold_backward if is_tensor(g) else threshold_backward.op.forward  # type: ignore[attr-defined]
    return rule(g, result)


@op(r"\max(x, 0)", input=(_relu_vjp, r"g \odot [z > 0]"))
def relu(input: Array) -> Array:
    """Elementwise ``max(input, 0)``; the derivative at 0 is 0. Saves the result.

    Raises:
        RuntimeError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.relu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([0., 0., 2.])
    """
    if isinstance(input, np.generic) and not isinstance(input, np.bool_):
        return type(input)() if input < 0 else input  # a tenth of what a ufunc costs
    if input.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    out = module_of(input).zeros(input.shape, input.dtype)
    return np.maximum(out, input, out=out)  # against an array of zeros: faster than against one 0


@op(
    r"\max(x, \alpha x)",
    name="LeakyReluBackward0",
    input=(
        lambda g, input, negative_slope: where(input > 0, g, g * negative_slope),
        r"g \odot ([x > 0] + \alpha [x \le 0])",
    ),
)
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
    check_kind("leaky_relu_cpu", input, "f")
    return np.where(input > 0, input, input * negative_slope)


def _leaky_relu_result_vjp(g: Array, result: Array, negative_slope: Any) -> Array:
    if negative_slope < 0:
        raise _not_from_result("leakyReLu")
    return where(result > 0, g, g * negative_slope)


@op(
    r"\max(x, \alpha x)",
    name="LeakyReluBackward1",
    input=(_leaky_relu_result_vjp, r"g \odot ([z > 0] + \alpha [z \le 0])"),
)
def _leaky_relu_written(input: Array, negative_slope: Any = 0.01) -> Array:
    """`leaky_relu` in place: the derivative is told from the result, for `input` is gone."""
    return leaky_relu.op.forward(input, negative_slope)  # type: ignore[attr-defined]


def _elu_vjp(g: Array, input: Array, alpha: Any) -> Array:
    """eˣ is taken of negative numbers alone: elsewhere it may be infinite, and 0·∞ is nan."""
    negative = where(input <= 0, input, 0)
    return where(input <= 0, g * (alpha * exp(negative)), g)


@op(
    r"\max(x, 0) + \alpha \min(e^x - 1, 0)",
    name="EluBackward0",
    input=(_elu_vjp, r"g \odot ([x > 0] + \alpha e^x [x \le 0])"),
)
def elu(input: Array, alpha: Any = 1.0) -> Array:
    """`input` where it is positive, elsewhere ``alpha * (exp(input) - 1)``. Saves `input`.

    Args:
        input: floating point, any shape.
        alpha: the result approaches ``-alpha`` for negative numbers.

    Raises:
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.elu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([-0.6321,  0.0000,  2.0000])

    Source: Clevert, Unterthiner, Hochreiter: Fast and Accurate Deep Network Learning by Exponential
    Linear Units, ICLR 2016.
    """
    check_kind("elu_cpu", input, "f")
    return np.where(input <= 0, alpha * np.expm1(np.minimum(input, 0)), input)


def _elu_result_vjp(g: Array, result: Array, alpha: Any) -> Array:
    if alpha < 0:
        raise _not_from_result("elu")
    return where(result <= 0, g * (result + alpha), g)


@op(
    r"\max(x, 0) + \alpha \min(e^x - 1, 0)",
    name="EluBackward1",
    input=(_elu_result_vjp, r"g \odot ([z > 0] + (z + \alpha) [z \le 0])"),
)
def _elu_written(input: Array, alpha: Any = 1.0) -> Array:
    """`elu` in place: the derivative is told from the result, for `input` is gone."""
    return elu.op.forward(input, alpha)  # type: ignore[attr-defined]


def _not_from_result(name: str) -> RuntimeError:
    return RuntimeError(
        f"In-place {name} backward calculation is triggered with a negative slope which is not "
        "supported. This is caused by calling in-place forward function with a negative slope, "
        "please call out-of-place version instead."
    )


# ---------------------------------------------------------------------------------- smooth


def _silu_vjp(g: Array, input: Array) -> Array:
    s = sigmoid(input)
    return g * (s * (1 + input * (1 - s)))


@op(
    r"x \odot \sigma(x)",
    input=(_silu_vjp, r"g \odot \sigma(x) (1 + x (1 - \sigma(x)))"),
)
def silu(input: Array) -> Array:
    """Elementwise ``input * sigmoid(input)``, also called swish. Saves `input`.

    Raises:
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.silu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([-0.2689,  0.0000,  1.7616])

    Source: Hendrycks, Gimpel: Gaussian Error Linear Units, 2016, https://arxiv.org/abs/1606.08415
    """
    check_kind("silu_cpu", input, "f")
    return input / (1 + np.exp(-input))


def _softplus_vjp(g: Array, input: Array, beta: Any, threshold: Any) -> Array:
    scaled = input * beta
    return where(scaled > threshold, g, g * sigmoid(scaled))


@op(
    r"\log(1 + e^{\beta x}) / \beta",
    input=(_softplus_vjp, r"g \odot \sigma(\beta x)"),
)
def softplus(input: Array, beta: Any = 1, threshold: Any = 20) -> Array:
    """Elementwise ``log(1 + exp(beta * input)) / beta``, a smooth `relu`. Saves `input`.

    Args:
        input: floating point, any shape.
        beta: how sharp the bend is.
        threshold: where ``beta * input`` is larger, `input` itself is the result.

    Raises:
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.softplus(minigrad.tensor([-1.0, 0.0, 30.0]))
        tensor([ 0.3133,  0.6931, 30.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softplus.html
    """
    check_kind("softplus_cpu", input, "f")
    scaled = input * beta
    return np.where(scaled > threshold, input, np.log1p(np.exp(scaled)) / beta)


_DENSITY = 1 / math.sqrt(2 * math.pi)
_INNER = math.sqrt(2 / math.pi)
_CUBIC = 0.044715  # in the paper; found by fitting


def _gelu_vjp(g: Array, input: Array, approximate: str) -> Array:
    if approximate == "none":
        share = 0.5 * (1 + erf(input * math.sqrt(0.5)))
        return g * (share + input * (_DENSITY * exp(-0.5 * (input * input))))
    square = input * input
    z = tanh(_INNER * (input + _CUBIC * (square * input)))
    slope = (1 - z * z) * (_INNER * (1 + 3 * _CUBIC * square))
    return g * (0.5 * (1 + z) + 0.5 * input * slope)


@op(
    r"x \odot \Phi(x)",
    input=(_gelu_vjp, r"g \odot (\Phi(x) + x\,\Phi'(x))"),
)
def gelu(input: Array, *, approximate: str = "none") -> Array:
    """Elementwise `input` times the probability that a normal number is smaller. Saves `input`.

    Args:
        input: floating point, any shape.
        approximate: ``"none"`` or ``"tanh"``, which puts a formula with tanh in place of erf.

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
        return input * (0.5 * (1 + erf.op.forward(input * math.sqrt(0.5))))  # type: ignore[attr-defined]
    return input * (0.5 * (1 + np.tanh(_INNER * (input + _CUBIC * (input * input * input)))))


sigmoid_, relu_, silu_ = map(in_place, (sigmoid, relu, silu))
leaky_relu_, elu_ = in_place(_leaky_relu_written), in_place(_elu_written)
