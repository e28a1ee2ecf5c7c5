"""Activations: the functions between the layers of a network.

In TeX, x is `input`, z the result, g its gradient and σ the logistic function. `gelu` has a file of
its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array, module_of
from . import activation_backward
from .activation_backward import quick
from .half import rounded_once
from .operands import check_kind

_sigmoid_backward = quick(activation_backward.sigmoid_backward)
_threshold_backward = quick(activation_backward.threshold_backward)
_leaky_relu_backward = quick(activation_backward.leaky_relu_backward)
_elu_backward = quick(activation_backward.elu_backward)
_softplus_backward = quick(activation_backward.softplus_backward)


@op(
    r"\sigma(x)",
    to_float=True,
    input=(lambda g, result: _sigmoid_backward(g, result), r"g \odot z \odot (1 - z)"),
)
def sigmoid(input: Array) -> Array:
    """Elementwise logistic function ``1 / (1 + exp(-input))``. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.sigmoid(minigrad.tensor([0.0, 2.0]))
        tensor([0.5000, 0.8808])
    """
    if input.itemsize == 2:
        return _half_sigmoid(input)
    return 1 / (1 + np.exp(-input))


_half_sigmoid = rounded_once(sigmoid.op.forward)  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------------- with a kink


def _relu_vjp(g: Any, result: Any) -> Any:
    if isinstance(g, np.generic):  # one number: a tenth of what an array takes
        return g if result else type(g)()
    return _threshold_backward(g, result)


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
    kind: Any = type(input)
    if kind is np.float32 or kind is np.float64:
        return kind() if input < 0 else input
    if input.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    ordered = input.flags.c_contiguous or 0 in input.strides  # mostly; quicker than `zeros_like`
    out = module_of(input).zeros(input.shape, input.dtype) if ordered else np.zeros_like(input)
    return np.maximum(out, input, out=out)  # against an array of zeros: faster than against one 0


@op(
    r"\max(x, \alpha x)",
    name="LeakyReluBackward0",
    input=(
        lambda g, input, negative_slope: _leaky_relu_backward(g, input, negative_slope),
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
        raise _not_from_result(
            "leakyReLu",
            " File an issue at https://github.com/pytorch/pytorch if you do require supporting "
            "in-place leakRelu backward calculation with negative slope",
        )
    return _leaky_relu_backward(g, result, negative_slope)


@op(
    r"\max(x, \alpha x)",
    name="LeakyReluBackward1",
    input=(_leaky_relu_result_vjp, r"g \odot ([z > 0] + \alpha [z \le 0])"),
)
def _leaky_relu_written(input: Array, negative_slope: Any = 0.01) -> Array:
    """`leaky_relu` in place: the derivative is told from the result, for `input` is gone."""
    return leaky_relu.op.forward(input, negative_slope)  # type: ignore[attr-defined]


@op(
    r"\max(x, 0) + \alpha \min(e^x - 1, 0)",
    name="EluBackward0",
    input=(
        lambda g, input, alpha: _elu_backward(g, input, alpha, False),
        r"g \odot ([x > 0] + \alpha e^x [x \le 0])",
    ),
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
    return np.where(input <= 0, alpha * np.expm1(np.where(input <= 0, input, 0)), input)


def _elu_result_vjp(g: Array, result: Array, alpha: Any) -> Array:
    if alpha < 0:
        raise _not_from_result("elu")
    return _elu_backward(g, result, alpha, True)


@op(
    r"\max(x, 0) + \alpha \min(e^x - 1, 0)",
    name="EluBackward1",
    input=(_elu_result_vjp, r"g \odot ([z > 0] + (z + \alpha) [z \le 0])"),
)
def _elu_written(input: Array, alpha: Any = 1.0) -> Array:
    """`elu` in place: the derivative is told from the result, for `input` is gone."""
    return elu.op.forward(input, alpha)  # type: ignore[attr-defined]


def _not_from_result(name: str, more: str = "") -> RuntimeError:
    return RuntimeError(
        f"In-place {name} backward calculation is triggered with a negative slope which is not "
        "supported. This is caused by calling in-place forward function with a negative slope, "
        f"please call out-of-place version instead.{more}"
    )


# ---------------------------------------------------------------------------------- smooth


def _silu_vjp(g: Array, input: Array) -> Array:
    s = sigmoid(input)
    return g * (s * (1 + input * (1 - s)))


@op(r"x \odot \sigma(x)", input=(_silu_vjp, r"g \odot \sigma(x) (1 + x (1 - \sigma(x)))"))
@rounded_once
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


@op(
    r"\log(1 + e^{\beta x}) / \beta",
    input=(
        lambda g, input, beta, threshold: _softplus_backward(g, input, beta, threshold),
        r"g \odot \sigma(\beta x)",
    ),
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


sigmoid_, relu_, silu_ = map(in_place, (sigmoid, relu, silu))
_leaky_relu_written.op.label = "leaky_relu"  # type: ignore[attr-defined]
_elu_written.op.label = "elu"  # type: ignore[attr-defined]
leaky_relu_, elu_ = in_place(_leaky_relu_written), in_place(_elu_written)
