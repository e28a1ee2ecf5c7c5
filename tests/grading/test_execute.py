"""A small set of its own, graded by the real nbgrader."""

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')
pytest.importorskip("ipykernel", reason='ipykernel is not installed: pip install -e ".[lab]"')

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

from minigrad.grading import ExecuteAlone, RestoreCells
from tests.exercises.course import ROOT, Course

# What each check is, and its mark of 2 points; `q` is the learner's.
CHECKS = {
    "number": ("1.5", 1.5),
    "most": ("2", 2),
    "nothing": ("x = 2", 0),
    "empty": ("", 0),
    "hushed": ("2;", 0),
    "truth": ("True", 0),
    "words": ("'2'", 0),
    "negative": ("-1", 0),
    "no-number": ("float('nan')", 0),
    "too-much": ("3", 0),
    "stopped": ("2 / 0", 0),
    "printed": ("print(2)", 0),
    "displayed": ("display(2)", 0),
    "warned": ("import sys\nprint('careful', file=sys.stderr)\n2", 2),
    "file": ("import helper\nhelper.number('data/number.txt')", 2),
    "packages": ("import minigrad, numpy, ipykernel_launcher\n2", 2),
    "answer": ("2 * q", 2),
    "drawn": ("import os\n2.0 * ('MINIGRAD_DRAWS' in os.environ)", 2),
}
MARKS = {name: mark for name, (_, mark) in CHECKS.items()}
HELPER = "def number(name):\n    return float(open(name).read())\n"
BESIDE = dict.fromkeys(
    ("minigrad/__init__.py", "minigrad.py", "numpy.py", "ipykernel_launcher.py", "helper.py",
     "IPython/__init__.py", "sitecustomize.py", "ipython_config.py", "data/number.txt"),
    "1 / 0",
)  # fmt: skip
NONE_SHOWN = """
from IPython.core.interactiveshell import InteractiveShell
InteractiveShell.ast_node_interactivity = "none"
"""
SWALLOWED = """
import sys
sys.displayhook = lambda value: None
get_ipython().display_formatter.format = lambda *_, **__: ({}, {})
"""
FORMATTED = """
plain = get_ipython().display_formatter.formatters["text/plain"]
for kind in ({}):
    plain.for_type(kind, lambda value, printer, cycle: printer.text("2"))
"""

# What a learner writes before everything else, and what it does to the marks.
BEFORE = {
    "rounding": ("%precision 0", {}),
    "all shown": (NONE_SHOWN.replace("none", "all"), {}),
    "nothing shown": (NONE_SHOWN, dict.fromkeys(CHECKS, 0)),
    "shown otherwise": (FORMATTED.format("int, float, type(None)"), {}),
    "all shown otherwise": (FORMATTED.format("int, float, str"), dict.fromkeys(CHECKS, 0)),
    "swallowing": (SWALLOWED, dict.fromkeys(CHECKS, 0)),
    "own names": ("repr = str = float = int = type = lambda *_: '2'\n_ = Out = 2", {}),
    "leaving": ("quit()", {}),
    "leaving too": ("exit(0)", {}),
}
SECONDS = 8  # for one cell, in place of 30


def write(folder, name):
    """Write the source of a set with these checks, and what it has beside it."""
    marks = {"schema_version": 3, "task": False}
    answer = marks | {"grade_id": "q", "grade": False, "solution": True, "locked": False}
    cells = [
        new_code_cell(
            "### BEGIN SOLUTION\nq = 1\n### END SOLUTION", id="q", metadata={"nbgrader": answer}
        )
    ]
    for check, (text, _) in CHECKS.items():
        about = {"grade_id": check, "grade": True, "solution": False, "locked": True, "points": 2}
        cells.append(new_code_cell(text, id=check, metadata={"nbgrader": marks | about}))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    (folder / name / "data").mkdir(parents=True)
    nbformat.write(notebook, folder / name / f"{name}.ipynb")
    (folder / name / "data" / "number.txt").write_text("2.0")
    (folder / name / "helper.py").write_text(HELPER)


