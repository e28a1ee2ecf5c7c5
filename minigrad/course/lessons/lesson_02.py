"""Questions of lesson 02, "Backward: chain rule, order, sums"."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...testing.draws import numbers
from ...testing.kinds import Entries, Function
from ...testing.mistakes import Mistake
from ...testing.prediction import Prediction


def _two(rng: np.random.Generator) -> tuple[float, ...]:
    """Two numbers."""
    return tuple(numbers(rng, 2).tolist())


def _slopes(*shape: int) -> Any:
    """A draw of a matrix of slopes, and of a gradient for its rows."""
    return lambda rng: (numbers(rng, *shape), numbers(rng, shape[0]))


def _gradient_of_b() -> Any:
    """Run the program of the prediction."""
    a = tensor([2.0], requires_grad=True)
    b = tensor([6.0], requires_grad=True)
    c = a + b
    d = b + 1
    e = c * d
    e.backward()
    return b.grad


PREDICTIONS = (
    Prediction(
        "shared-leaf",
        question="What will `b.grad` be?",
        answer=_gradient_of_b,
        why="Through `c` comes 7, which is `d`; through `d` comes 8, which is `c`. They are added.",
        hints={
            4: "That is the tutorial's. How many paths lead from `e` back to `b`?",
            7: "That is what comes through `c`. Is there another path from `e` back to `b`?",
            8: "That is what comes through `d`. Is there another path from `e` back to `b`?",
            56: "Along a path you multiply. And where two paths meet?",
        },
    ),
)

QUESTIONS = (
    Entries(
        "by-hand",
        ask="the gradient of e with respect to each of the four leaves",
        expected={"a": 3.0, "b": 2.0, "c": math.log(10), "d": 0.5},
        hints={
            "b": "b is a factor of a·b: what is the slope of a product for one of its factors?",
            "c": "c is a factor too. What is it multiplied by?",
            "d": "the path has three steps: the sum, the product with c, and the logarithm of d",
        },
        given=("a",),
    ),
    Function(
        "divide",
        ask="the two local slopes of a / b: for a, then for b",
        reference=lambda a, b: (1 / b, -a / b**2),
        draws=(_two,),
        parts=("for a", "for b"),
        mistakes=(
            Mistake(lambda a, b: (b, a), "That is the slope of a product, a · b."),
            Mistake(
                lambda a, b: (a / b, -1 / b**2),
                "Look at the numerator: nudge one number, hold the other still.",
            ),
            Mistake(
                lambda a, b: (1 / a, -a / b),
                "Look at the denominator: nudge one number, hold the other still.",
            ),
        ),
    ),
    Function(
        "lopsided",
        ask="a function that gives x.grad and y.grad of h + h·h, where h = x·y",
        reference=lambda x, y: (y * (1 + 2 * x * y), x * (1 + 2 * x * y)),
        draws=(_two,),
        parts=("x.grad", "y.grad"),
        mistakes=(
            Mistake(
                lambda x, y: (y, x),
                "`h` ran before `s`: it passed on the 1 that came straight from `z`, and what `s` "
                "sent came too late.",
            ),
            Mistake(
                lambda x, y: (1.0, 0.0),
                "Nothing came from `z`: the leaves ran first, before there was anything to pass "
                "on. That is the oldest first.",
            ),
            Mistake(
                lambda x, y: (x * y * y, x * x * y),
                "Three gradients came to `h`, and only the last is left: the others were written "
                "over instead of added.",
            ),
            Mistake(
                lambda x, y: (2 * x * y * y, 2 * x * x * y),
                "What came to `h` straight from `z` is missing.",
            ),
        ),
    ),
    Function(
        "pull",
        ask="a function of a matrix of slopes J and a gradient v: what arrives at the inputs",
        reference=lambda J, v: v @ J,
        draws=(_slopes(2, 3), _slopes(4, 2)),
        mistakes=(
            Mistake(
                lambda J, v: J.sum(axis=0),
                "That is the plain sum of the rows: v has no say in it. Each row counts as often "
                "as v says.",
            ),
            Mistake(
                lambda J, v: v[:, None] * J,
                "Each row is multiplied by its number of v. Now the rows have to be added.",
            ),
            Mistake(
                lambda J, v: J[0],
                "That is the first row only: the gradient for v = [1, 0, …].",
            ),
        ),
    ),
    Entries(
        "same-ideas",
        ask="for each name of yours the word that plays its part in minigrad's engine",
        expected={
            "waiting": "stack",
            "seen": "found",
            "number": "sequence_nr",
            "slope": "vjp",
            "grad": "pending",
        },
        hints={
            "seen": "a set; a node that is in it is not put on the stack again",
            "number": "by what is the list sorted at the end?",
            "slope": "yours computes `value.grad * slope`; which word hands a node's gradients to "
            "its rule and gets those of its inputs back?",
            "grad": "where does the engine look up what has arrived at a node whose turn it is?",
        },
        given=("waiting",),
    ),
)
