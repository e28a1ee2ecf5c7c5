"""x3-counted: a program to repair, whose numbers are whole."""

from __future__ import annotations

import numpy as np

from ...testing.kinds import Function
from ...testing.mistakes import Mistake

COUNTED = Function(
    "x3-counted",
    ask="the repaired function, which gives the gradient for whole numbers too",
    reference=lambda counts: 2 * np.asarray(counts) / len(counts),
    draws=(
        lambda rng: (rng.integers(2, 9, size=3).tolist(),),
        lambda rng: (rng.integers(-9, -2, size=5).tolist(),),
    ),
    mistakes=(
        Mistake(
            lambda counts: 2 * np.asarray(counts),
            "That is the gradient of the sum. The loss is the mean.",
        ),
        Mistake(
            lambda counts: np.asarray(counts) / len(counts),
            "One of the two uses of w is missing: in w * w both factors are w.",
        ),
    ),
)

QUESTIONS = (COUNTED,)
