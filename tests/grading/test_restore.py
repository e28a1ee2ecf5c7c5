import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from types import SimpleNamespace

from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell
from nbgrader.nbgraderformat import MetadataValidator

from minigrad.grading.restore import changed as texts_changed
from minigrad.grading.restore import handed_out, name_of, put_back, restored, visible


def source(name, kind="code", locked=False):
    return SimpleNamespace(
        name=name, cell_type=kind, locked=locked, source=f"{name}, as handed out", checksum="0" * 32
    )


def worth(name, points):
    return SimpleNamespace(name=name, max_score=points)


@pytest.fixture
def given():
    """An answer and its check, a cell that is only locked, words for a person, a task."""
    return handed_out(
        SimpleNamespace(
            source_cells=[
                source("answer"), source("check", locked=True), source("set-up", locked=True),
                source("words", "markdown"), source("task", "markdown", locked=True),
            ],
            grade_cells=[worth("check", 2.0), worth("words", 1.0)],
            solution_cells=[worth("answer", None), worth("words", 1.0)],
            task_cells=[worth("task", 3.0)],
        )
    )  # fmt: skip


def named(name, cell=None, **marks):
    cell = cell or new_code_cell("mine")
    cell.metadata = {"nbgrader": {"grade_id": name, **marks}, "tags": ["skip-execution"]}
    return cell


def test_what_is_known_of_a_cell_is_what_nbgrader_wants_to_read(given):
    for cell in given.values():
        MetadataValidator().validate_cell(cell)
    kinds = {
        name: [k for k in ("grade", "solution", "task", "locked") if cell.metadata.nbgrader[k]]
        for name, cell in given.items()
    }
    assert kinds == {
        "answer": ["solution"], "check": ["grade", "locked"], "set-up": ["locked"],
        "words": ["grade", "solution"], "task": ["task", "locked"],
    }  # fmt: skip
    points = {n: c.metadata.nbgrader.points for n, c in given.items() if c.metadata.nbgrader.grade}
    assert points == {"check": 2.0, "words": 1.0}


@pytest.mark.parametrize(
    "marks", [{}, {"grade": True, "points": 100, "schema_version": 99}, {"cell_type": "raw"}]
)
def test_an_answer_keeps_its_words_and_nothing_else(given, marks):
    cell = restored(named("answer", **marks), given["answer"])
    assert cell.metadata == given["answer"].metadata
    assert cell.source == "mine"


@pytest.mark.parametrize("make", [new_raw_cell, new_markdown_cell])
def test_a_cell_is_again_of_its_type(given, make):
    changed = named("check", make("mine", attachments={"a.png": {"image/png": "AAAA"}}))
    cell = restored(changed, given["check"])
    assert cell.cell_type == "code" and cell.outputs == []
    assert "attachments" not in cell
    assert restored(named("words"), given["words"]).cell_type == "markdown"


def test_what_is_locked_is_again_as_it_was_handed_out(given):
    for name in ("check", "set-up", "task"):
        assert restored(named(name), given[name]).source == f"{name}, as handed out"


HIDING = "# More checks.\n### BEGIN HIDDEN TESTS\n1 / 0\n\n2\n### END HIDDEN TESTS"


def test_hidden_checks_are_not_visible():
    assert visible(HIDING) == "# More checks.\n"
    assert visible(f"a\n{HIDING}\nb\n{HIDING}\nc") == "a\n# More checks.\nb\n# More checks.\nc"
    assert visible("1 + 1") == "1 + 1"


@pytest.mark.parametrize(
    ("mine", "names"),
    [
        ("# More checks.", []),
        (HIDING, ["check"]),
        ("# More checks.\n1", ["check"]),
        ("", ["check"]),
    ],
)
def test_a_locked_cell_whose_text_changed_is_named_and_an_honest_one_is_not(given, mine, names):
    given["check"].source = HIDING
    cells = [named("answer"), named("check", new_code_cell(mine))]
    assert texts_changed(cells, given, {"answer": 0, "check": 1}) == names


def test_a_picture_in_an_answer_stays(given):
    pictures = {"a.png": {"image/png": "AAAA"}}
    cell = named("words", new_markdown_cell("mine", attachments=pictures))
    assert restored(cell, given["words"]).attachments == pictures


def test_a_cell_that_nobody_handed_out_is_the_learners(given):
    cell = restored(named("unknown", grade=True, points=100), None)
    assert cell.metadata == {} and cell.source == "mine"


@pytest.mark.parametrize("marks", [None, {}, [], "check", {"grade_id": ""}])
def test_a_cell_without_an_id_has_no_name(marks):
    assert name_of(new_code_cell(metadata={"nbgrader": marks})) == ""
    assert name_of(new_code_cell()) == ""


def test_an_id_of_another_kind_is_only_a_name():
    assert name_of(new_code_cell(metadata={"nbgrader": {"grade_id": ["check"]}})) == "['check']"


@pytest.mark.parametrize(
    ("left", "whole"),
    [
        ("answer check set-up words task", "answer check set-up words task"),
        ("answer set-up words task", "answer check set-up words task"),
        ("set-up words task", "set-up words task check"),
        ("answer own", "answer check words task own"),
        ("own", "own check words task"),
        ("task words answer", "task words answer check"),
        ("", "check words task"),
    ],
)
def test_graded_cells_come_back_behind_the_one_before_them(given, left, whole):
    cells = [restored(named(name), given.get(name)) for name in left.split()]
    missing = put_back(cells, given)
    assert sorted(left.split() + missing) == sorted(whole.split())
    assert [name_of(cell) or "own" for cell in cells] == whole.split()
