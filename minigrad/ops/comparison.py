"""Comparisons and logic, and choosing by their results: `where`, masks, `clamp`.

No gradient passes through a truth value, so what gives one has no rule. In TeX, x is `input`, a is
`min`, b is `max`, g the gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import elementwise, op, public
from ..autograd.wrap import is_tensor, untracked
from ..backend import Array, module_of
from ..dtype import of
from .operands import bare, fitted, pythonic, reduced_axes, tensors
from .shapes import copy_

if TYPE_CHECKING:
    from ..tensor import Tensor


# ---------------------------------------------------------------------------------- comparisons


@public(method=True)
@elementwise(r"x = y")
def eq(input: Array, other: Array) -> Array:
    """Elementwise equality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.eq(minigrad.tensor([1, 2]), 2)
        tensor([False,  True])
    """
    return input == other


@public(method=True)
@elementwise(r"x \ne y")
def ne(input: Array, other: Array) -> Array:
    """Elementwise inequality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.ne(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return input != other


@public(method=True)
@elementwise(r"x < y")
def lt(input: Array, other: Array) -> Array:
    """Elementwise ``input < other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.lt(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return input < other


@public(method=True)
@elementwise(r"x \le y")
def le(input: Array, other: Array) -> Array:
    """Elementwise ``input <= other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.le(minigrad.tensor([1, 2]), 1)
        tensor([ True, False])
    """
    return input <= other


@public(method=True)
@elementwise(r"x > y")
def gt(input: Array, other: Array) -> Array:
    """Elementwise ``input > other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.gt(minigrad.tensor([1, 2]), 1)
        tensor([False,  True])
    """
    return input > other


@public(method=True)
@elementwise(r"x \ge y")
def ge(input: Array, other: Array) -> Array:
    """Elementwise ``input >= other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.ge(minigrad.tensor([1, 2]), 2)
        tensor([False,  True])
    """
    return input >= other


# ---------------------------------------------------------------------------------- nan, infinity


@public(method=True)
@op(r"x = \mathrm{nan}")
def isnan(input: Array) -> Array:
    """Whether an element is nan, not a number; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isnan(minigrad.tensor([1.0, float("nan")]))
        tensor([False,  True])
    """
    return np.isnan(input)


@public(method=True)
@op(r"|x| = \infty")
def isinf(input: Array) -> Array:
    """Whether an element is infinite, positive or negative; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isinf(minigrad.tensor([1.0, float("-inf")]))
        tensor([False,  True])
    """
    return np.isinf(input)


@public(method=True)
@op(r"|x| < \infty")
def isfinite(input: Array) -> Array:
    """Whether an element is neither infinite nor nan; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isfinite(minigrad.tensor([1.0, float("inf"), float("nan")]))
        tensor([ True, False, False])
    """
    return np.isfinite(input)


# ---------------------------------------------------------------------------------- nearly, wholly


@public(method=True)
@op(r"|x - y| \le a + r |y|")
def isclose(
    input: Array, other: Array, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False
) -> Array:
    """Whether two elements are nearly equal, ``|input - other| <= atol + rtol * |other|``.

    Infinity is close to itself alone.

    Args:
        input: any shape.
        other: of the same type; shapes broadcast.
        rtol: how far they may be apart, as a part of `other`.
        atol: how far they may be apart anyway.
        equal_nan: whether nan is close to nan.

    Raises:
        RuntimeError: the types differ, or the shapes do not broadcast.
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.isclose(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0000001, 2.1]))
        tensor([ True, False])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isclose.html
    """
    if input.dtype != other.dtype:
        raise RuntimeError(f"{of(input.dtype).kind} did not match {of(other.dtype).kind}")
    return np.isclose(input, other, rtol, atol, equal_nan)


@public(method=True)
def allclose(
    input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    """Whether all elements are nearly equal: `isclose` everywhere, as a Python bool.

    Arguments and errors are those of `isclose`.

    Example:
        >>> import minigrad
        >>> minigrad.allclose(minigrad.tensor([1.0]), minigrad.tensor([1.0000001]))
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.allclose.html
    """
    return bool(np.all(isclose(input, other, rtol, atol, equal_nan)._array))


@public(method=True)
def equal(input: Tensor, other: Tensor) -> bool:
    """Whether two tensors have one shape and equal elements, as a Python bool; nan equals nothing.

    Raises:
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.equal(minigrad.tensor([1, 2]), minigrad.tensor([1, 2]))
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.equal.html
    """
    return input.shape == other.shape and bool(np.all(eq(input, other)._array))


# ---------------------------------------------------------------------------------- logic


@public(method=True, in_place=True)
@elementwise(r"x \land y")
def bitwise_and(input: Array, other: Array) -> Array:
    """Elementwise ``input & other`` of bools or integers: both masks hold.

    Raises:
        TypeError: an operand is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([True, True]) & minigrad.tensor([True, False])
        tensor([ True, False])
    """
    return np.bitwise_and(input, other)


@public(method=True, in_place=True)
@elementwise(r"x \lor y")
def bitwise_or(input: Array, other: Array) -> Array:
    """Elementwise ``input | other`` of bools or integers: one of the masks holds, or both.

    Raises:
        TypeError: an operand is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([True, False]) | minigrad.tensor([False, False])
        tensor([ True, False])
    """
    return np.bitwise_or(input, other)


@public(method=True, in_place=True)
@elementwise(r"x \oplus y")
def bitwise_xor(input: Array, other: Array) -> Array:
    """Elementwise ``input ^ other`` of bools or integers: one of the masks holds, not both.

    Raises:
        TypeError: an operand is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([True, False]) ^ minigrad.tensor([True, True])
        tensor([False,  True])
    """
    return np.bitwise_xor(input, other)


@public(method=True, in_place=True)
@op(r"\lnot x")
def bitwise_not(input: Array) -> Array:
    """Elementwise ``~input`` of bools or integers: the mask turned round.

    Raises:
        TypeError: `input` is floating point.

    Example:
        >>> import minigrad
        >>> ~minigrad.tensor([True, False])
        tensor([False,  True])
    """
    return np.invert(input)


# ---------------------------------------------------------------------------------- truth values


@public(method=True, in_place=True)
@elementwise(r"x \land y")
def logical_and(input: Array, other: Array) -> Array:
    """Whether neither element is 0; tensors of any type, shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.logical_and(minigrad.tensor([0.0, 2.0]), minigrad.tensor([1, 1]))
        tensor([False,  True])
    """
    return np.logical_and(input, other)


@public(method=True, in_place=True)
@elementwise(r"x \lor y")
def logical_or(input: Array, other: Array) -> Array:
    """Whether one of the elements is not 0, or both; tensors of any type, shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.logical_or(minigrad.tensor([0.0, 2.0]), minigrad.tensor([0, 1]))
        tensor([False,  True])
    """
    return np.logical_or(input, other)


@public(method=True, in_place=True)
@elementwise(r"x \oplus y")
def logical_xor(input: Array, other: Array) -> Array:
    """Whether exactly one of the elements is not 0; tensors of any type, shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.logical_xor(minigrad.tensor([0.0, 2.0]), minigrad.tensor([1, 1]))
        tensor([ True, False])
    """
    return np.logical_xor(input, other)


@public(method=True, in_place=True)
@op(r"\lnot x")
def logical_not(input: Array) -> Array:
    """Whether an element is 0; of any type.

    Example:
        >>> import minigrad
        >>> minigrad.logical_not(minigrad.tensor([0.0, 2.0]))
        tensor([ True, False])
    """
    return np.logical_not(input)


# ---------------------------------------------------------------------------------- of all, of any


@public(method=True)
@op(r"\forall i: x_i")
def all(input: Array, dim: Any = None, keepdim: bool = False) -> Array:
    """Whether every element is true: of all, or along `dim`.

    Args:
        input: any shape; a number is true if it is not 0.
        dim: one dimension or several; None means all.
        keepdim: keep the reduced dimensions, with size one.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.all(minigrad.tensor([[True, False], [True, True]]), dim=1)
        tensor([False,  True])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.all.html
    """
    return np.all(input, reduced_axes(dim, input.ndim), keepdims=keepdim)


@public(method=True)
@op(r"\exists i: x_i")
def any(input: Array, dim: Any = None, keepdim: bool = False) -> Array:
    """Whether some element is true; arguments are those of `all`.

    Example:
        >>> import minigrad
        >>> minigrad.any(minigrad.tensor([[True, False], [False, False]]), dim=1)
        tensor([ True, False])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.any.html
    """
    return np.any(input, reduced_axes(dim, input.ndim), keepdims=keepdim)


# ---------------------------------------------------------------------------------- choosing


@op(
    r"c\,?\,x : y",
    name="WhereBackward0",
    meets=True,
    input=(lambda g, condition: where(condition, g, 0), r"g \odot [c]"),
    other=(lambda g, condition: where(condition, 0, g), r"g \odot [\lnot c]"),
)
def _where(condition: Array, input: Array, other: Array) -> Array:
    if isinstance(condition, np.bool_) and type(input) is type(other) is not np.ndarray:
        return input if condition else other  # single numbers: a tenth of the time
    return np.where(condition, input, other)


@public(function=True)
def where(condition: Any, input: Any = None, other: Any = None) -> Any:
    """`input` where `condition` holds, `other` elsewhere; all three broadcast.

    Saves `condition`. Called with `condition` alone, it says where that holds: a tuple of
    positions, one tensor for each dimension.

    Args:
        condition: a bool tensor.
        input: a tensor or a number.
        other: a tensor or a number.

    Raises:
        RuntimeError: `condition` is not of bools, or the shapes do not broadcast.
        TypeError: `condition` is no tensor.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, -2.0])
        >>> minigrad.where(x > 0, x, 0.0)
        tensor([1., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.where.html
    """
    if not is_tensor(condition):  # inside a rule it is an array; anything else is refused
        return _where(condition, input, other)
    if input is None and other is None:
        places = np.nonzero(np.atleast_1d(condition._array))  # columns of a table
        return tuple(untracked(column.copy()) for column in places)
    if condition._array.dtype.kind != "b":
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{of(condition._array.dtype).kind}"
        )
    return _where(condition, *tensors(input, other))


# ---------------------------------------------------------------------------------- by a mask


@op(
    r"m\,?\,c : x",
    name="MaskedFillBackward0",
    input=(lambda g, mask: _masked_fill(g, mask, 0), r"g \odot [\lnot m]"),
)
def _masked_fill(input: Array, mask: Array, value: Any) -> Array:
    if mask.dtype.kind != "b":
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype "
            f"{of(mask.dtype).cpp}\nA comparison gives one: x > 0."
        )
    return np.where(mask, fitted(value, input.dtype), input)


@public(method=True)
def masked_fill(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """`value` where `mask` holds, `input` elsewhere; the two broadcast. Saves `mask`.

    Args:
        input: any shape.
        mask: a bool tensor.
        value: a number, or a tensor without dimensions; it is converted to the type of `input`.

    Raises:
        RuntimeError: `mask` is not of bools, the shapes do not broadcast, `value` has dimensions
            or does not fit into the type of `input`.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, -2.0])
        >>> x.masked_fill(x < 0, 0)
        tensor([1., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.masked_fill_.html
    """
    if not is_tensor(value):
        return _masked_fill(input, mask, value)
    if value.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value.ndim} dimension(s)."
        )
    return where(mask, value.to(input.dtype), input)


_fill_by_mask_ = in_place(_masked_fill)


@public(function=False, method=True)
def masked_fill_(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """In-place version of `masked_fill`."""
    if is_tensor(value):
        return copy_(input, masked_fill(input, mask, value))
    return _fill_by_mask_(input, mask, value)


def _masked_select_vjp(g: Any, input: Any, mask: Any) -> Any:
    return _masked_scatter(g, mask, np.broadcast_shapes(input.shape, mask.shape))


@op(
    r"x",
    name="MaskedScatterBackward0",
    input=(lambda g, mask: masked_select(g, mask), r"g_{[m]}"),
)
def _masked_scatter(input: Array, mask: Array, shape: Any) -> Array:
    """Zeros of `shape`, with the elements of `input` one after another where `mask` holds."""
    out = module_of(input).zeros(shape, input.dtype)
    out[np.broadcast_to(mask, shape)] = input
    return out


@public(method=True)
@op(r"x_{[m]}", input=(_masked_select_vjp, r"g"))
def masked_select(input: Array, mask: Array) -> Array:
    """The elements where `mask` holds, in a row; the two broadcast. Saves both.

    Args:
        input: any shape.
        mask: a bool tensor.

    Returns:
        One dimension, as long as there are elements that the mask holds for.

    Raises:
        RuntimeError: `mask` is not of bools, or the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, -2.0], [3.0, -4.0]])
        >>> minigrad.masked_select(x, x > 0)
        tensor([1., 3.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.masked_select.html
    """
    if mask.dtype.kind != "b":
        raise RuntimeError(
            "masked_select: expected BoolTensor for mask\nA comparison gives one: x > 0."
        )
    input, mask = np.broadcast_arrays(input, mask)
    return input[mask]


# ---------------------------------------------------------------------------------- bounds


Call = Callable[..., Any]


def _inside_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    if min is None:
        return where(input <= max, g, 0)
    if max is None:
        return where(input >= min, g, 0)
    return where((input >= min) & (input <= max), g, 0)


def _below_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    """The lower bound is the result where the input is lower still; `max` wins where they cross."""
    lower = input < min
    return where(lower if max is None else lower & (min < max), g, 0)


def _above_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    higher = input > max
    return where(higher if min is None else higher | (max < min), g, 0)


@op(r"\min(\max(x, a), b)", name="ClampBackward1", input=(_inside_vjp, r"g \odot [a \le x \le b]"))
def _clamp(input: Array, min: Any, max: Any) -> Array:
    return _between(input, min, max)


@elementwise(
    r"\min(\max(x, a), b)",
    name="ClampBackward0",
    label="clamp",
    input=(_inside_vjp, r"g \odot [a \le x \le b]"),
    min=(_below_vjp, r"g \odot [x < a < b]"),
    max=(_above_vjp, r"g \odot [x > b \lor a > b]"),
)
def _clamp_tensor(input: Array, min: Array, max: Array) -> Array:
    return _between(input, min, max)


def _between(input: Array, min: Any, max: Any) -> Array:
    least = input if min is None else np.maximum(input, min)
    return least if max is None else np.minimum(least, max)


@public(method=True, aliases=("clip",))
def clamp(input: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Each element, or the bound that it lies beyond; where the bounds cross, `max`.

    The gradient passes where an element lies between the bounds or on one of them; elsewhere a
    bound that is a tensor gets it. Saves `input`, and bounds that are tensors.

    Args:
        input: any shape.
        min: a number, or a tensor that broadcasts with `input`; None for no lower bound.
        max: the same, for the upper bound.

    Raises:
        RuntimeError: neither bound is given, or one does not fit into the type of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.clamp(minigrad.tensor([-2.0, 0.5, 3.0]), min=0, max=1)
        tensor([0.0000, 0.5000, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.clamp.html
    """
    return _bounded((_clamp, _clamp_tensor), input, min, max)


@public(method=True)
def clamp_min(input: Tensor, min: Any) -> Tensor:
    """`clamp` with a lower bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_min(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([0.0000, 0.5000])
    """
    return clamp(input, min=min)


@public(method=True)
def clamp_max(input: Tensor, max: Any) -> Tensor:
    """`clamp` with an upper bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_max(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([-2.,  0.])
    """
    return clamp(input, max=max)


# ---------------------------------------------------------------------------------- in place

_CLAMP_ = in_place(_clamp), in_place(_clamp_tensor)


@public(function=False, method=True, aliases=("clip_",))
def clamp_(input: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """In-place version of `clamp`."""
    return _bounded(_CLAMP_, input, min, max)


@public(function=False, method=True)
def clamp_min_(input: Tensor, min: Any) -> Tensor:
    """In-place version of `clamp_min`."""
    return clamp_(input, min=min)


@public(function=False, method=True)
def clamp_max_(input: Tensor, max: Any) -> Tensor:
    """In-place version of `clamp_max`."""
    return clamp_(input, max=max)


def _bounded(rows: tuple[Call, Call], input: Any, min: Any, max: Any) -> Any:
    """What the row for numbers makes of `input`, or that for tensors, which also promotes."""
    if min is None and max is None:
        raise RuntimeError("minigrad.clamp: At least one of 'min' or 'max' must not be None")
    if is_tensor(min) or is_tensor(max) or bare(input).dtype.kind != "f":
        return rows[1](input, *(x if x is None else tensors(input, x)[1] for x in (min, max)))
    return rows[0](input, pythonic(min), pythonic(max))


_clamp_min = clamp_min
