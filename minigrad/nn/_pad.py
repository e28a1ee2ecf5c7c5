"""More around a tensor: zeros, or another number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..autograd.registry import op
from ..backend import Array
from ..tensor import Tensor

__all__ = ["pad"]


@op(
    r"\mathrm{pad}(x)",
    input=(lambda g, pad: constant_pad_nd(g, tuple(-n for n in pad), 0), r"\mathrm{pad}^{-1}(g)"),
)
def constant_pad_nd(input: Array, pad: tuple[int, ...], value: float) -> Array:
    """`input` with `value` around it; a negative number in `pad` cuts off. Saves nothing."""
    sizes, everything = list(input.shape), [slice(None)] * input.ndim
    source, goal = [*everything], [*everything]
    for d, (before, after) in enumerate(zip(pad[::2], pad[1::2]), 1):
        n = input.shape[-d]
        sizes[-d] = n + before + after
        source[-d] = slice(max(-before, 0), n + min(after, 0))
        goal[-d] = slice(max(before, 0), sizes[-d] - max(after, 0))
    out = np.full_like(input, value, shape=tuple(sizes))
    out[tuple(goal)] = input[tuple(source)]
    return out


def pad(
    input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None
) -> Tensor:
    """`input` with something around it, or with something cut off.

    Args:
        input: Any shape.
        pad: How many elements before and behind along the last dimension, then along the one before
            it, and so on; negative numbers cut off.
        mode: ``"constant"``.
        value: The constant; 0 if None.

    Raises:
        NotImplementedError: If `mode` is another.
        IndexError: If `pad` has more pairs than `input` has dimensions.
        RuntimeError: If `pad` is no row of pairs.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.pad(minigrad.tensor([1.0, 2.0]), (1, 2))
        tensor([0., 1., 2., 0., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pad.html
    """
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2: before and behind.")
    if mode != "constant":
        raise NotImplementedError(f"minigrad pads with a constant only, not in mode {mode!r}.")
    return constant_pad_nd(input, tuple(pad), value or 0)
