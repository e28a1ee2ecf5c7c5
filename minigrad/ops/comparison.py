"""Comparisons and logic, and choosing by their results: `where`, masks, `clamp`.

No gradient passes through a truth value, so what gives one has no rule. In TeX, x is `input`, a is
`min`, b is `max`, g the gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import elementwise, op, public
from ..autograd.wrap import Tensor, is_tensor, untracked
from ..backend import Array
from ..dtype import of
from .operands import array_of, as_scalar, reduced_axes, tensors
from .shapes import copy_

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


@public(method=True, aliases=("not_equal",))
@elementwise(r"x \ne y")
def ne(input: Array, other: Array) -> Array:
    """Elementwise inequality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.ne(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return input != other


@public(method=True, aliases=("less",))
@elementwise(r"x < y")
def lt(input: Array, other: Array) -> Array:
    """Elementwise ``input < other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.lt(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return input < other


@public(method=True, aliases=("less_equal",))
@elementwise(r"x \le y")
def le(input: Array, other: Array) -> Array:
    """Elementwise ``input <= other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.le(minigrad.tensor([1, 2]), 1)
        tensor([ True, False])
    """
    return input <= other


@public(method=True, aliases=("greater",))
@elementwise(r"x > y")
def gt(input: Array, other: Array) -> Array:
    """Elementwise ``input > other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.gt(minigrad.tensor([1, 2]), 1)
        tensor([False,  True])
    """
    return input > other


@public(method=True, aliases=("greater_equal",))
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
        raise RuntimeError(
            f"{of(input.dtype).title} did not match {of(other.dtype).title}\n"
            "Convert one of them: other.to(input.dtype)."
        )
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


@public(function=True)
def isin(elements: Any, test_elements: Any, *, invert: bool = False) -> Tensor:
    """Whether each element is one of `test_elements`; as bools, in the shape of `elements`.

    Args:
        elements: a tensor of any shape, or a number.
        test_elements: what to look among: a tensor of any shape, or a number.
        invert: whether it is none of them.

    Example:
        >>> import minigrad
        >>> minigrad.isin(minigrad.tensor([[1, 2], [3, 4]]), minigrad.tensor([2, 3]))
        tensor([[False,  True],
                [ True, False]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isin.html
    """
    return untracked(np.isin(array_of(elements), array_of(test_elements), invert=invert))


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
    promotes=True,
    input=(lambda g, condition: where(condition, g, 0), r"g \odot [c]"),
    other=(lambda g, condition: where(condition, 0, g), r"g \odot [\lnot c]"),
)
def _where(condition: Array, input: Array, other: Array) -> Array:
    if type(condition) is np.bool_ and type(input) is type(other) and isinstance(input, np.generic):
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
        return nonzero(condition, as_tuple=True)
    if condition._array.dtype.kind != "b":
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{of(condition._array.dtype).title}"
        )
    return _where(condition, *tensors(input, other))


@public(method=True)
def nonzero(input: Tensor, *, as_tuple: bool = False) -> Any:
    """Where `input` is not 0: a row of positions for each such element, in order. Unrecorded.

    Args:
        input: any shape ``(*)`` of D dimensions.
        as_tuple: give the columns instead, a tensor for each dimension: an index for ``x[...]``.

    Returns:
        ``(N, D)``, or a tuple of D tensors ``(N,)``; a 0-d tensor counts as ``(1,)`` for it.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[0, 5], [7, 0]])
        >>> x.nonzero()
        tensor([[0, 1],
                [1, 0]])
        >>> x[x.nonzero(as_tuple=True)]
        tensor([5, 7])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nonzero.html
    """
    if as_tuple:
        return tuple(untracked(x.copy()) for x in np.nonzero(np.atleast_1d(input._array)))
    return untracked(np.argwhere(input._array).copy())


@public(method=True)
def argwhere(input: Tensor) -> Tensor:
    """Where the elements that are not 0 lie, a row each: `nonzero` by another name.

    Example:
        >>> import minigrad
        >>> minigrad.argwhere(minigrad.tensor([0, 5]))
        tensor([[1]])
    """
    return nonzero(input)


@public(method=True, in_place=True)
@op(
    r"x \text{ if } |x| < \infty \text{ else } a",
    input=(lambda g, input: g * isfinite(input), r"g \odot [|x| < \infty]"),
)
def nan_to_num(input: Array, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Array:
    """Numbers in place of nan and of the infinities; what is replaced gets no gradient.

    Saves `input`.

    Args:
        input: any shape.
        nan: what stands for nan.
        posinf: what stands for infinity; default: the largest number of the type.
        neginf: what stands for minus infinity; default: the smallest.

    Example:
        >>> import minigrad
        >>> minigrad.nan_to_num(minigrad.tensor([1.0, float("nan"), float("inf")]), posinf=9)
        tensor([1., 0., 9.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nan_to_num.html
    """
    return np.nan_to_num(input, nan=nan, posinf=posinf, neginf=neginf)


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
    return np.where(mask, as_scalar(value, input.dtype), input)


@public(method=True)
def masked_fill(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """`value` where `mask` holds, `input` elsewhere; the two broadcast. Saves `mask`.

    Args:
        input: any shape.
        mask: a bool tensor.
        value: a number, or a tensor without dimensions; it is converted to the type of `input`.

    Raises:
        RuntimeError: `mask` is not of bools, the shapes do not broadcast, or `value` has dimensions
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
            f"{value.ndim} dimension(s).\nwhere(mask, value, input) takes one of any shape."
        )
    return where(mask, value.to(input.dtype), input)


_fill_by_mask_ = in_place(_masked_fill)


@public(function=False, method=True)
def masked_fill_(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """In-place version of `masked_fill`."""
    if is_tensor(value):
        return copy_(input, masked_fill(input, mask, value))
    return _fill_by_mask_(input, mask, value)
