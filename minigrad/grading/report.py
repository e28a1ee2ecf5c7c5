"""What an instructor reads when a set has been graded."""

from __future__ import annotations

import csv
from pathlib import Path

from .book import Row
from .handed_in import NOTHING, Found
from .lost import Lost, picture

HAND = "make instructor, then Nbgrader > Formgrader > Manual Grading; and make grade once more"
SHOWN = 12


def report(
    name: str, found: dict[str, Found], now: list[str], rows: list[Row], marks: list[Lost]
) -> str:
    """Say what was graded and what was not, what waits for a person, and where marks went."""
    there = [row for row in rows if not row.ungraded]
    fresh = sum(not found[student].trouble for student in now)
    head = f"{name}: {len(rows)} students, {len(there)} graded ({fresh} of them now)."
    missing = [row.student_id for row in rows if row.ungraded == NOTHING]
    ungraded = [
        f"{row.student_id}: {row.ungraded}" for row in rows if row.ungraded not in ("", NOTHING)
    ]
    renamed = [f"{who}: taken from {what.renamed}" for who, what in found.items() if what.renamed]
    waiting = [f"{row.student_id}: {row.by_hand}" for row in there if row.by_hand]
    late = [
        f"{row.student_id}: {row.late_seconds / 3600:.1f} h" for row in there if row.late_seconds
    ]
    parts = [
        block("Ungraded", ungraded),
        block(f"Nothing handed in ({len(missing)})", [", ".join(missing)] if missing else []),
        block("Under another name", renamed),
        block(f"Answers that wait for a person ({HAND})", waiting),
        block("Late", late),
        block("Marks lost, by what the checks said", table(marks)),
    ]
    return "\n\n".join([head, *filter(None, parts)])


def block(title: str, lines: list[str]) -> str:
    """Write a title and lines below it; nothing if there are none."""
    return "\n".join([title, *(f"  {line}" for line in lines)]) if lines else ""


def table(marks: list[Lost]) -> list[str]:
    """Lay out the costliest mistakes in columns."""
    return [
        cut(f"{row.marks:5.3g} by {row.students:3}   {row.exercise}: {row.mistake}")
        for row in marks[:SHOWN]
    ]


def cut(line: str, width: int = 110) -> str:
    """Cut a line that is too long for a terminal."""
    return line if len(line) <= width else line[: width - 1] + "…"


def write_lost(root: Path, name: str, marks: list[Lost]) -> list[str]:
    """Write the marks lost as a table and as a picture; give their names."""
    folder = root / "reports"
    folder.mkdir(exist_ok=True)
    with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Lost._fields)
        writer.writerows(marks)
    (folder / f"{name}.svg").write_text(picture(marks, name), encoding="utf-8")
    return [f"reports/{name}.csv", f"reports/{name}.svg"]
