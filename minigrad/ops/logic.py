"""Logic: on bits, on truth values, of all and of any. No gradient passes through a truth value."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..backend import Array
from .dims import reduced_axes


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


@elementwise(r"x \land y")
def logical_and(input: Array, other: Array) -> Array:
    """Whether neither element is 0; tensors of any type, shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.logical_and(minigrad.tensor([0.0, 2.0]), minigrad.tensor([1, 1]))
        tensor([False,  True])
    """
    return np.logical_and(input, other)


@elementwise(r"x \lor y")
def logical_or(input: Array, other: Array) -> Array:
    """Whether one of the elements is not 0, or both; tensors of any type, shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.logical_or(minigrad.tensor([0.0, 2.0]), minigrad.tensor([0, 1]))
        tensor([False,  True])
    """
    return np.logical_or(input, other)


@elementwise(r"x \oplus y")
def logical_xor(input: Array, other: Array) -> Array:
    """Whether exactly one of the elements is not 0; tensors of any type, shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.logical_xor(minigrad.tensor([0.0, 2.0]), minigrad.tensor([1, 1]))
        tensor([ True, False])
    """
    return np.logical_xor(input, other)


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


bitwise_and_, bitwise_or_, bitwise_xor_, bitwise_not_, logical_not_ = map(
    in_place, (bitwise_and, bitwise_or, bitwise_xor, bitwise_not, logical_not)
)
logical_and_, logical_or_, logical_xor_ = map(in_place, (logical_and, logical_or, logical_xor))
