"""What a function's wrong results tell: the mistakes it is compared with, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..attempt import NO_RETURN, attempt, unused
from ..bank import COUNTS, GUESSES, diagnose
from ..mistakes import Mistake, Trial, facts
from ..question import Draw
from ..repair import repaired
from ..values import as_array
from .forms import in_form, same
from .names import compare_names, ends_differ

if TYPE_CHECKING:
    from .function import Function

WORD = (bool, str)
NONE = "There is None in it, where a number is wanted."


@dataclass(frozen=True)
class Run:
    """One trial of the learner's function: what is wanted, what came, both copied at once."""

    trial: int
    expected: Any
    value: Any
    warned: tuple[str, ...] = ()
    none: str = ""  # why there is None in it, as far as that is known

    def right(self, part: int) -> bool:
        """Is one part as expected?"""
        return same(*self.pair(part))

    def pair(self, part: int) -> tuple[Any, Any]:
        """One part of what came, and of what is wanted."""
        return part_of(self.value, part), part_of(self.expected, part)


@dataclass(frozen=True)
class Diagnosis:
    """The search for what is wrong with a function.

    Attributes:
        question: what was asked.
        answer: the learner's function.
        runs: what came of it, wrong at least once.
        draw: inputs in place of the question's own.
        tried: what each mistake gives on every input, as far as it has been tried.
    """

    question: Function
    answer: Any
    runs: Sequence[Run]
    draw: Draw | None
    tried: dict[Mistake, list[Any] | None] = field(default_factory=dict)

    def texts(self, bad: Sequence[int]) -> list[str]:
        """One sentence for each part that is wrong; each sentence once."""
        parts = self.question.parts
        if len(bad) == len(parts) == 2 and self._swapped():
            return [f"Both are right, but swapped: {parts[0]} comes first."]
        found: dict[str, list[str]] = {}
        change: str | None = None  # looked for once, if it is needed
        for i in bad:
            text = self._known(i, bad) or self._missing(i) or self._guessed(i) or self._another(i)
            if not text:
                change = self.change() if change is None else change
                text = change or self._facts(i)
            found.setdefault(text, []).append(parts[i] if parts else "")
        texts = [
            f"{' and '.join(names)}: {text}" if names[0] else text for text, names in found.items()
        ]
        return texts + self._idle()

    def change(self) -> str:
        """The place in the learner's function at which one change makes all of it right."""
        question, draw = self.question, self.draw
        expected = question.expected(draw)

        def is_right(function: Any) -> bool:
            for trial, wanted in enumerate(expected):
                args = question.args(trial, draw)
                look = question.look(args)
                found = attempt(function, args, look)
                if found.error or not same(in_form(found.value, wanted)[0], wanted):
                    return False
            return True

        return repaired(self.answer, is_right)

    def _swapped(self) -> bool:
        return all(same(run.value[::-1], run.expected) for run in self.runs)

    def _known(self, part: int, bad: Sequence[int]) -> str:
        """The mistake of this question that gives exactly what the learner has, in a part at least.

        One that explains all that is wrong comes first. Counts and words are soon equal by chance:
        to explain one of these, a mistake must fit the other parts, too, or leave them right.
        """
        known = [m for m in self.question.mistakes if self._explains(m, part)]
        whole = [m for m in known if all(self._explains(m, other) for other in bad)]
        if isinstance(self.runs[0].pair(part)[1], (*WORD, int)):
            known = [m for m in known if self._fits(m)]
        return next((mistake.why for mistake in whole + known), "")

    def _explains(self, mistake: Mistake, part: int) -> bool:
        """Does a mistake give what came, on every input? One that fails on an input does not."""
        values = self._values(mistake)
        return values is not None and all(
            same(part_of(run.value, part), part_of(value, part))
            for run, value in zip(self.runs, values)
        )

    def _fits(self, mistake: Mistake) -> bool:
        """Is each part that a mistake gives what came, or as it should be?"""
        values = self._values(mistake) or []
        parts = range(len(self.question.parts) or 1)
        return all(
            self._explains(mistake, part)
            or all(same(part_of(v, part), run.pair(part)[1]) for run, v in zip(self.runs, values))
            for part in parts
        )

    def _values(self, mistake: Mistake) -> list[Any] | None:
        """What a mistake gives on every input; None if it fails, or gives something else."""
        if mistake not in self.tried:
            values = [self._value(mistake, run) for run in self.runs]
            kept = all(isinstance(v, type(run.value)) for v, run in zip(values, self.runs))
            self.tried[mistake] = values if kept else None
        return self.tried[mistake]

    def _value(self, mistake: Mistake, run: Run) -> Any:
        args = self.question.args(run.trial, self.draw)
        found = attempt(mistake.wrong, args, self.question.look(args))
        return found.error or in_form(found.value, run.expected)[0]

    def _missing(self, part: int) -> str:
        """What to say of a None in the place of a number; empty if there is none."""
        for run in self.runs:
            yours, wanted = run.pair(part)
            if yours is None and not run.right(part):
                word = isinstance(wanted, WORD)
                return NO_RETURN if word else run.none or NONE
        return ""

    def _guessed(self, part: int) -> str:
        """What the bank makes of one part; empty if nothing."""
        pairs = [run.pair(part) for run in self.runs]
        if isinstance(pairs[0][1], list):
            return ends_differ(pairs)
        trials = self._trials(part)
        guesses = self.question.guesses or (COUNTS if isinstance(pairs[0][1], int) else GUESSES)
        return diagnose(trials, guesses) if trials else ""

    def _another(self, part: int) -> str:
        """Is it one of the other parts?"""
        parts = self.question.parts
        for i, name in enumerate(parts):
            if i != part and all(
                same(part_of(run.value, part), part_of(run.expected, i)) for run in self.runs
            ):
                return f"This is {name}, where {parts[part]} is wanted."
        return ""

    def _facts(self, part: int) -> str:
        """What is known of a mistake that nobody knows."""
        pairs = [run.pair(part) for run in self.runs]
        if isinstance(pairs[0][1], list):
            shortest = sorted(pairs, key=lambda pair: len(pair[1]))
            return next(text for pair in shortest if (text := compare_names(*pair, several=True)))
        trials = self._trials(part)
        return facts(trials) if trials else "I do not recognise this mistake."

    def _trials(self, part: int) -> list[Trial]:
        """One part as plain numbers, over all runs; none if some of it is words."""
        pairs = [run.pair(part) for run in self.runs]
        if any(side is None or isinstance(side, WORD) for pair in pairs for side in pair):
            return []
        return [
            Trial(self._array_arguments(run.trial), np.asarray(right), np.asarray(yours))
            for run, (yours, right) in zip(self.runs, pairs)
        ]

    def _array_arguments(self, trial: int) -> dict[str, Any]:
        args = self.question.args(trial, self.draw)
        named = {name: as_array(arg) for name, arg in zip(self.question.names(), args)}
        return {name: array for name, array in named.items() if array is not None}

    def _idle(self) -> list[str]:
        """Say so if an argument is not used: rarely is that meant."""
        names = [f"`{name}`" for name in unused(self.answer)]
        text = f"Your function does not use {' and '.join(names)}."
        return [text] if names else []


def part_of(value: Any, part: int) -> Any:
    """One part of a tuple; what is no tuple is its only one."""
    return value[part] if isinstance(value, tuple) else value
