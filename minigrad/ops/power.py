"""Powers and roots.

In the rules `g` is the gradient of the output. In TeX, x is `input`, y the exponent, n an exponent
that is a number, c a base that is one, z the result and g its gradient.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .copy import zeros_like
from .exponential import log
from .operands import meeting, pythonic
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor


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


def _pow_base_vjp(g: Array, input: Array, exponent: Array) -> Array:
    return where(exponent == 0, 0, g * (exponent * input ** (exponent - 1)))


def _pow_exponent_vjp(g: Array, input: Array, exponent: Array, result: Array) -> Array:
    """xʸ·log x; at x = 0 with y ≥ 0 the power does not move, though log x is infinite."""
    return g * where((input == 0) & (exponent >= 0), 0, result * log(input))


@elementwise(
    r"x^{y}",
    name="PowBackward1",
    input=(_pow_base_vjp, r"g \odot y \odot x^{y-1}"),
    exponent=(_pow_exponent_vjp, r"g \odot z \odot \log x"),
)
def _pow_tensor(input: Array, exponent: Array) -> Array:
    return input**exponent


_pow_tensor.op.label = "pow"  # type: ignore[attr-defined]


def _pow_number_vjp(g: Array, base: Any, exponent: Array, result: Array) -> Array:
    if base == 0:
        return g * where(exponent >= 0, 0, result * -np.inf)
    return g * (result * float(np.log(base)))


@op(r"c^{y}", name="PowBackward2", exponent=(_pow_number_vjp, r"g \odot z \cdot \log c"))
def _pow_number(exponent: Array, base: Any) -> Array:
    return exponent.dtype.type(base) ** exponent


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
        return input**exponent  # type: ignore[no-any-return]  # arrays, inside a rule
    if not is_tensor(exponent):
        input, _ = meeting(input, exponent)
        return _pow_scalar(input, pythonic(exponent))  # type: ignore[no-any-return]
    if not is_tensor(input):
        return _pow_number(*meeting(exponent, input))  # type: ignore[no-any-return]
    return _pow_tensor(input, exponent)  # type: ignore[no-any-return]


def square(input: Any) -> Tensor:
    """Elementwise ``input ** 2``: in the graph it is just that, `pow`. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.square(minigrad.tensor([-2.0, 3.0]))
        tensor([4., 9.])
    """
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
_pow_scalar_, _pow_tensor_ = in_place(_pow_scalar), in_place(_pow_tensor)


def pow_(input: Tensor, exponent: Any) -> Tensor:
    """In-place version of `pow`."""
    promotes = isinstance(exponent, float) and not input.is_floating_point()
    write = _pow_tensor_ if is_tensor(exponent) or promotes else _pow_scalar_
    return write(input, exponent)  # type: ignore[no-any-return]


def square_(input: Any) -> Tensor:
    """In-place version of `square`."""
    return pow_(input, 2)
