"""The marks that a class lost, by what the checks said: which mistake cost how much.

It is read from the graded notebooks. What a check printed first against an answer is taken for the
mistake; a check that said several things lost its marks to each of them in equal parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import determine_grade, is_grade, is_solution

from .check_names import exercises

SAID = re.compile(r"^[✗○] [\w-]+: (.*)\n((?: {2}.*\n?)*)", re.MULTILINE)
NUMBER = re.compile(r"\b(?:\d+\.\d+|\d{2,})\b")
OURS = ("TimeUp", "NoMark")  # what says by itself what it is
WIDTH = 860
ROW = 44
BARS = 300
SHOWN = 20


class Lost(NamedTuple):
    """Marks lost to one mistake in one exercise."""

    marks: float
    students: int
    exercise: str
    mistake: str


def lost(root: Path, name: str, students: list[str]) -> list[Lost]:
    """Sum up what a class lost, the costliest first."""
    sums: dict[tuple[str, str], dict[str, float]] = {}
    for student in students:
        file = root / "autograded" / student / name / f"{name}.ipynb"
        for exercise, mistake, marks in losses(nbformat.read(file, as_version=4)):
            each = sums.setdefault((exercise, mistake), {})
            each[student] = each.get(student, 0) + marks
    rows = [Lost(sum(each.values()), len(each), *key) for key, each in sums.items()]
    return sorted(rows, key=lambda row: (-row.marks, row.exercise, row.mistake))


def losses(notebook: NotebookNode) -> Iterator[tuple[str, str, float]]:
    """Give of each check that took marks the exercise, the mistakes, and what each cost."""
    names = exercises(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code" and is_grade(cell) and not is_solution(cell):
            got, most = determine_grade(cell)
            found = mistakes(cell)
            for mistake in found if got < most else ():
                yield names[cell.metadata.nbgrader.grade_id], mistake, (most - got) / len(found)


def mistakes(cell: NotebookNode) -> list[str]:
    """Name what a check found wrong, each thing once; errors by their kind."""
    printed = "".join(o.text for o in cell.outputs if o.output_type == "stream")
    found = [sentence(state, text) for state, text in SAID.findall(printed)]
    stopped = [o for o in cell.outputs if o.output_type == "error"]
    errors = [o.evalue if o.ename in OURS else f"{o.ename}: {o.evalue}" for o in stopped]
    return list(dict.fromkeys(found or map(first, errors))) or ["no reason given"]


def sentence(state: str, text: str) -> str:
    """Give the first sentence of a diagnosis, below its table; or that nothing was attempted."""
    if state.startswith("not attempted"):
        return "not attempted"
    lines = [line[2:] for line in text.splitlines()]
    words = " ".join(line for line in lines if not line.startswith(" "))
    stopped = [line.split(None, 1)[1] for line in lines if line.startswith("  stopped ")]
    return first(words or next(iter(stopped), "wrong, without a reason"))


def first(text: str) -> str:
    """Cut a text behind its first sentence, and put n for longer numbers: inputs differ."""
    return NUMBER.sub("n", re.split(r"(?<=[.?!]) ", text.replace("\n", " "), maxsplit=1)[0])


def picture(rows: list[Lost], name: str) -> str:
    """Draw the rows as bars, in SVG; readable on a light page and on a dark one."""
    shown = rows[:SHOWN]
    high = 50 + ROW * len(shown)
    most = max((row.marks for row in shown), default=1)
    parts = [bar(row, 50 + ROW * place, most) for place, row in enumerate(shown)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" role="img" '
            f'aria-label="Marks lost in {escape(name)}" font-family="sans-serif" font-size="13">',
            "<style>text{fill:#222}rect{fill:#3b6fb6}"
            "@media(prefers-color-scheme:dark){text{fill:#eee}svg{background:#1b1b1b}}</style>",
            f'<text x="10" y="26" font-size="16">Marks lost in {escape(name)}</text>',
            *parts,
            "</svg>\n",
        ]
    )


def bar(row: Lost, top: int, most: float) -> str:
    """Draw one row: what it is, and below it a bar with its number."""
    length = max(BARS * row.marks / most, 1)
    count = f"{row.marks:.3g} by {row.students} student{'' if row.students == 1 else 's'}"
    words = f"{row.exercise}: {row.mistake}"
    words = words if len(words) <= 118 else words[:117] + "…"
    return (
        f'<text x="10" y="{top + 12}">{escape(words)}</text>'
        f'<rect x="10" y="{top + 18}" width="{length:.1f}" height="12" rx="2"/>'
        f'<text x="{length + 18:.1f}" y="{top + 29}">{count}</text>'
    )
