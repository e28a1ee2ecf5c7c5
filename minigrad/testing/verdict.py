"""What the grader says about one answer."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

WIDTH = 90
SIGNS = {"right": "✓", "not yet": "✗", "not attempted yet": "○"}


@dataclass(frozen=True)
class Verdict:
    """What the grader found; true if the answer is right.

    `check` has printed the message already, so a notebook shows nothing more for it. A graded cell
    ends in the points: ``2 * check("slope", slope).score``.

    Attributes:
        name: the question.
        state: ``"right"``, ``"not yet"`` or ``"not attempted yet"``.
        score: the share that is right, a finite number from 0.0 to 1.0.
        message: what `check` printed.

    Example:
        >>> from minigrad.testing import Verdict
        >>> verdict = Verdict("slope", "right", 1.0, "✓ slope: right.")
        >>> verdict, bool(verdict), 2 * verdict.score
        (<Verdict slope: right, score 1>, True, 2.0)
    """

    name: str
    state: str
    score: float
    message: str

    @property
    def ok(self) -> bool:
        """Is all of it right?"""
        return self.state == "right"

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        return f"<Verdict {self.name}: {self.state}, score {self.score:.3g}>"

    def _ipython_display_(self) -> None:
        """Nothing: the message is printed, and printed once."""


def right(name: str, remark: str = "") -> Verdict:
    """All of it is right."""
    return Verdict(name, "right", 1.0, _text(name, "right", remark))


def blank(name: str, ask: str, more: Sequence[str] = (), score: float = 0.0) -> Verdict:
    """Nothing wrong, for it is not all tried: say again what is asked.

    Args:
        name: the question.
        ask: what it asks for.
        more: further paragraphs, such as what is still open.
        score: the share that is filled in, and right.
    """
    text = f"Asked for: {ask}. Write your answer and run it again."
    state = "not attempted yet"
    message = _text(name, state, "", paragraphs=[text, *more])
    return Verdict(name, state, float(score), message)


def wrong(
    name: str,
    diagnosis: str | Sequence[str],
    rows: Sequence[tuple[str, str]] = (),
    score: float = 0.0,
) -> Verdict:
    """Some of it is wrong.

    Args:
        name: the question.
        diagnosis: what the mistake is, or what is known about it; one paragraph or several.
        rows: labels with what was given, what came out, what was expected.
        score: the share that is right.
    """
    paragraphs = [diagnosis] if isinstance(diagnosis, str) else diagnosis
    return Verdict(name, "not yet", float(score), _text(name, "not yet", "", rows, paragraphs))


def with_remarks(verdict: Verdict, remarks: Sequence[str]) -> Verdict:
    """The same verdict, with something to say that costs nothing."""
    lines = [line for remark in remarks for line in _wrapped(remark, "  ", "  ")]
    return replace(verdict, message="\n".join([verdict.message, *lines]))


def _text(
    name: str,
    state: str,
    remark: str,
    rows: Sequence[tuple[str, str]] = (),
    paragraphs: Sequence[str] = (),
) -> str:
    """Lay a message out: a line of verdict, a small table, then the explanation."""
    lines = [f"{SIGNS[state]} {name}: {state}{f', {remark}' if remark else ''}."]
    for label, value in rows:
        for i, part in enumerate(value.split("\n")):
            lines += _wrapped(part, f"    {label if i == 0 else '':<8} ", " " * 13)
    for paragraph in paragraphs:
        lines += _wrapped(paragraph, "  ", "  ")
    return "\n".join(lines)


def _wrapped(text: str, first: str, then: str) -> list[str]:
    """Break a line where it gets too long; what it begins with stays as it is."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=then, break_on_hyphens=False,
        break_long_words=False, drop_whitespace=True,
    ) or [first.rstrip()]  # fmt: skip
