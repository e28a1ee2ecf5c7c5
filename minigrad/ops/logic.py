"""Logic: on bits, on truth values, of all and of any. No gradient passes through a truth value."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..backend import Array
from .dims import names_none, reduced_axes
from .layout import packed
from .operands import TENSOR_OR_NUMBER, check_kind, tensors_only
from .parse import IntOrShape, overloaded
from .reduce import check_flag


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
    check_kind("bitwise_and_cpu", input, "biu")
    return np.bitwise_and(input, other)


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
    check_kind("bitwise_or_cpu", input, "biu")
    return np.bitwise_or(input, other)


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
    check_kind("bitwise_xor_cpu", input, "biu")
    return np.bitwise_xor(input, other)


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
    check_kind("bitwise_not_cpu", input, "biu")
    return np.invert(input)


# ---------------------------------------------------------------------------------- truth values


@elementwise(r"x \land y")
def logical_and(input: Array, other: Array) -> Array:
    """Whether neither element is 0; tensors of any type, shapes broadcast.

    Raises:
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.logical_and(minigrad.tensor([0.0, 2.0]), minigrad.tensor([1, 1]))
        tensor([False,  True])
    """
    return np.logical_and(input, other)


@elementwise(r"x \lor y")
def logical_or(input: Array, other: Array) -> Array:
    """Whether one of the elements is not 0, or both; tensors of any type, shapes broadcast.

    Raises:
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.logical_or(minigrad.tensor([0.0, 2.0]), minigrad.tensor([0, 1]))
        tensor([False,  True])
    """
    return np.logical_or(input, other)


@elementwise(r"x \oplus y")
def logical_xor(input: Array, other: Array) -> Array:
    """Whether exactly one of the elements is not 0; tensors of any type, shapes broadcast.

    Raises:
        TypeError: one of them is no tensor.

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


_forms = overloaded(
    "(Tensor input)",
    "(Tensor input, int dim, bool keepdim=False)",
    "(Tensor input, tuple of ints dim=None, bool keepdim=False)",
)


@_forms
@op(r"\forall i: x_i")
def all(input: Array, dim: IntOrShape | None = None, keepdim: bool = False) -> Array:
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


@_forms
@op(r"\exists i: x_i")
def any(input: Array, dim: IntOrShape | None = None, keepdim: bool = False) -> Array:
    """Whether some element is true; arguments are those of `all`.

    Example:
        >>> import minigrad
        >>> minigrad.any(minigrad.tensor([[True, False], [False, False]]), dim=1)
        tensor([ True, False])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.any.html
    """
    return _truth(np.any, input, dim, keepdim)


def _truth(reduce: Any, input: Array, dim: Any, keepdim: bool) -> Array:
    check_flag(keepdim)
    if names_none(dim):  # no dimension at all, where other reductions take it for every one
        found = input != 0
    else:
        found = packed(reduce(input, reduced_axes(dim, input.ndim), keepdims=keepdim))
    return found.astype(np.uint8) if input.dtype == np.uint8 else found  # bytes stay bytes, as ever


bitwise_and_, bitwise_or_, bitwise_xor_ = (
    in_place(call, *TENSOR_OR_NUMBER) for call in (bitwise_and, bitwise_or, bitwise_xor)
)
bitwise_not_, logical_not_ = in_place(bitwise_not), in_place(logical_not)
logical_and_, logical_or_, logical_xor_ = (
    tensors_only(in_place(call)) for call in (logical_and, logical_or, logical_xor)
)
logical_and, logical_or, logical_xor = map(tensors_only, (logical_and, logical_or, logical_xor))
