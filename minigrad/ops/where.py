"""Choosing element by element: between two tensors, or by a mask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import explained, type_name
from ..autograd.inplace import in_place
from ..autograd.record import op, untracked
from ..autograd.wrap import is_tensor
from ..backend import Array, module_of
from ..dtype import of
from ..mode import current
from .operands import alike, check_tensors, fitted, is_number

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
        TypeError: `condition` is no tensor, or the others are neither tensors nor numbers.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, -2.0])
        >>> minigrad.where(x > 0, x, 0.0)
        tensor([1., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.where.html
    """
    if not is_tensor(condition):
        return _of_bare(condition, input, other)
    if input is None and other is None:
        return tuple(map(untracked, np.nonzero(np.atleast_1d(condition._array))))
    if condition._array.dtype.kind != "b":
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{of(condition._array.dtype).kind}"
        )
    given = {"input": input, "other": other}
    check_tensors("where", **{name: x for name, x in given.items() if not is_number(x)})
    return _where(condition, *alike(input, other))


def _of_bare(condition: Any, input: Any, other: Any) -> Any:
    if not current.mode.bare:
        check_tensors("where", condition=condition)
    return _where(condition, input, other)


# ---------------------------------------------------------------------------------- by a mask


@op(
    r"m\,?\,c : x",
    name="MaskedFillBackward0",
    input=(lambda g, mask: _masked_fill(g, mask, 0), r"g \odot [\lnot m]"),
)
def _masked_fill(input: Array, mask: Array, value: Any) -> Array:
    return np.where(mask, value, input)


@op(
    r"m\,?\,c : x",
    name="MaskedFillBackward1",
    input=(lambda g, mask: _masked_fill(g, mask, 0), r"g \odot [\lnot m]"),
    value=(lambda g, mask: where(mask, g, 0), r"\sum g \odot [m]"),
)
def _masked_fill_tensor(input: Array, mask: Array, value: Array) -> Array:
    return np.where(mask, value.astype(input.dtype), input)


def masked_fill(input: Any, mask: Any, value: Any) -> Tensor:
    """`value` where `mask` holds, `input` elsewhere; the two broadcast. Saves `mask`.

    Args:
        input: any shape.
        mask: a bool tensor.
        value: a number, or a tensor without dimensions; it is converted to the type of `input`.

    Raises:
        RuntimeError: `mask` is not of bools, the shapes do not broadcast, `value` has dimensions
            or does not fit into the type of `input`.
        TypeError: `mask` is no tensor, or `value` is neither a tensor nor a number.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, -2.0])
        >>> x.masked_fill(x < 0, 0)
        tensor([1., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.masked_fill_.html
    """
    value = _filling("masked_fill", input, mask, value)
    _check_broadcast(_masked_fill, mask, input)
    if is_tensor(value):
        return _masked_fill_tensor(input, mask, value.to(input.dtype))  # type: ignore[no-any-return]
    return _masked_fill(input, mask, value)  # type: ignore[no-any-return]


_masked_fill_, _masked_fill_tensor_ = in_place(_masked_fill), in_place(_masked_fill_tensor)


def masked_fill_(input: Any, mask: Any, value: Any) -> Tensor:
    """In-place version of `masked_fill`."""
    value = _filling("masked_fill_", input, mask, value)
    if is_tensor(value):
        return _masked_fill_tensor_(input, mask, value.to(input.dtype))  # type: ignore[no-any-return]
    return _masked_fill_(input, mask, value)  # type: ignore[no-any-return]


def _filling(name: str, input: Any, mask: Any, value: Any) -> Any:
    """The value to fill in: a 0-d tensor, or a number in the type of `input`."""
    if not is_tensor(mask) or not (is_tensor(value) or is_number(value)):
        met = ", ".join(map(type_name, (mask, value)))
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({met}), but expected "
            "one of:\n * (Tensor mask, Tensor value)\n * (Tensor mask, Number value)"
        )
    if mask._array.dtype.kind != "b":
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype "
            f"{mask.dtype.cpp}\nA comparison gives one: x > 0."
        )
    if not is_tensor(value):
        return fitted(value, input._array.dtype)
    if value.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value.ndim} dimension(s)."
        )
    return value


def _masked_select_vjp(g: Any, input: Any, mask: Any) -> Any:
    return _masked_scatter(g, mask, np.broadcast_shapes(input.shape, mask.shape))


@op(
    r"x_{[m]}",
    name="MaskedSelectBackward0",
    input=(_masked_select_vjp, r"g"),
)
def _masked_select(input: Array, mask: Array) -> Array:
    input, mask = np.broadcast_arrays(input, mask)
    return input[mask]


@op(
    r"x",
    name="MaskedScatterBackward0",
    input=(lambda g, mask: _masked_select(g, mask), r"g_{[m]}"),
)
def _masked_scatter(input: Array, mask: Array, shape: Any) -> Array:
    """Zeros of `shape`, with the elements of `input` one after another where `mask` holds."""
    out = module_of(input).zeros(shape, input.dtype)
    out[np.broadcast_to(mask, shape)] = input
    return out


def masked_select(input: Any, mask: Any) -> Tensor:
    """The elements where `mask` holds, in a row; the two broadcast. Saves both.

    Args:
        input: any shape.
        mask: a bool tensor.

    Returns:
        One dimension, as long as there are elements that the mask holds for.

    Raises:
        RuntimeError: `mask` is not of bools, or the shapes do not broadcast.
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, -2.0], [3.0, -4.0]])
        >>> minigrad.masked_select(x, x > 0)
        tensor([1., 3.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.masked_select.html
    """
    check_tensors("masked_select", input=input, mask=mask)
    if mask._array.dtype.kind != "b":
        raise RuntimeError(
            "masked_select: expected BoolTensor for mask\nA comparison gives one: x > 0."
        )
    _check_broadcast(_masked_select, mask, input)
    return _masked_select(input, mask)  # type: ignore[no-any-return]


def _check_broadcast(row: Any, mask: Any, input: Any) -> None:
    """PyTorch names the mask first where the shapes do not fit."""
    try:
        np.broadcast_shapes(mask.shape, input.shape)
    except ValueError as error:
        raise explained(row.op, (mask._array, input._array), error) from None
