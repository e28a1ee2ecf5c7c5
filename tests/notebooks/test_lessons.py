"""Every lesson: its stored outputs are what it gives now, and it keeps the form of the course."""

import importlib.util
import os
import re
import statistics
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason='no nbformat: pip install -e ".[lab,test]"')

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CELL_ID = re.compile(r"[a-z]+[a-z0-9]*(-[a-z0-9]+)+|[a-z]{3,}")
TAGS = {"raises-exception"}

lessons = pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)


def read(lesson):
    return nbformat.read(lesson, as_version=4)


def code_cells(lesson):
    return [cell for cell in read(lesson).cells if cell.cell_type == "code"]


def test_there_are_lessons_and_they_are_numbered():
    numbers = [path.name[:3] for path in LESSONS if path.name != "gallery.ipynb"]
    assert numbers == [f"{number:02}-" for number in range(len(LESSONS) - 1)]
    assert numbers


def rerun(notebooks, folder):
    """Let nbval run notebooks, in a process away from the user's Jupyter and IPython settings.

    What it prints, and by the notebook's name what came of each cell: "", or else.
    """
    for needed in ("nbval", "ipykernel"):
        if not importlib.util.find_spec(needed):
            pytest.skip(f'{needed} is not installed: pip install -e ".[lab,test]"')
    report = folder / "report.xml"
    own = {name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "IPYTHONDIR")}
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env",
            "-p", "tests.notebooks.comparing",  # conftest.py does not hold for files elsewhere
            f"--junitxml={report}", "-p", "no:cacheprovider",
            "-W", "default", "-q", *map(str, notebooks),
        ],
        cwd=ROOT, env=os.environ | own, capture_output=True, text=True, check=False,
    )  # fmt: skip
    cells = {path.name: [] for path in notebooks}
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        found = [part.tag for part in case if part.tag in ("error", "failure", "skipped")]
        cells[case.get("classname").split(".")[-2] + ".ipynb"] += found or [""]
    return done.stdout + done.stderr, cells


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    """What all lessons give now: in one process, but each with a kernel of its own."""
    return rerun(LESSONS, tmp_path_factory.mktemp("lessons"))


@lessons
def test_stored_outputs_are_what_the_lesson_gives(lesson, given):
    printed, cells = given
    assert code_cells(lesson)
    assert cells[lesson.name] == [""] * len(code_cells(lesson)), printed


def made(source, *outputs):
    cell = nbformat.v4.new_code_cell(source, execution_count=1, outputs=list(outputs), id="answer")
    return nbformat.v4.new_notebook(cells=[cell])


def result(text):
    data = {"text/plain": text}
    return nbformat.v4.new_output("execute_result", data, execution_count=1)


def displayed(text):
    return nbformat.v4.new_output("display_data", {"text/plain": repr(text)})


UPDATE = "shown = display('early', display_id=True)\nshown.update('late')"


def test_a_wrong_or_missing_output_is_noticed_and_an_updated_display_is_what_it_became(tmp_path):
    notebooks = {
        "right": made("6 * 7", result("42")),
        "wrong": made("6 * 7", result("43")),
        "missing": made("6 * 7"),
        "updated": made(UPDATE, displayed("late")),
        "outdated": made(UPDATE, displayed("early")),
    }
    paths = [tmp_path / f"{name}.ipynb" for name in notebooks]
    for path, notebook in zip(paths, notebooks.values(), strict=True):
        nbformat.write(notebook, path)
    printed, cells = rerun(paths, tmp_path)
    assert {name.removesuffix(".ipynb"): found for name, found in cells.items()} == {
        "right": [""], "wrong": ["failure"], "missing": ["failure"],
        "updated": [""], "outdated": ["failure"],
    }, printed  # fmt: skip


@lessons
def test_every_code_cell_is_compared(lesson):
    """nbval passes over cells that are marked so, and over those that were never run."""
    cells = code_cells(lesson)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell in cells:
        assert "nbval" not in cell.source.lower(), cell.id
        assert set(cell.metadata.get("tags", ())) <= TAGS, cell.id


@lessons
def test_metadata_is_what_the_course_needs(lesson):
    notebook = read(lesson)
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    assert set(notebook.metadata.get("language_info", ())) <= {"name"}
    for cell in notebook.cells:
        assert set(cell.metadata) <= {"tags"}, cell.id


@lessons
def test_cell_ids_are_words(lesson):
    ids = [cell.id for cell in read(lesson).cells]
    assert [name for name in ids if not CELL_ID.fullmatch(name)] == []
    assert len(set(ids)) == len(ids)


@lessons
def test_outputs_show_without_a_kernel(lesson):
    """A stored widget view shows an error where its kernel is gone; its picture stays instead."""
    kinds = {
        kind
        for cell in code_cells(lesson)
        for output in cell.outputs
        for kind in output.get("data", ())
    }
    assert kinds <= {"text/plain", "text/html", "text/latex", "image/svg+xml", "image/png"}


@lessons
def test_outputs_name_no_machine(lesson):
    text = lesson.read_text(encoding="utf-8")
    assert str(ROOT) not in text
    assert re.findall(r"/(?:home|root|tmp|Users)/[\w./-]*", text) == []


@lessons
def test_cells_are_short(lesson):
    sizes = [len(cell.source.splitlines()) for cell in code_cells(lesson)]
    assert statistics.median(sizes) <= 6
    assert max(sizes) <= 20


@lessons
def test_the_file_is_small(lesson):
    assert lesson.stat().st_size <= 200_000


@lessons
def test_the_top_says_how_long_it_takes(lesson):
    first = read(lesson).cells[0]
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    assert re.search(r"\d+ (to \d+ )?minutes", "\n".join(c.source for c in read(lesson).cells[:2]))


def test_what_is_folded_ends():
    """An open fold swallows all that comes after it in its cell, and a closed one stands close."""
    sets = (ROOT / "solutions").glob("*/*.ipynb")
    for cell in (cell for notebook in (*LESSONS, *sets) for cell in read(notebook).cells):
        assert cell.source.count("<details>") == cell.source.count("</details>"), cell.id
        assert not re.search(r"</details>\s*\n(?!<details|#)\S", cell.source), cell.id


@lessons
def test_no_paragraph_becomes_a_list(lesson):
    """Markdown takes a sentence that begins with a number and a full stop for a list's entry."""
    for cell in read(lesson).cells:
        if cell.cell_type == "markdown":
            numbers = re.findall(r"^ {0,3}(\d+)[.)] ", cell.source, re.MULTILINE)
            assert numbers == [str(n + 1) for n in range(len(numbers))], cell.id
