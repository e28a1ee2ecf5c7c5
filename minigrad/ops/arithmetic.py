"""Sum, difference, product, and the two in one: `addcmul` and `lerp`.

In the rules `g` is the gradient of the output. Operands broadcast; no rule undoes that, the node
does it once for all of them. In TeX, x is `input`, y is `other`, z the result and g its gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import cast, type_name
from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .operands import alike, check_kind, check_tensors, fitted, is_number, meeting, pythonic

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


@op(r"c - x", name="RsubBackward1", input=(lambda g: -g, r"-g"))
def _rsub(input: Array, other: Any) -> Array:
    return other - input


def rsub(input: Any, other: Any) -> Tensor:
    """``other - input``: what ``1 - x`` calls. Saves nothing.

    Raises:
        RuntimeError: one of them is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.rsub(minigrad.tensor([1.0, 2.0]), 3)
        tensor([2., 1.])
    """
    if not is_number(other):
        return sub(other, input)  # type: ignore[no-any-return]
    _no_masks(input._array, pythonic(other))
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
    return input - _times(input, other, alpha)


def _times(input: Array, other: Array, alpha: Any) -> Array:
    """``alpha * other``, in the type of a sum with `input`."""
    common = np.result_type(input, other)
    if isinstance(alpha, float) and common.kind != "f":
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number.\n"
            f"It is {alpha}, for a result of type {common}: convert a tensor first, x.float()."
        )
    if isinstance(alpha, bool) and common.kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if input.dtype.kind == "b":
        return other * bool(alpha)
    return other * cast(alpha, getattr(other, "dtype", input.dtype))


def _scalable(plain: Call, scaled: Call) -> Call:
    """`plain`, which leaves a call with an `alpha` other than 1 to `scaled`, a row of its own."""

    def call(input: Any, other: Any, *, alpha: Any = 1) -> Any:
        if alpha == 1 and alpha is not True:
            return plain(input, other)
        if plain.op.check is not None:  # type: ignore[attr-defined]
            plain.op.check(*(getattr(x, "_array", x) for x in (input, other)))  # type: ignore[attr-defined]
        return scaled(input, other, alpha=_checked_number(plain.__name__, "alpha", alpha))

    return update_wrapper(call, plain)


def _promoted(call: Call) -> Call:
    return lambda input, other, *, alpha: call(*alike(input, other), alpha=alpha)


def _checked_number(name: str, argument: str, value: Any) -> Any:
    if is_tensor(value) or is_number(value):
        return value.item() if hasattr(value, "item") else value
    raise TypeError(f"{name}(): argument '{argument}' must be Number, not {type_name(value)}")


add = _scalable(add, _promoted(_add_scaled))
sub = _scalable(sub, _promoted(_sub_scaled))


# ---------------------------------------------------------------------------------- three tensors


@elementwise(
    r"x + c\,y_1 \odot y_2",
    name="AddcmulBackward0",
    input=(lambda g: g, r"g"),
    tensor1=(lambda g, tensor2, value: g * (tensor2 * value), r"c\,g \odot y_2"),
    tensor2=(lambda g, tensor1, value: g * (tensor1 * value), r"c\,g \odot y_1"),
)
def _addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: Any = 1) -> Array:
    check_kind("addcmul_cpu_out", input, "iuf")
    if input.dtype.kind != "f":
        value = fitted(value, input.dtype)
    return input + value * tensor1 * tensor2


_addcmul_ = in_place(_addcmul)


def addcmul(input: Any, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Tensor:
    """Elementwise ``input + value * tensor1 * tensor2``; shapes broadcast.

    Saves `tensor1` and `tensor2`, each if the other needs a gradient.

    Args:
        input: any shape.
        tensor1: the first factor.
        tensor2: the second.
        value: a number; among integers it is cut off.

    Raises:
        NotImplementedError: all are bool tensors.
        RuntimeError: the shapes do not broadcast.
        TypeError: one of the three is no tensor, or `value` no number.

    Example:
        >>> import minigrad
        >>> x, y = minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0])
        >>> minigrad.addcmul(x, y, y, value=0.5)
        tensor([ 5.5000, 10.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addcmul.html
    """
    check_tensors("addcmul", input=input, tensor1=tensor1, tensor2=tensor2)
    value = _checked_number("addcmul", "value", value)
    return _addcmul(input, tensor1, tensor2, value=value)  # type: ignore[no-any-return]


def addcmul_(input: Any, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Tensor:
    """In-place version of `addcmul`."""
    check_tensors("addcmul_", tensor1=tensor1, tensor2=tensor2)
    value = _checked_number("addcmul_", "value", value)
    return _addcmul_(input, tensor1, tensor2, value=value)  # type: ignore[no-any-return]


@op(
    r"x + c\,(y - x)",
    name="LerpBackward0",
    input=(lambda g, weight: g * (1 - weight), r"(1 - c)\,g"),
    end=(lambda g, weight: g * weight, r"c\,g"),
)
def _lerp_number(input: Array, end: Array, weight: Any) -> Array:
    check_kind("lerp_kernel_scalar", input, "f")
    if weight < 0.5:
        return input + weight * (end - input)
    return end - (end - input) * (1 - weight)  # so that for 1 it is just `end`


@op(
    r"x + w \odot (y - x)",
    name="LerpBackward1",
    input=(lambda g, weight: g * (1 - weight), r"g \odot (1 - w)"),
    end=(lambda g, weight: g * weight, r"g \odot w"),
    weight=(lambda g, input, end: g * (end - input), r"g \odot (y - x)"),
)
def _lerp_tensor(input: Array, end: Array, weight: Array) -> Array:
    check_kind("lerp_kernel_tensor", input, "f")
    way = end - input
    return np.where(weight < 0.5, input + weight * way, end - way * (1 - weight))


_lerp_number_, _lerp_tensor_ = in_place(_lerp_number), in_place(_lerp_tensor)


def lerp(input: Any, end: Any, weight: Any) -> Tensor:
    """Elementwise ``input + weight * (end - input)``, a point on the way from `input` to `end`.

    Saves `weight` if it is a tensor; and `input` and `end` if that needs a gradient.

    Args:
        input: floating point, any shape.
        end: of the same type; shapes broadcast.
        weight: how far to go, 0 for `input`, 1 for `end`: a number, or a tensor of the same type.

    Raises:
        NotImplementedError: the tensors are not floating point.
        RuntimeError: the types differ, or the shapes do not broadcast.
        TypeError: `end` is no tensor, or `weight` neither a tensor nor a number.

    Example:
        >>> import minigrad
        >>> minigrad.lerp(minigrad.tensor([0.0, 10.0]), minigrad.tensor([1.0, 20.0]), 0.25)
        tensor([ 0.2500, 12.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.lerp.html
    """
    return _lerp("lerp", (_lerp_number, _lerp_tensor), input, end, weight)  # type: ignore[no-any-return]


def lerp_(input: Any, end: Any, weight: Any) -> Tensor:
    """In-place version of `lerp`."""
    return _lerp("lerp_", (_lerp_number_, _lerp_tensor_), input, end, weight)  # type: ignore[no-any-return]


def _lerp(name: str, rows: tuple[Call, Call], input: Any, end: Any, weight: Any) -> Any:
    if not is_tensor(end) or not (is_tensor(weight) or is_number(weight)):
        met = ", ".join(map(type_name, (input, end, weight)))
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({met}), but expected "
            "one of:\n * (Tensor input, Tensor end, Tensor weight)\n * (Tensor input, Tensor end, "
            "Number weight)"
        )
    given = {"end": end, "weight": weight if is_tensor(weight) and weight.ndim else end}
    for argument, x in given.items():
        if x.dtype is not input.dtype:
            raise RuntimeError(
                f"expected dtype {input.dtype.cpp} for `{argument}` but got dtype {x.dtype.cpp}"
            )
    if is_tensor(weight):
        return rows[1](input, end, weight.to(input.dtype))
    return rows[0](input, end, pythonic(weight))


# ---------------------------------------------------------------------------------- in place

add_ = _scalable(in_place(add), in_place(_add_scaled))
sub_ = _scalable(in_place(sub), in_place(_sub_scaled))
mul_, neg_ = in_place(mul), in_place(neg)
