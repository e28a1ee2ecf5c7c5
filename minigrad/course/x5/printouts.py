"""x5-printouts: six printouts of a loop, and what is wrong in each."""

from __future__ import annotations

from ...testing.kinds import Entries

_GRADIENT = "look at the gradients: how does each come from the w above it?"
PRINTOUTS = Entries(
    "x5-printouts",
    ask="five numbers from 1 to 5: what was done to the loop, for each column from B to F",
    expected={"B": 5, "C": 1, "D": 3, "E": 4, "F": 2},
    hints={
        "B": "w stands still. Is there a gradient, and would the loop have used it?",
        "C": _GRADIENT + " Take 2 * (w - 5) for each, and compare with what is printed.",
        "D": _GRADIENT + " Which w belongs to all of them?",
        "E": "w stands still. What is printed in the place of the gradient?",
        "F": "the differences of the gradients are the same each time. What is added?",
    },
)

QUESTIONS = (PRINTOUTS,)
