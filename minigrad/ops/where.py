"""Choosing element by element: between two tensors, or by a mask."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import explained
from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.wrap import is_tensor, untracked
from ..backend import Array, module_of
from ..dtype import of
from ..mode import current
from .layout import packed
from .operands import fitted, is_number, tensors
from .parse import overloaded, parsed

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]


def _input_vjp(g: Any, condition: Any) -> Any:
    return where(condition, g, 0)


def _other_vjp(g: Any, condition: Any) -> Any:
    return where(condition, 0, g)


@op(
    r"c\,?\,x : y",
    name="WhereBackward0",
    input=(_input_vjp, r"g \odot [c]"),
    other=(_other_vjp, r"g \odot [\lnot c]"),
)
def _where(condition: Array, input: Array, other: Array) -> Array:
    return np.where(condition, input, other)


_where.op.meets = True  # type: ignore[attr-defined]


@overloaded("(Tensor condition)", "(Tensor condition, Tensor input, Tensor other)")
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
        return _where(condition, input, other) if current.mode.bare else NotImplemented
    if input is None and other is None:
        places = np.nonzero(np.atleast_1d(condition._array))  # columns of a table
        return tuple(untracked(column.copy()) for column in places)
    if not all(is_tensor(x) or is_number(x) for x in (input, other)):
        return NotImplemented
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
    return packed(np.where(mask, value, input))


@op(
    r"m\,?\,c : x",
    name="MaskedFillBackward1",
    input=(lambda g, mask: _masked_fill(g, mask, 0), r"g \odot [\lnot m]"),
    value=(lambda g, mask: where(mask, g, 0), r"\sum g \odot [m]"),
)
def _masked_fill_tensor(input: Array, mask: Array, value: Array) -> Array:
    return packed(np.where(mask, fitted(value.item(), input.dtype), input))


@overloaded(
    "(Tensor input, Tensor mask, Tensor value)", "(Tensor input, Tensor mask, Number value)"
)
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
    if not _fillable(input, mask, value):
        bare = current.mode.bare
        return _masked_fill(input, mask, value) if bare else NotImplemented
    _check_broadcast(_masked_fill, mask, input)
    return _filled((_masked_fill, _masked_fill_tensor), input, mask, value)  # type: ignore[no-any-return]


_masked_fill_tensor.op.label = "masked_fill"  # type: ignore[attr-defined]
_masked_fill_tensor.op.meets = _masked_fill_tensor.op.rounds = True  # type: ignore[attr-defined]
_MASKED_FILL_ = in_place(_masked_fill), in_place(_masked_fill_tensor)


@overloaded("(Tensor mask, Tensor value)", "(Tensor mask, Number value)")
def masked_fill_(input: Any, mask: Any, value: Any) -> Tensor:
    """In-place version of `masked_fill`."""
    if not _fillable(input, mask, value):
        return NotImplemented  # type: ignore[no-any-return]
    return _filled(_MASKED_FILL_, input, mask, value)  # type: ignore[no-any-return]


def _fillable(input: Any, mask: Any, value: Any) -> bool:
    """Whether these are a tensor, a mask and something to fill in; raise for another mask."""
    if not (is_tensor(input) and is_tensor(mask) and (is_tensor(value) or is_number(value))):
        return False
    if mask._array.dtype.kind != "b":
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype "
            f"{mask.dtype.cpp}\nA comparison gives one: x > 0."
        )
    return True


def _filled(rows: tuple[Call, Call], input: Any, mask: Any, value: Any) -> Any:
    """What the row for a number makes of it, or that for a 0-d tensor."""
    if not is_tensor(value):
        return rows[0](input, mask, fitted(value, input._array.dtype))
    if value.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value.ndim} dimension(s)."
        )
    return rows[1](input, mask, value)


def _masked_select_vjp(g: Any, input: Any, mask: Any) -> Any:
    return _masked_scatter(g, mask, np.broadcast_shapes(input.shape, mask.shape))


@op(r"x_{[m]}", name="MaskedSelectBackward0", input=(_masked_select_vjp, r"g"))
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


@parsed
def masked_select(input: Tensor, mask: Tensor) -> Tensor:
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
