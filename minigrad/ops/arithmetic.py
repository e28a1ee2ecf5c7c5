"""Sum, difference and product.

In the rules `g` is the gradient of the output. Operands broadcast; no rule undoes that, the node
does it once for all of them. In TeX, x is `input`, y is `other`, z the result and g its gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from ..dtype import of, result_type
from .operands import bare, meeting

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]

# ---------------------------------------------------------------------------------- sums


@elementwise(r"x + y", input=(lambda g: g, r"g"), other=(lambda g: g, r"g"))
def add(input: Array, other: Array, *, alpha: Any = 1) -> Array:
    """Elementwise sum ``input + alpha * other``; shapes broadcast.

    Saves nothing, so a second backward through it needs no ``retain_graph``.

    Raises:
        RuntimeError: the shapes do not broadcast.

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
        RuntimeError: the shapes do not broadcast, or both operands are bool tensors.

    Example:
        >>> import minigrad
        >>> minigrad.sub(minigrad.tensor([1.0, 2.0]), minigrad.tensor(1.0))
        tensor([0., 1.])
    """
    if input.dtype.kind == "b":
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead."
        )
    return input - other


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
        raise RuntimeError(f"Negation, the `-` operator, on {_NO_BOOLS}")
    return -input


@op(r"c - x", name="RsubBackward1", input=(lambda g: -g, r"-g"))
def _rsub(input: Array, other: Any) -> Array:
    return other - input


def rsub(input: Tensor, other: Any) -> Tensor:
    """``other - input``: what ``1 - x`` calls. Saves nothing.

    Raises:
        RuntimeError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.rsub(minigrad.tensor([1.0, 2.0]), 3)
        tensor([2., 1.])
    """
    if is_tensor(other):
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


# ---------------------------------------------------------------------------------- with a factor


def _scalable(plain: Call) -> Call:
    """`plain`, whose second operand may come with a factor `alpha`: a product before the sum."""

    def call(input: Any, other: Any, *, alpha: Any = 1) -> Any:
        if alpha != 1:
            if is_tensor(other):  # uint8 would have no room for a negative product
                other = other.to(of(result_type(bare(input), other._array)))
            other = other * alpha
        return plain(input, other)

    return update_wrapper(call, plain)


add_, sub_ = _scalable(in_place(add)), _scalable(in_place(sub))
mul_, neg_ = in_place(mul), in_place(neg)
add, sub = _scalable(add), _scalable(sub)
