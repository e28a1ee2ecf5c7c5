"""x2-jacobian: the whole table of slopes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.draws import leaf
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ...testing.values import Array


def _table(f: Callable[[Tensor], Tensor], x: Tensor) -> Array:
    """All slopes, a row per result, each from a backward of its own."""
    rows = []
    for place in range(len(f(x))):
        twin = x.detach().requires_grad_()
        f(twin)[place].backward()
        assert twin.grad is not None
        rows.append(twin.grad.numpy())
    return np.array(rows)


def _shifted(x: Tensor) -> Tensor:
    found: Tensor = x[1:] * x[:-1]
    return found


def _mixed(x: Tensor) -> Tensor:
    found: Tensor = tensor([[1.5, -2.0, 0.5], [2.5, 3.0, -1.5]], dtype=x.dtype) @ x.sin()
    return found


def _tall(x: Tensor) -> Tensor:
    rows = [[1.5, -2.0], [0.5, 2.5], [3.0, -1.5], [-0.5, 2.0]]
    found: Tensor = tensor(rows, dtype=x.dtype) @ x**2
    return found


def _vector(f: Callable[[Tensor], Tensor], size: int) -> Draw:
    return lambda rng: (f, leaf(rng, size))


JACOBIAN = Function(
    "x2-jacobian",
    ask="a function that gives the table of all slopes of f at x, a row per result",
    reference=_table,
    draws=(_vector(_tall, 2), _vector(_shifted, 4), _vector(_mixed, 3)),
    show=lambda f, x: f"x = {x.tolist()}, f(x) = {[round(v, 4) for v in f(x).tolist()]}",
    mistakes=(
        Mistake(
            lambda f, x: np.cumsum(_table(f, x), axis=0),
            "Each row has those before it in it: .grad adds up. Clear it between two rows.",
        ),
        Mistake(
            lambda f, x: _table(f, x).sum(axis=0),
            "That is one row, the sum of all: a 1 for every result at once. Let in one at a time.",
        ),
        Mistake(
            lambda f, x: np.tile(_table(f, x).sum(axis=0), (len(f(x)), 1)),
            "Every row is the sum of all rows. Either a 1 went in for every result at once, or "
            ".grad was never cleared, so that all rows are one and the same tensor.",
        ),
        Mistake(lambda f, x: _table(f, x)[:1], "Only the first row is there."),
        Mistake(
            lambda f, x: _table(f, x)[: len(x)],
            "Yours has as many rows as x has entries. Wanted is a row per result.",
        ),
        Mistake(lambda f, x: _table(f, x)[:-1], "The last row is missing."),
        Mistake(
            lambda f, x: np.tile(_table(f, x)[-1], (len(f(x)), 1)),
            "Every row is the last one: they are one and the same tensor. Keep a copy of each.",
        ),
        Mistake(
            lambda f, x: np.tile(_table(f, x).sum(axis=0), (len(f(x)), 1)).cumsum(axis=0),
            "Let in a 1 for one result at a time, and clear .grad between two rows.",
        ),
    ),
)

QUESTIONS = (JACOBIAN,)
