"""x7-clamp: a clamp whose borders learn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...creation.filled import ones_like
from ...tensor import Tensor
from ...testing.draws import numbers, plain
from ...testing.kinds import Operation
from ...testing.kinds.operation import Halves
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ..lessons.lesson_07_operations import IGNORED
from .halves import halves


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

QUESTIONS = (CLAMP,)
