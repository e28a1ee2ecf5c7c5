"""Quotients and remainders.

In the rules `g` is the gradient of the output. Operands broadcast; no rule undoes that, the node
does it once for all of them. In TeX, x is `input`, y is `other`, z the result and g its gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .copy import zeros_like
from .half import quotient, rounded_once, widen
from .operands import LEFT_OUT, TENSOR_OR_NUMBER, check_kind, check_stays, is_number, meeting
from .parse import overloaded

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]


def _other_vjp(g: Any, input: Any, other: Any) -> Any:
    return -g * quotient(quotient(input, other), other)


_RULES: dict[str, Any] = {
    "input": (lambda g, other: g / other, r"g / y"),
    "other": (lambda g, input, other: -g * ((input / other) / other), r"-g \odot x / y^2"),
}
_EXACT: dict[str, Any] = {
    "input": (lambda g, other: quotient(g, other), r"g / y"),
    "other": (_other_vjp, r"-g \odot x / y^2"),
}


@elementwise(r"x / y", to_float=True, **_RULES)
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


widen(div, other=_other_vjp)


@op(r"x / y", name="DivBackward2", to_float=True, **_EXACT)
@rounded_once
def _div_exact(input: Array, other: Array, *, rounding_mode: None) -> Array:
    """`div` with ``rounding_mode=None`` written out: for PyTorch another node."""
    return input / other


@op(
    r"\mathrm{round}(x / y)",
    name="DivBackward2",
    input=(lambda g, other: zeros_like(g), r"0"),
    other=(lambda g, input, other: zeros_like(g), r"0"),
)
@rounded_once
def _div_rounded(input: Array, other: Array, *, rounding_mode: str = "floor") -> Array:
    _check_division(f"div_{rounding_mode}", input, other)
    down = np.floor_divide(input, other)
    if rounding_mode == "floor":
        return down
    if down.dtype.kind == "f":
        return np.trunc(input / other)
    return down + ((down < 0) & (down * other != input)).astype(down.dtype)


for _row in (_div_exact, _div_rounded):
    _row.op.elementwise = True  # type: ignore[attr-defined]
    _row.op.label = "div"  # type: ignore[attr-defined]


def _roundable(plain: Call, exact: Call, rounded: Call) -> Call:
    """`plain`, which leaves a call with a `rounding_mode` to rows of their own."""

    def call(input: Any, other: Any, *, rounding_mode: Any = LEFT_OUT) -> Any:
        if rounding_mode is LEFT_OUT:
            return plain(input, other)
        if rounding_mode is None:
            return exact(input, other, rounding_mode=None)
        if not isinstance(rounding_mode, str):
            return NotImplemented
        if rounding_mode not in ("trunc", "floor"):
            raise RuntimeError(
                "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
                f"'{rounding_mode}'"
            )
        return rounded(input, other, rounding_mode=rounding_mode)

    return _forms(update_wrapper(call, plain))


_forms = overloaded("(Tensor input, Tensor other)", "(Tensor other, *, str rounding_mode)")


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


_CONSTANT = "It is 0 wherever it exists. Divide with x / y, or take (x // y).detach()."


def _no_derivative(name: str, instead: str = _CONSTANT) -> tuple[Call, str]:
    """A rule that raises in backward, as PyTorch does, which has none for `name`."""

    def rule(g: Any) -> NoReturn:
        raise RuntimeError(f"derivative for aten::{name} is not implemented\n{instead}")

    return rule, r"0"


def _whole(name: str) -> Callable[[Call], Call]:
    """Declare a quotient rounded down, the one or its twin: PyTorch's error names which."""
    none = _no_derivative(name)
    return elementwise(r"\lfloor x / y \rfloor", name="NotImplemented", input=none, other=none)


