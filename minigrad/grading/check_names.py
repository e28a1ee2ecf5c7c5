"""Names the checks in the summary of a feedback page, which nbgrader has written before."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from .restore import name_of

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LINE = re.compile(r'(<a href="#([^"]+)">)(?:Test cell|Written response|Coding free-response)</a>')


def exercises(notebook: NotebookNode) -> dict[str, str]:
    """Give by the id of each cell the heading that it stands below.

    Example:
        >>> from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
        >>> from minigrad.grading.check_names import exercises
        >>> check = new_code_cell(metadata={"nbgrader": {"grade_id": "sum-check"}})
        >>> exercises(new_notebook(cells=[new_markdown_cell("## 1 · A sum"), check]))
        {'sum-check': '1 · A sum'}
    """
    heading, found = "", {}
    for cell in notebook.cells:
        name = name_of(cell)
        if name:
            found[name] = heading or name
        elif cell.cell_type == "markdown":
            heading = next(iter(HEADING.findall(cell.source)), heading)
    return found


def title(cell: str, names: dict[str, str]) -> str:
    """Name a graded cell: its exercise, and which of its checks this is."""
    more = ": more checks" if cell.endswith("-hidden") else ""
    return f"{names.get(cell, cell)}{more}"


def name_checks(notebooks: list[str], **_: Any) -> None:
    """Name the cells in the pages that nbgrader just wrote; it calls every check "Test cell".

    ``nbgrader_config.py`` has it called after each feedback. An exception would only be logged.

    Args:
        notebooks: the graded notebooks, ``autograded/<student>/<set>/<set>.ipynb``.
    """
    for file in map(Path, notebooks):
        course = file.parents[3]
        student = file.parents[1].name
        name = file.parents[0].name
        page = course / "feedback" / student / name / f"{file.stem}.html"
        names = exercises(nbformat.read(file, as_version=4))
        text = page.read_text(encoding="utf-8")
        page.write_text(named(text, names), encoding="utf-8")


def named(page: str, names: dict[str, str]) -> str:
    """Put the exercises' names into the summary at the head of a page."""
    head, ends, rest = page.partition('<div class="panel-body">')
    return LINE.sub(lambda found: f"{found[1]}{title(found[2], names)}</a>", head) + ends + rest
