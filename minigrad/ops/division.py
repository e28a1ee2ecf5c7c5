"""Quotients and remainders.

In the rules `g` is the gradient of the output. Operands broadcast; no rule undoes that, the node
does it once for all of them. In TeX, x is `input`, y is `other`, z the result and g its gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, NoReturn

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..backend import Array
from .copy import zeros_like

Call = Callable[..., Any]


@elementwise(
    r"x / y",
    to_float=True,
    input=(lambda g, other: g / other, r"g / y"),
    other=(lambda g, input, other: -g * ((input / other) / other), r"-g \odot x / y^2"),
)
def div(input: Array, other: Array, *, rounding_mode: Any = None) -> Array:
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
    return input / other


@op(
    r"\mathrm{round}(x / y)",
    name="DivBackward2",
    input=(lambda g, other: zeros_like(g), r"0"),
    other=(lambda g, input, other: zeros_like(g), r"0"),
)
def _div_rounded(input: Array, other: Array, *, rounding_mode: str = "floor") -> Array:
    if rounding_mode not in ("trunc", "floor"):
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
            f"'{rounding_mode}'"
        )
    down = _rounded_down(input, other)
    if rounding_mode == "floor":
        return down
    if down.dtype.kind == "f":
        return np.trunc(input / other)
    return down + ((down < 0) & (down * other != input))


_div_rounded.op.elementwise, _div_rounded.op.label = True, "div"  # type: ignore[attr-defined]


def _roundable(plain: Call, rounded: Call) -> Call:
    """`plain`, which leaves a call with a `rounding_mode` to a row of its own."""

    def call(input: Any, other: Any, *, rounding_mode: Any = None) -> Any:
        if rounding_mode is None:
            return plain(input, other)
        return rounded(input, other, rounding_mode=rounding_mode)

    return update_wrapper(call, plain)


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


@elementwise(
    r"x \bmod y",
    input=(lambda g: g, r"g"),
    other=(
        lambda g, input, other: -g * _div_rounded(input, other),
        r"-g \odot \lfloor x/y \rfloor",
    ),
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


def _rounded_down(input: Any, other: Any) -> Array:
    _check_divisor(input, other)
    return np.floor_divide(input, other)


def _check_divisor(input: Any, other: Any) -> None:
    """Integers have neither infinity nor nan to say that they were divided by zero."""
    if np.result_type(input, other).kind != "f" and np.any(np.equal(other, 0)):
        raise RuntimeError("ZeroDivisionError\nAn integer tensor is divided by 0.")


# ---------------------------------------------------------------------------------- in place

div_ = _roundable(in_place(div), in_place(_div_rounded))
div = _roundable(div, _div_rounded)
reciprocal_, floor_divide_, remainder_ = map(in_place, (reciprocal, floor_divide, remainder))
