"""Powers and roots.

In the rules `g` is the gradient of the output. In TeX, x is `input`, y the exponent, n an exponent
that is a number, c a base that is one, z the result and g its gradient.
"""

from __future__ import annotations

from functools import update_wrapper
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import no_form
from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from ..mode import current
from .copy import to_copy, zeros_like
from .exponential import log
from .operands import bare, check_kind, check_stays, check_tensors, is_number, meeting, pythonic
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor


def _pow_scalar_vjp(g: Array, input: Array, exponent: Any) -> Array:
    """n·xⁿ⁻¹; for n = 0 the power is constant, and 0·x⁻¹ would be nan at x = 0."""
    if exponent == 0:
        return zeros_like(input)
    return g * (exponent * pow(input, exponent - 1))


@op(r"x^{n}", name="PowBackward0", input=(_pow_scalar_vjp, r"g \odot n\,x^{n-1}"))
def _pow_scalar(input: Array, exponent: Any) -> Array:
    if isinstance(exponent, int) and exponent < 0 and input.dtype.kind != "f":
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    if input.dtype.kind == "b":
        return input | (not exponent)  # a bool, or another type would have been settled on
    if exponent == -0.5:
        return 1 / np.sqrt(input)  # as PyTorch has it: it tells -0 from 0
    return input**exponent


def _pow_base_vjp(g: Array, input: Array, exponent: Array) -> Array:
    return where(exponent == 0, 0, g * (exponent * pow(input, exponent - 1)))


def _pow_exponent_vjp(g: Array, input: Array, exponent: Array, result: Array) -> Array:
    """xʸ·log x; at x = 0 with y ≥ 0 the power does not move, though log x is infinite."""
    base = input if input.dtype == result.dtype else to_copy(input, bare(result).dtype)
    return g * where((input == 0) & (exponent >= 0), 0, result * log(base))


@elementwise(
    r"x^{y}",
    name="PowBackward1",
    input=(_pow_base_vjp, r"g \odot y \odot x^{y-1}"),
    exponent=(_pow_exponent_vjp, r"g \odot z \odot \log x"),
)
def _pow_tensor(input: Array, exponent: Array) -> Array:
    return _raised(input, exponent)


_pow_tensor.op.label = "pow"  # type: ignore[attr-defined]


def _pow_number_vjp(g: Array, base: Any, exponent: Array, result: Array) -> Array:
    if base == 0:
        return g * where(exponent >= 0, 0, result * -np.inf)
    return g * (result * float(np.log(base)))


@op(r"c^{y}", name="PowBackward2", exponent=(_pow_number_vjp, r"g \odot z \cdot \log c"))
def _pow_number(exponent: Array, base: Any) -> Array:
    return _raised(exponent.dtype.type(base), exponent)


def pow(input: Any, exponent: Any) -> Tensor:
    """Elementwise power; either side may be a number, shapes broadcast.

    Saves the base, and of two tensors the exponent and the result. The derivative in the base is 0
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
    if is_tensor(exponent):
        if is_tensor(input):
            return _pow_tensor(input, exponent)  # type: ignore[no-any-return]
        if is_number(input):
            return _pow_number(*meeting(exponent, input))  # type: ignore[no-any-return]
    elif is_number(exponent) and is_tensor(input):
        if input._array.dtype.kind != "f":
            input, _ = meeting(input, exponent)
        return _pow_scalar(input, pythonic(exponent))  # type: ignore[no-any-return]
    if current.mode.bare:
        row = _pow_scalar if is_number(exponent) else _pow_tensor
        return row.op.forward(input, exponent)  # type: ignore[attr-defined, no-any-return]
    raise no_form("pow", (input, exponent), {}, "(Tensor or number, Tensor or number)")


def _method(input: Any, exponent: Any) -> Tensor:
    if is_tensor(exponent) or is_number(exponent):
        return pow(input, exponent)
    raise no_form("pow", (exponent,), {}, *_FORMS)


_FORMS = "(Tensor exponent)", "(Number exponent)"
pow.method = update_wrapper(_method, pow)  # type: ignore[attr-defined]


def _raised(base: Any, exponent: Any) -> Array:
    """``base ** exponent``, where a whole number to a negative power is rounded towards 0."""
    if base.dtype.kind == "f":
        return base**exponent
    check_kind("pow", base, "iu")
    down = np.less(exponent, 0)
    unit = np.equal(np.abs(base), 1)  # of all whole numbers, 1 and -1 alone have an inverse
    power = base ** np.where(down, np.remainder(exponent, 2), exponent)
    return np.where(down & ~unit, base.dtype.type(0), power)


def square(input: Any) -> Tensor:
    """Elementwise ``input ** 2``: in the graph it is just that, `pow`. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.square(minigrad.tensor([-2.0, 3.0]))
        tensor([4., 9.])
    """
    check_tensors("square", input=input)
    return pow(input, 2)


@op(r"\sqrt{x}", to_float=True, input=(lambda g, result: g / (2 * result), r"g / (2z)"))
def sqrt(input: Array) -> Array:
    """Elementwise square root; nan for negative numbers. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.sqrt(minigrad.tensor([4.0, 9.0]))
        tensor([2., 3.])
    """
    return np.sqrt(input)


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

sqrt_, rsqrt_ = in_place(sqrt), in_place(rsqrt)
_pow_scalar_, _pow_tensor_ = in_place(_pow_scalar), in_place(_pow_tensor, *_FORMS)


def pow_(input: Any, exponent: Any) -> Tensor:
    """In-place version of `pow`."""
    if not is_number(exponent):
        return _pow_tensor_(input, exponent)  # type: ignore[no-any-return]
    check_stays(input, exponent)
    return _pow_scalar_(input, pythonic(exponent))  # type: ignore[no-any-return]


def square_(input: Any) -> Tensor:
    """In-place version of `square`."""
    return pow_(input, 2)
