"""Random inputs for questions: float64, two digits, no entry 0, 1 or −1."""

from __future__ import annotations

import numpy as np

from ..creation.data import tensor
from ..tensor import Tensor
from .values import Array


def numbers(rng: np.random.Generator, *shape: int) -> Array:
    """An array of numbers between 0.15 and 2.95, with either sign.

    Example:
        >>> import numpy as np
        >>> from minigrad.testing.draws import numbers
        >>> numbers(np.random.default_rng(0), 3)
        array([-2.55, -1.95, -1.55])
    """
    sizes = rng.integers(1, 30, size=shape) / 10 + 0.05  # 0.15, 0.25, ...: never 0 or 1
    return np.asarray(np.round(sizes * rng.choice([-1.0, 1.0], size=shape), 2))


def plain(rng: np.random.Generator, *shape: int) -> Tensor:
    """A tensor that does not require grad."""
    return tensor(numbers(rng, *shape))


def leaf(rng: np.random.Generator, *shape: int) -> Tensor:
    """A tensor that requires grad."""
    return tensor(numbers(rng, *shape), requires_grad=True)


def turned(rng: np.random.Generator, *shape: int) -> Tensor:
    """A leaf of two dimensions whose memory does not lie in rows."""
    found: Tensor = plain(rng, *reversed(shape)).t()
    return found.requires_grad_()
