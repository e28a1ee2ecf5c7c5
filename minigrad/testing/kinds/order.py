"""Lines of a program to put in order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..question import Draw, Question
from ..values import kind
from ..verdict import Verdict, right, wrong


@dataclass(frozen=True)
class Misplaced:
    """An order that does not work, or works in an unusual way.

    Attributes:
        there: is it there? Takes the place of each line, by its letter.
        why: what such a program does; not which order is right.
    """

    there: Callable[[Mapping[str, int]], bool]
    why: str


@dataclass(frozen=True)
class Order(Question):
    """The answer is a list of letters, or a text of them; right if none of the faults is in it.

    Attributes:
        lines: the lines by their letters, which are capitals.
        expected: an order that works; there may be others.
        faults: what may be wrong with an order; the first that is found is told.
        unusual: an order that works all the same, and what to say of it.
    """

    lines: Mapping[str, str]
    expected: tuple[str, ...]
    faults: tuple[Misplaced, ...]
    unusual: Misplaced | None = None

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Each letter once; then the first fault."""
        given = re.findall(r"\w", answer) if isinstance(answer, str) else answer
        if not isinstance(given, (list, tuple)):
            text = f"This should be a list of letters, but it is {kind(answer)}."
            return wrong(self.name, text)
        letters = [str(letter).strip().upper() for letter in given if letter is not ...]
        problem = self._problem(letters)
        if problem:
            return wrong(self.name, problem)
        places = {letter: place for place, letter in enumerate(letters)}
        found = next((fault.why for fault in self.faults if fault.there(places)), "")
        if found:
            program = "\n".join(self.lines[letter] for letter in letters)
            return wrong(self.name, found, [("yours", program)])
        unusual = self.unusual is not None and self.unusual.there(places)
        return right(self.name, self.unusual.why if self.unusual and unusual else "")

    def _problem(self, letters: list[str]) -> str:
        """Say what keeps it from being each letter once; empty if nothing does."""
        odd = [letter for letter in letters if letter not in self.lines]
        twice = [letter for letter, count in Counter(letters).items() if count > 1]
        missing = [letter for letter in self.lines if letter not in letters]
        texts = (
            f"No line is called {', '.join(odd)}." if odd else "",
            f"More than once: {', '.join(twice)}." if twice else "",
            f"Not there yet: {', '.join(missing)}." if missing else "",
        )
        return " ".join(filter(None, texts))
