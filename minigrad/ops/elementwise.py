"""Elementwise operations: each row is a forward, and beside each rule its formula.

In the rules `g` is the gradient of the output. Operands broadcast; no rule undoes that, the node does
it once for all of them. In TeX, x is `input`, y is `other`, z the result and g the incoming gradient.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..backend import Array
from ..dtype import get_default_dtype
from ..mode import current
from .copy import zeros_like
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor

# ---------------------------------------------------------------------------------- arithmetic


@elementwise(r"x + y", input=(lambda g: g, r"g"), other=(lambda g: g, r"g"))
def add(input: Array, other: Array) -> Array:
    """Elementwise sum ``input + other``; shapes broadcast.

    Saves nothing, so a second backward through it needs no ``retain_graph``.

    Example:
        >>> import minigrad
        >>> minigrad.add(minigrad.tensor([1.0, 2.0]), 10)
        tensor([11., 12.])
    """
    return input + other


@elementwise(r"x - y", input=(lambda g: g, r"g"), other=(lambda g: -g, r"-g"))
def sub(input: Array, other: Array) -> Array:
    """Elementwise difference ``input - other``; shapes broadcast. Saves nothing.

    Raises:
        RuntimeError: both are bool tensors.

    Example:
        >>> import minigrad
        >>> minigrad.sub(minigrad.tensor([1.0, 2.0]), minigrad.tensor(1.0))
        tensor([0., 1.])
    """
    try:
        return input - other
    except TypeError:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead."
        ) from None


@elementwise(
    r"x \odot y",
    input=(lambda g, other: g * other, r"g \odot y"),
    other=(lambda g, input: g * input, r"g \odot x"),
)
def mul(input: Array, other: Array) -> Array:
    """Elementwise product ``input * other``; shapes broadcast.

    Saves each operand whose partner needs a gradient.

    Example:
        >>> import minigrad
        >>> minigrad.mul(minigrad.tensor([[1.0], [2.0]]), minigrad.tensor([3.0, 4.0]))
        tensor([[3., 4.],
                [6., 8.]])
    """
    return input * other


@elementwise(
    r"x / y",
    to_float=True,
    input=(lambda g, other: g / other, r"g / y"),
    other=(lambda g, input, other: -g * ((input / other) / other), r"-g \odot x / y^2"),
)
def div(input: Array, other: Array) -> Array:
    """Elementwise quotient ``input / other``; integers are divided as floating point numbers.

    Saves `other`, and `input` if `other` needs a gradient.

    Example:
        >>> import minigrad
        >>> minigrad.div(minigrad.tensor([1, 2]), 2)
        tensor([0.5000, 1.0000])
    """
    return input / other


@op(r"-x", input=(lambda g: -g, r"-g"))
def neg(input: Array) -> Array:
    """Elementwise negation. Saves nothing.

    Raises:
        RuntimeError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.neg(minigrad.tensor([1.0, -2.0]))
        tensor([-1.,  2.])
    """
    try:
        return -input
    except TypeError:
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
            "invert a mask, use the `~` or `logical_not()` operator instead."
        ) from None


@op(r"c - x", name="RsubBackward1", input=(lambda g: -g, r"-g"))
def rsub(input: Array, other: Any) -> Array:
    """``other - input`` for a number on the left: what ``1 - x`` calls. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.rsub(minigrad.tensor([1.0, 2.0]), 3)
        tensor([2., 1.])
    """
    return other - input


@op(
    r"1 / x",
    to_float=True,
    input=(lambda g, result: -g * (result * result), r"-g \odot z^2"),
)
def reciprocal(input: Array) -> Array:
    """Elementwise ``1 / input``. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.reciprocal(minigrad.tensor([2.0, 4.0]))
        tensor([0.5000, 0.2500])
    """
    return 1 / input


# ---------------------------------------------------------------------------------- powers


def _pow_scalar_vjp(g: Array, input: Array, exponent: Any) -> Array:
    """n·xⁿ⁻¹; for n = 0 the power is constant, and 0·x⁻¹ would be nan at x = 0."""
    if exponent == 0:
        return zeros_like(input)
    return g * (exponent * pow(input, exponent - 1))


@op(
    r"x^{n}",
    name="PowBackward0",
    input=(_pow_scalar_vjp, r"g \odot n\,x^{n-1}"),
)
def _pow_scalar(input: Array, exponent: Any) -> Array:
    return input**exponent


def _pow_base_vjp(g: Array, input: Array, exponent: Array) -> Array:
    grad = g * (exponent * pow(input, exponent - 1))
    return where(exponent == 0, zeros_like(grad), grad)


def _pow_exponent_vjp(g: Array, input: Array, exponent: Array, result: Array) -> Array:
    """xʸ·log x; at x = 0 with y ≥ 0 the power does not move, though log x is infinite."""
    grad = g * (result * log(input))
    return where((input == 0) & (exponent >= 0), zeros_like(grad), grad)


@elementwise(
    r"x^{y}",
    name="PowBackward1",
    input=(_pow_base_vjp, r"g \odot y \odot x^{y-1}"),
    exponent=(_pow_exponent_vjp, r"g \odot z \odot \log x"),
)
def _pow_tensor(input: Array, exponent: Array) -> Array:
    return input**exponent


def _pow_number_vjp(g: Array, base: Any, exponent: Array, result: Array) -> Array:
    if base == 0:
        return where(exponent >= 0, zeros_like(result), g * (result * -np.inf))
    return g * (result * float(np.log(base)))


@op(
    r"c^{y}",
    name="PowBackward2",
    exponent=(_pow_number_vjp, r"g \odot z \cdot \log c"),
)
def _pow_number(exponent: Array, base: Any) -> Array:
    return base**exponent


def pow(input: Any, exponent: Any) -> Tensor:
    """Elementwise power; either side may be a number, shapes broadcast.

    Saves the base, and the result if the exponent needs a gradient. The derivative in the base is 0
    where the exponent is 0; that in the exponent is 0 where the base is 0 and the exponent is not
    negative.

    Args:
        input: the base, a tensor of any shape, or a number.
        exponent: a tensor that broadcasts with `input`, or a number.

    Raises:
        RuntimeError: an integer tensor to a negative integer power.
        TypeError: neither is a tensor.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([2.0, 3.0], requires_grad=True)
        >>> minigrad.pow(x, 2)
        tensor([4., 9.], grad_fn=<PowBackward0>)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.pow.html
    """
    number = (int, float, np.generic)
    if isinstance(exponent, number) and not hasattr(exponent, "_array"):
        if current.mode.bare and not hasattr(input, "_array"):
            return input**exponent  # type: ignore[no-any-return]
        return _pow_of(input, exponent.item() if isinstance(exponent, np.generic) else exponent)
    if isinstance(input, number) and not current.mode.bare:
        return _pow_number(exponent, input)  # type: ignore[no-any-return]
    return _pow_tensor(input, exponent)  # type: ignore[no-any-return]


def _pow_of(input: Any, exponent: Any) -> Any:
    """A tensor to the power of a number; integers stay integers only under a whole exponent."""
    integral = getattr(getattr(input, "dtype", None), "is_floating_point", True) is False
    if integral and isinstance(exponent, int) and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    if integral and isinstance(exponent, float):
        input = input.to(get_default_dtype())
    return _pow_scalar(input, exponent)


@op(
    r"\sqrt{x}",
    to_float=True,
    input=(lambda g, result: g / (2 * result), r"g / (2z)"),
)
def sqrt(input: Array) -> Array:
    """Elementwise square root; nan for negative numbers. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.sqrt(minigrad.tensor([4.0, 9.0]))
        tensor([2., 3.])
    """
    return np.sqrt(input)


# ---------------------------------------------------------------------------------- transcendental


@op(r"e^{x}", to_float=True, input=(lambda g, result: g * result, r"g \odot e^{x}"))
def exp(input: Array) -> Array:
    """Elementwise exponential. Saves the result, which is its own derivative.

    Example:
        >>> import minigrad
        >>> minigrad.exp(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 2.7183])
    """
    return np.exp(input)


@op(r"\log x", to_float=True, input=(lambda g, input: g / input, r"g / x"))
def log(input: Array) -> Array:
    """Elementwise natural logarithm; ``-inf`` at 0, nan below. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.log(minigrad.tensor([1.0, 2.0]))
        tensor([0.0000, 0.6931])
    """
    return np.log(input)


@op(r"\sin x", to_float=True, input=(lambda g, input: g * cos(input), r"g \odot \cos x"))
def sin(input: Array) -> Array:
    """Elementwise sine, in radians. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.sin(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.8415])
    """
    return np.sin(input)


@op(r"\cos x", to_float=True, input=(lambda g, input: g * -sin(input), r"-g \odot \sin x"))
def cos(input: Array) -> Array:
    """Elementwise cosine, in radians. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.cos(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 0.5403])
    """
    return np.cos(input)


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


# ---------------------------------------------------------------------------------- kinks


@op(r"\max(x, 0)", input=(lambda g, result: g * (result > 0), r"g \odot [z > 0]"))
def relu(input: Array) -> Array:
    """Elementwise ``max(input, 0)``; the derivative at 0 is 0. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.relu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([0., 0., 2.])
    """
    if isinstance(input, np.generic):  # a comparison costs a tenth of a ufunc on one number
        return type(input)(0) if input <= 0 else input
    return np.maximum(input, input.dtype.type(0))


@op(r"|x|", input=(lambda g, input: g * sign(input), r"g \odot \mathrm{sign}\,x"))
def abs(input: Array) -> Array:
    """Elementwise absolute value; the derivative at 0 is 0. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.abs(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([1.5000, 0.0000, 2.0000])
    """
    return np.abs(input)


@op(r"\mathrm{sign}\,x", input=(lambda g: zeros_like(g), r"0"))
def sign(input: Array) -> Array:
    """Elementwise sign: -1, 0 or 1. Its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.sign(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([-1.,  0.,  1.])
    """
    return np.sign(input)


add_, sub_, mul_, div_, neg_, reciprocal_ = map(in_place, (add, sub, mul, div, neg, reciprocal))
sqrt_, exp_, log_, sin_, cos_ = map(in_place, (sqrt, exp, log, sin, cos))
tanh_, sigmoid_, relu_, abs_ = map(in_place, (tanh, sigmoid, relu, abs))
_pow_scalar_, _pow_tensor_ = in_place(_pow_scalar), in_place(_pow_tensor)


def pow_(input: Any, exponent: Any) -> Tensor:
    """In-place version of `pow`."""
    write = _pow_tensor_ if hasattr(exponent, "_array") else _pow_scalar_
    return write(input, exponent)  # type: ignore[no-any-return]
