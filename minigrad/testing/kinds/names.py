"""A list of names to predict, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..question import Draw, Question
from ..values import kind
from ..verdict import Verdict, right, wrong


@dataclass(frozen=True)
class Names(Question):
    """The answer is a list of names; the order matters.

    Attributes:
        expected: the right list. A report never shows it.
        hints: what to think of at each place, as many as `expected`, or none.
    """

    expected: tuple[str, ...]
    hints: tuple[str, ...] = ()

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Find the first place that differs, and say what kind of difference it is."""
        if not isinstance(answer, (list, tuple)) or not all(isinstance(a, str) for a in answer):
            return wrong(self.name, f"This is to be a list of names, and it is {kind(answer)}.")
        problem = compare_names(answer, self.expected)
        if not problem:
            return right(self.name)
        place = first_difference(answer, self.expected)
        asked = f" At that place: {self.hints[place]}." if place < len(self.hints) else ""
        return wrong(self.name, problem + asked, [("yours", ", ".join(answer))])


def compare_names(yours: Sequence[str], expected: Sequence[str]) -> str:
    """Say what distinguishes two lists of names without naming the right ones; empty if nothing.

    Example:
        >>> from minigrad.testing.kinds.names import compare_names
        >>> compare_names(["MulBackward0", "AddBackward0"], ["AddBackward0", "MulBackward0"])
        'The right names, in exactly the opposite order.'
    """
    yours, expected = list(yours), list(expected)
    if yours == expected:
        return ""
    spelling = _spelling(yours, expected)
    if spelling:
        return spelling
    if yours == expected[::-1]:
        return "The right names, in exactly the opposite order."
    counts, wanted = Counter(yours), Counter(expected)
    if counts == wanted:
        return f"The right names, but the order differs from entry {_entry(yours, expected)} on."
    if set(yours) == set(expected) and len(yours) > len(expected):
        often = next(name for name in yours if counts[name] > wanted[name])
        times = f"{often} is there {counts[often]} times"
        return f"{times}: each node counts once, however often it is used."
    if len(yours) != len(expected):
        more = "too many" if len(yours) > len(expected) else "too few"
        return (
            f"There are {len(yours)} names, which is {abs(len(yours) - len(expected))} {more}; "
            f"the first that differs is entry {_entry(yours, expected)}."
        )
    wrong_ones = sum(a != b for a, b in zip(yours, expected))
    rest = "the others are right" if wrong_ones == 1 else f"{wrong_ones} differ in all"
    return f"Entry {_entry(yours, expected)} is another one; {rest}."


def _spelling(yours: Sequence[str], expected: Sequence[str]) -> str:
    """Are they the same names, written a little differently?"""
    if [_plain(name) for name in yours] != [_plain(name) for name in expected]:
        return ""
    place = first_difference(yours, expected)
    return (
        f"Right, up to spelling: entry {place + 1}, {yours[place]!r}. A node's name is the "
        "operation's, with a capital, then Backward, then a number."
    )


def _plain(name: str) -> str:
    return name.lower().rstrip("0123456789").removesuffix("backward")


def first_difference(yours: Sequence[str], expected: Sequence[str]) -> int:
    """The first index at which two lists differ; the shorter one's length if it is a beginning."""
    pairs = enumerate(zip(yours, expected))
    return next((i for i, (a, b) in pairs if a != b), min(len(yours), len(expected)))


def _entry(yours: Sequence[str], expected: Sequence[str]) -> int:
    """The same, as people count."""
    return first_difference(yours, expected) + 1
