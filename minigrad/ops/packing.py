"""Sequences of different lengths without their padding: moment after moment, in one tensor.

The longest sequence comes first. So at each moment those that still last are the first ones, and
how many they are, the *batch sizes*, says all about the lengths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.registry import op
from ..backend import Array
from .operands import Shape
from .shapes import zeros_of


def _packed_vjp(g: Any, input_shape: Shape, batch_sizes: Shape) -> Any:
    return _unpacked_rows(g, input_shape, batch_sizes)


@op(r"x_{t, n < b_t}", input=(_packed_vjp, r"g"))
def _pack_padded_sequence(input: Array, batch_sizes: Shape) -> Array:
    """``(L, N, *)`` to ``(sum of batch_sizes, *)``: of each moment the rows that are no padding."""
    return np.concatenate([moment[:size] for moment, size in zip(input, batch_sizes)])


@op(
    r"x",
    name="PackPaddedSequenceBackwardBackward0",
    input=(lambda g, batch_sizes: _pack_padded_sequence(g, batch_sizes), r"g_{t, n < b_t}"),
)
def _unpacked_rows(input: Array, shape: Shape, batch_sizes: Shape) -> Array:
    """Zeros of that shape, and the rows of `input` where `_pack_padded_sequence` took them."""
    out, start = zeros_of(input, shape), 0
    for moment, size in zip(out, batch_sizes):
        moment[:size] = input[start : start + size]
        start += size
    return out