@_whole("floor_divide")
def floor_divide(input: Array, other: Array) -> Array:
    """Elementwise quotient rounded down, ``input // other``. Saves nothing; has no derivative.

    Raises:
        RuntimeError: an integer is divided by zero; or, in backward, always.

    Example:
        >>> import minigrad
        >>> minigrad.floor_divide(minigrad.tensor([5, -5]), 3)
        tensor([ 1, -2])
    """
    _check_division("div_floor", input, other)
    return np.floor_divide(input, other)


@_whole("floor_divide_")
def _floor_divided(input: Array, other: Array) -> Array:
    return floor_divide.op.forward(input, other)  # type: ignore[attr-defined]


_floor_divided.op.label = "floor_divide"  # type: ignore[attr-defined]
widen(floor_divide)
widen(_floor_divided)


@op(r"x \bmod c", name="RemainderBackward0", input=(lambda g: g, r"g"))
def _remainder_number(input: Array, other: Any) -> Array:
    _check_division("remainder", input, np.asarray(other))
    return np.remainder(input, other)


@op(r"c \bmod x", name="NotImplemented", other=_no_derivative("remainder", "Divide a tensor."))
def _number_remainder(other: Array, input: Any) -> Array:
    _check_division("remainder", other, other)
    return np.remainder(input, other)


def _remainder_vjp(g: Any, input: Any, other: Any) -> Any:
    if not is_tensor(input) and input.dtype.kind != "f":  # else 0 would be no divisor
        input = input.astype(other.dtype)
    return -g * _div_rounded(input, other)


@elementwise(
    r"x \bmod y",
    name="RemainderBackward1",
    input=(lambda g: g, r"g"),
    other=(_remainder_vjp, r"-g \odot \lfloor x/y \rfloor"),
)
def _remainder(input: Array, other: Array) -> Array:
    _check_division("remainder", input, other)
    return np.remainder(input, other)


@overloaded(*TENSOR_OR_NUMBER)
def remainder(input: Any, other: Any) -> Tensor:
    """Elementwise ``input % other``: what `floor_divide` leaves, of the sign of `other`.

    Saves both operands if both are tensors and `other` needs a gradient. Of a number divided by a
    tensor there is no derivative, as in PyTorch.

    Args:
        input: a tensor of any shape, or a number.
        other: a tensor that broadcasts with `input`, or a number.

    Raises:
        RuntimeError: an integer is divided by zero; or, in the backward of a number's, always.

    Example:
        >>> import minigrad
        >>> minigrad.remainder(minigrad.tensor([5, -5]), 3)
        tensor([2, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.remainder.html
    """
    if is_tensor(input) and is_number(other):
        return _remainder_number(*meeting(input, other))  # type: ignore[no-any-return]
    if is_number(input) and is_tensor(other):
        return _number_remainder(*meeting(other, input))  # type: ignore[no-any-return]
    if not (is_tensor(input) and is_tensor(other)):
        return NotImplemented  # type: ignore[no-any-return]
    return _remainder(input, other)  # type: ignore[no-any-return]


def _check_division(name: str, input: Array, other: Array) -> None:
    """Integers have neither infinity nor nan to say that they were divided by zero."""
    check_kind(f"{name}_cpu", np.asarray(input), "iuf")
    if np.asarray(input).dtype.kind != "f" and np.any(np.equal(other, 0)):
        raise RuntimeError("ZeroDivisionError\nAn integer tensor is divided by 0.")


# ---------------------------------------------------------------------------------- in place

div_ = _roundable(*map(in_place, (div, _div_exact, _div_rounded)))
div = _roundable(div, _div_exact, _div_rounded)
reciprocal_, floor_divide_ = in_place(reciprocal), in_place(_floor_divided, *TENSOR_OR_NUMBER)
_remainder_number_ = in_place(_remainder_number)
_remainder_tensor_ = in_place(_remainder, *TENSOR_OR_NUMBER)


def remainder_(input: Any, other: Any) -> Tensor:
    """In-place version of `remainder`."""
    if not is_number(other):
        return _remainder_tensor_(input, other)  # type: ignore[no-any-return]
    check_stays(input, other)
    return _remainder_number_(input, meeting(input, other)[1])  # type: ignore[no-any-return]
