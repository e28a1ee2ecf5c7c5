"""Sum, difference, product, quotient and remainder.

In the rules `g` is the gradient of the output. Operands broadcast; no rule undoes that, the node
does it once for all of them. In TeX, x is `input`, y is `other`, z the result and g its gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..autograd.arguments import cast
from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .copy import zeros_like
from .operands import alike, check_stays, is_number, meeting, pythonic

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]

# ---------------------------------------------------------------------------------- sums


@elementwise(r"x + y", input=(lambda g: g, r"g"), other=(lambda g: g, r"g"))
def add(input: Array, other: Array, *, alpha: Any = 1) -> Array:
    """Elementwise sum ``input + alpha * other``; shapes broadcast.

    Saves nothing, so a second backward through it needs no ``retain_graph``.

    Raises:
        RuntimeError: the shapes do not broadcast, or `alpha` is a float and the result is not.

    Example:
        >>> import minigrad
        >>> minigrad.add(minigrad.tensor([1.0, 2.0]), 10)
        tensor([11., 12.])
    """
    return input + other


@elementwise(r"x - y", input=(lambda g: g, r"g"), other=(lambda g: -g, r"-g"))
def sub(input: Array, other: Array, *, alpha: Any = 1) -> Array:
    """Elementwise difference ``input - alpha * other``; shapes broadcast. Saves nothing.

    Raises:
        RuntimeError: the shapes do not broadcast, both operands are bool tensors, or `alpha` is a
            float and the result is not.

    Example:
        >>> import minigrad
        >>> minigrad.sub(minigrad.tensor([1.0, 2.0]), minigrad.tensor(1.0))
        tensor([0., 1.])
    """
    return _difference(input, other)


def _difference(input: Array, other: Array) -> Array:
    try:
        return input - other
    except TypeError:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead."
        ) from None


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
        raise RuntimeError(f"Negation, the `-` operator, on {_NO_BOOLS}") from None


@op(r"c - x", name="RsubBackward1", input=(lambda g: -g, r"-g"))
def _rsub(input: Array, other: Any) -> Array:
    return other - input


def rsub(input: Any, other: Any) -> Tensor:
    """``other - input``: what ``1 - x`` calls. Saves nothing.

    Raises:
        RuntimeError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.rsub(minigrad.tensor([1.0, 2.0]), 3)
        tensor([2., 1.])
    """
    if not is_number(other):
        return sub(other, input)  # type: ignore[no-any-return]
    if input._array.dtype.kind == "b":
        raise RuntimeError(f"Subtraction, the `-` operator, with {_NO_BOOLS}")
    return _rsub(*meeting(input, other))  # type: ignore[no-any-return]


_NO_BOOLS = (
    "a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
    "`logical_not()` operator instead."
)

# ---------------------------------------------------------------------------------- products


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


# ---------------------------------------------------------------------------------- whole quotients


def _no_derivative(g: Any) -> NoReturn:
    raise RuntimeError(
        "derivative for aten::floor_divide is not implemented: it is 0 wherever it exists. Divide "
        "with x / y, or take the constant (x // y).detach()."
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
    _check_division("div_floor", input, other)
    return np.floor_divide(input, other)


@elementwise(
    r"\lfloor x / y \rfloor",
    name="DivBackward1",
    input=(zeros_like, r"0"),
    other=(zeros_like, r"0"),
)
def _floored(input: Array, other: Array) -> Array:
    """`floor_divide` with the derivative that it has almost everywhere."""
    return np.floor_divide(input, other)


@op(r"x \bmod c", name="RemainderBackward0", input=(lambda g: g, r"g"))
def _remainder_number(input: Array, other: Any) -> Array:
    _check_division("remainder", input, np.asarray(other))
    return np.remainder(input, other)


@elementwise(
    r"x \bmod y",
    name="RemainderBackward1",
    input=(lambda g: g, r"g"),
    other=(lambda g, input, other: -g * _floored(input, other), r"-g \odot \lfloor x/y \rfloor"),
)
def _remainder(input: Array, other: Array) -> Array:
    _check_division("remainder", input, other)
    return np.remainder(input, other)


def remainder(input: Any, other: Any) -> Tensor:
    """Elementwise ``input % other``: what `floor_divide` leaves, of the sign of `other`.

    Saves both operands if `other` is a tensor that needs a gradient.

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
    if is_tensor(input) and is_number(other):
        return _remainder_number(*meeting(input, other))  # type: ignore[no-any-return]
    if is_number(input) and is_tensor(other):
        input, other = alike(input, other)
    return _remainder(input, other)  # type: ignore[no-any-return]


