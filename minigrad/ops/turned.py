"""Views in place: a tensor that is itself turned, or given another shape; no element moves."""

from __future__ import annotations

from typing import Any

from ..autograd.arguments import no_form
from ..autograd.inplace import turn_in_place
from . import shape, turn
from .operands import is_whole
from .parse import parsed_row

t_ = turn_in_place(turn.t, "TBackward1")
transpose_ = parsed_row(turn_in_place(turn.transpose, "TransposeBackward1"))
unsqueeze_ = parsed_row(turn_in_place(shape.unsqueeze, "UnsqueezeBackward1"))

_squeeze_all_ = turn_in_place(shape._squeeze_all, "SqueezeBackward3")
_squeeze_dim_ = turn_in_place(shape._squeeze_dim, "SqueezeBackward4")
_squeeze_dims_ = turn_in_place(shape._squeeze_dims, "SqueezeBackward5")


def squeeze_(input: Any, dim: Any = None) -> Any:
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
    if dim is None:
        return _squeeze_all_(input)
    if isinstance(dim, (tuple, list)):
        return _squeeze_dims_(input, tuple(dim))
    if not is_whole(dim):
        raise no_form("squeeze_", (dim,), {}, "()", "(int dim)", "(tuple of ints dim)")
    return _squeeze_dim_(input, dim)
