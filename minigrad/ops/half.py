"""float16, whose few digits are enough to keep a number in, but not to compute with.

So PyTorch computes in float32 and rounds the result once: what lies between may be larger than
65504, the greatest float16, and loses no digits.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import numpy as np

from ..autograd.arguments import reject
from ..autograd.quick import binary
from ..backend import Array
from .layout import copied

Call = Callable[..., Any]
_HALF = np.dtype(np.float16)


def rounded_once(forward: Call) -> Call:
    """`forward`, a function of arrays, computing in float32 where one of them is float16."""

    @wraps(forward)
    def call(*operands: Any, **given: Any) -> Array:
        for x in operands:  # a loop: any() takes longer
            if getattr(x, "dtype", None) == _HALF:
                wide = [copied(x, np.float32) if hasattr(x, "dtype") else x for x in operands]
                return forward(*wide, **given).astype(_HALF)
        return forward(*operands, **given)

    return call


quotient = rounded_once(operator.truediv)


def widen(row: Call, **rules: Call) -> None:
    """Let `row`, of two operands, keep a number as it is where it meets a float16.

    A tensor of one element counts as a number. In float16 a number like 1e5 would be infinite, and
    what is divided by it 0.

    Args:
        row: the operation.
        rules: those that round more than once, by the names of the inputs.
    """
    op = row.op  # type: ignore[attr-defined]
    once = {name: rounded_once(rule) for name, rule, _ in op.rules}
    wide = op.variant(rounded_once(op.forward), once | rules)
    wide.rounds = True
    op.wide, op.wide_call = wide, binary(wide, partial(reject, wide))
