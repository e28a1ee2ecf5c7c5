"""A table to fill in: some keys, a value for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..question import Draw, Question
from ..values import as_array, brief, close, kind
from ..verdict import Verdict, right, wrong


@dataclass(frozen=True)
class Entries(Question):
    """The answer is a dictionary with a value for each key; each one is worth the same.

    Attributes:
        expected: the right values: numbers, names, True, None. A report never shows them.
        hints: what to think of, by key.
    """

    expected: Mapping[str, Any]
    hints: Mapping[str, str] = field(default_factory=dict)

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Compare entry by entry."""
        if not isinstance(answer, Mapping):
            return wrong(self.name, f"This is to be a dictionary, and it is {kind(answer)}.")
        unknown = [str(key) for key in answer if key not in self.expected]
        bad = [
            key
            for key, value in self.expected.items()
            if key not in answer or not _same(answer[key], value)
        ]
        if not bad and not unknown:
            return right(self.name)
        rows = [("yours", f"{key}: {_shown(answer, key)}") for key in bad]
        texts = [f"{key}: {self.hints[key]}" for key in bad if key in self.hints]
        if unknown:
            texts.append(f"Nobody asked for {', '.join(unknown)}: leave the keys as they were.")
        good = len(self.expected) - len(bad)
        if bad:
            texts.insert(0, f"{good} of {len(self.expected)} are right; look again at these.")
        return wrong(self.name, texts, rows, (good / len(self.expected)) if bad else 0.0)


def _same(yours: Any, expected: Any) -> bool:
    """Are they equal? True is not 1 here, and 2 is 2.0."""
    if expected is None or isinstance(expected, (bool, str)):
        return type(yours) is type(expected) and bool(yours == expected)
    a, b = as_array(yours), as_array(expected)
    return a is not None and b is not None and not isinstance(yours, bool) and close(a, b)


def _shown(answer: Mapping[str, Any], key: str) -> str:
    return brief(answer[key]) if key in answer else "(nothing)"
