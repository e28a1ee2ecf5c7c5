"""Functions of one number: rounding, trigonometry, the activations of networks.

In TeX, x is `input`, y is `other`, z the result, g its gradient, σ the logistic function, and Φ the
distribution function of the normal distribution. Angles are in radians.
"""

from __future__ import annotations

import importlib
import math
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.node import OPS
from ..autograd.registry import elementwise, op, public
from ..backend import Array, is_numpy
from ..dtype import of
from .arithmetic import exp, reciprocal, rsqrt
from .comparison import where
from .shapes import zeros_like

# ------------------------------------------------------------------------ sign, size, whole numbers


@public(method=True, in_place=True, aliases=("absolute",))
@op(r"|x|", input=(lambda g, input: g * sign(input), r"g \odot \mathrm{sign}\,x"))
def abs(input: Array) -> Array:
    """Elementwise absolute value; the derivative at 0 is 0. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.abs(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([1.5000, 0.0000, 2.0000])
    """
    return np.abs(input)


@public(method=True, in_place=True)
@op(r"\mathrm{sign}\,x", input=(zeros_like, r"0"))
def sign(input: Array) -> Array:
    """Elementwise sign: -1, 0 or 1; 0 for nan too. Its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.sign(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([-1.,  0.,  1.])
    """
    return np.where(input > 0, 1, np.where(input < 0, -1, 0)).astype(input.dtype)


@public(method=True, in_place=True)
@op(r"\lfloor x \rfloor", input=(zeros_like, r"0"))
def floor(input: Array) -> Array:
    """The largest whole number that is not above; its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.floor(minigrad.tensor([-1.5, 0.5, 2.0]))
        tensor([-2.,  0.,  2.])
    """
    return np.floor(input) if input.dtype.kind == "f" else input.copy()


@public(method=True, in_place=True)
@op(r"\lceil x \rceil", input=(zeros_like, r"0"))
def ceil(input: Array) -> Array:
    """The smallest whole number that is not below; its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.ceil(minigrad.tensor([-1.5, 0.5, 2.0]))
        tensor([-1.,  1.,  2.])
    """
    return np.ceil(input) if input.dtype.kind == "f" else input.copy()


@public(method=True, in_place=True)
@op(r"\mathrm{round}\,x", input=(zeros_like, r"0"))
def round(input: Array, *, decimals: int = 0) -> Array:
    """The nearest whole number, and of two that are equally near the even one: 2.5 becomes 2.

    Its derivative is 0 everywhere. Saves nothing.

    Args:
        input: any shape.
        decimals: how many digits to keep behind the point; before it, where it is negative.

    Example:
        >>> import minigrad
        >>> minigrad.round(minigrad.tensor([0.5, 1.5, -2.7]))
        tensor([ 0.,  2., -3.])
        >>> minigrad.round(minigrad.tensor([1.2345]), decimals=2)
        tensor([1.2300])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.round.html
    """
    return np.round(input, decimals)


# ---------------------------------------------------------------------------------- trigonometry


@public(method=True, in_place=True)
@op(r"\sin x", to_float=True, input=(lambda g, input: g * cos(input), r"g \odot \cos x"))
def sin(input: Array) -> Array:
    """Elementwise sine, in radians. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.sin(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.8415])
    """
    return np.sin(input)


@public(method=True, in_place=True)
@op(r"\cos x", to_float=True, input=(lambda g, input: g * -sin(input), r"-g \odot \sin x"))
def cos(input: Array) -> Array:
    """Elementwise cosine, in radians. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.cos(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 0.5403])
    """
    return np.cos(input)


@public(method=True, in_place=True)
@op(r"\tan x", to_float=True, input=(lambda g, result: g * (1 + result**2), r"g \odot (1 + z^2)"))
def tan(input: Array) -> Array:
    """Elementwise tangent, in radians. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.tan(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.5574])
    """
    return np.tan(input)


@public(method=True, in_place=True, aliases=("arcsin",))
@op(
    r"\arcsin x",
    to_float=True,
    input=(lambda g, input: g * rsqrt(-input * input + 1), r"g / \sqrt{1 - x^2}"),
)
def asin(input: Array) -> Array:
    """Elementwise inverse of the sine, from -π/2 to π/2; nan beyond -1 and 1. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.asin(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.5708])
    """
    return np.arcsin(input)


