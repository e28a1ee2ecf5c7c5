"""The tables of notebooks/README.md: each claim and each misconception has a cell that shows it."""

import re

import pytest

nbformat = pytest.importorskip("nbformat", reason='no nbformat: pip install -e ".[lab,test]"')

from tests.seeds.table import CLAIMS, ERRATA

from .test_lessons import LESSONS, ROOT, read

README = (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8")
LAST = 10  # the number of the last lesson that is planned
SETS = sorted((ROOT / "solutions").glob("x*/*.ipynb"))
CELLS = {
    **{path.name[:2]: {cell.id for cell in read(path).cells} for path in LESSONS},
    **{path.name[:2].upper(): {cell.id for cell in read(path).cells} for path in SETS},
}


def rows(heading):
    """The cells of the table below a heading, its head left out."""
    text = README.split(f"{heading}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[part.strip() for part in line.strip("| ").split(" | ")] for line in lines[1:]]


def places(text):
    """``"01 dynamic, 06"`` as pairs: a lesson or a set, and a cell; none if it is to come."""
    return [tuple(re.fullmatch(r"(\w\d)(?: (\S+))?", part).groups()) for part in text.split(", ")]


@pytest.mark.parametrize(
    ("heading", "notes"),
    [("### What they say, and where you can see it", CLAIMS),
     ("### What they have wrong, and where the course shows what is true", ERRATA)],
)  # fmt: skip
def test_each_statement_of_the_tutorials_has_its_place(heading, notes):
    found = {test.strip("`"): seeds for _, seeds, test, _ in rows(heading)}
    wanted: dict[str, set[str]] = {}
    for note in notes:
        wanted.setdefault(note.test, set()).add(note.seed)
    assert {test: set(seeds.split(", ")) for test, seeds in found.items()} == wanted


@pytest.mark.parametrize(
    "heading",
    ["### What they say, and where you can see it",
     "### What they have wrong, and where the course shows what is true",
     "## Where each misconception is met"],
)  # fmt: skip
def test_each_place_is_there_or_is_to_come(heading):
    table = rows(heading)
    assert table
    for *_, where in table:
        for lesson, cell in places(where):
            if cell is None:
                assert lesson not in CELLS and int(lesson) <= LAST, (lesson, where)
            else:
                assert cell in CELLS[lesson], (lesson, cell)


def test_every_lesson_that_is_there_is_in_the_first_table():
    assert re.findall(r"\]\((\d\d-[a-z0-9-]+\.ipynb)\)", README.split("\nIn JupyterLab")[0]) == [
        path.name for path in LESSONS if path.name != "gallery.ipynb"
    ]
