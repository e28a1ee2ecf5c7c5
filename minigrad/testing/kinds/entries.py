"""A table to fill in: some keys, a value for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..question import Draw, Question
from ..values import as_array, brief, close, kind
from ..verdict import Verdict, blank, right, wrong
from .names import FORM, misspelled


@dataclass(frozen=True)
class Entries(Question):
    """The answer is a dictionary, or a list in the same order; each entry is worth the same.

    Attributes:
        expected: the right values: numbers, names, True, None. A report never shows them.
        hints: what to think of, by key.
        given: the keys that are filled in beforehand; they are no attempt.
    """

    expected: Mapping[str, Any]
    hints: Mapping[str, str] = field(default_factory=dict)
    given: tuple[str, ...] = ()

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Compare entry by entry."""
        if isinstance(answer, (list, tuple)) and len(answer) == len(self.expected):
            answer = dict(zip(self.expected, answer))
        if not isinstance(answer, Mapping):
            wanted = f"one entry for each of: {', '.join(self.expected)}"
            return wrong(self.name, f"This should be {wanted}. It is {kind(answer)}.")
        unknown = [str(key) for key in answer if key not in self.expected]
        if unknown:
            text = f"Nobody asked for {', '.join(unknown)}: leave the keys as they were."
            return wrong(self.name, text)
        states = {key: _state(answer.get(key, ...), value) for key, value in self.expected.items()}
        good, bad, still = (
            [key for key, found in states.items() if found == state]
            for state in ("right", "wrong", "open")
        )
        left = [f"Still open: {', '.join(still)}."] if still else []
        score = len(good) / len(states)
        if not still and not bad:
            return right(self.name)
        if not bad and set(good) <= set(self.given):
            return blank(self.name, self.ask, left, score)
        so_far = f"{len(good)} of {len(states)} right{' so far' if still else ''}."
        if not bad:
            return wrong(self.name, [so_far, *left], score=score)
        rows = [("yours", f"{key}: {_entry_text(answer[key], self.expected[key])}") for key in bad]
        texts = [f"{so_far} Look again:", *(self._look(key, answer[key]) for key in bad)]
        return wrong(self.name, [*filter(None, texts), *left], rows, score)

    def _look(self, key: str, yours: Any) -> str:
        """What to say of a wrong entry; empty if there is nothing to say."""
        right = self.expected[key]
        if misspelled(yours, right):
            node = right.endswith(("Backward0", "AccumulateGrad"))
            how = FORM if node else "Write one of the words exactly as they are given."
            return f"  {key}: right, up to spelling. {how}"
        if _rounded(yours, right):
            return f"  {key}: nearly, but rounded. Write more digits, or what it is computed from."
        if key in self.given:
            return f"  {key}: it was right as it stood there."
        if isinstance(yours, str) and not isinstance(self.expected[key], str):
            return f"  {key}: in quotes it is text. A number, True, False or None has no quotes."
        if isinstance(right, str) and '"' in self.ask and not self._on_offer(yours):
            return f"  {key}: {yours!r} is none of the words. Asked for: {self.ask}."
        return f"  {key}: {self.hints[key]}" if key in self.hints else ""

    def _on_offer(self, word: Any) -> bool:
        """Is it a word that stands in quotes in what is asked for, or in a right answer?"""
        return f'"{word}"' in self.ask or word in self.expected.values()


def _entry_text(yours: Any, expected: Any) -> str:
    """A wrong entry; with its quotes if it should not be text."""
    return repr(yours) if isinstance(yours, str) and not isinstance(expected, str) else brief(yours)


def _state(yours: Any, expected: Any) -> str:
    """Is an entry right, wrong or still open?"""
    if yours is ...:
        return "open"
    return "right" if _same(yours, expected) else "wrong"


def _rounded(yours: Any, expected: Any) -> bool:
    """Is a number nearly the right one?"""
    if any(isinstance(value, (bool, str)) or value is None for value in (yours, expected)):
        return False
    a, b = as_array(yours), as_array(expected)
    return a is not None and b is not None and a.shape == b.shape and np.allclose(a, b, rtol=1e-2)


def _same(yours: Any, expected: Any) -> bool:
    """Are they equal? True is not 1 here, and 2 is 2.0."""
    if expected is None or isinstance(expected, (bool, str)):
        return type(yours) is type(expected) and bool(yours == expected)
    a, b = as_array(yours), as_array(expected)
    return a is not None and b is not None and not isinstance(yours, bool) and close(a, b)
