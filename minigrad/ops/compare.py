"""Comparisons and logic: no gradient passes through a truth value, so no row here has a rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import elementwise, op
from ..backend import Array
from ..dtype import of
from .dims import reduced_axes


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


@elementwise(r"x \land y")
def bitwise_and(input: Array, other: Array) -> Array:
    """Elementwise ``input & other`` of bools or integers: both masks hold.

    Raises:
        NotImplementedError: an operand is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([True, True]) & minigrad.tensor([True, False])
        tensor([ True, False])
    """
    return _of_bits("bitwise_and", np.bitwise_and, input, other)


@elementwise(r"x \lor y")
def bitwise_or(input: Array, other: Array) -> Array:
    """Elementwise ``input | other`` of bools or integers: one of the masks holds, or both.

    Raises:
        NotImplementedError: an operand is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([True, False]) | minigrad.tensor([False, False])
        tensor([ True, False])
    """
    return _of_bits("bitwise_or", np.bitwise_or, input, other)


@elementwise(r"x \oplus y")
def bitwise_xor(input: Array, other: Array) -> Array:
    """Elementwise ``input ^ other`` of bools or integers: one of the masks holds, not both.

    Raises:
        NotImplementedError: an operand is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([True, False]) ^ minigrad.tensor([True, True])
        tensor([False,  True])
    """
    return _of_bits("bitwise_xor", np.bitwise_xor, input, other)


@op(r"\lnot x")
def bitwise_not(input: Array) -> Array:
    """Elementwise ``~input`` of bools or integers: the mask turned round.

    Raises:
        NotImplementedError: `input` is floating point.

    Example:
        >>> import minigrad
        >>> ~minigrad.tensor([True, False])
        tensor([False,  True])
    """
    return _of_bits("bitwise_not", np.invert, input)


def _of_bits(name: str, ufunc: Any, *operands: Any) -> Any:
    try:
        return ufunc(*operands)
    except TypeError:
        raise NotImplementedError(
            f"\"{name}_cpu\" not implemented for '{of(operands[0].dtype).kind}'. A comparison "
            "gives bools: x > 0."
        ) from None


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
    return _truth(np.all, input, dim, keepdim)


@op(r"\exists i: x_i")
def any(input: Array, dim: Any = None, keepdim: bool = False) -> Array:
    """Whether some element is true; arguments are those of `all`.

    Example:
        >>> import minigrad
        >>> minigrad.any(minigrad.tensor([[True, False], [False, False]]), dim=1)
        tensor([ True, False])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.any.html
    """
    return _truth(np.any, input, dim, keepdim)


def _truth(reduce: Any, input: Array, dim: Any, keepdim: bool) -> Array:
    found = reduce(input, reduced_axes(dim, input.ndim), keepdims=keepdim)
    return found.astype(np.uint8) if input.dtype == np.uint8 else found  # bytes stay bytes, as ever
