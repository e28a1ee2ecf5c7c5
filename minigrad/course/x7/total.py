"""x7-total: a sum along a dimension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.filled import ones_like
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Operation
from ...testing.kinds.operation import Halves
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ..lessons.lesson_07_operations import IGNORED
from .halves import halves


def along(*shape: int, dim: int) -> Draw:
    """A leaf, a dimension, and what arrives at what is summed over it."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = leaf(rng, *shape)
        return x, dim, plain(rng, *x.sum(dim).shape)

    return draw


def _total(
    spread: Callable[[Tensor, Tensor, int], Any],
    result: Callable[[Tensor, int], Any] = lambda x, dim: x.sum(dim),
) -> Halves:
    return halves(lambda x, dim: result(x, dim), lambda g, _, x, dim: spread(g, x, dim))


def _back(g: Tensor, x: Tensor, dim: int) -> Any:
    return g.unsqueeze(dim).expand(x.shape)


TOTAL = Operation(
    "x7-total",
    ask="a Function of x and dim: the sum over that dimension",
    reference=_total(_back),
    draws=(
        along(2, 3, dim=0),
        along(2, 3, dim=1),
        along(2, 3, 4, dim=-2),
        along(4, dim=0),
        along(3, 3, dim=1),
    ),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(_total(lambda g, x, dim: ones_like(x)), IGNORED),
        Mistake(
            _total(lambda g, x, dim: _back(g, x, dim) / x.shape[dim]),
            "That is the slope of the mean. In a sum each entry counts whole.",
        ),
        Mistake(
            _total(lambda g, x, dim: g.unsqueeze(dim)),
            "The numbers are right, and it has the size 1 along `dim`. Every entry of `x` is to "
            "have a gradient of its own: `expand` it.",
        ),
        Mistake(
            _total(lambda g, x, dim: g),
            "It has the shape of the result. Every entry of `x` is to have a gradient of its own.",
        ),
        Mistake(
            _total(lambda g, x, dim: ones_like(x) * g.sum()),
            "Every entry gets all that arrives. It went into one of the sums only.",
        ),
        Mistake(_total(lambda g, x, dim: x * _back(g, x, dim)),
                "The slope of a sum for each of its entries is 1, whatever the entry is."),
        Mistake(_total(_back, lambda x, dim: x.sum(dim, keepdim=True)),
                "The numbers are right, and the dimension is still there, with the size 1."),
        Mistake(_total(_back, lambda x, dim: x.sum()), "All of it is summed, not along `dim`."),
        Mistake(_total(_back, lambda x, dim: x.mean(dim)), "That is the mean, not the sum."),
    ),
)  # fmt: skip

QUESTIONS = (TOTAL,)
