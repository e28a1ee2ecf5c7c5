"""The operations, one table per family; each row is a forward and its derivative rules."""

from . import (
    arithmetic,
    compare,
    copy,
    elementwise,
    extrema,
    index,
    join,
    linalg,
    loss,
    reduce,
    shape,
    softmax,
    turn,
    where,
)

__all__ = [
    "arithmetic",
    "compare",
    "copy",
    "elementwise",
    "extrema",
    "index",
    "join",
    "linalg",
    "loss",
    "reduce",
    "shape",
    "softmax",
    "turn",
    "where",
]
