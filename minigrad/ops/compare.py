"""Comparisons: of two tensors element by element, of two tensors as a whole, and with nan and inf.

No gradient passes through a truth value, so a comparison has no rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import elementwise, op
from ..backend import Array
from ..dtype import of

if TYPE_CHECKING:
    from ..tensor import Tensor


@elementwise(r"x = y")
def eq(input: Array, other: Array) -> Array:
    """Elementwise equality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.eq(minigrad.tensor([1, 2]), 2)
        tensor([False,  True])
    """
    return input == other


@elementwise(r"x \ne y")
def ne(input: Array, other: Array) -> Array:
    """Elementwise inequality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.ne(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return input != other


@elementwise(r"x < y")
def lt(input: Array, other: Array) -> Array:
    """Elementwise ``input < other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.lt(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return input < other


@elementwise(r"x \le y")
def le(input: Array, other: Array) -> Array:
    """Elementwise ``input <= other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.le(minigrad.tensor([1, 2]), 1)
        tensor([ True, False])
    """
    return input <= other


@elementwise(r"x > y")
def gt(input: Array, other: Array) -> Array:
    """Elementwise ``input > other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.gt(minigrad.tensor([1, 2]), 1)
        tensor([False,  True])
    """
    return input > other


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


@op(r"x = \mathrm{nan}")
def isnan(input: Array) -> Array:
    """Whether an element is nan, not a number; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isnan(minigrad.tensor([1.0, float("nan")]))
        tensor([False,  True])
    """
    return np.isnan(input)


@op(r"|x| = \infty")
def isinf(input: Array) -> Array:
    """Whether an element is infinite, positive or negative; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isinf(minigrad.tensor([1.0, float("-inf")]))
        tensor([False,  True])
    """
    return np.isinf(input)


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