@public(method=True, in_place=True, aliases=("arccos",))
@op(
    r"\arccos x",
    to_float=True,
    input=(lambda g, input: g * -rsqrt(-input * input + 1), r"-g / \sqrt{1 - x^2}"),
)
def acos(input: Array) -> Array:
    """Elementwise inverse of the cosine, from 0 to π; nan beyond -1 and 1. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.acos(minigrad.tensor([0.0, 1.0]))
        tensor([1.5708, 0.0000])
    """
    return np.arccos(input)


@public(method=True, in_place=True, aliases=("arctan",))
@op(r"\arctan x", to_float=True, input=(lambda g, input: g / (input * input + 1), r"g / (1 + x^2)"))
def atan(input: Array) -> Array:
    """Elementwise inverse of the tangent, from -π/2 to π/2. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.atan(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.7854])
    """
    return np.arctan(input)


def _over_square(g: Array, x: Array, y: Array) -> Array:
    """The angle does not change with the point at 0, which has none."""
    square = x * x + y * y
    return g * where(square == 0, 0, reciprocal(square))


@public(method=True, in_place=True, aliases=("arctan2",))
@elementwise(
    r"\mathrm{atan2}(x, y)",
    to_float=True,
    input=(
        lambda g, input, other: _over_square(g * other, input, other),
        r"g \odot y / (x^2 + y^2)",
    ),
    other=(
        lambda g, input, other: _over_square(g * -input, input, other),
        r"-g \odot x / (x^2 + y^2)",
    ),
)
def atan2(input: Array, other: Array) -> Array:
    """The angle of the point ``(other, input)``, from -π to π; shapes broadcast. Saves both.

    Args:
        input: how high the points lie.
        other: how far to the right; a tensor too.

    Example:
        >>> import minigrad
        >>> minigrad.atan2(minigrad.tensor([1.0, 1.0]), minigrad.tensor([1.0, -1.0]))
        tensor([0.7854, 2.3562])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atan2.html
    """
    return np.arctan2(input, other)


@public(method=True, in_place=True)
@op(r"\sinh x", to_float=True, input=(lambda g, input: g * cosh(input), r"g \odot \cosh x"))
def sinh(input: Array) -> Array:
    """Elementwise hyperbolic sine. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.sinh(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.1752])
    """
    return np.sinh(input)


@public(method=True, in_place=True)
@op(r"\cosh x", to_float=True, input=(lambda g, input: g * sinh(input), r"g \odot \sinh x"))
def cosh(input: Array) -> Array:
    """Elementwise hyperbolic cosine. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.cosh(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 1.5431])
    """
    return np.cosh(input)


@public(method=True, in_place=True)
@op(
    r"\tanh x",
    to_float=True,
    input=(lambda g, result: g * (1 - result * result), r"g \odot (1 - z^2)"),
)
def tanh(input: Array) -> Array:
    """Elementwise hyperbolic tangent. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.tanh(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.7616])
    """
    return np.tanh(input)


# ------------------------------------------------------------------------------- the error function


_SLOPE = 2 / math.sqrt(math.pi)


@public(method=True, in_place=True)
@op(
    r"\mathrm{erf}\,x",
    to_float=True,
    input=(
        lambda g, input: _SLOPE * exp(-(input**2)) * g,
        r"g \odot \tfrac{2}{\sqrt{\pi}} e^{-x^2}",
    ),
)
def erf(input: Array) -> Array:
    r"""Elementwise error function, from -1 to 1: the integral of a bell curve. Saves `input`.

    A normally distributed number of variance one half lies between ``-x`` and ``x`` with
    probability ``erf(x)``.

    Example:
        >>> import minigrad
        >>> minigrad.erf(minigrad.tensor([0.0, 0.5, 2.0]))
        tensor([0.0000, 0.5205, 0.9953])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.erf.html
    """
    if not is_numpy(input):
        return importlib.import_module("cupyx.scipy.special").erf(input)
    found = map(math.erf, input.ravel().tolist())
    return np.fromiter(found, input.dtype, input.size).reshape(input.shape)


