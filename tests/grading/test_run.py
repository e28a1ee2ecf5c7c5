"""A small class, graded twice, and a third time after the points have changed."""

import csv
import re

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')
pytest.importorskip("ipykernel", reason='ipykernel is not installed: pip install -e ".[lab]"')

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.exercises.course import Course, read

NAME = "x9-small"
PRINTS = 'print("✗ x9-sum: not yet.\\n    given    1\\n  Yours is too small. More.")'
COMMAND = ("-m", "minigrad.grading", "grade", NAME)


def cell(text, name, make=new_code_cell, **marks):
    plain = {"schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False}
    return make(text, id=name, metadata={"nbgrader": plain | {"grade_id": name} | marks})


def write(folder):
    check = {"grade": True, "locked": True, "points": 2}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = new_notebook(
        metadata={"kernelspec": kernel},
        cells=[
            new_markdown_cell("## 1 · A sum"),
            cell("### BEGIN SOLUTION\nq = 2\n### END SOLUTION", "x9-sum", solution=True),
            cell(f"if q != 2: {PRINTS}\n2 * (q == 2)", "x9-sum-check", **check),
            new_markdown_cell("## 2 · Words"),
            cell("words", "x9-words", new_markdown_cell, grade=True, solution=True, points=1),
        ],
    )
    (folder / NAME).mkdir(parents=True)
    nbformat.write(made, folder / NAME / f"{NAME}.ipynb")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    sources = tmp_path_factory.mktemp("sources")
    write(sources)
    made = Course(tmp_path_factory.mktemp("course"), sources)
    with pytest.raises(AssertionError, match=f"{NAME} is not in the gradebook: make exercises"):
        made.run(*COMMAND)
    made.run("-m", "minigrad.grading", "release", NAME)
    made.submit("ada", NAME, {"x9-sum": "q = 2", "x9-words": "Because."})
    made.submit("bo", NAME, {"x9-sum": "q = 1"}, files={"timestamp.txt": "2030-01-01 12:00:00 UTC"})
    made.submit("cem", NAME, {"x9-sum": "q = 2"})
    mine = made.root / "submitted" / "cem" / NAME / f"{NAME}.ipynb"
    mine.rename(mine.with_name("my answers.ipynb"))
    made.submit("dora", NAME, {})
    (made.root / "submitted" / "dora" / NAME / f"{NAME}.ipynb").write_text("{")
    made.nbgrader("db student add eva", f"db assignment add {NAME} --duedate=2030-01-01T10:30:00")
    return made


@pytest.fixture(scope="module")
def first(course):
    return course.run(*COMMAND)


def rows(course):
    with (course.root / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def table(course, first):
    return rows(course)


def test_it_says_what_was_graded_and_what_was_not(first):
    head, *blocks = first.split("\n\n")
    assert head == f"{NAME}: 5 students, 3 graded (3 of them now)."
    said = {block.partition("\n")[0]: block.splitlines()[1:] for block in blocks}
    titles = ["Ungraded", "Nothing handed in (1)", "Under another name", "Answers that", "Late"]
    assert [title[: len(t)] for title, t in zip(said, titles)] == titles
    ungraded, nothing, renamed, waiting, late, lost, written = said.values()
    assert re.fullmatch(rf"  dora: {NAME}.ipynb cannot be read \(.*\): ask for it again", *ungraded)
    assert nothing == ["  eva"]
    assert renamed == [f"  cem: taken from {NAME}/my answers.ipynb"]
    assert waiting == ["  ada: 1"]
    assert late == ["  bo: 1.5 h"]
    assert lost == ["      2 by   1   1 · A sum: Yours is too small."]
    assert written == []


def test_a_student_that_was_not_graded_has_no_score_and_not_0(table):
    scores = {who: (row["score"], row["by_hand"]) for who, row in table.items()}
    assert scores == {
        "ada": ("2.0", "1"), "bo": ("0.0", "0"), "cem": ("2.0", "0"), "dora": ("", "0"),
        "eva": ("", "0"),
    }  # fmt: skip
    assert table["dora"]["ungraded"].startswith(f"{NAME}.ipynb cannot be read")
    assert table["eva"]["ungraded"] == "nothing handed in"
    assert {table[who]["ungraded"] for who in ("ada", "bo", "cem")} == {""}
    assert {row["max_score"] for row in table.values()} == {"3.0"}
    assert table["bo"]["late_seconds"] == "5400.0"


def test_there_is_feedback_and_a_report(course, table):
    for student in ("ada", "bo", "cem"):
        assert (course.root / "feedback" / student / NAME / f"{NAME}.html").is_file()
    report = (course.root / "reports" / f"{NAME}.csv").read_text(encoding="utf-8")
    assert report.splitlines()[1:] == ["2.0,1,1 · A sum,Yours is too small."]


MARK = f"""
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    grade = book.find_grade("x9-words", "{NAME}", "{NAME}", "ada")
    grade.manual_score, grade.needs_manual_grade = 1, False
    book.db.commit()
"""


def test_afterwards_only_what_is_new_is_graded_until_the_set_changes(course, table):
    """A mark given by hand stays, and reaches the feedback; new points reach everybody."""
    course.run("-W", "ignore", "-c", MARK)
    course.submit("eva", NAME, {"x9-sum": "q = 2"})
    assert f"{NAME}: 5 students, 4 graded (1 of them now)." in course.run(*COMMAND)
    assert (rows(course)["ada"]["score"], rows(course)["ada"]["by_hand"]) == ("3.0", "0")
    page = course.root / "feedback" / "ada" / NAME / f"{NAME}.html"
    assert "(Score: 3.0 / 3.0)" in page.read_text(encoding="utf-8")

    source = course.root / "solutions" / NAME / f"{NAME}.ipynb"
    made = read(source)
    made.cells[2].metadata.nbgrader.points = 4
    made.cells[2].source = made.cells[2].source.replace("2 * (", "4 * (")
    nbformat.write(made, source)
    with pytest.raises(
        AssertionError, match=f"solutions/{NAME} was changed since the set was made"
    ):
        course.run(*COMMAND)
    course.run("-m", "minigrad.grading", "release", NAME)
    assert f"{NAME}: 5 students, 4 graded (4 of them now)." in course.run(*COMMAND)
    scores = {who: (row["score"], row["max_score"]) for who, row in rows(course).items()}
    assert scores["ada"] == ("5.0", "5.0") and scores["bo"] == ("0.0", "5.0")
