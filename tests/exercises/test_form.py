"""Every exercise set, as written and as handed out, keeps the form of the course."""

import ast
import re

import pytest

nbformat = pytest.importorskip("nbformat", reason='no nbformat: pip install -e ".[lab]"')

from minigrad.testing.registry import questions

from .course import ROOT, SETS, read, role, source

GRADE_ID = re.compile(r"x\d+(-[a-z0-9]+)+")
TITLE = re.compile(
    r"^## (\d+) · .+\n\n\*(●○○|●●○|●●●) · (\d+) minutes · (\d+) points?\*$", re.MULTILINE
)
POINTS = re.compile(
    r'from minigrad\.testing import check\n\n(\d+) \* check\("([a-z0-9-]+)", \w+\)\.score'
)

sets = pytest.mark.parametrize("name", SETS)


def released(name):
    return read(ROOT / "exercises" / name / f"{name}.ipynb")


def cells(notebook, *roles):
    return [cell for cell in notebook.cells if role(cell) in roles]


def titles(notebook):
    """Number, difficulty, minutes, points of each exercise."""
    return [match for c in cells(notebook, "prose") for match in TITLE.findall(c.source)]


def test_there_are_sets_and_they_are_numbered():
    assert SETS
    assert all(re.fullmatch(r"x\d+-[a-z0-9-]+", name) for name in SETS)


@sets
def test_six_to_ten_exercises_of_which_each_says_how_hard_and_how_long(name):
    found = titles(source(name))
    assert [int(number) for number, *_ in found] == list(range(1, len(found) + 1))
    assert 6 <= len(found) <= 10
    headings = [c.source for c in cells(source(name), "prose") if c.source.startswith("## ")]
    assert len(headings) == len(found)


@sets
def test_the_top_adds_up(name):
    top, found = source(name).cells[0].source, titles(source(name))
    minutes = sum(int(minutes) for _, _, minutes, _ in found)
    about, points = map(int, re.search(r"About (\d+) minutes.* (\d+) points", top).groups())
    assert 30 <= about <= 70 and abs(about - minutes) <= 2
    graded = cells(source(name), "check", "read by a person")
    assert points == sum(int(p) for *_, p in found)
    assert points == sum(cell.metadata.nbgrader.points for cell in graded)


@sets
def test_a_visible_check_ends_in_its_points(name):
    """Anything else that a cell ends in, and no result at all, are full marks to nbgrader."""
    visible = [c for c in cells(source(name), "check") if "HIDDEN" not in c.source]
    for cell in visible:
        points, question = POINTS.fullmatch(cell.source).groups()
        assert int(points) == cell.metadata.nbgrader.points
        assert cell.id == f"{question}-check"
        assert question in questions()


@sets
def test_hidden_checks_have_cells_of_their_own(name):
    """A cell with visible and hidden parts would show a learner partial credit for all of it."""
    hidden = [c for c in cells(source(name), "check") if "HIDDEN" in c.source]
    assert len(hidden) >= 6
    for cell in hidden:
        first, begin, *_, end = cell.source.splitlines()
        assert first.startswith("# More checks run here when the set is graded")
        assert f"{cell.metadata.nbgrader.points} point" in first
        assert (begin, end) == ("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS")
        assert cell.id.endswith("-hidden")
    left = [c for c in cells(released(name), "check") if c.id.endswith("-hidden")]
    assert len(left) == len(hidden) and {c.source.count("\n") for c in left} == {0}


@sets
def test_a_hidden_check_is_a_function_so_that_no_name_in_it_meets_a_learners(name):
    for cell in (c for c in cells(source(name), "check") if "HIDDEN" in c.source):
        made, called = ast.parse(cell.source).body
        assert made.name == cell.id.replace("-", "_")
        assert ast.unparse(called) == f"{made.name}()"
        imported = {a.name for n in made.body if isinstance(n, ast.ImportFrom) for a in n.names}
        assert "check" in imported
        end = ast.unparse(made.body[-1])
        assert re.fullmatch(r"return [\d.]+ \* \w+( \+ [\d.]+ \* \w+)*", end)
        most = sum(map(float, re.findall(r"([\d.]+) \*", end)))
        assert most == cell.metadata.nbgrader.points
        names = (n for n in ast.walk(made) if isinstance(n, ast.Name))
        own = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        own |= {n.name for n in made.body if isinstance(n, ast.FunctionDef)}
        assert not own & answered(name)


@sets
def test_nothing_of_the_solutions_is_handed_out(name):
    text = "\n".join(cell.source for cell in released(name).cells)
    assert "SOLUTION" not in text and "HIDDEN" not in text
    for cell in cells(source(name), "answer"):
        inside = re.findall(r"BEGIN SOLUTION\n(.*?)\n *### END", cell.source, re.DOTALL)
        assert inside
        assert not any(part in text for part in inside)


@sets
def test_stubs_are_short_and_hold_dots(name):
    for cell in cells(released(name), "answer"):
        lines = cell.source.splitlines()
        assert len(lines) <= 10
        assert any(line.strip() == "..." for line in lines)
        compile(cell.source, cell.id, "exec")


@sets
def test_what_a_person_reads_is_asked_in_a_cell_of_its_own(name):
    """nbgrader puts its stub in the place of all that stands in the cell with the answer."""
    (answer,) = cells(released(name), "read by a person")
    assert answer.source == "*Write your answer here.*"
    before = released(name).cells[released(name).cells.index(answer) - 1]
    assert role(before) == "prose" and before.source.count("?") >= 1


@sets
def test_each_exercise_but_the_written_one_has_three_hints(name):
    prose = [c.source for c in cells(source(name), "prose") if "<details>" in c.source]
    assert len(prose) == len(titles(source(name))) - 1
    for text in prose:
        assert re.findall(r"<summary>(.*?)</summary>", text) == [
            "A nudge", "A hint", "Nearly there",
        ]  # fmt: skip
        assert text.count("</details>") == 3


@sets
def test_there_is_a_bug_hunt(name):
    assert any("Bug hunt" in cell.source for cell in source(name).cells)


@sets
def test_ids_are_words_and_a_cell_goes_by_its_grade_id(name):
    for notebook in (source(name), released(name)):
        ids = [cell.id for cell in notebook.cells]
        assert len(set(ids)) == len(ids)
        for cell in notebook.cells:
            if "nbgrader" in cell.metadata:
                assert cell.id == cell.metadata.nbgrader.grade_id
                assert GRADE_ID.fullmatch(cell.id)
            else:
                assert re.fullmatch(r"[a-z]+(-[a-z]+)*", cell.id)
    assert [c.id for c in source(name).cells] == [c.id for c in released(name).cells]


@sets
def test_metadata_is_what_the_course_needs(name):
    for notebook in (source(name), released(name)):
        nbformat.validate(notebook)
        assert set(notebook.metadata) == {"kernelspec", "language_info"}
        assert notebook.metadata.kernelspec.name == "python3"
        assert set(notebook.metadata.language_info) == {"name"}
        for cell in notebook.cells:
            assert set(cell.metadata) <= {"nbgrader", "deletable", "editable"}
            assert not cell.get("outputs") and not cell.get("execution_count")


def answered(name):
    """What the answers of a set are called."""
    return {
        found
        for cell in cells(source(name), "answer")
        for found in re.findall(r"^(?:def |class )?(\w+)(?:\(|:| =)", cell.source, re.MULTILINE)
    }
