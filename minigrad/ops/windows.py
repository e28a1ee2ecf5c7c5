"""Windows: what a kernel sees of a picture, place by place.

A kernel of ``kernel`` elements is laid over a picture, over a sequence or over a volume, again and
again. Element ``i`` of it meets, in the windows 0, 1, 2 and so on, the places ``dilation * i``,
``dilation * i + stride``, ``dilation * i + 2 * stride``: a slice. So every function of windows is a
loop over the elements of the kernel, with one slice for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from ..backend import Array

Sizes = tuple[int, ...]


class Windows(NamedTuple):
    """How a kernel is laid; a number for each dimension of the picture."""

    kernel: Sizes
    stride: Sizes
    padding: Sizes
    dilation: Sizes
    ceil: bool = False  # whether a window may reach over the end

    def counts(self, sizes: Sizes) -> Sizes:
        """How many windows a picture of these sizes has, along each dimension."""
        counts = []
        for n, k, s, p, d in zip(sizes, *self[:4]):
            room = n + 2 * p - d * (k - 1) - 1
            count = (room + (s - 1 if self.ceil else 0)) // s + 1
            if self.ceil and (count - 1) * s >= n + p:  # it would begin behind the end
                count -= 1
            counts.append(count)
        return tuple(counts)

    def slices(self, counts: Sizes) -> Iterator[tuple[Sizes, tuple[Any, ...]]]:
        """Each place in the kernel, and what it meets in a padded picture."""
        for place in product(*map(range, self.kernel)):
            starts = [i * d for i, d in zip(place, self.dilation)]
            seen = (slice(a, a + s * n, s) for a, s, n in zip(starts, self.stride, counts))
            yield place, (Ellipsis, *seen)

    def padded(self, input: Array, fill: float = 0) -> Array:
        """`input` with as much around it as the windows reach over its edge."""
        dims = len(self.kernel)
        sizes = input.shape[-dims:]
        wide = self.wide(sizes)
        if wide == sizes:
            return input
        out = np.full_like(input, fill, shape=(*input.shape[:-dims], *wide))
        out[self.inside(sizes)] = input
        return out

    def blank(self, like: Array, sizes: Sizes) -> Array:
        """Zeros as large as a padded picture of these sizes."""
        lead = like.shape[: -len(sizes)]
        return np.zeros_like(like, shape=(*lead, *self.wide(sizes)))

    def cropped(self, padded: Array, sizes: Sizes) -> Array:
        """The picture of these sizes in a padded one."""
        whole = padded.shape[-len(sizes) :] == sizes
        return padded if whole else padded[self.inside(sizes)].copy()

    def wide(self, sizes: Sizes) -> Sizes:
        """The sizes of a padded picture."""
        counts = self.counts(sizes)
        ends = [(c - 1) * s + d * (k - 1) + 1 for c, k, s, _, d in zip(counts, *self[:4])]
        return tuple(max(n + 2 * p, end) for n, p, end in zip(sizes, self.padding, ends))

    def inside(self, sizes: Sizes) -> tuple[Any, ...]:
        """Where in a padded picture the picture lies."""
        return (Ellipsis, *(slice(p, p + n) for p, n in zip(self.padding, sizes)))
