r"""More around an array: a number, what lies inside as in a mirror, or the edge again.

`padding` is as in `functional.pad`: before and behind, beginning with the last dimension. In TeX, x
is `input`, g the gradient of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..autograd.registry import op
from ..backend import Array, module_of
from .operands import array_of, constant
from .shapes import zeros_of
from .slices import _index_add
from .windows import Sizes

# ---------------------------------------------------------------------------------- a number


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


# ---------------------------------------------------------------------------------- what is there


def _mirrored(places: Array, n: int) -> Array:
    """Beyond an end, which is not repeated, they turn round."""
    return (n - 1) - np.abs((n - 1) - np.abs(places))


def _nearest(places: Array, n: int) -> Array:
    """Beyond an end, the end."""
    return np.clip(places, 0, n - 1)


def _row(node: str, inside: Callable[[Array, int], Array], name: str) -> Any:
    """A row of this name that pads with what lies `inside`, whose nodes are called `node`."""

    def sources(input: Array, padding: Sizes) -> list[tuple[int, Array]]:
        """For each dimension, the last first, where its elements come from."""
        found = []
        for d, (before, behind) in enumerate(zip(padding[::2], padding[1::2]), 1):
            n = input.shape[-d]
            places = module_of(input).arange(-before, n + behind)
            found.append((input.ndim - d, inside(places, n)))
        return found

    def vjp(g: Any, input: Any, padding: Sizes) -> Any:
        for dim, places in sources(array_of(input), padding):
            shape = (*g.shape[:dim], input.shape[dim], *g.shape[dim + 1 :])
            g = _index_add(zeros_of(g, shape), constant(places, g), g, dim=dim)
        return g

    def pad(input: Array, padding: Sizes) -> Array:
        """`input` with more around it. Saves `input`, as PyTorch does."""
        for dim, places in sources(input, padding):
            input = input.take(places, dim)
        return input

    pad.__name__ = name
    return op(r"\mathrm{pad}(x)", name=node, input=(vjp, r"\mathrm{pad}^{\top}(g)"))(pad)


# By how many dimensions are padded: the rows differ in their names.
reflection = {
    n: _row(f"ReflectionPad{n}DBackward0", _mirrored, f"reflection_pad{n}d") for n in (1, 2, 3)
}
replication = {
    n: _row(f"ReplicationPad{n}DBackward0", _nearest, f"replication_pad{n}d") for n in (1, 2, 3)
}
