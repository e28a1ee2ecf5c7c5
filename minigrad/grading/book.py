"""The class's marks as a table: ``grades.csv``."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps.api import NbGraderAPI

from .handed_in import Found, handed_in


class Row(NamedTuple):
    """One student's marks for one set.

    Attributes:
        score: the marks so far; empty where nothing was graded, which is not the same as 0.
        by_hand: how many answers wait for a person.
        ungraded: why there is no score; empty if there is one.
    """

    assignment: str
    student_id: str
    score: float | str
    max_score: float
    late_seconds: float
    late_penalty: float
    by_hand: int
    ungraded: str


def rows(course: NbGraderAPI, name: str, found: dict[str, Found]) -> list[Row]:
    """Read a set's marks from the gradebook, a row for each student there is."""
    with course.gradebook as book:
        most = book.find_assignment(name).max_score
        return [row(book, name, most, student, what) for student, what in sorted(found.items())]


def row(book: Gradebook, name: str, most: float, student: str, what: Found) -> Row:
    """Read one student's marks."""
    if what.trouble:
        return Row(name, student, "", most, 0, 0, 0, what.trouble)
    try:
        done = book.find_submission(name, student)
    except MissingEntry:
        return Row(name, student, "", most, 0, 0, 0, "not graded yet")
    waiting = sum(grade.needs_manual_grade for nb in done.notebooks for grade in nb.grades)
    penalty = sum(nb.late_submission_penalty or 0 for nb in done.notebooks)
    score = max(done.score - penalty, 0)
    return Row(name, student, score, most, done.total_seconds_late, penalty, waiting, "")


def write_grades(course: NbGraderAPI, name: str, found: dict[str, Found]) -> list[Row]:
    """Write ``grades.csv`` for all sets that have been made.

    Returns:
        The rows of this set.
    """
    root = Path(course.coursedir.root)
    with course.gradebook as book:
        names = sorted(assignment.name for assignment in book.assignments)
        students = {student.id for student in book.students}
    table = []
    for other in names:
        seen = found if other == name else not_yet(root, other, students)
        table += rows(course, other, seen)
    with (root / "grades.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Row._fields)
        writer.writerows(table)
    return [row for row in table if row.assignment == name]


def not_yet(root: Path, name: str, students: set[str]) -> dict[str, Found]:
    """Look at what was handed in for another set; a notebook that has no grading has no score."""
    if not (root / "solutions" / name / f"{name}.ipynb").is_file():
        return {}
    found = handed_in(root, name, students)
    for student, what in found.items():
        if what.file and not (root / "autograded" / student / name).is_dir():
            found[student] = Found(trouble="not graded yet")
    return found
