"""A function to write: tried on random inputs, beside a reference."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..attempt import NO_RETURN, attempt, explain, holds_dots, stopped_blank
from ..bank import GUESSES, Guess, diagnose
from ..mistakes import Mistake, Trial, facts, worst
from ..question import Draw, Question
from ..values import as_array, brief, close, distinct, kind
from ..verdict import Verdict, blank, right, wrong
from .names import compare_names, odd_entry


@dataclass(frozen=True)
class Run:
    """One trial of the learner's function."""

    args: tuple[Any, ...]
    expected: Any
    value: Any
    warned: tuple[str, ...] = ()


@dataclass(frozen=True)
class Function(Question):
    """The answer is a function that gives numbers, several of them, or a list of names.

    Attributes:
        reference: the right function; its argument names appear in reports.
        draws: makers of arguments, taken in turn; each gets a random generator and returns a tuple.
        mistakes: wrong ways that this question is known for; the bank's come after them.
        parts: names for what it returns, if that is a tuple; each part is worth the same.
        show: how one input is shown, if not as ``x = 2.5``.
        guesses: which general mistakes are looked for; those of numbers make no sense of counts.
        trials: how many inputs are tried.
    """

    reference: Callable[..., Any]
    draws: tuple[Draw, ...]
    mistakes: tuple[Mistake, ...] = ()
    parts: tuple[str, ...] = ()
    show: Callable[..., str] | None = None
    guesses: Sequence[Guess] = GUESSES
    trials: int = 6

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Try the function on each input, then compare what came out."""
        if not callable(answer):
            return wrong(self.name, self._no_function(answer))
        runs: list[Run] = []
        for trial in range(self.trials):
            run = self._run(answer, trial, draw)
            if isinstance(run, Verdict):
                earlier = self._compare(runs) if runs else run
                return run if earlier.ok else earlier
            runs.append(run)
        return self._compare(runs)

    def _no_function(self, answer: Any) -> str:
        name = re.sub(r"^x\d+-", "", self.name).replace("-", "_")
        return (
            f"This should be a function, but it is {kind(answer)}. Hand over the function itself, "
            f"without brackets: `{name}`, not `{name}(...)`."
        )

    def _run(self, answer: Any, trial: int, draw: Draw | None) -> Run | Verdict:
        """Call reference and answer on arguments of their own, so that neither can spoil them."""
        draw = draw or self.draws[trial % len(self.draws)]
        args, untouched = (draw(self.generator(trial)) for _ in range(2))
        expected = self.reference(*untouched)
        outcome = attempt(answer, args)
        if outcome.error is not None:
            if stopped_blank(outcome.error):
                return blank(self.name, self.ask)
            rows, advice = explain(outcome.error, answer, self._call(answer))
            given = ("given", self._given(untouched))
            return wrong(self.name, advice or "It stopped before it had a result.", [given, *rows])
        run = Run(untouched, expected, outcome.value, outcome.warned)
        return run if _same_form(outcome.value, expected) else self._other_form(run)

    def _other_form(self, run: Run) -> Verdict:
        if holds_dots(run.value):
            return blank(self.name, self.ask)
        rows = [("given", self._given(run.args)), ("yours", _kinds(run.value))]
        rows += [("wanted", _kinds(run.expected)), *_warning(run)]
        if run.value is None:
            text = NO_RETURN
        elif _is_names(run.expected) and isinstance(run.value, (tuple, list)):
            text = odd_entry(run.value)
        elif isinstance(run.value, (tuple, list)) and any(part is None for part in run.value):
            text = "There is None in it: a .grad is None until backward() has run."
        else:
            text = "What it returns is of another kind than what was asked for."
        return wrong(self.name, text, rows)

    def _compare(self, runs: Sequence[Run]) -> Verdict:
        if _is_names(runs[0].expected):
            return self._compare_names(runs)
        labels = self.parts or ("",)
        trials = [self._trials(runs, i) for i in range(len(labels))]
        bad = [i for i, part in enumerate(trials) if not all(close(t.yours, t.right) for t in part)]
        if not bad:
            return right(self.name, f"on {len(runs)} random inputs")
        shown = worst(trials[bad[0]])
        run = runs[trials[bad[0]].index(shown)]
        rows = [("given", self._given(run.args)), *self._rows(run), *_warning(run)]
        return wrong(
            self.name, self._diagnoses(runs, trials, bad), rows, 1 - len(bad) / len(labels)
        )

    def _compare_names(self, runs: Sequence[Run]) -> Verdict:
        known = (
            mistake.why
            for mistake in self.mistakes
            if all(list(run.value) == mistake.wrong(*run.args) for run in runs)
        )
        for run in sorted(runs, key=lambda run: len(run.expected)):
            problem = compare_names(run.value, run.expected)
            if problem:
                rows = [("given", self._given(run.args)), ("yours", _listed(run.value))]
                rows.append(("wanted", _listed(run.expected)))
                return wrong(self.name, next(known, problem), rows)
        return right(self.name, f"on {len(runs)} random inputs")

    def _trials(self, runs: Sequence[Run], part: int) -> list[Trial]:
        """One part of the result as plain numbers, over all runs."""
        return [
            Trial(
                self._numbers(run.args), self._part(run.expected, part), self._part(run.value, part)
            )
            for run in runs
        ]

    def _part(self, value: Any, part: int) -> Any:
        return as_array(value[part] if self.parts else value)

    def _diagnoses(
        self, runs: Sequence[Run], trials: Sequence[list[Trial]], bad: Sequence[int]
    ) -> list[str]:
        """One sentence for each part that is wrong; each sentence once."""
        if len(bad) == len(trials) == 2 and _swapped(*trials):
            return [f"Both are right, but swapped: {self.parts[0]} comes first."]
        found: dict[str, list[str]] = {}
        for i in bad:
            text = self._known(runs, trials[i], i) or diagnose(trials[i], self.guesses)
            text = text or facts(trials[i])
            found.setdefault(text, []).append(self.parts[i] if self.parts else "")
        return [
            f"{' and '.join(names)}: {text}" if names[0] else text for text, names in found.items()
        ]

    def _known(self, runs: Sequence[Run], trials: Sequence[Trial], part: int) -> str:
        """The mistake of this question that gives exactly what the learner has."""
        for mistake in self.mistakes:
            with np.errstate(all="ignore"):
                guesses = [self._part(mistake.wrong(*run.args), part) for run in runs]
            if all(close(t.yours, guess) for t, guess in zip(trials, guesses)):
                return mistake.why
        return ""

    def _rows(self, run: Run) -> list[tuple[str, str]]:
        if not self.parts:
            return list(zip(("yours", "wanted"), distinct(run.value, run.expected)))
        shown = [distinct(*pair) for pair in zip(run.value, run.expected)]
        yours, wanted = (
            ", ".join(f"{name} = {text}" for name, text in zip(self.parts, texts))
            for texts in zip(*shown)
        )
        return [("yours", yours), ("wanted", wanted)]

    def _names(self) -> list[str]:
        return list(inspect.signature(self.reference).parameters)

    def _call(self, answer: Any) -> str:
        return f"{getattr(answer, '__name__', self.name)}({', '.join(self._names())})"

    def _given(self, args: tuple[Any, ...]) -> str:
        if self.show:
            return self.show(*args)
        return ", ".join(f"{name} = {brief(arg)}" for name, arg in zip(self._names(), args))

    def _numbers(self, args: tuple[Any, ...]) -> dict[str, Any]:
        named = {name: as_array(arg) for name, arg in zip(self._names(), args)}
        return {name: array for name, array in named.items() if array is not None}


def _kinds(value: Any) -> str:
    """What something is; of a tuple, what each part is."""
    return ", ".join(map(kind, value)) if isinstance(value, tuple) and value else kind(value)


def _warning(run: Run) -> list[tuple[str, str]]:
    """The first sentence of what Python warned of, if it did."""
    return [("warned", text.split(". ")[0]) for text in run.warned[:1]]


def _same_form(value: Any, expected: Any) -> bool:
    """Is it numbers where numbers are wanted, a tuple of as many, a list of names?"""
    if isinstance(expected, tuple):
        return (
            isinstance(value, (tuple, list))
            and len(value) == len(expected)
            and all(_same_form(v, e) for v, e in zip(value, expected))
        )
    if _is_names(expected):
        return isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value)
    return as_array(value) is not None


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def _swapped(first: Sequence[Trial], second: Sequence[Trial]) -> bool:
    pairs = list(zip(first, second))
    return all(close(a.yours, b.right) and close(b.yours, a.right) for a, b in pairs)


def _listed(names: Sequence[str]) -> str:
    if len(names) <= 12:
        return ", ".join(names) or "nothing"
    return f"{', '.join(names[:8])}, … ({len(names)} in all)"