def _check_division(name: str, input: Array, other: Array) -> None:
    """Integers have neither infinity nor nan to say that they were divided by zero."""
    if input.dtype.kind == "b":
        raise NotImplementedError(f"\"{name}_cpu\" not implemented for 'Bool'")
    if input.dtype.kind != "f" and np.any(np.equal(other, 0)):
        raise RuntimeError("ZeroDivisionError: an integer tensor is divided by 0")


# ---------------------------------------------------------------------------------- with a factor


@op(
    r"x + \alpha y",
    name="AddBackward0",
    input=(lambda g: g, r"g"),
    other=(lambda g, alpha: g * alpha, r"\alpha g"),
)
def _add_scaled(input: Array, other: Array, *, alpha: Any) -> Array:
    return input + _times(input, other, alpha)


@op(
    r"x - \alpha y",
    name="SubBackward0",
    input=(lambda g: g, r"g"),
    other=(lambda g, alpha: g * -alpha, r"-\alpha g"),
)
def _sub_scaled(input: Array, other: Array, *, alpha: Any) -> Array:
    return _difference(input, _times(input, other, alpha))


def _times(input: Array, other: Array, alpha: Any) -> Array:
    """``alpha * other``, in the type of a sum with `input`."""
    if isinstance(alpha, float) and "f" not in np.result_type(input, other).kind:
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number. "
            f"It is {alpha}, for a result of type {input.dtype}: convert a tensor first, x.float()."
        )
    if input.dtype.kind == "b":
        return other * bool(alpha)
    return other * cast(alpha, getattr(other, "dtype", input.dtype))


def _scalable(plain: Call, scaled: Call) -> Call:
    """`plain`, which leaves a call with an `alpha` other than 1 to `scaled`, a row of its own."""

    def call(input: Any, other: Any, *, alpha: Any = 1) -> Any:
        if alpha == 1:
            return plain(input, other)
        return scaled(input, other, alpha=_checked_alpha(plain.__name__, alpha))

    return update_wrapper(call, plain)


def _promoted(call: Call) -> Call:
    return lambda input, other, *, alpha: call(*alike(input, other), alpha=alpha)


def _checked_alpha(name: str, alpha: Any) -> Any:
    if is_tensor(alpha) or is_number(alpha):
        return alpha.item() if hasattr(alpha, "item") else alpha
    raise TypeError(f"{name}(): argument 'alpha' must be Number, not {type(alpha).__name__}")


add = _scalable(add, _promoted(_add_scaled))
sub = _scalable(sub, _promoted(_sub_scaled))


# ---------------------------------------------------------------------------------- in place

add_ = _scalable(in_place(add), in_place(_add_scaled))
sub_ = _scalable(in_place(sub), in_place(_sub_scaled))
mul_, div_, neg_, reciprocal_ = map(in_place, (mul, div, neg, reciprocal))
floor_divide_ = in_place(floor_divide)
_remainder_number_, _remainder_tensor_ = in_place(_remainder_number), in_place(_remainder)


def remainder_(input: Any, other: Any) -> Tensor:
    """In-place version of `remainder`."""
    if not is_number(other):
        return _remainder_tensor_(input, other)  # type: ignore[no-any-return]
    check_stays(input, other)
    return _remainder_number_(input, pythonic(other))  # type: ignore[no-any-return]
