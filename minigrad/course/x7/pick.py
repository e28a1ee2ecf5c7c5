"""x7-pick: rows out of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...creation.filled import ones_like, zeros_like
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Operation
from ...testing.kinds.operation import Halves
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ..lessons.lesson_07_operations import IGNORED
from .halves import halves


def picked(*shape: int, index: Sequence[int]) -> Draw:
    """A leaf, places along its first dimension, and what arrives."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        return leaf(rng, *shape), list(index), plain(rng, len(index), *shape[1:])

    return draw


def _given_out(
    g: Tensor, x: Tensor, index: Sequence[int], *, add: bool = True, last: bool = True,
    share: bool = False, arrives: bool = True,
) -> Tensor:  # fmt: skip
    """A gradient for each row; or with a fault: repeats not added, the first kept, averaged."""
    found = zeros_like(x)
    for place, row in enumerate(index):
        one = g[place] if arrives else ones_like(g[place])
        if add:
            found[row] += one / index.count(row) if share else one
        elif last or row not in index[:place]:
            found[row] = one
    return found


def _pick(**fault: bool) -> Halves:
    return halves(
        lambda x, index: x[index], lambda g, _, x, index: _given_out(g, x, index, **fault)
    )


PICK = Operation(
    "x7-pick",
    ask="a Function of x and a list of places: those rows of x",
    reference=_pick(),
    draws=(
        picked(3, 2, index=[0, 2, 0, 1]),
        picked(4, index=[3, 3, 3, 0]),
        picked(3, 3, index=[2, 1]),
        picked(2, 4, index=[1, 0, 1, 1, 0]),
    ),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(
            _pick(add=False),
            "Right for a row that is picked once. Of one that is picked several times only the "
            "last use counts. (`grad[index] += g` does the same: it reads all rows, adds, and "
            "writes all of them.)",
        ),
        Mistake(_pick(add=False, last=False),
                "Of a row that is picked several times only the first use counts."),
        Mistake(_pick(share=True), "It is averaged over the uses of a row. They are added up."),
        Mistake(_pick(arrives=False), IGNORED),
        Mistake(_pick(arrives=False, add=False), IGNORED),
        Mistake(
            halves(lambda x, index: x[index], lambda g, _, x, index: g),
            "It has a row for every row of the result. `x` is to have one gradient for each of its "
            "own rows.",
        ),
        Mistake(
            halves(lambda x, index: x[index], lambda g, _, x, index: ones_like(x)),
            "Ones for all: a row that nobody picked has no part in the result, and one that was "
            "picked twice has two.",
        ),
        Mistake(
            halves(lambda x, index: x[index], lambda g, _, x, index: _given_out(g, x, index) * x),
            "A picked row is passed on as it is: its slope is 1, whatever is in it.",
        ),
        Mistake(
            halves(lambda x, index: x[sorted(set(index))], lambda g, _, x, index: zeros_like(x)),
            "Each row is there once, in the order of `x`. `index` says which, how often, in what "
            "order.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (PICK,)
