"""More around a tensor: zeros or another number, or its own elements once more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..autograd.registry import op
from ..autograd.wrap import wrap
from ..backend import Array, module_of
from ..ops.gathering import index_select
from ..tensor import Tensor

__all__ = ["pad"]


@op(
    r"\mathrm{pad}(x)",
    input=(
        lambda g, pad: constant_pad_nd(g, tuple(-n for n in pad), 0),
        r"\mathrm{pad}^{-1}(g)",
    ),
)
def constant_pad_nd(input: Array, pad: tuple[int, ...], value: float) -> Array:
    """`input` with `value` around it; a negative number in `pad` cuts off. Saves nothing."""
    sizes, everything = list(input.shape), [slice(None)] * input.ndim
    source, goal = [*everything], [*everything]
    for d, (before, after) in enumerate(zip(pad[::2], pad[1::2]), 1):
        n = input.shape[-d]
        sizes[-d] = n + before + after
        if sizes[-d] < 0:
            raise RuntimeError(
                f"narrow(): length must be non-negative.\nOf {n} elements along a dimension, "
                f"{-before - after} cannot be cut off."
            )
        source[-d] = slice(max(-before, 0), n + min(after, 0))
        goal[-d] = slice(max(before, 0), sizes[-d] - max(after, 0))
    out = np.full_like(input, value, shape=tuple(sizes))
    out[tuple(goal)] = input[tuple(source)]
    return out


# Where the elements before the first and behind the last of n come from.
_PLACES: dict[str, Callable[[Any, int], Any]] = {
    "reflect": lambda i, n: n - 1 - abs(n - 1 - abs(i)),
    "replicate": lambda i, n: i.clip(0, n - 1),
    "circular": lambda i, n: i % n,
}


def pad(
    input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None
) -> Tensor:
    """`input` with something around it, or with something cut off.

    Args:
        input: Any shape.
        pad: How many elements before and behind along the last dimension, then along the one before
            it, and so on; negative numbers cut off.
        mode: ``"constant"``; or of the input's own elements: ``"reflect"`` for its mirror image,
            ``"replicate"`` for the last one, ``"circular"`` for those at the other end.
        value: The constant; 0 if None.

    Raises:
        NotImplementedError: If there is no such mode.
        RuntimeError: If `pad` does not fit the shape.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.pad(minigrad.tensor([1.0, 2.0]), (1, 2))
        tensor([0., 1., 2., 0., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pad.html
    """
    if len(pad) % 2:
        raise RuntimeError(
            "Padding length must be divisible by 2\nIt says how many before and how many behind."
        )
    if len(pad) > 2 * input.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got "
            f"padding length {len(pad)} and input of dimension {input.ndim}"
        )
    if mode == "constant":
        return constant_pad_nd(input, tuple(pad), value or 0)
    if mode not in _PLACES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}\nUse one of {[*_PLACES]}.")
    if value:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    for place in range(0, len(pad), 2):
        input = _repeated(input, -1 - place // 2, pad[place], pad[place + 1], mode)
    return input


def _repeated(input: Tensor, dim: int, before: int, after: int, mode: str) -> Tensor:
    """`input` with more of its own elements along `dim`."""
    n = input.shape[dim]
    most = {"reflect": n - 1, "circular": n}.get(mode, max(before, after))
    if max(before, after) > most:
        raise RuntimeError(
            f"Padding size should be less than the corresponding input dimension, but got: padding "
            f"({before}, {after}) at dimension {input.ndim + dim} of input {list(input.shape)}"
        )
    places = module_of(input._array).arange(-before, n + after)
    return index_select(input, dim, wrap(_PLACES[mode](places, n)))
