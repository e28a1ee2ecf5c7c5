"""Choosing elementwise between two tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .operands import alike

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


def where(condition: Any, input: Any, other: Any) -> Tensor:
    """`input` where `condition` holds, `other` elsewhere; all three broadcast.

    Saves `condition`.

    Args:
        condition: a bool tensor.
        input: a tensor or a number.
        other: a tensor or a number.

    Raises:
        RuntimeError: `condition` is not a bool tensor, or the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, -2.0])
        >>> minigrad.where(x > 0, x, 0.0)
        tensor([1., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.where.html
    """
    if not hasattr(condition, "_array"):
        return _where(condition, input, other)  # type: ignore[no-any-return]
    if condition._array.dtype.kind != "b":
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{condition.dtype.kind}"
        )
    return _where(condition, *alike(input, other))  # type: ignore[no-any-return]
