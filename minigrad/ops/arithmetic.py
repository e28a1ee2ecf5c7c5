"""Sums, products, quotients, powers, exponentials and logarithms.

In the rules `g` is the gradient of the output. Operands broadcast; no rule undoes that, the node
does it once for all of them. In TeX, x is `input`, y is `other` or an exponent, n an exponent and c
a base that are numbers, z the result and g its gradient.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import elementwise, op, public
from ..autograd.wrap import Tensor, is_tensor
from ..backend import Array
from ..dtype import float64, of, result_type
from .comparison import where
from .operands import array_of, as_scalar, in_common_type, is_number, pythonic
from .shapes import zeros_like

Call = Callable[..., Any]
_LN_10, _LN_2 = math.log(10), math.log(2)


# -------------------------------------------------------------------------------- sums and products


@elementwise(r"x + y", input=(lambda g: g, r"g"), other=(lambda g: g, r"g"))
def _add(input: Array, other: Array, *, alpha: Any = 1) -> Array:
    return input + other


@public(method=True)
def add(input: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """Elementwise sum ``input + alpha * other``; shapes broadcast.

    Saves nothing, so a second backward through it needs no ``retain_graph``.

    Raises:
        RuntimeError: the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.add(minigrad.tensor([1.0, 2.0]), 10)
        tensor([11., 12.])
    """
    return _add(input, _scaled(input, other, alpha))


_MASK = (
    "with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
    "`logical_not()` operator instead."
)


def _no_masks(types: Sequence[np.dtype[Any]]) -> None:
    """Raise where something of bools is an operand of a difference."""
    bools = [dtype.kind == "b" for dtype in types]
    if len(bools) == 2 and all(bools):
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead."
        )
    if any(bools):
        raise RuntimeError(f"Subtraction, the `-` operator, {_MASK}")


@elementwise(
    r"x - y",
    check_types=_no_masks,
    input=(lambda g: g, r"g"),
    other=(lambda g: -g, r"-g"),
)
def _sub(input: Array, other: Array, *, alpha: Any = 1) -> Array:
    return input - other


@public(method=True, aliases=("subtract",))
def sub(input: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """Elementwise difference ``input - alpha * other``; shapes broadcast. Saves nothing.

    Raises:
        RuntimeError: the shapes do not broadcast, or an operand is of bools.

    Example:
        >>> import minigrad
        >>> minigrad.sub(minigrad.tensor([1.0, 2.0]), minigrad.tensor(1.0))
        tensor([0., 1.])
    """
    return _sub(input, _scaled(input, other, alpha))


@public(method=True, in_place=True, aliases=("negative",))
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
    if input.dtype.kind == "b":
        raise RuntimeError(f"Negation, the `-` operator, on {_MASK[5:]}")
    return -input


@op(r"c - x", name="RsubBackward1", input=(lambda g: -g, r"-g"))
def _rsub(input: Array, other: Any) -> Array:
    return other - input


@public(function=True)
def rsub(input: Tensor, other: Any) -> Tensor:
    """``other - input``: what ``1 - x`` calls. Saves nothing.

    Raises:
        RuntimeError: one of them is of bools.

    Example:
        >>> import minigrad
        >>> minigrad.rsub(minigrad.tensor([1.0, 2.0]), 3)
        tensor([2., 1.])
    """
    if is_tensor(other) or isinstance(other, bool) or input._array.dtype.kind == "b":
        return sub(other, input)
    return _rsub(*in_common_type(input, other))


# ---------------------------------------------------------------------------------- products


@public(method=True, in_place=True, aliases=("multiply",))
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


# ---------------------------------------------------------------------------------- in place

_add_, _sub_ = in_place(_add), in_place(_sub)


@public(function=False, method=True)
def add_(input: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """In-place version of `add`."""
    return _add_(input, _scaled(input, other, alpha))


@public(function=False, method=True, aliases=("subtract_",))
def sub_(input: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """In-place version of `sub`."""
    return _sub_(input, _scaled(input, other, alpha))


def _scaled(input: Any, other: Any, alpha: Any) -> Any:
    """``alpha * other``, a product before the sum."""
    if alpha == 1:
        return other
    if is_tensor(other):  # uint8 would have no room for a negative product
        other = other.to(of(result_type(array_of(input), other._array)))
    return other * alpha


# ---------------------------------------------------------------------------------- exponentials


@public(method=True, in_place=True)
@op(r"e^{x}", to_float=True, input=(lambda g, result: g * result, r"g \odot e^{x}"))
def exp(input: Array) -> Array:
    """Elementwise exponential. Saves the result, which is its own derivative.

    Example:
        >>> import minigrad
        >>> minigrad.exp(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 2.7183])
    """
    return np.exp(input)


@public(method=True, in_place=True)
@op(r"2^{x}", to_float=True, input=(lambda g, result: g * (result * _LN_2), r"g \odot z \ln 2"))
def exp2(input: Array) -> Array:
    """Elementwise power of 2. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.exp2(minigrad.tensor([0.0, 3.0]))
        tensor([1., 8.])
    """
    return np.exp2(input)


@public(method=True, in_place=True)
@op(r"e^{x} - 1", to_float=True, input=(lambda g, result: g * (result + 1), r"g \odot (z + 1)"))
def expm1(input: Array) -> Array:
    """Elementwise ``exp(input) - 1``, right to the last digit also near 0. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.expm1(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.7183])
    """
    return np.expm1(input)


@public(method=True, in_place=True)
@op(r"\log x", to_float=True, input=(lambda g, input: g / input, r"g / x"))
def log(input: Array) -> Array:
    """Elementwise natural logarithm; ``-inf`` at 0, nan below. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.log(minigrad.tensor([1.0, 2.0]))
        tensor([0.0000, 0.6931])
    """
    return np.log(input)


@public(method=True, in_place=True)
@op(r"\log_{10} x", to_float=True, input=(lambda g, input: g / (input * _LN_10), r"g / (x \ln 10)"))
def log10(input: Array) -> Array:
    """Elementwise logarithm to the base 10; ``-inf`` at 0, nan below. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.log10(minigrad.tensor([1.0, 1000.0]))
        tensor([0., 3.])
    """
    return np.log10(input, dtype=np.float64).astype(input.dtype)  # NumPy's own of 1000 is not 3


@public(method=True, in_place=True)
@op(r"\log_2 x", to_float=True, input=(lambda g, input: g / (input * _LN_2), r"g / (x \ln 2)"))
def log2(input: Array) -> Array:
    """Elementwise logarithm to the base 2; ``-inf`` at 0, nan below. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.log2(minigrad.tensor([1.0, 8.0]))
        tensor([0., 3.])
    """
    return np.log2(input)


@public(method=True, in_place=True)
@op(
    r"\log(1 + x)",
    name="Log1PBackward0",
    to_float=True,
    input=(lambda g, input: g / (input + 1), r"g / (1 + x)"),
)
def log1p(input: Array) -> Array:
    """Elementwise ``log(1 + input)``, right to the last digit also near 0. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.log1p(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.6931])
    """
    return np.log1p(input)


# ---------------------------------------------------------------------------------- quotients


@elementwise(
    r"x / y",
    to_float=True,
    input=(lambda g, other: g / other, r"g / y"),
    other=(lambda g, input, other: -g * ((input / other) / other), r"-g \odot x / y^2"),
)
def _div(input: Array, other: Array, *, rounding_mode: Any = None) -> Array:
    return input / other


_rounded = partial(
    elementwise,
    r"\mathrm{round}(x / y)",
    name="DivBackward2",
    label="div",
    input=(lambda g, other: zeros_like(g), r"0"),
    other=(lambda g, input, other: zeros_like(g), r"0"),
)


@_rounded()
def _div_floor(input: Array, other: Array, *, rounding_mode: str = "floor") -> Array:
    return _rounded_down(input, other)


@_rounded()
def _div_trunc(input: Array, other: Array, *, rounding_mode: str = "trunc") -> Array:
    down = _rounded_down(input, other)
    if down.dtype.kind == "f":
        return np.trunc(input / other)
    return down + ((down < 0) & (down * other != input))


@public(method=True, aliases=("divide", "true_divide"))
def div(input: Any, other: Any, *, rounding_mode: Any = None) -> Tensor:
    """Elementwise quotient ``input / other``; integers are divided as floating point numbers.

    Saves `other`, and `input` if `other` needs a gradient. With a `rounding_mode` the type stays,
    and the derivative is 0 everywhere.

    Args:
        input: any shape.
        other: a tensor that broadcasts with `input`, or a number.
        rounding_mode: None; ``"trunc"`` to round towards 0; ``"floor"`` to round down.

    Raises:
        RuntimeError: the shapes do not broadcast, `rounding_mode` is none of the three, or an
            integer is divided by zero with one.

    Example:
        >>> import minigrad
        >>> minigrad.div(minigrad.tensor([1, 2]), 2)
        tensor([0.5000, 1.0000])
        >>> minigrad.div(minigrad.tensor([-7, 7]), 2, rounding_mode="trunc")
        tensor([-3,  3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.div.html
    """
    return _division(rounding_mode, _div, _div_floor, _div_trunc)(input, other)


def _division(mode: Any, plain: Call, floor: Call, trunc: Call) -> Call:
    """The row for one rounding mode."""
    if mode not in (None, "trunc", "floor"):
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{mode}'"
        )
    return plain if mode is None else floor if mode == "floor" else trunc


@public(method=True, in_place=True)
@op(r"1 / x", to_float=True, input=(lambda g, result: -g * (result * result), r"-g \odot z^2"))
def reciprocal(input: Array) -> Array:
    """Elementwise ``1 / input``. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.reciprocal(minigrad.tensor([2.0, 4.0]))
        tensor([0.5000, 0.2500])
    """
    return 1 / input


# ---------------------------------------------------------------------------------- whole quotients


def _no_derivative(g: Any) -> NoReturn:
    raise RuntimeError(
        "derivative for aten::floor_divide is not implemented\n"
        "It is 0 wherever it exists. Divide with x / y, or take (x // y).detach()."
    )


@public(method=True, in_place=True)
@elementwise(
    r"\lfloor x / y \rfloor",
    name="NotImplemented",
    input=(_no_derivative, r"0"),
    other=(_no_derivative, r"0"),
)
def floor_divide(input: Array, other: Array) -> Array:
    """Elementwise quotient rounded down, ``input // other``. Saves nothing; has no derivative.

    Raises:
        RuntimeError: an integer is divided by zero; or, in backward, always.

    Example:
        >>> import minigrad
        >>> minigrad.floor_divide(minigrad.tensor([5, -5]), 3)
        tensor([ 1, -2])
    """
    return _rounded_down(input, other)


@public(method=True, in_place=True)
@elementwise(
    r"x \bmod y",
    input=(lambda g: g, r"g"),
    other=(lambda g, input, other: -g * _div_floor(input, other), r"-g \odot \lfloor x/y \rfloor"),
)
def remainder(input: Array, other: Array) -> Array:
    """Elementwise ``input % other``: what `floor_divide` leaves, of the sign of `other`.

    Saves both operands if `other` needs a gradient.

    Args:
        input: a tensor of any shape, or a number.
        other: a tensor that broadcasts with `input`, or a number.

    Raises:
        RuntimeError: an integer is divided by zero.

    Example:
        >>> import minigrad
        >>> minigrad.remainder(minigrad.tensor([5, -5]), 3)
        tensor([2, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.remainder.html
    """
    _check_divisor(input, other)
    return np.remainder(input, other)


@op(r"x - c\,\mathrm{trunc}(x / c)", name="FmodBackward0", input=(lambda g: g, r"g"))
def _fmod(input: Array, other: Any) -> Array:
    return _left_over(input, as_scalar(other, input.dtype))


@elementwise(
    r"x - y \odot \mathrm{trunc}(x / y)",
    name="FmodBackward1",
    input=(lambda g: g, r"g"),
    other=(
        lambda g, input, other: -g * _div_trunc(input, other),
        r"-g \odot \mathrm{trunc}(x / y)",
    ),
)
def _fmod_tensor(input: Array, other: Array) -> Array:
    return _left_over(input, other)


def _left_over(input: Array, other: Any) -> Array:
    if input.dtype.kind == "b":
        raise NotImplementedError("\"fmod_cpu\" not implemented for 'Bool'")
    _check_divisor(input, other)
    return np.fmod(input, other)


@public(method=True)
def fmod(input: Tensor, other: Any) -> Tensor:
    """What a quotient that is cut off leaves, of the sign of `input`: in C, ``fmod``.

    Saves both operands if `other` is a tensor that needs a gradient.

    Args:
        input: any shape.
        other: a number, or a tensor that broadcasts with `input`.

    Raises:
        RuntimeError: an integer is divided by zero.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([-7.0, 7.0])
        >>> minigrad.fmod(x, 3), minigrad.remainder(x, 3)
        (tensor([-1.,  1.]), tensor([2., 1.]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fmod.html
    """
    return _fmod(*in_common_type(input, other)) if is_number(other) else _fmod_tensor(input, other)


def _rounded_down(input: Any, other: Any) -> Array:
    _check_divisor(input, other)
    return np.floor_divide(input, other)


def _check_divisor(input: Any, other: Any) -> None:
    """Integers have neither infinity nor nan to say that they were divided by zero."""
    if np.result_type(input, other).kind != "f" and np.any(np.equal(other, 0)):
        raise RuntimeError("ZeroDivisionError\nAn integer tensor is divided by 0.")


# ---------------------------------------------------------------------------------- in place

_DIV_ = tuple(map(in_place, (_div, _div_floor, _div_trunc)))


@public(function=False, method=True, aliases=("divide_", "true_divide_"))
def div_(input: Tensor, other: Any, *, rounding_mode: Any = None) -> Tensor:
    """In-place version of `div`."""
    return _division(rounding_mode, *_DIV_)(input, other)


_fmod_, _fmod_tensor_ = in_place(_fmod), in_place(_fmod_tensor)


@public(function=False, method=True)
def fmod_(input: Tensor, other: Any) -> Tensor:
    """In-place version of `fmod`."""
    promotes = isinstance(other, float) and not input.is_floating_point()
    return (_fmod_tensor_ if is_tensor(other) or promotes else _fmod_)(input, other)


# --------------------------------------------------------------------------------- powers and roots


def _pow_scalar_vjp(g: Array, input: Array, exponent: Any) -> Array:
    """n·xⁿ⁻¹; for n = 0 the power is constant, and 0·x⁻¹ would be nan at x = 0."""
    if exponent == 0:
        return zeros_like(input)
    return g * (exponent * input ** (exponent - 1))


@op(r"x^{n}", name="PowBackward0", input=(_pow_scalar_vjp, r"g \odot n\,x^{n-1}"))
def _pow_scalar(input: Array, exponent: Any) -> Array:
    if exponent < 0 and input.dtype.kind != "f":
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    return input**exponent


def _power(x: Any, n: Any) -> Any:
    """``x ** n``; of integers to a negative power what is whole: 0, but for 1 and -1."""
    if x.dtype.kind == "f":
        return x**n
    return np.where((n < 0) & (np.abs(x) != 1), 0, x ** np.abs(n))


def _pow_base_vjp(g: Array, input: Array, exponent: Array) -> Array:
    return where(exponent == 0, 0, g * (exponent * input ** (exponent - 1)))


def _pow_exponent_vjp(g: Array, input: Array, exponent: Array, result: Array) -> Array:
    """xʸ·log x; at x = 0 with y ≥ 0 the power does not move, though log x is infinite."""
    return g * where((input == 0) & (exponent >= 0), 0, result * log(input))


@elementwise(
    r"x^{y}",
    name="PowBackward1",
    label="pow",
    input=(_pow_base_vjp, r"g \odot y \odot x^{y-1}"),
    exponent=(_pow_exponent_vjp, r"g \odot z \odot \log x"),
)
def _pow_tensor(input: Array, exponent: Array) -> Array:
    return _power(input, exponent)


def _pow_number_vjp(g: Array, base: Any, exponent: Array, result: Array) -> Array:
    if base == 0:
        return g * where(exponent >= 0, 0, result * -np.inf)
    return g * (result * float(np.log(base)))


@op(r"c^{y}", name="PowBackward2", exponent=(_pow_number_vjp, r"g \odot z \cdot \log c"))
def _pow_number(exponent: Array, base: Any) -> Array:
    return _power(exponent.dtype.type(base), exponent)


@public(method=True)
def pow(input: Any, exponent: Any) -> Tensor:
    """Elementwise power; either side may be a number, shapes broadcast.

    Saves the base, and of two tensors the exponent and the result. The derivative in the base is 0
    where the exponent is 0; that in the exponent is 0 where the base is 0 and the exponent is not
    negative.

    Args:
        input: the base, a tensor of any shape, or a number.
        exponent: a tensor that broadcasts with `input`, or a number.

    Raises:
        RuntimeError: the shapes do not broadcast, or an integer tensor is raised to a negative
            integer.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([2.0, 3.0], requires_grad=True)
        >>> minigrad.pow(x, 2)
        tensor([4., 9.], grad_fn=<PowBackward0>)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.pow.html
    """
    if not (is_tensor(input) or is_tensor(exponent)):
        return input**exponent  # arrays, inside a rule
    if not is_tensor(exponent):
        input, _ = in_common_type(input, exponent)
        return _pow_scalar(input, pythonic(exponent))
    if not is_tensor(input):
        return _pow_number(*in_common_type(exponent, input))
    return _pow_tensor(input, exponent)


@public(method=True)
def float_power(input: Any, exponent: Any) -> Tensor:
    """`pow` in float64, whatever the types of the operands.

    Example:
        >>> import minigrad
        >>> minigrad.float_power(minigrad.tensor([1, 2]), -1)
        tensor([1.0000, 0.5000], dtype=minigrad.float64)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.float_power.html
    """
    return pow(*(x.to(float64) if is_tensor(x) else float(x) for x in (input, exponent)))


@public(method=True)
def square(input: Any) -> Tensor:
    """Elementwise ``input ** 2``: in the graph it is just that, `pow`. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.square(minigrad.tensor([-2.0, 3.0]))
        tensor([4., 9.])
    """
    return pow(input, 2)


@public(method=True, in_place=True)
@op(r"\sqrt{x}", to_float=True, input=(lambda g, result: g / (2 * result), r"g / (2z)"))
def sqrt(input: Array) -> Array:
    """Elementwise square root; nan for negative numbers. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.sqrt(minigrad.tensor([4.0, 9.0]))
        tensor([2., 3.])
    """
    return np.sqrt(input)


@public(method=True, in_place=True)
@op(
    r"1 / \sqrt{x}",
    to_float=True,
    input=(lambda g, result: -0.5 * g * (result * result * result), r"-g \odot z^3 / 2"),
)
def rsqrt(input: Array) -> Array:
    """Elementwise ``1 / sqrt(input)``; ``inf`` at 0, nan below. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.rsqrt(minigrad.tensor([4.0, 0.25]))
        tensor([0.5000, 2.0000])
    """
    return 1 / np.sqrt(input)


# ---------------------------------------------------------------------------------- in place

_pow_scalar_, _pow_tensor_ = in_place(_pow_scalar), in_place(_pow_tensor)


@public(function=False, method=True)
def pow_(input: Tensor, exponent: Any) -> Tensor:
    """In-place version of `pow`."""
    promotes = isinstance(exponent, float) and not input.is_floating_point()
    write = _pow_tensor_ if is_tensor(exponent) or promotes else _pow_scalar_
    return write(input, exponent)


@public(method=True)
def square_(input: Any) -> Tensor:
    """In-place version of `square`."""
    return pow_(input, 2)


# ----------------------------------------------------------------------- a sum and a product in one


@public(method=True, in_place=True)
@elementwise(
    r"x + c\,y_1 \odot y_2",
    input=(lambda g: g, r"g"),
    tensor1=(lambda g, tensor2, value: g * (tensor2 * value), r"c\,g \odot y_2"),
    tensor2=(lambda g, tensor1, value: g * (tensor1 * value), r"c\,g \odot y_1"),
)
def addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: Any = 1) -> Array:
    """Elementwise ``input + value * tensor1 * tensor2``; shapes broadcast.

    Saves `tensor1` and `tensor2`, each if the other needs a gradient.

    Args:
        input: any shape.
        tensor1: the first factor.
        tensor2: the second.
        value: a number; among integers it is cut off.

    Raises:
        RuntimeError: the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> x, y = minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0])
        >>> minigrad.addcmul(x, y, y, value=0.5)
        tensor([ 5.5000, 10.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addcmul.html
    """
    return input + as_scalar(value, input.dtype) * tensor1 * tensor2
