"""What is known of a wrong answer: the trials, and the mistakes that one question is known for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .values import Array, close


@dataclass(frozen=True)
class Mistake:
    """A wrong way to compute the answer that learners are known to take.

    Attributes:
        wrong: that way: takes what the reference takes, returns what it returns.
        why: what to tell someone who took it; says where to look, not what to write.
    """

    wrong: Callable[..., Any]
    why: str


@dataclass(frozen=True, eq=False)
class Trial:
    """One input, with the right numbers and the learner's.

    Attributes:
        args: the arguments by name, as far as they are numbers.
        right: what the reference gives.
        yours: what the learner's code gives.
    """

    args: dict[str, Array]
    right: Array
    yours: Array


def facts(trials: Sequence[Trial]) -> str:
    """What can be said without knowing the mistake: how much is wrong, and where the most."""
    trial = worst(trials)
    opening = "I do not recognise this mistake."
    if trial.yours.shape != trial.right.shape:
        return f"{opening} The shape is {trial.yours.shape}, it should be {trial.right.shape}."
    off = np.abs(trial.yours.astype(float) - trial.right.astype(float))
    good = sum(close(t.yours, t.right) for t in trials)
    score = f"{good} of {len(trials)} inputs come out right" if good else "no input comes out right"
    if trial.right.ndim == 0:
        return f"{opening} What is known: {score}."
    place = [int(i) for i in np.unravel_index(int(np.nanargmax(off)), off.shape)]
    return f"{opening} What is known: {score}; here the largest difference is at index {place}."


def worst(trials: Sequence[Trial]) -> Trial:
    """The smallest input that comes out wrong: the one worth showing."""
    failing = [t for t in trials if not close(t.yours, t.right)]
    return min(failing, key=lambda t: sum(a.size for a in t.args.values()))
