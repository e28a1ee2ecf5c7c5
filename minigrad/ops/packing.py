"""Sequences of different lengths without their padding: moment after moment, in one tensor.

The longest sequence comes first. So at each moment those that still last are the first ones, and
how many they are, the *batch sizes*, says all about the lengths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.registry import op
from ..backend import Array
from .joining import _cat
from .operands import Shape
from .shapes import zeros_of


def _packed_vjp(g: Any, input_shape: Shape, result1: Any) -> Any:
    return _unpacked_rows(g, input_shape, tuple(result1.tolist()))


@op(r"x_{t, n < b_t}", outputs=("data", "result1"), input=(_packed_vjp, r"g"))
def _pack_padded_sequence(input: Array, batch_sizes: Array) -> tuple[Array, Array]:
    """``(L, N, *)`` to ``(sum of batch_sizes, *)``: of each moment the rows that are no padding.

    Also gives the batch sizes, which lie on the CPU: they are what PyTorch saves as ``result1``.
    """
    sizes = batch_sizes.tolist()
    rows = np.concatenate([moment[:size] for moment, size in zip(input, sizes)])
    return rows, batch_sizes.copy()


def _rows_vjp(g: Any, batch_sizes: Shape) -> Any:
    return _cat(*(g[t, :size] for t, size in enumerate(batch_sizes)), dim=0, sizes=batch_sizes)


@op(
    r"x",
    name="PackPaddedSequenceBackwardBackward0",
    input=(_rows_vjp, r"g_{t, n < b_t}"),
)
def _unpacked_rows(input: Array, shape: Shape, batch_sizes: Shape) -> Array:
    """Zeros of that shape, and the rows of `input` where `_pack_padded_sequence` took them."""
    out, start = zeros_of(input, shape), 0
    for moment, size in zip(out, batch_sizes):
        moment[:size] = input[start : start + size]
        start += size
    return out
