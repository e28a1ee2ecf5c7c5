"""x7-amax: the largest along a dimension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...creation.filled import ones_like
from ...nn.functional import softmax
from ...tensor import Tensor
from ...testing.draws import numbers, plain
from ...testing.kinds import Operation
from ...testing.kinds.operation import Halves
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ..lessons.lesson_07_operations import IGNORED
from .halves import halves


def tied(*shape: int, dim: int, shift: float = 0.0) -> Draw:
    """Numbers of which the largest along a dimension may be there several times, and `dim`.

    Some of the others lie just below it.
    """

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = numbers(rng, *shape)
        top = np.abs(numbers(rng, *np.expand_dims(x.sum(dim), dim).shape)) + 3
        there = rng.random(shape) < 0.4
        first = np.argmax(rng.random(shape), dim)
        np.put_along_axis(there, np.expand_dims(first, dim), True, dim)
        arrives = plain(rng, *first.shape)
        x = np.where(rng.random(shape) < 0.4, top - 0.1, x)
        return tensor(np.where(there, top, x) + shift, requires_grad=True), dim, arrives

    return draw


def _amax(
    share: Callable[[Tensor, int], Any],
    lay: Callable[[Tensor, int], Any] = lambda g, dim: g.unsqueeze(dim),
    result: Callable[[Tensor, int], Any] = lambda x, dim: x.amax(dim),
    wins: Callable[[Tensor, int], Any] = lambda x, dim: x == x.amax(dim, keepdim=True),
) -> Halves:
    def pull(g: Tensor, _: Tensor, x: Tensor, dim: int) -> Any:
        return lay(g, dim) * share(wins(x, dim) * 1.0, dim)

    return halves(lambda x, dim: result(x, dim), pull)


def _even(wins: Tensor, dim: int) -> Any:
    return wins / wins.sum(dim, keepdim=True)


def _one(wins: Tensor, dim: int) -> Any:
    return wins * (wins.cumsum(dim) == 1)


AMAX = Operation(
    "x7-amax",
    ask="a Function of x and dim: the largest along it; entries that tie share evenly",
    reference=_amax(_even),
    draws=(
        tied(2, 4, dim=1),
        tied(4, 3, dim=0),
        tied(5, dim=0),
        tied(2, 4, 3, dim=-2),
        tied(3, 3, dim=1, shift=-9.0),
    ),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(_amax(lambda wins, dim: wins),
                "Each of those that tie gets all that arrives. Together that is more than has "
                "arrived."),
        Mistake(_amax(_one), "The first of those that tie gets everything, as in `max(dim)`. Here "
                             "they are to share."),
        Mistake(_amax(lambda wins, dim: _one(wins.flip(dim), dim).flip(dim)),
                "The last of those that tie gets everything. They are to share."),
        Mistake(_amax(lambda wins, dim: wins / wins.sum()),
                "It is divided by the number of all that are largest anywhere. How many share one "
                "gradient?"),
        Mistake(_amax(lambda wins, dim: wins / wins.shape[dim]),
                "It is divided by the number of all entries along `dim`. How many share?"),
        Mistake(_amax(_even, lambda g, dim: ones_like(g).unsqueeze(dim)), IGNORED),
        Mistake(_amax(lambda wins, dim: wins, lambda g, dim: ones_like(g).unsqueeze(dim)), IGNORED),
        Mistake(_amax(_even, wins=lambda x, dim: x == x.max()),
                "Compared with the largest of all. Each place of the result has a largest of its "
                "own."),
        Mistake(_amax(lambda wins, dim: wins / wins.sum(dim, keepdim=True).clamp(min=1),
                      wins=lambda x, dim: x == x.max()),
                "Compared with the largest of all. Each place of the result has a largest of its "
                "own."),
        Mistake(_amax(lambda wins, dim: wins / wins.sum(0, keepdim=True).clamp(min=1)),
                "The winners are counted along the first dimension. Those along `dim` share."),
        Mistake(halves(lambda x, dim: x.amax(dim),
                       lambda g, _, x, dim: g.unsqueeze(dim) * softmax(x, dim)),
                "Everybody has a share, as in logsumexp. Here only the largest moves the result."),
        Mistake(halves(lambda x, dim: x.amax(dim), lambda g, _, x, dim: (
                    g.unsqueeze(dim) * _even((x == x.amax(dim, keepdim=True)) * 1.0, dim) * x)),
                "The slope for the largest entry is 1, whatever the entry is."),
        Mistake(_amax(_even, result=lambda x, dim: x.abs().amax(dim),
                      wins=lambda x, dim: x.abs() == x.abs().amax(dim, keepdim=True)),
                "Absolute values are compared. A number far below 0 is small."),
        Mistake(_amax(lambda wins, dim: ones_like(wins)),
                "All of them get what arrives. Only the largest moves the result."),
        Mistake(_amax(lambda wins, dim: ones_like(wins) / wins.shape[dim]),
                "That is the slope of a mean. Only the largest moves the result."),
        Mistake(_amax(_even, result=lambda x, dim: x.amin(dim)), "That is the smallest."),
        Mistake(_amax(_even, result=lambda x, dim: x.amin(dim),
                      wins=lambda x, dim: x == x.amin(dim, keepdim=True)), "That is the smallest."),
        Mistake(_amax(_even, result=lambda x, dim: x.amax()),
                "The largest of all, not of each place along `dim`."),
        Mistake(_amax(_even, result=lambda x, dim: x.amax(dim, keepdim=True)),
                "The numbers are right, and the dimension is still there, with the size 1."),
    ),
)  # fmt: skip

QUESTIONS = (AMAX,)
