"""What the grader says about one answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


def blank(name: str, ask: str) -> Verdict:
    """Nothing has been tried, so there is nothing to explain: say again what is asked."""
    text = f"Asked for: {ask}. Put your answer where the dots are and run both cells again."
    state = "not attempted yet"
    return Verdict(name, state, 0.0, _text(name, state, "", paragraphs=[text]))


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


def _text(
    name: str,
    state: str,
    remark: str,
    rows: Sequence[tuple[str, str]] = (),
    paragraphs: Sequence[str] = (),
) -> str:
    """Lay a message out: a line of verdict, a small table, then the explanation."""
    head = f"{SIGNS[state]} {name}: {state}{f', {remark}' if remark else ''}."
    table = [line for row in rows for line in _row(*row)]
    body = [line for text in paragraphs for line in wrap(text)]
    return "\n".join([head, *table, *body])


def _row(label: str, value: str) -> list[str]:
    first, *more = value.split("\n")
    return [f"    {label:<8} {first}", *(f"    {'':<8} {line}" for line in more)]


def wrap(text: str, width: int = 88) -> list[str]:
    """Break a paragraph into indented lines; lines that are indented already stay as they are."""
    lines: list[str] = []
    for part in text.split("\n"):
        if part.startswith(" "):
            lines.append(f"  {part}".rstrip())
            continue
        line = ""
        for word in part.split():
            if line and len(line) + 1 + len(word) > width:
                lines.append(f"  {line}")
                line = word
            else:
                line = f"{line} {word}".strip()
        lines.append(f"  {line}".rstrip())
    return lines
