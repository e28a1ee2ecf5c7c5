"""How the predictions of a lesson went: a table that keeps itself up to date."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any

import traitlets

from ..viz.text import count
from ._widget import Widget, script, style


@dataclass
class Record:
    """What has happened to one question; nothing of its answer.

    Attributes:
        question: its text.
        first: was the first answer right? None before there is one that could be compared.
        last: was the latest one?
    """

    question: str
    first: bool | None = None
    last: bool | None = None

    def add(self, right: bool) -> None:
        """Note one answer."""
        self.first = right if self.first is None else self.first
        self.last = right
        for tally in list(_tallies):
            tally.update()

    @property
    def outcome(self) -> str:
        """In words."""
        if self.first is None:
            return "not answered yet"
        if self.first:
            return "right at the first try"
        return "right at a later try" if self.last else "not right yet"


_records: dict[Any, Record] = {}
_tallies: weakref.WeakSet[Tally] = weakref.WeakSet()


def record(question: str, *rest: Any) -> Record:
    """The record of a question; the same one where the same question is asked again."""
    return _records.setdefault((question, *rest), Record(question))


def forget() -> None:
    """Begin anew: no question has been asked."""
    _records.clear()
    for tally in list(_tallies):
        tally.update()


class Tally(Widget):
    """How many predictions were right at the first try, and which to look at again.

    It stays up to date while questions are answered. `Predict.tally` makes one.

    Example:
        >>> from minigrad.widgets import Predict
        >>> from minigrad.widgets.tally import forget
        >>> forget()
        >>> question = Predict("What is 6 times 7?", 42)
        >>> tally = Predict.tally()
        >>> print(question.submit("42"))
        Right: 42.
        >>> tally
        1 of 1 prediction made, 1 right at the first try.
    """

    _esm = script("prose", "tally")
    _css = style("prose", "tally")
    _spec = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        _tallies.add(self)
        self.update()

    def update(self) -> None:
        """Show how things stand now."""
        self._spec = {
            "headline": _headline(list(_records.values())),
            "parts": [{"title": t, "questions": q} for t, q in _parts(list(_records.values()))],
        }

    def __repr__(self) -> str:
        lines = [self._spec["headline"]]
        for part in self._spec["parts"]:
            lines += [f"{part['title']}:", *(f"  - {q}" for q in part["questions"])]
        return "\n".join(lines)

    def picture(self) -> str:
        """None: words say it all."""
        return ""


def _headline(records: list[Record]) -> str:
    if not records:
        return "No question has been asked yet."
    made = sum(record.first is not None for record in records)
    right = sum(record.first is True for record in records)
    return (
        f"{made} of {count(len(records), 'prediction')} made, {right} right at the first try."
        if made
        else f"{count(len(records), 'prediction')} to make, none made yet."
    )


def _parts(records: list[Record]) -> list[tuple[str, list[str]]]:
    """The questions to come back to, by what happened to them."""
    again = [r for r in records if r.first is False]
    open_ = [r.question for r in records if r.first is None]
    parts = [
        ("Look at these again", [f"{r.question} ({r.outcome})" for r in again]),
        ("Not answered yet", open_ if len(open_) < len(records) else []),
    ]
    return [(title, questions) for title, questions in parts if questions]
