import csv
import xml.etree.ElementTree as ET

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from minigrad.grading.lost import Lost, first, lost, mistakes, picture, sentence
from minigrad.grading.report import write_lost
from minigrad.testing.verdict import blank, right, wrong

SIGN = "Yours is exactly −1 × the right one: look at the sign."
WRONG = wrong("x9-sum", SIGN + " And more.", [("given", "x = 2.7"), ("yours", "-5.4")]).message
OTHER = wrong("x9-sum", "It gave 3 numbers, where 2.5 are wanted. More.").message
BLANK = blank("x9-sum", "a sum").message
RIGHT = right("x9-sum").message


def check(name, points, got, *printed, error=None):
    cell = new_code_cell(outputs=[new_output("stream", text=f"{text}\n") for text in printed])
    cell.metadata.nbgrader = {
        "grade_id": name, "grade": True, "solution": False, "points": points,
    }  # fmt: skip
    shown = new_output("execute_result", {"text/plain": str(got)}, execution_count=1)
    cell.outputs.append(error or shown)
    return cell


def test_what_a_check_printed_names_the_mistake():
    assert mistakes(check("q", 2, 0, WRONG)) == [SIGN]
    assert mistakes(check("q", 2, 0, RIGHT, WRONG, WRONG)) == [SIGN]
    assert mistakes(check("q", 2, 0, OTHER, BLANK)) == [
        "It gave 3 numbers, where n are wanted.", "not attempted",
    ]  # fmt: skip
    error = new_output("error", ename="NameError", evalue="name 'x' is not there. No", traceback=[])
    assert mistakes(check("q", 2, 0, error=error)) == ["NameError: name 'x' is not there."]
    late = new_output("error", ename="TimeUp", evalue="Stopped after 30 seconds: no.", traceback=[])
    assert mistakes(check("q", 2, 0, error=late)) == ["Stopped after n seconds: no."]
    assert mistakes(check("q", 2, 0)) == ["no reason given"]


def test_where_code_stopped_the_error_is_the_mistake():
    stopped = wrong("q", "", [("given", "x = 1"), ("stopped", "TypeError: no 3 args")]).message
    assert sentence("not yet.", stopped.partition("\n")[2]) == "TypeError: no 3 args"


def test_numbers_do_not_tell_mistakes_apart():
    assert first("Row 3 of 12 is 0.25. It should not.") == "Row 3 of n is n."
    assert first("`x2` is used twice") == "`x2` is used twice"


@pytest.fixture
def root(tmp_path):
    class_ = {
        "ada": [check("s-check", 2, 2, RIGHT), check("s-hidden", 2, 2, RIGHT)],
        "bo": [check("s-check", 2, 0, WRONG), check("s-hidden", 2, 1.0, WRONG, OTHER)],
        "cem": [check("s-check", 2, 0, BLANK), check("s-hidden", 2, 1.5, WRONG)],
    }
    for student, cells in class_.items():
        file = tmp_path / "autograded" / student / "x9" / "x9.ipynb"
        file.parent.mkdir(parents=True)
        nbformat.write(new_notebook(cells=[new_markdown_cell("## 1 · A sum"), *cells]), file)
    return tmp_path


ROWS = [
    Lost(3.0, 2, "1 · A sum", SIGN),
    Lost(2.0, 1, "1 · A sum", "not attempted"),
    Lost(0.5, 1, "1 · A sum", "It gave 3 numbers, where n are wanted."),
]


def test_marks_are_summed_by_mistake_and_a_check_that_said_two_shares_them(root):
    rows = lost(root, "x9", ["ada", "bo", "cem"])
    assert rows == ROWS
    assert sum(row.marks for row in rows) == 2 + 1 + 2 + 0.5


def test_they_are_written_as_a_table_and_a_picture(root):
    assert write_lost(root, "x9", ROWS) == ["reports/x9.csv", "reports/x9.svg"]
    with (root / "reports" / "x9.csv").open(encoding="utf-8", newline="") as file:
        assert [[*map(str, row)] for row in (Lost._fields, *ROWS)] == list(csv.reader(file))
    drawing = ET.parse(root / "reports" / "x9.svg").getroot()
    widths = [float(bar.get("width")) for bar in drawing.iter("{http://www.w3.org/2000/svg}rect")]
    assert widths == [300.0, 200.0, 50.0]


def test_a_picture_holds_few_rows_and_any_text():
    many = [Lost(30 - n, 1, "<b>", "a & b" * 50) for n in range(30)]
    drawing = ET.fromstring(picture(many, "x9"))
    texts = ["".join(t.itertext()) for t in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert len(texts) == 1 + 2 * 20
    assert max(map(len, texts)) <= 118 and texts[1].startswith("<b>: a & b")
    assert ET.fromstring(picture([], "x9")) is not None
