"""`check`: the one line that tells a learner whether an answer is right, and if not, why."""

from __future__ import annotations

import os
import sys
from typing import Any

from .question import Draw
from .registry import find
from .state import library
from .verdict import Verdict, with_remarks


def check(name: str, answer: Any, *, draw: Draw | None = None) -> Verdict:
    """Check an answer, print what was found, and say why if it is wrong.

    A function is tried on random inputs beside the right one, the same inputs every time. If it is
    wrong, known mistakes are tried until one gives exactly what it gives: a sign, a factor, an axis
    not summed over. If none does, that is said too. An error in the learner's code is reported with
    its line; an answer with the dots still in it counts as not attempted.

    Args:
        name: the question, as given in the lesson.
        answer: what it asks for: a function, a number, a tensor, a list.
        draw: other inputs to try a function on: takes a `numpy.random.Generator` and returns the
            arguments as a tuple.

    Returns:
        What was found; true if the answer is right, its ``score`` is a number from 0.0 to 1.0.

    Raises:
        ValueError: no question has this name.

    Example:
        >>> from minigrad.testing import check
        >>> check("slope", lambda x: -2 * x).ok
        ✗ slope: not yet.
            given    x = 2.7
            yours    -5.4
            wanted   5.4
          Yours is exactly −1 × the right one: look at the sign.
        False
    """
    found = library(sys._getframe(1).f_globals)  # the notebook's names
    verdict = with_remarks(find(name).judge(answer, draw), found)
    print(verdict.message)
    if not verdict and os.environ.get("NBGRADER_EXECUTION") == "validate":
        # What is on stderr is what the button Validate shows of a cell; else "partial credit".
        print(verdict.message, file=sys.stderr)
    return verdict
