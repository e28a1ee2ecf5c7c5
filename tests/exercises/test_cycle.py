"""From sources to feedback, with the real nbgrader: every mark is stated here beforehand."""

import copy
import sqlite3
from contextlib import closing

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')
pytest.importorskip("ipykernel", reason='ipykernel is not installed: pip install -e ".[lab]"')

from nbformat.v4 import new_code_cell

from .course import ROOT, SETS, Course, role, source
from .half_right import HALF_RIGHT

STUDENTS = ("perfect", "half-right")  # they come with every set
# What one of these does to a notebook, or has it do, is the same in each: one set is enough.
ALSO = [(SETS[0], "untouched"), (SETS[0], "tampering"), (SETS[-1], "loud")]
HANDED_IN = [(name, student) for name in SETS for student in STUDENTS] + ALSO
LOUD = (
    "import sys\n"
    "def noise(*_):\n    print('noise', file=sys.stderr)\n"
    "get_ipython().events.register('post_execute', noise)",
    "for i in range(2_000):\n    print('a flood of words', i)",
    "1 / 0",
    "quit()",
    "names = [",
)

each = pytest.mark.parametrize(("name", "student"), HANDED_IN)
every = pytest.mark.parametrize("name", SETS)


def points(name, *roles):
    """By id, what the cells of a set are worth."""
    cells = (cell for cell in source(name).cells if role(cell) in roles)
    return {cell.id: cell.metadata.nbgrader.points for cell in cells}


def solved(name):
    """The answers of the source, and a few words where a person reads."""
    words = dict.fromkeys(points(name, "read by a person"), "From the result to the leaves.")
    return {c.id: c.source for c in source(name).cells if role(c) == "answer"} | words


