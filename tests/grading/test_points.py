import re

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from minigrad.grading.points import Unclear, agree, in_check, of_another_form, shared
from tests.exercises.course import SETS, role, source

CHECK = 'from minigrad.testing import check\n\n{} * check("x9-sum", total).score'
HIDDEN = """# More checks run here when the set is graded: 2 longer lists. {} point{}.
### BEGIN HIDDEN TESTS
def x9_sum_hidden():
    return {} * long + {} * empty


x9_sum_hidden()
### END HIDDEN TESTS"""
TOP = "# Exercise set X9\n\n*About 7 minutes, after lesson 09. {} point{}.*\n\nYou get 3 points.*?"
HEADING = "## {} · {}\n\n*●○○ · 8 minutes · {} point{}*\n\nWhat is worth 2 points?"


def graded(text, name, points, make=new_code_cell):
    cell = make(text, id=name)
    cell.metadata.nbgrader = {"grade_id": name, "grade": True, "points": points}
    return cell


def notebook(check, hidden, words, texts=None):
    """A set whose cells are worth these points, and whose texts speak of others."""
    c, h, first, second, w = texts or (check, hidden, hidden / 2, hidden / 2, words)
    s, hs, ws = ("" if n == 1 else "s" for n in (c + h, h, w))
    hiding = HIDDEN.format(f"{h:g}", hs, f"{first:g}", f"{second:g}")
    return new_notebook(
        cells=[
            new_markdown_cell(TOP.format(f"{c + h + w:g}", "" if c + h + w == 1 else "s")),
            new_markdown_cell(HEADING.format(1, "A sum", f"{c + h:g}", s)),
            graded(CHECK.format(f"{c:g}"), "x9-sum-check", check),
            graded(hiding, "x9-sum-hidden", hidden),
            new_markdown_cell(HEADING.format(2, "In your own words", f"{w:g}", ws)),
            graded("*Write your answer here.*", "x9-words", words, new_markdown_cell),
        ]
    )  # fmt: skip


def texts(made):
    return [cell.source for cell in made.cells]


@pytest.mark.parametrize(
    "worth", [(2, 2, 1), (5, 2, 1), (2, 6, 1), (0, 0, 1), (1.5, 3, 0), (0, 1, 2)]
)
def test_the_points_of_the_cells_are_written_wherever_the_set_repeats_them(worth):
    made = notebook(*worth, texts=(2, 2, 1, 1, 1))
    agree(made)
    assert texts(made) == texts(notebook(*worth))
    assert agree(made) == []


def test_what_is_changed_is_said():
    made = notebook(3, 2, 1, texts=(2, 2, 1, 1, 1))
    places = [line.partition(": ")[0] for line in agree(made)]
    assert places == [made.cells[0].id, made.cells[1].id, "x9-sum-check"]


def test_parts_that_have_no_simple_share_are_for_a_person():
    assert shared([1, 3], 6, "q") == ["1.5", "4.5"]
    assert shared([0, 0], 3, "q") == ["1.5", "1.5"]
    with pytest.raises(Unclear, match="q has 4 points, and the 3 numbers in its last `return` add"):
        shared([1, 1, 1], 4, "q")


def test_a_check_of_another_form_is_left_alone():
    for text in ("assert total([]) == 0\n3", "2 * score", "def f():\n    return 2 * x"):
        assert in_check(text, 5, "q").replace("return 5 * x", "return 2 * x") == text


def test_checks_whose_last_line_is_somebodys_own_are_named():
    made = notebook(2, 2, 1)
    assert of_another_form(made) == []
    made.cells[2].source = "2 * (total([]) == 0)"
    assert of_another_form(made) == [
        "x9-sum-check: see for yourself that its last line gives up to 2."
    ]


@pytest.mark.parametrize("name", SETS)
def test_the_points_of_every_set_agree(name):
    """If this fails, `make exercises` writes them, or says which check needs a person."""
    assert agree(source(name)) == []


@pytest.mark.parametrize("name", SETS)
def test_every_check_of_a_set_is_of_a_form_whose_points_can_be_written(name):
    made = source(name)
    checks = [c for c in made.cells if role(c) == "check"]
    for cell in checks:
        cell.metadata.nbgrader.points *= 4
    agree(made)
    for cell in checks:
        ends = [n for n in cell.source.splitlines() if re.match(r"[\d.]+ \*|    return ", n)]
        parts = map(float, re.findall(r"([\d.]+) \* \w+", ends[-1]))
        assert sum(parts) == cell.metadata.nbgrader.points
