"""x6-level: columns made level, to repair."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...tensor import Tensor
from ...testing.draws import turned
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from .writes import QUIET, WRITTEN, pulled, recorded


def table(rows: int, columns: int, *, result: bool = False) -> Draw:
    """Rows of numbers that lie apart; a leaf, or a result."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = turned(rng, rows, columns)
        return (x * 1 if result else x,)

    return draw


def _levelled(
    x: Tensor, *, cut: str = "", little: float = 0.01, inside: bool = False, middle: bool = True,
    dim: int = 0, less: int = 0,
) -> Tensor:  # fmt: skip
    """The columns with mean 0 and spread 1, or with a fault.

    Args:
        x: the rows.
        cut: what is a constant: the "spread", the "mean", or "both"; or the graph does not know
            that there is a "division", or that the spread was "raised" by a little.
        little: is added to the spread.
        inside: is it added under the root?
        middle: is the mean taken off?
        dim: over what the means are taken.
        less: how many rows less are divided by in the spread.
    """
    mean = x.mean(dim, keepdim=True)
    mean = mean.detach() if cut in ("mean", "both") else mean
    y = x - mean if middle else x
    square = (y**2).sum(dim, keepdim=True) / (x.shape[dim] - less)
    spread = (square + little).sqrt() if inside else square.sqrt() + little
    if cut == "raised":
        spread = square.sqrt()
        spread.data += little
    if cut == "division":
        return y + (y / spread - y).detach()
    found: Tensor = y / (spread.detach() if cut in ("spread", "both") else spread)
    return found


def _look_levelled(x: Tensor) -> Observed:
    before = x.detach().clone()

    def look(result: Any) -> tuple[Any, ...]:
        if not x.detach().equal(before):
            raise OddForm(WRITTEN)
        found = recorded(result)
        return found.detach(), *pulled(found, x)

    return look


def _wrong_level(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda x: _levelled(x, **fault), why)


LEVEL = Function(
    "x6-level",
    ask="the repaired function: the same values, and backward() gives their gradient",
    reference=lambda x: _levelled(x),
    draws=(table(4, 2), table(3, 3, result=True)),
    parts=("the values", "x's gradient"),
    trials=4,
    observe=_look_levelled,
    mistakes=(
        _wrong_level(QUIET + " For the graph, what is divided by is a constant now, but the spread "
                             "depends on x as well.", cut="spread"),
        _wrong_level(QUIET + " The root has saved its result, and its slope is that of another "
                             "number now.", cut="raised"),
        _wrong_level(QUIET + " The graph knows of no division at all.", cut="division"),
        _wrong_level("The mean depends on x as well: it is no constant.", cut="mean"),
        _wrong_level("Mean and spread depend on x as well: they are no constants.", cut="both"),
        _wrong_level("0.01 is to be added to the spread, and is missing.", little=0.0),
        _wrong_level("0.01 is added to the root, not under it.", inside=True),
        _wrong_level("The mean is not taken off.", middle=False),
        _wrong_level("The spread is the root of a mean: it divides by the number of rows, not by "
                     "one less, as std() does unless it is told otherwise.", less=1),
        _wrong_level("It is the columns that are to be levelled, each over its rows.", dim=1),
        Mistake(lambda x: (x - x.mean(0)) / (((x - x.mean(0)) ** 2).mean(0) + 0.01),
                "The spread is the root of the mean square: the root is missing."),
        Mistake(lambda x: (x - x.mean()) / (((x - x.mean()) ** 2).mean().sqrt() + 0.01),
                "Each column has a mean and a spread of its own; yours are those of all entries."),
        Mistake(lambda x: (x - x.mean(0)) / ((x**2).mean(0).sqrt() + 0.01),
                "The spread is computed before the mean is taken off."),
    ),
)  # fmt: skip

QUESTIONS = (LEVEL,)
