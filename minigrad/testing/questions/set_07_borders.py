"""Exercise set 7, third part: borders that can learn, and the largest along a dimension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...creation.filled import ones_like
from ...nn.functional import softmax
from ...tensor import Tensor
from ..draws import numbers, plain
from ..kinds import Operation
from ..kinds.operation import Halves
from ..mistakes import Mistake
from ..question import Draw
from .lesson_07_operations import IGNORED
from .set_07 import halves

# ---------------------------------------------------------------------- borders that can learn


def bordered(count: int = 3, shape: tuple[int, ...] = ()) -> Draw:
    """Entries below, at, between, at and above two borders; the borders; what arrives."""

    def draw(rng: np.random.Generator) -> tuple[Tensor, ...]:
        low, high = -abs(numbers(rng)) - 0.02, abs(numbers(rng)) + 0.02
        sides = [low - 1.5, low - 0.25, low, low / 3, high / 3, high, high + 0.4]
        x = rng.permutation(np.append(numbers(rng, count), sides))
        x = x.reshape(shape or x.shape)
        return (*(tensor(v, requires_grad=True) for v in (x, low, high)), plain(rng, *x.shape))

    return draw


def _between(x: Tensor, low: Tensor, high: Tensor) -> Tensor:
    return ((x >= low) & (x <= high)) * 1.0


def _clamped(
    sides: Callable[..., tuple[Any, ...]] = lambda x, result, low, high: (
        _between(x, low, high), (x < low) * 1.0, (x > high) * 1.0,
    ),
    total: Callable[[Tensor], Any] = lambda part: part.sum(),
    result: Callable[..., Any] = lambda x, low, high: x.clamp(low.item(), high.item()),
    arrives: bool = True,
) -> Halves:  # fmt: skip
    def pull(g: Tensor, found: Tensor, x: Tensor, low: Tensor, high: Tensor) -> tuple[Any, ...]:
        g = g if arrives else ones_like(g)
        inside, below, above = sides(x, found, low, high)
        return g * inside, total(g * below), total(g * above)

    return halves(lambda x, low, high: result(x, low, high), pull)


_AT = "What lies exactly on a border counts as inside: what arrives there goes to `x`"
CLAMP = Operation(
    "x7-clamp",
    ask="a Function of x, low and high: x, but not below low and not above high, which learn, too",
    reference=_clamped(),
    draws=(bordered(), bordered(5, (3, 4)), bordered(1, (2, 4)), bordered(2, (3, 3))),
    parts=("the result", "the gradient of x", "the gradient of low", "the gradient of high"),
    mistakes=(
        Mistake(_clamped(total=lambda part: part),
                "It still has the shape of x. A border is one number that is used in several "
                "places, and what comes from each of them is added up."),
        Mistake(_clamped(total=lambda part: part, arrives=False), IGNORED),
        Mistake(_clamped(arrives=False), IGNORED),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), (x <= low) * 1.0, (x >= high) * 1.0)),
                f"{_AT} alone. Here the border gets it as well: more than has arrived."),
        Mistake(_clamped(lambda x, r, low, high: (
                    ((x > low) & (x < high)) * 1.0, (x < low) * 1.0, (x > high) * 1.0)),
                f"{_AT}. Here nobody gets it."),
        Mistake(_clamped(lambda x, r, low, high: (
                    ((x > low) & (x < high)) * 1.0, (x <= low) * 1.0, (x >= high) * 1.0)),
                f"{_AT}, not to the border."),
        Mistake(_clamped(lambda x, r, low, high: (ones_like(x), (x < low) * 1.0, (x > high) * 1.0)),
                "All of it goes to x. Where the result is a border, x can move and the result does "
                "not."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), (x > high) * 1.0, (x < low) * 1.0)),
                "The two borders are exchanged: `low` is the result where x lies below it."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), _between(x, low, high), _between(x, low, high))),
                "A border moves the result where it *is* the result, not where x is."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), (x < low) * -1.0, (x > high) * -1.0)),
                "Where the border is the result, its slope is 1: if it rises, so does the result."),
        Mistake(_clamped(lambda x, r, low, high: (_between(x, low, high), 0.0 * x, 0.0 * x)),
                "A border learns nothing here. Where x lies beyond it, it is the result."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), (x > low) * 1.0, (x < high) * 1.0)),
                "The comparison is turned round: a border is the result where x lies beyond it."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(r, low, high), (r < low) * 1.0, (r > high) * 1.0)),
                "You compare the result with the borders, and it is never beyond them: there "
                "the input has to be looked at. Was the right one saved?"),
        Mistake(_clamped(total=lambda part: part.sum(0)),
                "A border is one number: added up are all places, not those along one dimension."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), ones_like(x), ones_like(x))),
                "A border gets all that arrives. It is the result only where x lies beyond it."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), 1 - _between(x, low, high), 1 - _between(x, low, high),
                )),
                "A border gets what belongs to the other one, too: `low` is the result where x "
                "lies below it, `high` where x lies above."),
        Mistake(_clamped(total=lambda part: part.mean()), "Summed, not averaged."),
        Mistake(_clamped(result=lambda x, low, high: x * _between(x, low, high)),
                "What lies outside becomes 0. It should become the border that it is beyond."),
        Mistake(_clamped(result=lambda x, low, high: x.clamp(min=low.item())),
                "Nothing is cut off above."),
        Mistake(_clamped(result=lambda x, low, high: x.clamp(max=high.item())),
                "Nothing is cut off below."),
    ),
)  # fmt: skip

# ----------------------------------------------------------------------- the largest along a dim


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

QUESTIONS = (CLAMP, AMAX)
