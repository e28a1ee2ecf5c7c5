"""Functions of each element by itself: powers, exponentials, the functions with a kink.

Each row is a forward, and beside each rule its formula. In the rules `g` is the gradient of the
output. In TeX, x is `input`, y the exponent, z the result and g its gradient.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array, module_of
from ..mode import current
from .copy import zeros_like
from .operands import check_stays, is_number, meeting, pythonic
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor

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
    if isinstance(exponent, int) and exponent < 0 and input.dtype.kind != "f":
        raise RuntimeError("Integers to negative integer powers are not allowed.")
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
    return _raised(input, exponent)


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
    return _raised(exponent.dtype.type(base), exponent)


def pow(input: Any, exponent: Any) -> Tensor:
    """Elementwise power; either side may be a number, shapes broadcast.

    Saves the base, and the result if the exponent needs a gradient. The derivative in the base is 0
    where the exponent is 0; that in the exponent is 0 where the base is 0 and the exponent is not
    negative.

    Args:
        input: the base, a tensor of any shape, or a number.
        exponent: a tensor that broadcasts with `input`, or a number.

    Raises:
        RuntimeError: an integer tensor to the power of a negative integer.
        TypeError: neither is a tensor.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([2.0, 3.0], requires_grad=True)
        >>> minigrad.pow(x, 2)
        tensor([4., 9.], grad_fn=<PowBackward0>)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.pow.html
    """
    tensors = is_tensor(input), is_tensor(exponent)
    if tensors == (True, False) and is_number(exponent):
        if input._array.dtype.kind != "f":
            input, _ = meeting(input, exponent)
        return _pow_scalar(input, pythonic(exponent))  # type: ignore[no-any-return]
    if tensors == (False, True) and is_number(input):
        return _pow_number(*meeting(exponent, input))  # type: ignore[no-any-return]
    if tensors == (True, True):
        return _pow_tensor(input, exponent)  # type: ignore[no-any-return]
    if current.mode.bare and tensors == (False, False):
        return input**exponent  # type: ignore[no-any-return]
    raise TypeError(
        "pow() received an invalid combination of arguments - got "
        f"({type(input).__name__}, {type(exponent).__name__}), but expected one of: two tensors, "
        "or a tensor and a number"
    )


def _raised(base: Any, exponent: Any) -> Array:
    """``base ** exponent``, where a whole number to a negative power is rounded towards 0."""
    if base.dtype.kind == "f":
        return base**exponent
    if base.dtype.kind == "b":
        raise NotImplementedError(
            "\"pow\" not implemented for 'Bool': convert a tensor first, x.float()."
        )
    down = np.less(exponent, 0)
    unit = np.equal(np.abs(base), 1)  # of all whole numbers, 1 and -1 alone have an inverse
    power = base ** np.where(down, np.remainder(exponent, 2), exponent)
    return np.where(down & ~unit, base.dtype.type(0), power)


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


@op(r"\max(x, 0)", input=(lambda g, result: g * (result != 0), r"g \odot [z \ne 0]"))
def relu(input: Array) -> Array:
    """Elementwise ``max(input, 0)``; the derivative at 0 is 0. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.relu(minigrad.tensor([-1.0, 0.0, 2.0]))
        tensor([0., 0., 2.])
    """
    if input.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    if isinstance(input, np.generic):  # a comparison costs a tenth of a ufunc on one number
        zero: Any = input.dtype.type(0)
        return zero if zero > input else input
    out = module_of(input).zeros(input.shape, input.dtype)
    return np.maximum(out, input, out=out)  # against an array of zeros: faster than against one 0


@op(r"|x|", input=(lambda g, input: g * sign(input), r"g \odot \mathrm{sign}\,x"))
def abs(input: Array) -> Array:
    """Elementwise absolute value; the derivative at 0 is 0. Saves `input`.

    Raises:
        NotImplementedError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.abs(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([1.5000, 0.0000, 2.0000])
    """
    if input.dtype.kind == "b":
        raise NotImplementedError("\"abs_cpu\" not implemented for 'Bool'")
    return np.abs(input)


@op(r"\mathrm{sign}\,x", input=(zeros_like, r"0"))
def sign(input: Array) -> Array:
    """Elementwise sign: -1, 0 or 1; 0 for nan too. Its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.sign(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([-1.,  0.,  1.])
    """
    if input.dtype.kind == "b":
        return input.copy()
    one = input.dtype.type(1)
    return (input > 0) * one - (input < 0) * one


sqrt_, exp_, log_, sin_, cos_ = map(in_place, (sqrt, exp, log, sin, cos))
tanh_, sigmoid_, relu_, abs_ = map(in_place, (tanh, sigmoid, relu, abs))
_pow_scalar_, _pow_tensor_ = in_place(_pow_scalar), in_place(_pow_tensor)


def pow_(input: Any, exponent: Any) -> Tensor:
    """In-place version of `pow`."""
    if not is_number(exponent):
        return _pow_tensor_(input, exponent)  # type: ignore[no-any-return]
    check_stays(input, exponent)
    return _pow_scalar_(input, pythonic(exponent))  # type: ignore[no-any-return]
