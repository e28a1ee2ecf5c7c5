"""Two moons: points that no straight line divides."""

from __future__ import annotations

import numpy as np

from .. import _draws
from ..creation.data import from_numpy
from ..random import Generator
from ..tensor import Tensor


def make_moons(
    n_samples: int = 100,
    *,
    shuffle: bool = True,
    noise: float | None = None,
    generator: Generator | None = None,
) -> tuple[Tensor, Tensor]:
    """Points on two half circles that reach into each other, and which of the two each is on.

    The first is the upper half of the circle around (0, 0), the second the lower half of the circle
    around (1, ½); both have radius 1. Of an odd number, the second gets one point more.

    Args:
        n_samples: How many points in all.
        shuffle: Mix the two moons; otherwise the first comes first.
        noise: Standard deviation of normal noise added to both coordinates; None for none.
        generator: Where chance comes from; the default generator if None.

    Returns:
        points: Shape (N, 2), float32.
        labels: Shape (N,), int64: 0 for the upper moon, 1 for the lower.

    Raises:
        TypeError: If `n_samples` is not an integer.
        ValueError: If it, or `noise`, is negative.

    Example:
        >>> from minigrad.datasets import make_moons
        >>> points, labels = make_moons(4, shuffle=False)
        >>> points[:, 0].tolist(), labels.tolist()
        ([1.0, -1.0, 0.0, 2.0], [0, 0, 1, 1])

    Source: scikit-learn's function of this name; without `shuffle` and `noise`, the same points.
    """
    if not isinstance(n_samples, int | np.integer):
        raise TypeError(f"n_samples must be an integer, but got {n_samples!r}")
    if n_samples < 0:
        raise ValueError(f"n_samples must be 0 or more, but got {n_samples}")
    if noise is not None and noise < 0:
        raise ValueError(f"noise must be 0 or more, but got {noise}")
    upper = np.linspace(0, np.pi, n_samples // 2)
    lower = np.linspace(0, np.pi, n_samples - n_samples // 2)
    x = np.concatenate([np.cos(upper), 1 - np.cos(lower)])
    y = np.concatenate([np.sin(upper), 1 - np.sin(lower) - 0.5])
    points, labels = np.stack([x, y], axis=1), np.repeat([0, 1], [upper.size, lower.size])
    if shuffle:
        order = _draws.permutation(n_samples, generator)
        points, labels = points[order], labels[order]
    if noise is not None:
        points += _draws.normal(points.shape, 0, noise, np.float64, generator)
    return from_numpy(points.astype(np.float32)), from_numpy(labels.astype(np.int64))
