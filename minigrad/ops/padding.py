"""More around an array: zeros, or another number."""

from __future__ import annotations

import numpy as np

from ..autograd.registry import op
from ..backend import Array


@op(
    r"\mathrm{pad}(x)",
    input=(lambda g, pad: constant_pad_nd(g, tuple(-n for n in pad), 0), r"\mathrm{pad}^{-1}(g)"),
)
def constant_pad_nd(input: Array, pad: tuple[int, ...], value: float) -> Array:
    """`input` with `value` around it; a negative number in `pad` cuts off. Saves nothing."""
    sizes = list(input.shape)
    everything = [slice(None)] * input.ndim
    source = [*everything]
    goal = [*everything]
    for d, (before, after) in enumerate(zip(pad[::2], pad[1::2]), 1):
        n = input.shape[-d]
        sizes[-d] = n + before + after
        source[-d] = slice(max(-before, 0), n + min(after, 0))
        goal[-d] = slice(max(before, 0), sizes[-d] - max(after, 0))
    out = np.full_like(input, value, shape=tuple(sizes))
    out[tuple(goal)] = input[tuple(source)]
    return out
