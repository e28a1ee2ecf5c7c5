"""The operations, one table per family; each row is a forward and its derivative rules."""

from . import compare, copy, elementwise, index, join, linalg, reduce, shape, softmax, where

__all__ = [
    "compare",
    "copy",
    "elementwise",
    "index",
    "join",
    "linalg",
    "reduce",
    "shape",
    "softmax",
    "where",
]
