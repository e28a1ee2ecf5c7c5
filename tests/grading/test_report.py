import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from minigrad.grading.book import Row
from minigrad.grading.handed_in import NOTHING, Found
from minigrad.grading.lost import Lost
from minigrad.grading.report import block, cut, report


def test_a_block_without_lines_is_not_there():
    assert block("Late", []) == ""
    assert block("Late", ["ada: 1.0 h"]) == "Late\n  ada: 1.0 h"


def test_a_long_line_is_cut():
    assert cut("a" * 110) == "a" * 110
    assert cut("a" * 111) == "a" * 109 + "…"


def test_of_a_class_without_trouble_there_is_little_to_say():
    row = Row("x9", "ada", 3.0, 3.0, 0, 0, 0, "")
    assert report("x9", {"ada": Found()}, [], [row], []) == (
        "x9: 1 students, 1 graded (0 of them now)."
    )


def test_each_trouble_is_in_its_block():
    rows = [
        Row("x9", "ada", 2.0, 3.0, 7200, 0, 2, ""),
        Row("x9", "bo", "", 3.0, 0, 0, 0, "cut off"),
        Row("x9", "cem", "", 3.0, 0, 0, 0, NOTHING),
    ]
    found = {"ada": Found(renamed="a.ipynb"), "bo": Found(trouble="cut off")}
    found["cem"] = Found(trouble=NOTHING)
    marks = [Lost(12 - n, 1, "1 · A sum", f"mistake {n}") for n in range(14)]
    head, *blocks = report("x9", found, ["ada", "bo"], rows, marks).split("\n\n")
    assert head == "x9: 3 students, 1 graded (1 of them now)."
    assert blocks[:3] == [
        "Ungraded\n  bo: cut off",
        "Nothing handed in (1)\n  cem",
        "Under another name\n  ada: taken from a.ipynb",
    ]
    assert blocks[3].endswith("once more)\n  ada: 2")
    assert blocks[4] == "Late\n  ada: 2.0 h"
    assert blocks[5].splitlines()[1] == "     12 by   1   1 · A sum: mistake 0"
    assert len(blocks[5].splitlines()) == 1 + 12
