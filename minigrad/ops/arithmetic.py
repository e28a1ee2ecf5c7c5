"""Sum, difference and product.

In the rules `g` is the gradient of the output. Operands broadcast; no rule undoes that, the node
does it once for all of them. In TeX, x is `input`, y is `other`, z the result and g its gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import cast, no_form, type_name
from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .half import widen
from .operands import is_number, meeting, paired, pythonic, tensors

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
        RuntimeError: the shapes do not broadcast, an operand is a bool tensor, or `alpha` is a
            float and the result is not.

    Example:
        >>> import minigrad
        >>> minigrad.sub(minigrad.tensor([1.0, 2.0]), minigrad.tensor(1.0))
        tensor([0., 1.])
    """
    return input - other


def _no_masks(input: Any, other: Any) -> None:
    """A mask is not subtracted, for what would True less True be?"""
    bools = [getattr(x, "dtype", None) == np.bool_ or type(x) is bool for x in (input, other)]
    if np.all(bools):
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead."
        )
    if np.any(bools):
        raise RuntimeError(f"Subtraction, the `-` operator, with {_NO_BOOLS}")


sub.op.check = _no_masks  # type: ignore[attr-defined]


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


# In place bools are refused before all else.
neg.op.check = lambda x: x.dtype.kind == "b" and neg.op.forward(x)  # type: ignore[attr-defined]


@op(r"c - x", name="RsubBackward1", input=(lambda g: -g, r"-g"))
def _rsub(input: Array, other: Any) -> Array:
    return other - input


def rsub(input: Any, other: Any) -> Tensor:
    """``other - input``: what ``1 - x`` calls. Saves nothing.

    Raises:
        RuntimeError: one of them is a bool tensor.
        TypeError: `input` is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.rsub(minigrad.tensor([1.0, 2.0]), 3)
        tensor([2., 1.])
    """
    if is_tensor(input):
        if type(other) in (int, float) and input._array.dtype.kind == "f":  # nothing to convert
            return _rsub(input, other)  # type: ignore[no-any-return]
        if is_tensor(other):
            return sub(other, input)  # type: ignore[no-any-return]
        if is_number(other):
            _no_masks(input._array, pythonic(other))
            return _rsub(*meeting(input, other))  # type: ignore[no-any-return]
    raise no_form("rsub", (input, other), {}, "(Tensor input, Tensor or Number other)")


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


widen(mul)

# ---------------------------------------------------------------------------------- with a factor


@op(
    r"x + \alpha y",
    name="AddBackward0",
    input=(lambda g: g, r"g"),
    other=(lambda g, alpha: g * alpha, r"\alpha g"),
)
def _add_scaled(input: Array, other: Array, *, alpha: Any) -> Array:
    return input + _scaled(input, other, alpha)


@op(
    r"x - \alpha y",
    name="SubBackward0",
    input=(lambda g: g, r"g"),
    other=(lambda g, alpha: g * -alpha, r"-\alpha g"),
)
def _sub_scaled(input: Array, other: Array, *, alpha: Any) -> Array:
    return input - _scaled(input, other, alpha)


_add_scaled.op.label, _sub_scaled.op.label = "add", "sub"  # type: ignore[attr-defined]
_add_scaled.op.meets = _sub_scaled.op.meets = True  # type: ignore[attr-defined]


def _scaled(input: Array, other: Array, alpha: Any) -> Array:
    """``alpha * other``; the two are of one type."""
    common = input.dtype
    if isinstance(alpha, float) and common.kind != "f":
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number.\n"
            f"It is {alpha}, for a result of type {common}: convert a tensor first, x.float()."
        )
    if isinstance(alpha, bool) and common.kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    return other * (bool(alpha) if common.kind == "b" else cast(alpha, common))


def _scalable(plain: Call, scaled: Call) -> Call:
    """`plain`, which leaves a call with an `alpha` other than 1 to `scaled`, a row of its own."""

    def call(input: Any, other: Any, *, alpha: Any = 1) -> Any:
        if alpha == 1 and alpha is not True:
            return plain(input, other)
        if not all(hasattr(x, "dtype") or is_number(x) for x in (input, other)):
            return plain(input, other)  # refuses it
        if plain.op.check is not None:  # type: ignore[attr-defined]
            plain.op.check(*(getattr(x, "_array", x) for x in (input, other)))  # type: ignore[attr-defined]
        return scaled(input, other, alpha=_checked_alpha(plain.__name__, alpha))

    return update_wrapper(call, plain)


def _promoted(call: Call) -> Call:
    return lambda input, other, *, alpha: call(*tensors(input, other), alpha=alpha)


def _checked_alpha(name: str, alpha: Any) -> Any:
    if is_tensor(alpha) or is_number(alpha):
        return alpha.item() if hasattr(alpha, "item") else alpha
    raise TypeError(f"{name}(): argument 'alpha' must be Number, not {type_name(alpha)}")


_add, _sub = add, sub
add = _scalable(_add, _promoted(_add_scaled))
sub = _scalable(_sub, _promoted(_sub_scaled))
add.method = _scalable(paired(_add), _promoted(_add_scaled))  # type: ignore[attr-defined]
sub.method = _scalable(paired(_sub), _promoted(_sub_scaled))  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------------- in place

add_ = _scalable(in_place(add), in_place(_add_scaled))
sub_ = _scalable(in_place(sub), in_place(_sub_scaled))
mul_, neg_ = in_place(mul), in_place(neg)
