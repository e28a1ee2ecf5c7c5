"""Grading a set: all that is new or has changed, and nothing twice."""

from __future__ import annotations

import hashlib
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps.api import NbGraderAPI

from .course import said
from .handed_in import Found, handed_in

TRIES = 2  # Python may end when an endless loop in it is interrupted, and does not as a rule
MARK = ".graded"  # beside a graded notebook: of what it is the grading


class NotMade(Exception):
    """A set that the gradebook does not know, or knows otherwise than its source."""


def grade(course: NbGraderAPI, name: str) -> tuple[dict[str, Found], list[str]]:
    """Grade what was handed in since, and all of it if the checks or their points changed.

    Grading anew asks a person to look again at each mark given by hand: so only where it must be.

    Args:
        course: from `open_course`.
        name: the set.

    Returns:
        What was found of each student, with the failures of grading in it; who was graded now.

    Raises:
        NotMade: the set has to be made first.
    """
    root = Path(course.coursedir.root)
    with course.gradebook as book:
        given = fingerprint_of_set(book, name, root)
        students = {student.id for student in book.students}
    found = handed_in(root, name, students)
    now = []
    for student, what in found.items():
        if what.file and not is_graded(root, student, name, given, what.file):
            found[student] = graded(course, name, student, given, what)
            now.append(student)
    return found, now


def graded(course: NbGraderAPI, name: str, student: str, given: str, what: Found) -> Found:
    """Grade one notebook, and note of what this is the grading."""
    assert what.file
    place = Path(course.coursedir.root, "autograded", student, name)
    for _ in range(TRIES):
        result = course.autograde(name, student, force=True)
        if result["success"] and (place / f"{name}.ipynb").is_file():
            break
    else:
        return Found(trouble=f"grading failed: {said(result)}", renamed=what.renamed)
    (place / MARK).write_text(fingerprint(given, what.file), encoding="utf-8")
    return what


def is_graded(root: Path, student: str, name: str, given: str, file: Path) -> bool:
    """Is there a grading of just this notebook, by just these checks?"""
    mark = root / "autograded" / student / name / MARK
    return mark.is_file() and mark.read_text(encoding="utf-8") == fingerprint(given, file)


def fingerprint(given: str, file: Path) -> str:
    """Sum up a notebook and the set it is graded by, in a few letters."""
    return hashlib.sha256(given.encode() + file.read_bytes()).hexdigest()


def fingerprint_of_set(book: Gradebook, name: str, root: Path) -> str:
    """Sum up the checks of a set, as the gradebook has them; the source must have the same."""
    try:
        notebook = book.find_notebook(name, name)
    except MissingEntry:
        raise NotMade(f"{name} is not in the gradebook: make exercises SET={name}") from None
    made = {cell.name: cell.source for cell in notebook.source_cells if cell.locked}
    worth = {cell.name: cell.max_score for cell in (*notebook.grade_cells, *notebook.task_cells)}
    if (made, worth) != in_source(root / "solutions" / name / f"{name}.ipynb"):
        raise NotMade(
            f"solutions/{name} was changed since the set was made: make exercises SET={name}"
        )
    return repr((sorted(made.items()), sorted(worth.items())))


def in_source(file: Path) -> tuple[dict[str, str], dict[str, float]]:
    """Read from a source what the gradebook should have: locked texts, and points."""
    marked = [
        (cell.metadata.nbgrader, cell.source)
        for cell in nbformat.read(file, as_version=4).cells
        if "nbgrader" in cell.metadata
    ]
    texts = {marks.grade_id: text for marks, text in marked if marks.locked}
    worth = {m.grade_id: float(m.points) for m, _ in marked if m.grade or m.get("task")}
    return texts, worth
