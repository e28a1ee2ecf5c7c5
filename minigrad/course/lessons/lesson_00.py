"""Questions of lesson 00, "Start here"."""

from __future__ import annotations

import numpy as np

from ...testing.kinds import Function
from ...testing.mistakes import Mistake

QUESTIONS = (
    Function(
        "slope",
        ask="a function that gives the derivative of f(x) = x², for numbers and for arrays",
        reference=lambda x: 2 * x,
        draws=(
            lambda rng: (round(rng.uniform(1.5, 4), 1),),
            lambda rng: (np.round(rng.normal(0, 3, size=(2, 3)), 1),),
        ),
        mistakes=(
            Mistake(lambda x: x**2, "That is f itself, x². Asked for is how fast it changes."),
            Mistake(lambda x: 2 * x**2, "Twice f: the 2 has come down, but the power is still 2."),
            Mistake(lambda x: 2, "That is how fast the slope changes: one derivative too far."),
        ),
    ),
)