def before(text):
    return lambda notebook: notebook.cells.insert(0, new_code_cell(text, id="before"))


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    write(tmp_path_factory.mktemp("sources"), "small")
    made = Course(tmp_path_factory.mktemp("course"), tmp_path_factory.getbasetemp() / "sources0")
    (made.root / "secret.txt").write_text("not told")
    config = made.root / "nbgrader_config.py"
    config.write_text(config.read_text().replace("timeout = 30", f"timeout = {SECONDS}"))
    made.nbgrader("generate_assignment small")
    return made


@pytest.fixture(scope="module")
def grades(course):
    right = {"q": "q = 1"}
    course.submit("plain", "small", right)
    course.submit("beside", "small", right, files=BESIDE)
    for student, (text, _) in BEFORE.items():
        course.submit(student, "small", right, before(text))
    course.submit("endless", "small", {"q": "class Endless:\n    def __rmul__(self, two):\n"
                  "        while True: pass\nq = Endless()"})  # fmt: skip
    log = course.run("-m", "nbgrader", "autograde", "small")
    assert "has changed" not in log and "was changed" not in log  # nobody touched a check
    return {
        student: {name: mark for name, (mark, _, _) in marks.items()}
        for student, marks in course.grades("small")["small"].items()
    }


def test_a_mark_is_a_number_that_a_check_ended_in(grades):
    assert grades["plain"] == MARKS


def test_a_check_without_a_mark_says_why(course, grades):
    cells = {cell.id: cell for cell in course.graded("plain", "small").cells}
    reason = "No points: a check ends in a number from 0 to 2, this one in {}."
    for name, result in {
        "nothing": "None",
        "empty": "None",
        "words": "'2'",
        "truth": "True",
    }.items():
        (output,) = cells[name].outputs
        assert output.traceback == [reason.format(result)]
    assert cells["stopped"].outputs[-1].ename == "ZeroDivisionError"


def test_what_does_not_end_is_said_in_one_line(course, grades):
    assert grades["endless"] == MARKS | {"answer": 0}
    cells = {cell.id: cell for cell in course.graded("endless", "small").cells}
    (output,) = cells["answer"].outputs
    (said,) = output.traceback
    assert said.startswith(f"Stopped after {SECONDS} seconds: this did not end.")


def test_files_beside_the_notebook_are_not_there_but_the_sets_own_are(course, grades):
    assert grades["beside"] == MARKS
    files = {f.name for f in (course.root / "autograded" / "beside" / "small").iterdir()}
    assert "numpy.py" in files  # for a person to look at


@pytest.mark.parametrize("student", BEFORE)
def test_what_a_learner_does_before_forges_no_mark(grades, student):
    assert grades[student] == MARKS | BEFORE[student][1]


def test_without_these_steps_there_is_no_grading(course, tmp_path_factory):
    """nbgrader goes on with its own where a configuration fails; it does not where a class is."""
    other = Course(tmp_path_factory.mktemp("other"), course.root / "solutions")
    config = other.root / "nbgrader_config.py"
    config.write_text(config.read_text().replace("grading.RestoreCells", "grading.Gone"))
    other.nbgrader("generate_assignment small")
    other.submit("plain", "small", {"q": "q = 1"})
    with pytest.raises(AssertionError, match="No module named Gone"):
        other.run("-m", "nbgrader", "autograde", "small")
    assert {mark for mark, _, _ in other.grades("small")["small"]["plain"].values()} <= {None, 0}
    assert not (other.root / "autograded" / "plain" / "small").exists()


def test_all_other_steps_are_nbgraders():
    from nbgrader.converters import Autograde
    from nbgrader.preprocessors import Execute
    from traitlets.utils.importstring import import_item

    config = Config()
    file = ROOT / "nbgrader_config.py"
    exec(compile(file.read_text(), file, "exec"), {"get_config": lambda: config, "__file__": file})
    ours = config.Autograde
    before, run = (
        [import_item(step) for step in steps]
        for steps in (ours.sanitize_preprocessors, ours.autograde_preprocessors)
    )
    assert before == [RestoreCells, *Autograde.sanitize_preprocessors.default()]
    assert [Execute, *run[1:]] == Autograde.autograde_preprocessors.default()
    assert run[0] is ExecuteAlone
