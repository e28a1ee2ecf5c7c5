import json

import pytest

from minigrad.testing import progress


def cell(source, *printed):
    outputs = [{"output_type": "stream", "name": "stdout", "text": list(printed)}]
    return {"cell_type": "code", "source": source.splitlines(True), "outputs": outputs}


def save(folder, place, name, *cells):
    file = folder / place / f"{name}.ipynb"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"cells": list(cells)}), encoding="utf-8")
    return file


@pytest.fixture
def course(tmp_path):
    save(
        tmp_path, "notebooks", "01-graphs",
        cell('check("walk", walk)', "✓ walk: right, on 6 random inputs.\n"),
        cell('answer = 3\ncheck("bug", answer)', "✗ bug: not yet.\n", "  yours 3\n"),
        cell("print(1)", "1\n"),
        {"cell_type": "markdown", "source": 'check("nothing", 1)'},
    )  # fmt: skip
    save(tmp_path, "notebooks", "02-backward", cell('check("order", order)'))
    hidden = "### BEGIN HIDDEN TESTS\ncheck('x1-b', b)\n### END HIDDEN TESTS"
    save(
        tmp_path, "exercises/x1", "x1",
        cell('2 * check("x1-a", a).score', "✓ x1-a: right.\n"), cell(hidden),
    )  # fmt: skip
    return tmp_path


def test_what_is_right_and_what_is_open(course):
    lesson, other, exercises = progress(course)
    assert (lesson.name, lesson.right, lesson.open) == ("01-graphs", ["walk"], ["bug"])
    assert (other.right, other.open) == ([], ["order"])
    assert (exercises.name, exercises.right, exercises.open) == ("x1", ["x1-a"], [])


def test_how_it_prints(course):
    lines = str(progress(course)).splitlines()
    assert lines[0].split() == ["01-graphs", "●●●●●●○○○○○○", "1", "of", "2", "open:", "bug"]
    assert lines[1].split() == ["x1", "●" * 12, "1", "of", "1"]
    assert lines[2] == "Not begun: 02-backward."


def test_the_last_run_of_a_check_counts(course):
    save(
        course, "notebooks", "01-graphs",
        cell('check("walk", walk)', "✓ walk: right.\n"),
        cell('check("walk", other)', "✗ walk: no.\n"),
    )  # fmt: skip
    assert progress(course)[0].open == ["walk"]


def test_it_finds_the_folder_from_where_a_notebook_runs(course, monkeypatch):
    monkeypatch.chdir(course / "exercises" / "x1")
    assert [done.name for done in progress()] == ["01-graphs", "02-backward", "x1"]


def test_checkpoints_and_what_is_no_notebook_are_passed_over(course):
    save(course, "notebooks/.ipynb_checkpoints", "01-graphs", cell('check("walk", 1)'))
    (course / "notebooks" / "half.ipynb").write_text("{", encoding="utf-8")
    assert [done.name for done in progress(course)] == ["01-graphs", "02-backward", "x1"]


def test_nothing_yet_and_nowhere(tmp_path):
    assert "Nothing is answered yet" in str(progress(tmp_path))
    with pytest.raises(FileNotFoundError, match="There is no folder"):
        progress(tmp_path / "elsewhere")
