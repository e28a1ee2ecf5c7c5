"""A function to write: tried on random inputs, beside a reference."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..attempt import NO_RETURN, Outcome, attempt, holds_dots, no_gradient
from ..bank import Guess
from ..mistakes import Mistake
from ..observed import OddForm
from ..question import Draw, Question
from ..state import seed
from ..stopped import explain, stopped_blank
from ..values import as_array, brief, distinct, kind
from ..verdict import Verdict, blank, right, wrong
from .diagnosis import Diagnosis, Run
from .forms import ANOTHER, frozen, in_form, same

AGAIN = (
    "The first time it is right. Called again with the same arguments, it gives something else: "
    "something is kept from call to call, a list, a set or a number that is made outside of the "
    "function, or in its head. Make it anew in every call."
)
STOPPED = "It stopped before it had a result."
Observer = Callable[..., Callable[[Any], Any]]


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
        expected = self.expected(draw)
        inputs = [self.args(trial, draw) for trial in range(self.trials)]
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

    def args(self, trial: int, draw: Draw | None) -> tuple[Any, ...]:
        """Arguments that nobody else has, the same every time."""
        seed(trial)
        args = (draw or self.draws[trial % len(self.draws)])(self.generator(trial))
        seed(trial)  # whoever is called with them, whatever is drawn within is the same
        return args

    def expected(self, draw: Draw | None) -> list[Any]:
        """What the reference gives, or does, on every input."""
        found = []
        for trial in range(self.trials):
            args = self.args(trial, draw)
            look = self.look(args)
            with np.errstate(all="ignore"):
                found.append(frozen(look(self.reference(*args))))
        return found

    def look(self, args: tuple[Any, ...]) -> Callable[[Any], Any]:
        """What takes a result and gives what is compared; made before the call."""
        return self.observe(*args) if self.observe else lambda result: result

    def names(self) -> list[str]:
        """What the arguments are called."""
        return list(inspect.signature(self.reference).parameters)

    def _run(
        self, answer: Any, trial: int, args: tuple[Any, ...], expected: Any, draw: Draw | None
    ) -> Run | Verdict:
        """Call the answer, and copy what comes of it at once: it may change with the next call."""
        look = self.look(args)
        seed(trial)
        outcome = attempt(answer, args, lambda result: self._in_form(look, result, expected))
        if outcome.error is not None:
            return self._stopped(answer, outcome.error, trial, draw)
        result, seen, value, text = outcome.value
        if text:
            text = no_gradient(answer, seen, outcome) or text
            return self._other_form(result, text, outcome, trial, draw)
        none = no_gradient(answer, seen, outcome)
        return Run(trial, expected, value, outcome.warned, none)

    def _second(
        self, answer: Any, inputs: Sequence[tuple[Any, ...]], runs: Sequence[Run], draw: Draw | None
    ) -> Verdict:
        """Call it again on the arguments that it had: what it gives should be the same."""
        for run, args in zip(runs, inputs):
            more = self._run(answer, run.trial, args, run.expected, draw)
            if isinstance(more, Verdict) or not same(more.value, run.value):
                given = ("given", self._given(self.args(run.trial, draw)))
                return wrong(self.name, AGAIN, [given])
        return right(self.name, f"on {len(runs)} random inputs")

    def _in_form(self, look: Callable[[Any], Any], result: Any, expected: Any) -> tuple[Any, ...]:
        """The result; what is compared, and that in the expected form; what its form lacks."""
        try:
            seen = look(result)
        except Exception as odd:
            text = str(odd) if isinstance(odd, OddForm) else ANOTHER
            return result, result, result, NO_RETURN if result is None else text
        return (result, seen, *in_form(seen, expected, self.parts))

    def _stopped(self, answer: Any, error: BaseException, trial: int, draw: Draw | None) -> Verdict:
        if stopped_blank(error):
            return blank(self.name, self.ask)
        rows, advice = self._explained(error, answer)
        advice = (
            advice
            or Diagnosis(self, answer, (), draw).change()
            or "It stopped before it had a result."
        )
        given = ("given", self._given(self.args(trial, draw)))
        return wrong(self.name, advice, [given, *rows])

    def _explained(self, error: BaseException, answer: Any) -> tuple[list[tuple[str, str]], str]:
        """Where it stopped, and what is known of that."""
        return explain(error, answer, self._call(answer))

    def _other_form(
        self, result: Any, text: str, outcome: Outcome, trial: int, draw: Draw | None
    ) -> Verdict:
        if holds_dots(result):
            return blank(self.name, self.ask)
        rows = [("given", self._given(self.args(trial, draw))), ("yours", _kinds(result))]
        return wrong(self.name, text, rows + _warning(outcome.warned))

    def _compare(self, answer: Any, runs: Sequence[Run], draw: Draw | None) -> Verdict:
        """Compare what came out, part by part, and look for the mistake."""
        labels = self.parts or ("",)
        bad = [i for i in range(len(labels)) if not all(run.right(i) for run in runs)]
        if not bad:
            return right(self.name, f"on {len(runs)} random inputs")
        inputs = [self.args(run.trial, draw) for run in runs]
        failing = [run for run in runs if not run.right(bad[0])]
        shown = min(failing, key=lambda run: _size(inputs[run.trial]))
        rows = [("given", self._given(inputs[shown.trial]))]
        found = Diagnosis(self, answer, runs, draw).texts(bad)
        rows += [*self._rows(shown), *_warning(shown.warned)]
        return wrong(self.name, found, rows, 1 - len(bad) / len(labels))

    def _rows(self, run: Run) -> list[tuple[str, str]]:
        if not self.parts:
            return list(zip(("yours", "wanted"), _both_texts(run.value, run.expected)))
        bad = [i for i in range(len(self.parts)) if not run.right(i)]
        wrong = {self.parts[i]: _both_texts(*run.pair(i)) for i in bad}
        yours, wanted = (
            ", ".join(f"{name} = {text}" for name, text in zip(wrong, texts))
            for texts in zip(*wrong.values())
        )
        return [("yours", yours), ("wanted", wanted)]

    def _call(self, answer: Any) -> str:
        return f"{getattr(answer, '__name__', self.name)}({', '.join(self.names())})"

    def _given(self, args: tuple[Any, ...]) -> str:
        if self.show:
            return self.show(*args)
        return ", ".join(f"{name} = {brief(arg)}" for name, arg in zip(self.names(), args))


def _size(args: Sequence[Any]) -> int:
    """How much there is to look at in one input."""
    arrays = [as_array(arg) for arg in args]
    return sum(array.size for array in arrays if array is not None)


def _kinds(value: Any) -> str:
    """What something is; of a tuple, what each part is."""
    return ", ".join(map(kind, value)) if isinstance(value, tuple) and value else kind(value)


def _warning(warned: Sequence[str]) -> list[tuple[str, str]]:
    """The first sentence of what Python warned of, if it did."""
    return [("warned", text.split(". ")[0]) for text in warned[:1]]


def _both_texts(yours: Any, right: Any) -> tuple[str, str]:
    if isinstance(right, list):
        return _listed(yours), _listed(right)
    return distinct(yours, right)


def _listed(names: Sequence[str]) -> str:
    if len(names) <= 12:
        return ", ".join(names) or "nothing"
    return f"{', '.join(names[:8])}, … ({len(names)} in all)"
