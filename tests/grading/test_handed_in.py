import json

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from minigrad.grading.handed_in import NOTHING, Found, handed_in

NAME = "x9-sums"


def notebook(*ids):
    cells = [{"cell_type": "code", "metadata": {"nbgrader": {"grade_id": name}}} for name in ids]
    return json.dumps({"cells": [{"metadata": {}, "source": ""}, *cells]})


MINE = notebook("x9-sum", "x9-sum-check")

# What lies in a student's folder; what is said of it, and under which name it came.
CASES = {
    "as it should": ({f"{NAME}/{NAME}.ipynb": MINE}, "", ""),
    "with a scratch": ({f"{NAME}/{NAME}.ipynb": MINE, f"{NAME}/a.ipynb": MINE}, "", ""),
    "renamed": ({f"{NAME}/{NAME} (1).ipynb": MINE}, "", f"{NAME}/{NAME} (1).ipynb"),
    "beside": ({"mine.ipynb": MINE}, "", "mine.ipynb"),
    "checkpoint": ({f"{NAME}/.ipynb_checkpoints/{NAME}.ipynb": MINE}, NOTHING, ""),
    "twice": (
        {f"{NAME}/a.ipynb": MINE, f"{NAME}/b.ipynb": MINE},
        f"2 notebooks of this set: call one of {NAME}/a.ipynb, {NAME}/b.ipynb {NAME}.ipynb", "",
    ),
    "cut off": ({f"{NAME}/{NAME}.ipynb": MINE[:60]}, f"{NAME}.ipynb cannot be read (JSON", ""),
    "binary": ({f"{NAME}/{NAME}.ipynb": "[1, 2]"}, f"{NAME}.ipynb cannot be read (TypeError", ""),
    "another": (
        {f"{NAME}/{NAME}.ipynb": notebook("x3-leaf", "x3-leaf-check")},
        f"{NAME}.ipynb has no cell of this set, but of x3", "",
    ),
    "another, renamed": ({f"{NAME}/b.ipynb": notebook()}, "b.ipynb has no cell of this set", ""),
    "words": ({f"{NAME}/notes.txt": "1"}, "no notebook, but notes.txt", ""),
    "nothing": ({"x8/x8.ipynb": notebook("x8-a")}, NOTHING, ""),
}  # fmt: skip


def write(root, student, files):
    for name, text in files.items():
        file = root / "submitted" / student / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@pytest.fixture
def root(tmp_path):
    source = tmp_path / "solutions" / NAME / f"{NAME}.ipynb"
    source.parent.mkdir(parents=True)
    source.write_text(MINE)
    return tmp_path


@pytest.mark.parametrize("student", CASES)
def test_what_was_handed_in_is_graded_or_it_is_said_why_not(root, student):
    files, trouble, renamed = CASES[student]
    write(root, student, files)
    found = handed_in(root, NAME)[student]
    assert found.trouble.startswith(trouble) and bool(found.trouble) == bool(trouble)
    assert found.renamed == renamed
    right = root / "submitted" / student / NAME / f"{NAME}.ipynb"
    assert found.file == (None if trouble else right)
    if found.file:
        assert right.read_text() == MINE
        assert handed_in(root, NAME)[student] == Found(right)


def test_students_that_handed_nothing_in_are_there(root):
    assert handed_in(root, NAME, {"zoe"}) == {"zoe": Found(trouble=NOTHING)}
    write(root, "ada", {f"{NAME}/{NAME}.ipynb": MINE})
    write(root, ".git", {"a": ""})
    assert list(handed_in(root, NAME, {"zoe"})) == ["ada", "zoe"]
