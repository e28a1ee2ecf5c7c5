"""Choosing element by element: between two tensors, or by a mask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.wrap import is_tensor, untracked
from ..backend import Array, module_of
from ..dtype import of
from .copy import copy_
from .operands import fitted, tensors

if TYPE_CHECKING:
    from ..tensor import Tensor


@op(
    r"c\,?\,x : y",
    name="WhereBackward0",
    input=(lambda g, condition: where(condition, g, 0), r"g \odot [c]"),
    other=(lambda g, condition: where(condition, 0, g), r"g \odot [\lnot c]"),
)
def _where(condition: Array, input: Array, other: Array) -> Array:
    return np.where(condition, input, other)


_where.op.meets = True  # type: ignore[attr-defined]


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
    if not is_tensor(condition):
        return _where(condition, input, other)  # arrays, inside a rule; anything else is refused
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
        return _masked_fill(input, mask, value)  # type: ignore[no-any-return]
    if value.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value.ndim} dimension(s)."
        )
    return where(mask, value.to(input.dtype), input)  # type: ignore[no-any-return]


_fill_by_mask_ = in_place(_masked_fill)


def masked_fill_(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """In-place version of `masked_fill`."""
    if is_tensor(value):
        return copy_(input, masked_fill(input, mask, value))  # type: ignore[no-any-return]
    return _fill_by_mask_(input, mask, value)  # type: ignore[no-any-return]


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
