import csv
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from nbgrader.api import MissingEntry

from minigrad.grading.book import row, write_grades
from minigrad.grading.handed_in import Found


class Book:
    """Two sets; of one student a grading for each."""

    assignments = (SimpleNamespace(name="x2"), SimpleNamespace(name="x1"))
    students = (SimpleNamespace(id="ada"), SimpleNamespace(id="bo"))

    def find_assignment(self, name):
        return SimpleNamespace(max_score=3.0)

    def find_submission(self, name, student):
        if student != "ada":
            raise MissingEntry("no submission")
        waits = [SimpleNamespace(needs_manual_grade=n) for n in (True, False, True)]
        notebook = SimpleNamespace(grades=waits, late_submission_penalty=0.5)
        return SimpleNamespace(score=2.0, total_seconds_late=60.0, notebooks=[notebook])


@pytest.fixture
def course(tmp_path):
    @contextmanager
    def book():
        yield Book()

    class Api:
        coursedir = SimpleNamespace(root=str(tmp_path))
        gradebook = property(lambda self: book())

    return Api()


def test_a_penalty_is_taken_off_and_answers_for_a_person_are_counted():
    assert row(Book(), "x1", 3.0, "ada", Found()) == ("x1", "ada", 1.5, 3.0, 60.0, 0.5, 2, "")


def test_who_was_not_graded_has_no_score_whatever_the_gradebook_says():
    assert row(Book(), "x1", 3.0, "ada", Found(trouble="cut off"))[2:] == (
        "", 3.0, 0, 0, 0, "cut off",
    )  # fmt: skip
    assert row(Book(), "x1", 3.0, "bo", Found()).ungraded == "not graded yet"


def test_all_sets_are_written_and_the_rows_of_one_are_given(course, tmp_path):
    source = tmp_path / "solutions" / "x1" / "x1.ipynb"
    mine = tmp_path / "submitted" / "bo" / "x1" / "x1.ipynb"
    for file in (source, mine):
        file.parent.mkdir(parents=True)
        file.write_text('{"cells": [{"metadata": {"nbgrader": {"grade_id": "q"}}}]}')
    given = write_grades(course, "x2", {"ada": Found(), "bo": Found(trouble="cut off")})
    assert [(r.student_id, r.score, r.ungraded) for r in given] == [
        ("ada", 1.5, ""), ("bo", "", "cut off"),
    ]  # fmt: skip
    with (tmp_path / "grades.csv").open(encoding="utf-8", newline="") as file:
        table = [(r["assignment"], r["student_id"], r["ungraded"]) for r in csv.DictReader(file)]
    assert table == [
        ("x1", "ada", "nothing handed in"), ("x1", "bo", "not graded yet"), ("x2", "ada", ""),
        ("x2", "bo", "cut off"),
    ]  # fmt: skip
