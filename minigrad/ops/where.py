"""Choosing elementwise between two tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op, untracked
from ..autograd.wrap import is_tensor
from ..backend import Array
from ..dtype import of
from ..mode import current
from .operands import alike, check_tensors, is_number


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
