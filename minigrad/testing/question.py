"""What every question has: a name, what it asks for, and a way to judge an answer."""

from __future__ import annotations

import os
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .attempt import has_dots, is_blank
from .state import steady
from .verdict import Verdict, blank, with_remarks

Draw = Callable[[np.random.Generator], tuple[Any, ...]]


@dataclass(frozen=True)
class Question(ABC):
    """One thing that is asked, as `check` knows it.

    Attributes:
        name: what `check` is called with; in an exercise set also the grade id.
        ask: what an answer is, one phrase: ``"the derivative of x², for numbers and arrays"``.
    """

    name: str
    ask: str

    def judge(self, answer: Any, draw: Draw | None = None) -> Verdict:
        """Judge an answer; one that was not attempted is told apart from a wrong one."""
        if is_blank(answer):
            return blank(self.name, self.ask)
        with steady(answer) as noticed:
            verdict = self.verdict(answer, draw)
        if not verdict and not verdict.score and has_dots(answer):
            verdict = blank(self.name, self.ask, ["There are still dots in your code."])
        return with_remarks(verdict, noticed)

    @abstractmethod
    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Judge an answer that there is.

        Args:
            answer: whatever the learner made; it may be of any type.
            draw: inputs to try it on, in place of the question's own.
        """

    def generator(self, trial: int) -> np.random.Generator:
        """Random numbers for one trial: the same each time, so that reports can be repeated.

        A course may have others drawn for each student when it grades: `minigrad.grading.secret`.
        """
        own = [int(seed)] if (seed := os.environ.get("MINIGRAD_DRAWS")) else []
        return np.random.default_rng([zlib.crc32(self.name.encode()), trial, *own])
