"""A function to write: tried on random inputs, beside a reference."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..attempt import (
    NO_RETURN,
    Outcome,
    attempt,
    explain,
    holds_dots,
    no_gradient,
    stopped_blank,
    unused,
)
from ..bank import COUNTS, GUESSES, Guess, diagnose
from ..mistakes import Mistake, Trial, facts
from ..question import Draw, Question
from ..repair import repaired
from ..state import seed
from ..values import as_array, brief, distinct, kind
from ..verdict import Verdict, blank, right, wrong
from .forms import ANOTHER, fitted, frozen, same
from .names import compare_names, ends_differ

AGAIN = (
    "The first time it is right. Called again with the same arguments, it gives something else: "
    "something is kept from call to call, a list, a set or a number that is made outside of the "
    "function, or in its head. Make it anew in every call."
)
WORD = (bool, str)
Observer = Callable[..., Callable[[Any], Any]]


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
        return same(_part(self.value, part), _part(self.expected, part))


@dataclass(frozen=True)
class Function(Question):
    """The answer is a function: what it gives, or what it does, is compared with a reference.

    Attributes:
        reference: the right function; its argument names appear in reports. It gives numbers (a
            float, an array, a tensor), a count (an int), a word (None, a truth value, a text), a
            list of names, or a tuple of these, one for each of `parts`.
        draws: makers of arguments, taken in turn; each gets a random generator and returns a tuple.
            They are called anew for the reference, the learner's function and each mistake, with
            the same random numbers (the library's own generator included), so make everything in
            them, leaves, models, optimizers, and take nothing from outside.
        mistakes: wrong ways that this question is known for; the bank's come after them.
        parts: names for what it returns, if that is a tuple; each part is worth the same.
        show: how one input is shown, if not as ``x = 2.5``.
        guesses: which general mistakes are looked for; default: those that make sense of counts
            if the reference gives one, else all.
        trials: how many inputs are tried.
        observe: what is compared instead of what is returned: ``observe(*args)`` is called before
            the function and gives another function, which is called with the result after it.
        again: whether a second call with the same arguments has to give the same.
    """

    reference: Callable[..., Any]
    draws: tuple[Draw, ...]
    mistakes: tuple[Mistake, ...] = ()
    parts: tuple[str, ...] = ()
    show: Callable[..., str] | None = None
    guesses: Sequence[Guess] | None = None
    trials: int = 6
    observe: Observer | None = None
    again: bool = False

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Try the function on each input, then compare what came out."""
        if not callable(answer):
            return wrong(self.name, self._no_function(answer))
        expected = [self._expected(self.reference, trial, draw) for trial in range(self.trials)]
        inputs = [self._args(trial, draw) for trial in range(self.trials)]
        runs: list[Run] = []
        for trial, args in enumerate(inputs):
            run = self._run(answer, trial, args, expected[trial], draw)
            if isinstance(run, Verdict):
                earlier = self._compare(answer, runs, draw) if runs else run
                return run if earlier.ok else earlier
            runs.append(run)
        verdict = self._compare(answer, runs, draw)
        return self._second(answer, inputs, runs, draw) if verdict and self.again else verdict

    def _no_function(self, answer: Any) -> str:
        name = re.sub(r"^x\d+-", "", self.name).replace("-", "_")
        return (
            f"This should be a function, but it is {kind(answer)}. Hand over the function itself, "
            f"without brackets: `{name}`, not `{name}(...)`."
        )

    def _args(self, trial: int, draw: Draw | None) -> tuple[Any, ...]:
        """Arguments that nobody else has, the same every time."""
        seed(trial)
        return (draw or self.draws[trial % len(self.draws)])(self.generator(trial))

    def _expected(self, function: Callable[..., Any], trial: int, draw: Draw | None) -> Any:
        """What the reference, or a mistake, gives."""
        args = self._args(trial, draw)
        look = self._look(args)
        with np.errstate(all="ignore"):
            return frozen(look(function(*args)))

    def _look(self, args: tuple[Any, ...]) -> Callable[[Any], Any]:
        return self.observe(*args) if self.observe else lambda result: result

    def _run(
        self, answer: Any, trial: int, args: tuple[Any, ...], expected: Any, draw: Draw | None
    ) -> Run | Verdict:
        """Call the answer, and copy what comes of it at once: it may change with the next call."""
        look = self._look(args)
        seed(trial)
        outcome = attempt(answer, args, lambda result: self._seen(look, result, expected))
        if outcome.error is not None:
            return self._stopped(answer, outcome.error, trial, draw)
        seen, value, text = outcome.value
        if text:
            return self._other_form(answer, seen, text, outcome, trial, draw)
        none = no_gradient(answer, seen, outcome)
        return Run(trial, expected, value, outcome.warned, none)

    def _second(
        self, answer: Any, inputs: Sequence[tuple[Any, ...]], runs: Sequence[Run], draw: Draw | None
    ) -> Verdict:
        """Call it again on the arguments that it had: what it gives should be the same."""
        for run, args in zip(runs, inputs):
            more = self._run(answer, run.trial, args, run.expected, draw)
            if isinstance(more, Verdict) or not same(more.value, run.value):
                given = ("given", self._given(self._args(run.trial, draw)))
                return wrong(self.name, AGAIN, [given])
        return right(self.name, f"on {len(runs)} random inputs")

    def _seen(self, look: Callable[[Any], Any], result: Any, expected: Any) -> tuple[Any, Any, str]:
        """What is compared, as it came and in the expected form; what is wrong with its form."""
        try:
            seen = look(result)
        except Exception:
            return result, result, NO_RETURN if result is None else ANOTHER
        return (seen, *fitted(seen, expected, self.parts))

    def _stopped(self, answer: Any, error: BaseException, trial: int, draw: Draw | None) -> Verdict:
        if stopped_blank(error):
            return blank(self.name, self.ask)
        rows, advice = explain(error, answer, self._call(answer))
        advice = advice or self._repaired(answer, draw) or "It stopped before it had a result."
        given = ("given", self._given(self._args(trial, draw)))
        return wrong(self.name, advice, [given, *rows])

    def _other_form(
        self, answer: Any, seen: Any, text: str, outcome: Outcome, trial: int, draw: Draw | None
    ) -> Verdict:
        if holds_dots(seen):
            return blank(self.name, self.ask)
        rows = [("given", self._given(self._args(trial, draw))), ("yours", _kinds(seen))]
        text = no_gradient(answer, seen, outcome) or text
        return wrong(self.name, text, rows + _warning(outcome.warned))

    def _compare(self, answer: Any, runs: Sequence[Run], draw: Draw | None) -> Verdict:
        """Compare what came out, part by part; then what a second call gave."""
        labels = self.parts or ("",)
        bad = [i for i in range(len(labels)) if not all(run.right(i) for run in runs)]
        if not bad:
            return right(self.name, f"on {len(runs)} random inputs")
        inputs = [self._args(run.trial, draw) for run in runs]
        failing = [run for run in runs if not run.right(bad[0])]
        shown = min(failing, key=lambda run: _size(inputs[run.trial]))
        rows = [("given", self._given(inputs[shown.trial]))]
        found = self._diagnoses(answer, runs, bad, draw)
        rows += [*self._rows(shown), *_warning(shown.warned)]
        return wrong(self.name, found, rows, 1 - len(bad) / len(labels))

    def _diagnoses(
        self, answer: Any, runs: Sequence[Run], bad: Sequence[int], draw: Draw | None
    ) -> list[str]:
        """One sentence for each part that is wrong; each sentence once."""
        if len(bad) == len(self.parts) == 2 and _swapped(runs):
            return [f"Both are right, but swapped: {self.parts[0]} comes first."]
        found: dict[str, list[str]] = {}
        change: str | None = None  # looked for once, if it is needed
        for i in bad:
            text = self._known(runs, i, draw) or _missing(runs, i) or self._guessed(runs, i, draw)
            if not text:
                change = self._repaired(answer, draw) if change is None else change
                text = change or self._facts(runs, i, draw)
            found.setdefault(text, []).append(self.parts[i] if self.parts else "")
        texts = [
            f"{' and '.join(names)}: {text}" if names[0] else text for text, names in found.items()
        ]
        return texts + _idle(answer)

    def _repaired(self, answer: Any, draw: Draw | None) -> str:
        """The place in the learner's function at which one change makes all of it right."""
        expected = [self._expected(self.reference, trial, draw) for trial in range(self.trials)]

        def is_right(function: Any) -> bool:
            for trial, wanted in enumerate(expected):
                run = self._run(function, trial, self._args(trial, draw), wanted, draw)
                if isinstance(run, Verdict) or not same(run.value, wanted):
                    return False
            return True

        return repaired(answer, is_right)

    def _known(self, runs: Sequence[Run], part: int, draw: Draw | None) -> str:
        """The mistake of this question that gives exactly what the learner has."""
        for mistake in self.mistakes:
            if all(
                same(_part(run.value, part), _part(self._wrongly(mistake, run, draw), part))
                for run in runs
            ):
                return mistake.why
        return ""

    def _wrongly(self, mistake: Mistake, run: Run, draw: Draw | None) -> Any:
        """What a mistake gives, in the form of what is expected."""
        args = self._args(run.trial, draw)
        look = self._look(args)
        with np.errstate(all="ignore"):
            return fitted(look(mistake.wrong(*args)), run.expected)[0]

    def _guessed(self, runs: Sequence[Run], part: int, draw: Draw | None) -> str:
        """What the bank makes of one part; empty if nothing."""
        pairs = _pairs(runs, part)
        if isinstance(pairs[0][1], list):
            return ends_differ(pairs)
        trials = self._trials(runs, part, draw)
        counted = COUNTS if isinstance(pairs[0][1], int) else GUESSES
        return diagnose(trials, self.guesses or counted) if trials else ""

    def _facts(self, runs: Sequence[Run], part: int, draw: Draw | None) -> str:
        """What is known of a mistake that nobody knows."""
        pairs = _pairs(runs, part)
        if isinstance(pairs[0][1], list):
            shortest = sorted(pairs, key=lambda pair: len(pair[1]))
            return next(text for pair in shortest if (text := compare_names(*pair)))
        trials = self._trials(runs, part, draw)
        return facts(trials) if trials else "I do not recognise this mistake."

    def _trials(self, runs: Sequence[Run], part: int, draw: Draw | None) -> list[Trial]:
        """One part as plain numbers, over all runs; none if some of it is words."""
        pairs = _pairs(runs, part)
        if any(side is None or isinstance(side, WORD) for pair in pairs for side in pair):
            return []
        given = [self._numbers(self._args(run.trial, draw)) for run in runs]
        return [
            Trial(args, np.asarray(right), np.asarray(yours))
            for args, (yours, right) in zip(given, pairs)
        ]

    def _rows(self, run: Run) -> list[tuple[str, str]]:
        if not self.parts:
            return list(zip(("yours", "wanted"), _shown(run.value, run.expected)))
        shown = [_shown(*pair) for pair in zip(run.value, run.expected)]
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


def _part(value: Any, part: int) -> Any:
    """One part of a tuple; what is no tuple is its only one."""
    return value[part] if isinstance(value, tuple) else value


def _pairs(runs: Sequence[Run], part: int) -> list[tuple[Any, Any]]:
    """One part over all runs: the learner's, and the right one."""
    return [(_part(run.value, part), _part(run.expected, part)) for run in runs]


def _missing(runs: Sequence[Run], part: int) -> str:
    """What to say of a None in the place of a number; empty if there is none."""
    for run in runs:
        if _part(run.value, part) is None and not run.right(part):
            word = isinstance(_part(run.expected, part), WORD)
            return (
                NO_RETURN if word else run.none or "There is None in it, where a number is wanted."
            )
    return ""


def _size(args: Sequence[Any]) -> int:
    """How much there is to look at in one input."""
    arrays = [as_array(arg) for arg in args]
    return sum(array.size for array in arrays if array is not None)


def _idle(answer: Any) -> list[str]:
    """Say so if an argument is not used: rarely is that meant."""
    names = [f"`{name}`" for name in unused(answer)]
    return [f"Your function does not use {' and '.join(names)}."] if names else []


def _kinds(value: Any) -> str:
    """What something is; of a tuple, what each part is."""
    return ", ".join(map(kind, value)) if isinstance(value, tuple) and value else kind(value)


def _warning(warned: Sequence[str]) -> list[tuple[str, str]]:
    """The first sentence of what Python warned of, if it did."""
    return [("warned", text.split(". ")[0]) for text in warned[:1]]


def _swapped(runs: Sequence[Run]) -> bool:
    return all(same(run.value[::-1], run.expected) for run in runs)


def _shown(yours: Any, right: Any) -> tuple[str, str]:
    if isinstance(right, list):
        return _listed(yours), _listed(right)
    return distinct(yours, right)


def _listed(names: Sequence[str]) -> str:
    if len(names) <= 12:
        return ", ".join(names) or "nothing"
    return f"{', '.join(names[:8])}, … ({len(names)} in all)"
