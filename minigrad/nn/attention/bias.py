"""Causal masks for queries and keys of different numbers.

Source: https://docs.pytorch.org/docs/stable/nn.attention.bias.html
"""

from __future__ import annotations

from ...creation.filled import ones
from ...dtype import bool_
from ...ops.joining import tril
from ...tensor import Tensor

__all__ = ["causal_lower_right", "causal_upper_left"]


def causal_upper_left(*size: int) -> Tensor:
    """``(L, S)``: True where key j is no later than query i, both counted from the first.

    Example:
        >>> causal_upper_left(2, 3)
        tensor([[ True, False, False],
                [ True,  True, False]])
    """
    return tril(ones(*size, dtype=bool_))


def causal_lower_right(*size: int) -> Tensor:
    """``(L, S)``: True where key j is no later than query i, both counted from the last.

    Example:
        >>> causal_lower_right(2, 3)
        tensor([[ True,  True, False],
                [ True,  True,  True]])
    """
    queries, keys = size
    return tril(ones(queries, keys, dtype=bool_), keys - queries)
