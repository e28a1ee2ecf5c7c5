r"""Smooth activations: what a network does between its layers, element by element.

In TeX, x is `input`, z the result, g its gradient, σ the logistic function, and Φ the distribution
function of the normal distribution.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..backend import Array
from .arithmetic import exp
from .comparison import where
from .functions import erf, tanh
from .joining import _join, chunk
from .operands import check_floating


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


def _elu(input: Array, alpha: float, scale: float, input_scale: float) -> Array:
    """The exponential is taken of numbers below 0 only: of others it might be infinite."""
    below = np.where(input > 0, 0, input)
    return np.where(input > 0, input * scale, alpha * scale * np.expm1(below * input_scale))


def _elu_vjp(g: Any, input: Any, alpha: float, scale: float, input_scale: float) -> Any:
    below = where(input < 0, input, 0)
    slope = alpha * scale * input_scale * exp(below * input_scale)
    return where(input <= 0, g * slope, g * scale)


@op(
    r"\max(x, 0) + \alpha \min(e^x - 1, 0)",
    input=(_elu_vjp, r"g \odot ([x > 0] + \alpha e^x [x \le 0])"),
)
def elu(input: Array, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> Array:
    """`input` where it is positive, elsewhere ``alpha * (exp(input) - 1)``. Saves `input`.

    Args:
        input: floating point, any shape.
        alpha: the result approaches ``-alpha`` for negative numbers.
        scale: what the result is multiplied by.
        input_scale: what a negative number is multiplied by first.

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
    return _elu(input, alpha, scale, input_scale)


@op(
    r"\max(x, 0) + \alpha \min(e^{x / \alpha} - 1, 0)",
    input=(
        lambda g, input, alpha: _elu_vjp(g, input, alpha, 1.0, 1 / alpha),
        r"g \odot ([x > 0] + e^{x / \alpha} [x \le 0])",
    ),
)
def celu(input: Array, alpha: float = 1.0) -> Array:
    """`elu` with the derivative 1 at 0, whatever `alpha`. Saves `input`.

    Raises:
        NotImplementedError: `input` is not floating point.
        RuntimeError: `alpha` is 0.

    Source: J. Barron, "Continuously differentiable exponential linear units", 2017.
    """
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    check_floating("elu_cpu", input)
    return _elu(input, alpha, 1.0, 1 / alpha)


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
    x = input
    below = _below(x, approximate)
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


def _mish_vjp(g: Any, input: Any) -> Any:
    inner = tanh(softplus(input, 1.0, 20.0))
    return g * (inner + input * sigmoid(input) * (1 - inner * inner))


@op(
    r"x \tanh \log(1 + e^x)",
    input=(_mish_vjp, r"g\,(t + x\,\sigma(x)\,(1 - t^2))"),
)
def mish(input: Array) -> Array:
    """Elementwise ``input * tanh(softplus(input))``. Saves `input`.

    Raises:
        NotImplementedError: `input` is not floating point.
    """
    check_floating("mish_cpu", input)
    return input * np.tanh(np.logaddexp(input, input.dtype.type(0)))


@op(
    r"\log \sigma(x)",
    input=(lambda g, input: g * sigmoid(-input), r"g\,(1 - \sigma(x))"),
)
def log_sigmoid(input: Array) -> Array:
    """The logarithm of `sigmoid`, right also for large numbers. Saves `input`.

    Raises:
        NotImplementedError: `input` is not floating point.
    """
    check_floating("log_sigmoid_cpu", input)
    return np.minimum(input, 0) - np.log1p(np.exp(-np.abs(input)))


def _glu_vjp(g: Any, input: Any, dim: int) -> Any:
    values, gates = chunk(input, 2, dim)
    open = sigmoid(gates)
    return _join([g * open, g * values * (open * (1 - open))], dim)


@op(
    r"a \odot \sigma(b)",
    input=(_glu_vjp, r"g \odot (\sigma(b),\ a\,\sigma(b) (1 - \sigma(b)))"),
)
def glu(input: Array, dim: int) -> Array:
    """One half of `input` times the `sigmoid` of the other half. Saves `input`."""
    values, gates = np.split(input, 2, dim)
    return values / (1 + np.exp(-gates))