# ---------------------------------------------------------------------------------- activations


def check_floating(kernel: str, array: Array) -> None:
    """Raise PyTorch's error, which names its `kernel`, unless `array` is floating point."""
    if array.dtype.kind != "f":
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{of(array.dtype).kind}'\n"
            "Make it floating point, for example with .float()."
        )


@public(method=True, in_place=True)
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


# A choice, no product: 0 times an infinite gradient would be nan. The 0 chosen is the
# result's own, so that the second derivative, 0 everywhere, is recorded, too.
@public(method=True, in_place=True)
@op(r"\max(x, 0)", input=(lambda g, result: where(result <= 0, result, g), r"g \odot [z > 0]"))
def relu(input: Array) -> Array:
    """Elementwise ``max(input, 0)``; the derivative at 0 is 0. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.relu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([0., 0., 2.])
    """
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


def _elu_vjp(g: Any, input: Any, alpha: Any) -> Any:
    below = where(input > 0, 0, input)  # the exponential of the others might be infinite
    return where(input > 0, g, g * alpha * exp(below))


@op(
    r"\max(x, 0) + \alpha \min(e^x - 1, 0)",
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
    check_floating("elu_cpu", input)
    return np.where(input > 0, input, alpha * np.expm1(np.where(input > 0, 0, input)))


# ---------------------------------------------------------------------------------- smooth


def _silu_vjp(g: Any, input: Any) -> Any:
    s = sigmoid(input)
    return g * (s * (1 + input * (1 - s)))


@op(r"x \odot \sigma(x)", input=(_silu_vjp, r"g \odot \sigma(x) (1 + x (1 - \sigma(x)))"))
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
    check_floating("silu_cpu", input)
    return input / (1 + np.exp(-input))


def _softplus_vjp(g: Any, input: Any, beta: Any, threshold: Any) -> Any:
    return where(input * beta > threshold, g, g * sigmoid(input * beta))


@op(r"\log(1 + e^{\beta x}) / \beta", input=(_softplus_vjp, r"g \odot \sigma(\beta x)"))
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
    check_floating("softplus_cpu", input)
    scaled = input * beta
    return np.where(scaled > threshold, input, np.log1p(np.exp(scaled)) / beta)


_CUBIC = 0.044715  # in the paper; found by fitting


def _below(x: Any, approximate: str, erf: Any = erf, tanh: Any = tanh) -> Any:
    """How much of the normal distribution lies below `x`."""
    if approximate == "none":
        return 0.5 * (1 + erf(x * math.sqrt(0.5)))
    return 0.5 * (1 + tanh(math.sqrt(2 / math.pi) * (x + _CUBIC * (x * x * x))))


def _gelu_vjp(g: Any, input: Any, approximate: str) -> Any:
    x, below = input, _below(input, approximate)
    if approximate == "none":
        density = exp(-0.5 * (x * x)) / math.sqrt(2 * math.pi)
    else:  # the slope of the formula with tanh
        density = 2 * below * (1 - below) * math.sqrt(2 / math.pi) * (1 + 3 * _CUBIC * (x * x))
    return g * (below + x * density)


@op(r"x \odot \Phi(x)", input=(_gelu_vjp, r"g \odot (\Phi(x) + x\,\Phi'(x))"))
def gelu(input: Array, *, approximate: str = "none") -> Array:
    """`input` times the probability that a normal number is smaller. Saves `input`.

    Args:
        input: floating point, any shape.
        approximate: ``"none"``, or ``"tanh"`` for a formula without the error function.

    Raises:
        NotImplementedError: `input` is not floating point.
        RuntimeError: `approximate` is something else.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.gelu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([-0.1587,  0.0000,  1.9545])

    Source: Hendrycks, Gimpel: Gaussian Error Linear Units, 2016, https://arxiv.org/abs/1606.08415
    """
    check_floating("GeluKernelImpl", input)
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return input * _below(input, approximate, OPS["erf"].op.forward, np.tanh)


sigmoid_, relu_, leaky_relu_, elu_, silu_ = map(in_place, (sigmoid, relu, leaky_relu, elu, silu))
