"""Views in place: a tensor that is itself turned, or given another shape; no element moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..autograd.inplace import turn_in_place
from . import shape, turn
from .parse import overloaded, parsed_row

if TYPE_CHECKING:
    from ..tensor import Tensor
    from .parse import IntOrShape

t_ = turn_in_place(turn.t, "TBackward1")
transpose_ = parsed_row(turn_in_place(turn.transpose, "TransposeBackward1"))
unsqueeze_ = parsed_row(turn_in_place(shape.unsqueeze, "UnsqueezeBackward1"))

_SQUEEZE_ = [turn_in_place(row, f"SqueezeBackward{nr}") for nr, row in enumerate(shape.SQUEEZE, 3)]


@overloaded("()", "(int dim)", "(tuple of ints dim)")
def squeeze_(input: Tensor, dim: IntOrShape = None) -> Tensor:
    """In-place version of `squeeze`: takes dimensions of size one from `input` itself.

    Args:
        input: any shape.
        dim: one dimension or several. Default: all of size one.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: the turn may not be recorded.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(1, 3)
        >>> x.squeeze_().shape, x.shape, x._version
        (minigrad.Size([3]), minigrad.Size([3]), 1)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.squeeze_.html
    """
    return shape.squeezed_by(_SQUEEZE_, input, dim)  # type: ignore[no-any-return]
