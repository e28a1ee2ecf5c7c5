"""x7-tests: ten tests, and which fault each finds."""

from __future__ import annotations

from ...testing.kinds import Entries

TESTS = Entries(
    "x7-tests",
    ask="for each of the ten tests True, if the fault shows in x.grad, or False",
    expected={
        "Square at ones": False,
        "Square at twos": True,
        "Cube, summed": False,
        "Cube, doubled and summed": True,
        "Minus of Minus": False,
        "Minus times Minus": True,
        "Total of a square, summed": False,
        "Total of a square, weighed": True,
        "Pick of 2, 0, 1": False,
        "Pick of 0, 0, 1": True,
    },
    hints={
        "Square at ones": "what is the result there, and what is the input?",
        "Square at twos": "what is the result there, and what is the input?",
        "Cube, summed": "what arrives at the cube, if a sum is all that comes after it?",
        "Cube, doubled and summed": "what arrives at the cube here?",
        "Minus of Minus": "how often is a sign forgotten on the way back?",
        "Minus times Minus": (
            "two gradients arrive at the one node and are added, and it passes them on once. How "
            "often is a sign forgotten?"
        ),
        "Total of a square, summed": "ones arrive. Does it matter along which dimension they lie?",
        "Total of a square, weighed": (
            "1, 2, 3 arrive, one for each row. Where does expand lay them?"
        ),
        "Pick of 2, 0, 1": "is any row written twice?",
        "Pick of 0, 0, 1": "is any row written twice?",
    },
)

QUESTIONS = (TESTS,)
