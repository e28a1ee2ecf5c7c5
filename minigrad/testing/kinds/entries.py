"""A table to fill in: some keys, a value for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..question import Draw, Question
from ..values import as_array, brief, close, kind
from ..verdict import Verdict, blank, right, wrong


@dataclass(frozen=True)
class Entries(Question):
    """The answer is a dictionary, or a list in the same order; each entry is worth the same.

    Attributes:
        expected: the right values: numbers, names, True, None. A report never shows them.
        hints: what to think of, by key.
    """

    expected: Mapping[str, Any]
    hints: Mapping[str, str] = field(default_factory=dict)

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Compare entry by entry."""
        if isinstance(answer, (list, tuple)) and len(answer) == len(self.expected):
            answer = dict(zip(self.expected, answer))
        if not isinstance(answer, Mapping):
            wanted = f"one entry for each of: {', '.join(self.expected)}"
            return wrong(self.name, f"This is to be {wanted}. It is {kind(answer)}.")
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
        if not bad and still:
            return blank(self.name, self.ask, left, len(good) / len(states))
        if not bad:
            return right(self.name)
        rows = [("yours", f"{key}: {brief(answer[key])}") for key in bad]
        texts = [f"{len(good)} of {len(states)} right. Look again:"]
        texts += [f"  {key}: {self.hints[key]}" for key in bad if key in self.hints]
        return wrong(self.name, [*texts, *left], rows, len(good) / len(states))


def _state(yours: Any, expected: Any) -> str:
    """Is an entry right, wrong or still open?"""
    if yours is ...:
        return "open"
    return "right" if _same(yours, expected) else "wrong"


def _same(yours: Any, expected: Any) -> bool:
    """Are they equal? True is not 1 here, and 2 is 2.0."""
    if expected is None or isinstance(expected, (bool, str)):
        return type(yours) is type(expected) and bool(yours == expected)
    a, b = as_array(yours), as_array(expected)
    return a is not None and b is not None and not isinstance(yours, bool) and close(a, b)
