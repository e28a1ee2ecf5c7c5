"""x3-half: a program to repair, which scales what should learn."""

from __future__ import annotations

import numpy as np

from ...testing.draws import numbers
from ...testing.kinds import Function
from ...testing.mistakes import Mistake

HALF = Function(
    "x3-half",
    ask="the repaired function, which gives the gradient with respect to w",
    reference=lambda values: 3 * (np.asarray(values) / 2) ** 2,
    draws=(lambda rng: (numbers(rng, 4).tolist(),), lambda rng: (numbers(rng, 2, 3).tolist(),)),
    mistakes=(
        Mistake(
            lambda values: 1.5 * (np.asarray(values) / 2) ** 2,
            "That is the gradient with respect to the numbers before they are halved. Which tensor "
            "is the leaf in yours? It should be w.",
        ),
        Mistake(
            lambda values: 3 * np.asarray(values) ** 2,
            "The gradient is that of a w which was never halved.",
        ),
        Mistake(
            lambda values: 3 * (np.asarray(values) / 4) ** 2, "Halved twice.",
        ),
        Mistake(
            lambda values: (np.asarray(values) / 2) ** 3, "That is w cubed, not its slope.",
        ),
        Mistake(
            lambda values: np.asarray(values) / 2, "That is w itself. Its gradient is in `.grad`.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (HALF,)
