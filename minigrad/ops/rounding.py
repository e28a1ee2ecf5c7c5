"""Sign, size and the nearest whole numbers. In TeX, x is `input`, g the result's gradient."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array
from .copy import zeros_like
from .half import rounded_once
from .operands import LEFT_OUT, as_number, check_kind
from .parse import overloaded

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]


@op(r"|x|", input=(lambda g, input: g * sgn(input), r"g \odot \mathrm{sign}\,x"))
def abs(input: Array) -> Array:
    """Elementwise absolute value; the derivative at 0 is 0. Saves `input`.

    Raises:
        NotImplementedError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.abs(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([1.5000, 0.0000, 2.0000])
    """
    check_kind("abs_cpu", input, "iuf")
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


@op(r"\mathrm{sign}\,x", input=(zeros_like, r"0"))
def sgn(input: Array) -> Array:
    """`sign` under the name that it has inside the derivatives of `abs` and of norms."""
    return sign.op.forward(input)  # type: ignore[attr-defined]


@op(r"\lfloor x \rfloor", input=(zeros_like, r"0"))
def floor(input: Array) -> Array:
    """The largest whole number that is not above; its derivative is 0 everywhere. Saves nothing.

    Raises:
        NotImplementedError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.floor(minigrad.tensor([-1.5, 0.5, 2.0]))
        tensor([-2.,  0.,  2.])
    """
    return _whole("floor", np.floor, input)


@op(r"\lceil x \rceil", input=(zeros_like, r"0"))
def ceil(input: Array) -> Array:
    """The smallest whole number that is not below; its derivative is 0 everywhere. Saves nothing.

    Raises:
        NotImplementedError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.ceil(minigrad.tensor([-1.5, 0.5, 2.0]))
        tensor([-1.,  1.,  2.])
    """
    return _whole("ceil", np.ceil, input)


@op(r"\mathrm{round}\,x", name="RoundBackward0", input=(zeros_like, r"0"))
def _round(input: Array) -> Array:
    return _whole("round", np.rint, input)


@op(r"\mathrm{round}_n\,x", name="RoundBackward1", input=(zeros_like, r"0"))
@rounded_once
def _round_decimals(input: Array, decimals: int) -> Array:
    check_kind("round_cpu" if decimals else "round_vml_cpu", input, "f")
    scale = input.dtype.type(10.0 ** np.abs(decimals))
    return np.rint(input * scale) / scale if decimals >= 0 else np.rint(input / scale) * scale


@overloaded("(Tensor input)", "(Tensor input, *, int decimals)")
def round(input: Any, *, decimals: int = LEFT_OUT) -> Tensor:
    """The nearest whole number, and of two that are equally near the even one: 2.5 becomes 2.

    Its derivative is 0 everywhere. Saves nothing.

    Args:
        input: any shape.
        decimals: how many digits to keep behind the point; before it, where it is negative.

    Raises:
        NotImplementedError: `input` is a bool tensor, or of integers with `decimals` given.

    Example:
        >>> import minigrad
        >>> minigrad.round(minigrad.tensor([0.5, 1.5, -2.7]))
        tensor([ 0.,  2., -3.])
        >>> minigrad.round(minigrad.tensor([1.2345]), decimals=2)
        tensor([1.2300])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.round.html
    """
    return _rounded((_round, _round_decimals), input, decimals)  # type: ignore[no-any-return]


def _whole(name: str, ufunc: Any, input: Array) -> Array:
    """Integers are whole already."""
    check_kind(f"{name}_vml_cpu", input, "iuf")
    return ufunc(input) if input.dtype.kind == "f" else input.copy()


abs_, sign_, floor_, ceil_ = map(in_place, (abs, sign, floor, ceil))
_round_, _round_decimals_ = in_place(_round), in_place(_round_decimals)


@overloaded("()", "(*, int decimals)")
def round_(input: Any, *, decimals: int = LEFT_OUT) -> Tensor:
    """In-place version of `round`."""
    return _rounded((_round_, _round_decimals_), input, decimals)  # type: ignore[no-any-return]


def _rounded(rows: tuple[Call, Call], input: Any, decimals: Any) -> Any:
    if decimals is LEFT_OUT:
        return rows[0](input)
    return rows[1](input, as_number("round", "decimals", 2, decimals, "int"))
