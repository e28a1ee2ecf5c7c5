"""x3-make-leaves: leaves made of a table."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...dtype import float32
from ...tensor import Tensor
from ...testing.draws import numbers
from ...testing.kinds import Function
from ...testing.mistakes import Mistake


def _scaled(table: list[list[float]]) -> Tensor:
    scaled: Tensor = tensor(table, dtype=float32) / math.sqrt(len(table))
    return scaled


def _tables(rng: np.random.Generator) -> tuple[list[list[list[float]]]]:
    """Three tables, one of whole numbers; small ones, for all of it is shown."""
    whole = rng.integers(2, 9, size=(3, 1)).tolist()
    return ([whole, numbers(rng, 1, 2).tolist(), numbers(rng, 2, 1).tolist()],)


def _look_at_leaves(tables: list[list[list[float]]]) -> Callable[[Any], Any]:
    def look(result: list[Tensor] | Tensor) -> tuple[Any, ...]:
        made = [result] if isinstance(result, Tensor) else result
        return (
            made is result,
            len(made),
            all(one.is_leaf for one in made),
            all(one.requires_grad for one in made),
            all(one.dtype == float32 for one in made),
            np.concatenate([np.ravel(one.detach().numpy()) for one in made]),
        )

    return look


def _only_one(place: int) -> Callable[[list[list[list[float]]]], Tensor]:
    return lambda tables: _scaled(tables[place]).requires_grad_()


LEAVES = Function(
    "x3-make-leaves",
    ask="a function that makes a list of leaves from a list of tables",
    reference=lambda tables: [_scaled(table).requires_grad_() for table in tables],
    draws=(_tables, lambda rng: ([numbers(rng, 4, 3).tolist()],)),
    parts=("a list", "how many", "all leaves", "all require grad", "all float32", "values"),
    observe=_look_at_leaves,
    mistakes=(
        Mistake(
            lambda tables: [
                tensor(t, dtype=float32, requires_grad=True) / math.sqrt(len(t)) for t in tables
            ],
            "A division after requires_grad=True gives a result, not a leaf: divide first.",
        ),
        Mistake(
            lambda tables: [_scaled(table) for table in tables],
            "Nobody has asked for their gradients.",
        ),
        Mistake(
            lambda tables: [tensor(t, dtype=float32).requires_grad_() for t in tables],
            "The numbers are not divided: by the square root of the number of rows.",
        ),
        Mistake(
            lambda tables: [tensor(t, dtype=float32).div(len(t)).requires_grad_() for t in tables],
            "Divided by the number of rows; asked for is its square root.",
        ),
        Mistake(
            lambda tables: [
                tensor(t, dtype=float32).div(math.sqrt(len(t[0]))).requires_grad_() for t in tables
            ],
            "Divided by the root of the number of columns; asked for is that of the rows.",
        ),
        Mistake(
            lambda tables: [
                tensor(t, dtype=float32).div(math.sqrt(len(t) * len(t[0]))).requires_grad_()
                for t in tables
            ],
            "Divided by the root of the number of entries; asked for is that of the rows.",
        ),
        *(
            Mistake(
                wrong,
                "Only one tensor comes back, where there should be a list of one for each table: "
                "does the function return too early, or does each tensor take the place of the one "
                "before?",
            )
            for one in map(_only_one, (0, -1))
            for wrong in (one, lambda tables, one=one: [one(tables)])
        ),
        Mistake(
            lambda tables: [_scaled(table).requires_grad_() for table in tables[:-1]],
            "The last table is missing.",
        ),
        Mistake(
            lambda tables: [_scaled(table).double().requires_grad_() for table in tables],
            "Asked for is float32.",
        ),
    ),
)

QUESTIONS = (LEAVES,)