def half_right(name):
    """Answers, and the marks that the checks are to give them."""
    full, right = points(name, "check"), solved(name)
    if name in HALF_RIGHT:
        return right | HALF_RIGHT[name].answers, full | HALF_RIGHT[name].marks
    first = {answer: right[answer] for answer in list(right)[: len(right) // 2]}
    return first, {c: full[c] if c.rpartition("-")[0] in first else 0 for c in full}


def expected(name, student):
    full = points(name, "check")
    if student == "half-right":
        return half_right(name)[1]
    return full if student in ("perfect", "loud") else dict.fromkeys(full, 0)


def tamper(notebook):
    """Ask for no check to be run, in all the ways that need no code."""
    checks = [cell for cell in notebook.cells if role(cell) == "check"]
    copies = copy.deepcopy(checks[4:])
    for number, cell in enumerate(copies):
        cell.id = f"copy-{number}"
    notebook.cells[:0] = copies
    for cell in notebook.cells:
        cell.metadata.tags = ["skip-execution", "raises-exception"]
    checks[0].cell_type = "raw"
    del checks[0]["outputs"], checks[0]["execution_count"]
    checks[1].metadata.nbgrader |= {"grade": False, "solution": True, "points": 100}
    checks[2].metadata.nbgrader.schema_version = 1
    notebook.cells.remove(checks[3])


def be_loud(notebook):
    notebook.cells[:0] = [new_code_cell(text) for text in LOUD]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """All sets generated, handed in, graded, with feedback."""
    made = Course(tmp_path_factory.mktemp("course"))
    made.nbgrader(*(f"generate_assignment {name}" for name in SETS))
    shadows = dict.fromkeys(("minigrad/__init__.py", "numpy.py", "ipykernel_launcher.py"), "1 / 0")
    for name in SETS:
        made.submit("perfect", name, solved(name))
        made.submit("half-right", name, half_right(name)[0])
    made.submit("untouched", SETS[0], {})
    made.submit("tampering", SETS[0], {}, tamper)
    made.submit("loud", SETS[-1], solved(SETS[-1]), be_loud, shadows)
    steps = ("autograde", "generate_feedback")
    made.nbgrader(*(f"{step} {name}" for name in SETS for step in steps))
    return made


@pytest.fixture(scope="module")
def grades(course):
    return course.grades(*SETS)


@every
def test_exercises_are_what_generation_gives(course, name):
    """If this fails, run `make exercises`."""
    folders = [root / "exercises" / name for root in (ROOT, course.root)]
    here, fresh = ({f.name: f.read_bytes() for f in folder.iterdir()} for folder in folders)
    assert here.keys() == fresh.keys() == {f"{name}.ipynb"}
    assert here == fresh


def test_there_is_no_exercise_without_a_source():
    assert sorted(f.name for f in (ROOT / "exercises").glob("x[0-9]*") if f.is_dir()) == SETS


def test_the_gradebook_knows_which_version_it_is(course):
    """Without alembic on the PATH, nbgrader leaves one that does not."""
    with closing(sqlite3.connect(course.root / "gradebook.db")) as book:
        assert book.execute("select count(*) from alembic_version").fetchone() == (1,)


@each
def test_marks_are_as_stated(grades, name, student):
    full, by_hand = points(name, "check"), points(name, "read by a person")
    assert {n: most for n, (_, most, _) in grades[name][student].items()} == full | by_hand
    marks = {n: mark for n, (mark, _, _) in grades[name][student].items() if n in full}
    assert marks == expected(name, student)


@every
def test_half_right_is_neither_right_nor_nothing(name):
    answers, marks = half_right(name)
    assert 0 < sum(marks.values()) < sum(points(name, "check").values())
    assert answers.keys() <= solved(name).keys() and marks.keys() == points(name, "check").keys()


@each
def test_a_person_reads_what_was_written_and_nothing_else(grades, name, student):
    written = {
        "perfect": solved(name), "loud": solved(name), "half-right": half_right(name)[0],
    }.get(student, {})  # fmt: skip
    by_hand = points(name, "read by a person")
    waiting = {n for n, (_, _, waits) in grades[name][student].items() if waits}
    assert waiting == by_hand.keys() & written.keys()
    assert all(grades[name][student][n][0] == 0 for n in by_hand.keys() - waiting)


@each
def test_each_check_ends_in_its_mark_and_says_nothing_on_stderr(course, name, student):
    cells = [c for c in course.graded(student, name).cells if role(c) == "check"]
    checks = {cell.metadata.nbgrader.grade_id: cell for cell in cells}
    marks = expected(name, student)
    assert checks.keys() == marks.keys()
    for check, cell in checks.items():
        (result,) = (o for o in cell.outputs if o.output_type != "stream")
        assert result.output_type == "execute_result"
        assert result.data["text/plain"] == repr(float(marks[check]))
        assert {o.name for o in cell.outputs if o.output_type == "stream"} == {"stdout"}


@each
def test_there_is_feedback_of_a_size_that_can_be_read(course, name, student):
    page = course.root / "feedback" / student / name / f"{name}.html"
    assert 10_000 < page.stat().st_size < 1_000_000


@every
def test_feedback_names_the_exercises(course, name):
    page = course.root / "feedback" / "perfect" / name / f"{name}.html"
    text = page.read_text(encoding="utf-8")
    assert "Test cell" not in text and "Written response" not in text
    for check in points(name, "check"):
        assert f'<a href="#{check}">' in text


@pytest.mark.parametrize("name", HALF_RIGHT)
def test_a_mistake_is_explained_in_the_feedback(course, name):
    page = course.root / "feedback" / "half-right" / name / f"{name}.html"
    text = page.read_text(encoding="utf-8")
    assert all(words in text for words in HALF_RIGHT[name].explained)


def test_the_validate_button_is_content_with_a_right_answer(course):
    path = course.root / "submitted" / "perfect" / SETS[0] / f"{SETS[0]}.ipynb"
    assert "Success! Your notebook passes all the tests." in course.run(
        "-m", "nbgrader", "validate", str(path)
    )


def test_the_validate_button_says_of_a_blank_notebook_that_nothing_was_attempted(course):
    path = course.root / "submitted" / "untouched" / SETS[0] / f"{SETS[0]}.ipynb"
    said = course.run("-m", "nbgrader", "validate", str(path))
    visible = [name for name in points(SETS[0], "check") if name.endswith("-check")]
    assert said.count("not attempted yet") == len(visible)
    assert "Partial credit" not in said
