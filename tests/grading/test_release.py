import json
import os

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')
pytest.importorskip("ipykernel", reason='ipykernel is not installed: pip install -e ".[lab]"')

import nbformat

from minigrad.grading.release import swap
from tests.exercises.course import Course, read
from tests.grading.test_points import notebook

NAME = "x9-sums"


@pytest.fixture
def course(tmp_path):
    made = notebook(2, 2, 1)
    for cell in made.cells:
        if "nbgrader" in cell.metadata:
            words = cell.id == "x9-words"
            more = {"schema_version": 3, "solution": words, "locked": not words, "task": False}
            cell.metadata.nbgrader |= more
    made.metadata.kernelspec = {"name": "python3", "display_name": "", "language": "python"}
    (tmp_path / "sources" / NAME).mkdir(parents=True)
    nbformat.write(made, tmp_path / "sources" / NAME / f"{NAME}.ipynb")
    (tmp_path / "course").mkdir()
    return Course(tmp_path / "course", tmp_path / "sources")


def change(course, edit):
    file = course.root / "solutions" / NAME / f"{NAME}.ipynb"
    made = read(file)
    edit({cell.id: cell for cell in made.cells}, made)
    nbformat.write(made, file)


def handout(course):
    folder = course.root / "exercises" / NAME
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


def release(course):
    return course.run("-m", "minigrad.grading", "release", NAME)


def test_points_change_in_one_place_and_an_item_is_dropped_after_it_was_handed_in(course):
    """The whole story of a term, in one gradebook: each step is seconds."""
    assert f"{NAME}: made anew." in release(course)
    before = handout(course)
    assert release(course) == f"{NAME}: as it was.\n"
    assert [p.name for p in course.root.iterdir() if p.name.startswith(".made")] == []

    course.submit("anna", NAME, {})
    course.run("-m", "nbgrader", "autograde", NAME)
    change(course, lambda cells, made: made.cells.remove(cells["x9-sum-hidden"]))
    with pytest.raises(AssertionError, match="is handed in already") as refused:
        release(course)
    assert "Traceback" not in str(refused.value)
    assert handout(course) == before

    def drop(cells, made):
        made.cells.insert(3, nbformat.from_dict(hidden))
        for name in ("x9-sum-check", "x9-sum-hidden"):
            cells.get(name, made.cells[3]).metadata.nbgrader.points = 0

    source = course.root.parent / "sources" / NAME / f"{NAME}.ipynb"
    hidden = next(c for c in read(source).cells if c.id == "x9-sum-hidden")
    change(course, drop)
    said = release(course)
    assert '2 * check("x9-sum", total).score  →  0 * check("x9-sum", total).score' in said
    assert "0 points" in json.dumps(handout(course))
    course.run("-m", "nbgrader", "autograde", "--force", NAME)
    marks = course.grades(NAME)[NAME]["anna"]
    assert {name: most for name, (_, most, _) in marks.items()} == {
        "x9-sum-check": 0, "x9-sum-hidden": 0, "x9-words": 1,
    }  # fmt: skip


def test_a_set_that_is_not_there_is_said_to_be_missing(course):
    with pytest.raises(AssertionError, match=r"There is no x8-gone\.ipynb in"):
        course.run("-m", "minigrad.grading", "release", "x8-gone")
    assert not (course.root / "exercises").exists()


def test_a_folder_that_is_the_same_stays_and_another_takes_its_place(tmp_path):
    new, place = tmp_path / "new", tmp_path / "exercises" / "x9"
    for content, more, changed in (
        ("1", "", True),
        ("1", "", False),
        ("2", "", True),
        ("2", "b", True),
    ):
        (new / "data").mkdir(parents=True, exist_ok=True)
        for name in ("a", "data/c", *more):
            (new / name).write_text(content)
        os.utime(new / "a", (0, 0))
        old = tmp_path / f"old-{content}{more}{changed}"
        assert swap(new, place, old) is changed
        assert (place / "data" / "c").read_text() == content
