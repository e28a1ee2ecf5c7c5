"""Comparisons, logic and integer arithmetic: no gradient passes, so no row here has a rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import elementwise, op
from ..backend import Array


@elementwise(r"x = y")
def eq(input: Array, other: Array) -> Array:
    """Elementwise equality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.eq(minigrad.tensor([1, 2]), 2)
        tensor([False,  True])
    """
    return np.equal(input, other)


@elementwise(r"x \ne y")
def ne(input: Array, other: Array) -> Array:
    """Elementwise inequality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.ne(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return np.not_equal(input, other)


@elementwise(r"x < y")
def lt(input: Array, other: Array) -> Array:
    """Elementwise ``input < other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.lt(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return np.less(input, other)


@elementwise(r"x \le y")
def le(input: Array, other: Array) -> Array:
    """Elementwise ``input <= other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.le(minigrad.tensor([1, 2]), 1)
        tensor([ True, False])
    """
    return np.less_equal(input, other)


@elementwise(r"x > y")
def gt(input: Array, other: Array) -> Array:
    """Elementwise ``input > other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.gt(minigrad.tensor([1, 2]), 1)
        tensor([False,  True])
    """
    return np.greater(input, other)


@elementwise(r"x \ge y")
def ge(input: Array, other: Array) -> Array:
    """Elementwise ``input >= other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.ge(minigrad.tensor([1, 2]), 2)
        tensor([False,  True])
    """
    return np.greater_equal(input, other)


@elementwise(r"x \land y")
def bitwise_and(input: Array, other: Array) -> Array:
    """Elementwise ``input & other`` of bools or integers: both masks hold.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([True, True]) & minigrad.tensor([True, False])
        tensor([ True, False])
    """
    return _integral("bitwise_and", np.bitwise_and, input, other)


@elementwise(r"x \lor y")
def bitwise_or(input: Array, other: Array) -> Array:
    """Elementwise ``input | other`` of bools or integers: one of the masks holds.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([True, False]) | minigrad.tensor([False, False])
        tensor([ True, False])
    """
    return _integral("bitwise_or", np.bitwise_or, input, other)


@op(r"\lnot x")
def bitwise_not(input: Array) -> Array:
    """Elementwise ``~input`` of bools or integers: the mask turned round.

    Example:
        >>> import minigrad
        >>> ~minigrad.tensor([True, False])
        tensor([False,  True])
    """
    return _integral("bitwise_not", np.invert, input)


def _integral(name: str, ufunc: Any, *operands: Any) -> Any:
    try:
        return ufunc(*operands)
    except TypeError:
        raise NotImplementedError(
            f'"{name}_cpu" not implemented for floating point tensors. Compare first, x > 0, to get '
            "bools."
        ) from None


def all(input: Any) -> Any:
    """Whether every element is true, as a 0-d bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.all(minigrad.tensor([True, False]))
        tensor(False)
    """
    return _all(input)


def any(input: Any) -> Any:
    """Whether some element is true, as a 0-d bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.any(minigrad.tensor([True, False]))
        tensor(True)
    """
    return _any(input)


@op(r"\forall x")
def _all(input: Array) -> Array:
    return np.all(input)


@op(r"\exists x")
def _any(input: Array) -> Array:
    return np.any(input)
