"""A list of names to predict, in order."""

from __future__ import annotations

import difflib
import inspect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from ..question import Draw, Question
from ..values import kind
from ..verdict import Verdict, right, wrong

FORM = (
    "A node's name is the operation's, with a capital, then Backward, then 0, as in CosBackward0; "
    "a leaf's is AccumulateGrad."
)
SHORT = (
    "The right ones, in the right order. Now write each node's whole name, such as MulBackward0; a "
    "leaf's is AccumulateGrad."
)
OPPOSITE = "The right names, in exactly the opposite order."
ENDS = (
    "Only the first is there: does a `return` stand inside the loop?",
    "The last one is missing: does the loop, or a slice, end one too early?",
    "The first one is missing: does the loop, or a slice, begin one too late?",
)


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
        if not isinstance(answer, (list, tuple)):
            return wrong(self.name, f"This should be a list of names, but it is {kind(answer)}.")
        if any(part is ... for part in answer):
            return self._unfinished(answer)
        odd = odd_entry(answer)
        if odd:
            return wrong(self.name, odd)
        problem = compare_names(answer, self.expected)
        if not problem:
            return right(self.name)
        place = first_difference(answer, self.expected)
        asked = f" At that place: {self._hint(place)}" if place < len(self.hints) else ""
        if problem.startswith(("Right, up to spelling", SHORT)):
            asked = ""  # it is the spelling that is to be looked at
        return wrong(self.name, problem + asked, [("yours", ", ".join(answer))])

    def _hint(self, place: int) -> str:
        return self.hints[place] + ("" if self.hints[place].endswith("?") else ".")

    def _unfinished(self, answer: Sequence[Any]) -> Verdict:
        """Say how much is right before the first dots."""
        begun = list(takewhile(lambda part: part is not ..., answer))
        good = first_difference(begun, self.expected)
        if good == len(begun):
            return wrong(self.name, f"{good} right so far; replace or delete the dots.")
        so_far = f"{good} right so far, then entry {good + 1} is wrong."
        asked = f" At that place: {self._hint(good)}" if good < len(self.hints) else ""
        return wrong(self.name, so_far + asked)


def odd_entry(entries: Sequence[Any]) -> str:
    """Say what the first entry that is not a name is instead; empty if all are names."""
    for place, entry in enumerate(entries, 1):
        if isinstance(entry, str):
            continue
        if callable(getattr(entry, "name", None)):
            return f"Entry {place} is a node, not its name: write `node.name()`."
        if isinstance(entry, tuple) and len(entry) == 2 and hasattr(entry[0], "next_functions"):
            return (
                f"Entry {place} is a pair: an entry of next_functions is a pair (node, number). "
                "Take the node out of it, and write `node.name()`."
            )
        if inspect.ismethod(entry) or inspect.isbuiltin(entry):
            return f"Entry {place} is a method: write `node.name()`, with brackets."
        return f"Entry {place} should be a name in quotes, but it is {kind(entry)}."
    return ""


def ends_differ(pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> str:
    """Say what is too much or too little at the ends of a learner's lists, over several inputs.

    Args:
        pairs: for each input a learner's list and the right one; one at least differs.
    """
    added = [len(b[0]) == len(a[0]) + len(b[1]) for a, b in pairwise(pairs)]
    if added and all(added) and all([*a][len(a) - len(b) :] == [*b] for a, b in pairs):
        return "Yours has those of all calls before in it: something is kept from call to call."
    different = [(list(a), list(b)) for a, b in pairs if list(a) != list(b)]
    if all(a == b[::-1] for a, b in pairs):
        return OPPOSITE
    if max(len(b) for _, b in different) < 2:
        return ""
    common = set.intersection(*(_shortened(a, b) for a, b in different))
    return next((words for words in ENDS if words in common), "")


def compare_names(yours: Sequence[str], expected: Sequence[str], *, several: bool = False) -> str:
    """Say what distinguishes two lists of names without naming the right ones; empty if nothing.

    Args:
        yours: the learner's.
        expected: the right ones.
        several: whether there are more such pairs, of which this one says less than all would.

    Example:
        >>> from minigrad.testing.kinds.names import compare_names
        >>> compare_names(["MulBackward0", "AddBackward0"], ["AddBackward0", "MulBackward0"])
        'The right names, in exactly the opposite order.'
    """
    yours = [name.removeprefix("torch::autograd::").strip() for name in yours]
    expected = list(expected)
    if yours == expected:
        return ""
    spelling = _spelling(yours, expected)
    if spelling:
        return spelling
    if yours == expected[::-1] and not several:
        return OPPOSITE
    counts, wanted = Counter(yours), Counter(expected)
    if counts == wanted:
        return f"The right names, but the order differs from entry {_entry(yours, expected)} on."
    if set(yours) == set(expected) and len(yours) > len(expected):
        often = next(name for name in yours if counts[name] > wanted[name])
        times = f"{often} is there {counts[often]} times"
        return f"{times}: each node counts once, however often it is used."
    if len(yours) != len(expected):
        more = "too many" if len(yours) > len(expected) else "too few"
        there = "There is 1 entry" if len(yours) == 1 else f"There are {len(yours)} entries"
        return (
            f"{there}, which is {abs(len(yours) - len(expected))} {more}; "
            f"the first that differs is entry {_entry(yours, expected)}."
        )
    wrong_ones = sum(a != b for a, b in zip(yours, expected))
    rest = "the others are right" if wrong_ones == 1 else f"{wrong_ones} differ in all"
    return f"Entry {_entry(yours, expected)} is wrong; {rest}."


def _shortened(yours: Sequence[str], right: Sequence[str]) -> set[str]:
    """Which end may be missing."""
    found = (yours == right[:1], yours == right[:-1], yours == right[1:])
    return {words for words, fits in zip(ENDS, found) if fits}


def _spelling(yours: Sequence[str], expected: Sequence[str]) -> str:
    """Are they the same names, written a little differently?"""
    if [_base_name(name) for name in yours] != [_base_name(name) for name in expected]:
        return ""
    place = first_difference(yours, expected)
    if _is_short(yours[place]):
        return SHORT
    return f"Right, up to spelling: entry {place + 1}, {yours[place]!r}. {FORM}"


def misspelled(yours: Any, expected: Any) -> bool:
    """Are they the same name, one of them written a little differently?

    Example:
        >>> from minigrad.testing.kinds.names import misspelled
        >>> misspelled("PowBackward", "PowBackward0"), misspelled("SubBackward0", "MulBackward0")
        (True, False)
    """
    if not isinstance(yours, str) or not isinstance(expected, str) or yours == expected:
        return False
    if _base_name(yours.strip()) == _base_name(expected):
        return True
    one, other = yours.lower(), expected.lower()
    return one[:3] == other[:3] and difflib.SequenceMatcher(None, one, other).ratio() > 0.8


def _is_short(name: str) -> bool:
    """Is it an operation's name alone, as `mul` is?"""
    return "backward" not in name.lower() and not name.lower().startswith("accumulate")


def _base_name(name: str) -> str:
    """A name without case and ending; a number, of which nothing would be left, as it is."""
    return name.lower().rstrip("0123456789").removesuffix("backward") or name


def first_difference(yours: Sequence[str], expected: Sequence[str]) -> int:
    """The first index at which two lists differ; the shorter one's length if it is a beginning."""
    pairs = enumerate(zip(yours, expected))
    return next((i for i, (a, b) in pairs if a != b), min(len(yours), len(expected)))


def _entry(yours: Sequence[str], expected: Sequence[str]) -> int:
    """The same, as people count."""
    return first_difference(yours, expected) + 1
