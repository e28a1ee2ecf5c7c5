"""float16, whose few digits are enough to keep a number in, but not to compute with.

So PyTorch computes in float32 and rounds the result once: what lies between may be larger than
65504, the greatest float16, and loses no digits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ..backend import Array

Call = Callable[..., Any]
_HALF = np.dtype(np.float16)


def rounded_once(forward: Call) -> Call:
    """`forward`, a function of arrays, computing in float32 what is given in float16."""

    @wraps(forward)
    def call(*operands: Any, **given: Any) -> Array:
        if not any(map(_is_half, operands)):
            return forward(*operands, **given)
        wide = [x.astype(np.float32) if _is_half(x) else x for x in operands]
        return forward(*wide, **given).astype(_HALF)

    return call


def _is_half(x: Any) -> bool:
    return getattr(x, "dtype", None) == _HALF
