"""What was handed in, with the cells as they were handed out and the learner's answers in them."""

from __future__ import annotations

import re
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, upgrade
from nbgrader.api import Gradebook, Notebook
from nbgrader.nbgraderformat import SCHEMA_VERSION
from nbgrader.preprocessors import NbGraderPreprocessor

HIDDEN = re.compile(r"^.*BEGIN HIDDEN TESTS.*\n(?:.*\n)*?.*END HIDDEN TESTS.*\n?", re.MULTILINE)


class RestoreCells(NbGraderPreprocessor):
    """Take a cell's type, tags and other metadata from the gradebook, not from what came back.

    nbgrader believes much of what a notebook says of itself: it does not run a check that has the
    tag ``skip-execution``, and stops grading the class at a check that was copied. Here only the
    id of a cell counts. Of several cells with one id the last has it, the others are the
    learner's own; a graded cell that is missing comes back, after those that were before it.
    What is locked gets its text back, too, with the hidden checks in it: `OverwriteCells`, a later
    step of nbgrader's, would report a changed checksum of every honest notebook.
    """

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """Restore one notebook."""
        about = resources["nbgrader"]
        with Gradebook(about["db_url"]) as book:
            given = handed_out(book.find_notebook(about["notebook"], about["assignment"]))
        nb = upgrade(nb)  # cells have had ids since 2020, and those put back have one
        found = {name_of(cell): place for place, cell in enumerate(nb.cells)}
        for name in changed(nb.cells, given, found):
            self.log.warning("Cell %s was changed, and is again as it was handed out", name)
        nb.cells = [
            restored(cell, given.get(name_of(cell)) if found[name_of(cell)] == place else None)
            for place, cell in enumerate(nb.cells)
        ]
        for name in put_back(nb.cells, given):
            self.log.warning("Graded cell %s was not handed in, and is put back", name)
        return nb, resources


def handed_out(notebook: Notebook) -> dict[str, NotebookNode]:
    """Give the cells that nbgrader knows of a notebook, by their ids, in their order."""
    points = {cell.name: cell.max_score for cell in (*notebook.grade_cells, *notebook.task_cells)}
    grades, tasks, solutions = (
        {cell.name for cell in cells}
        for cells in (notebook.grade_cells, notebook.task_cells, notebook.solution_cells)
    )
    given = {}
    for cell in notebook.source_cells:
        name = cell.name
        kinds = {"grade": name in grades, "task": name in tasks, "solution": name in solutions}
        marks = {
            "schema_version": SCHEMA_VERSION, "grade_id": name, "locked": cell.locked,
            "cell_type": cell.cell_type, "checksum": cell.checksum, **kinds,
        }  # fmt: skip
        if name in points:
            marks["points"] = points[name]
        new = new_code_cell if cell.cell_type == "code" else new_markdown_cell
        given[name] = new(cell.source, metadata={"nbgrader": marks})
    return given


def name_of(cell: NotebookNode) -> str:
    """Read the id that nbgrader gave a cell; empty if it has none, or something else there."""
    marks = cell.metadata.get("nbgrader")
    return str(marks.get("grade_id", "")) if isinstance(marks, dict) else ""


def changed(
    cells: list[NotebookNode], given: dict[str, NotebookNode], found: dict[str, int]
) -> list[str]:
    """Name the locked cells whose text is not what a learner was given to read."""
    locked = [name for name in found if name in given and given[name].metadata.nbgrader.locked]
    return [
        name
        for name in locked
        if cells[found[name]].source.strip() != visible(given[name].source).strip()
    ]


def visible(source: str) -> str:
    """Leave out of a cell what is not handed out: its hidden checks."""
    return HIDDEN.sub("", source)


def restored(cell: NotebookNode, given: NotebookNode | None) -> NotebookNode:
    """Keep what the learner wrote, in a cell that is otherwise as it was handed out."""
    if given is None:
        cell.metadata = NotebookNode()
        return cell
    source = given.source if given.metadata.nbgrader.locked else cell.source
    if cell.cell_type != given.cell_type:
        return NotebookNode(given | {"source": source})
    cell.source = source
    cell.metadata = given.metadata
    return cell


def put_back(cells: list[NotebookNode], given: dict[str, NotebookNode]) -> list[str]:
    """Insert the graded cells that are missing, each behind the one before it, or at the end.

    Returns:
        The ids of those that were missing.
    """
    place, missing = len(cells), []
    for name, cell in given.items():
        names = [name_of(cell) for cell in cells]
        if name not in names and (cell.metadata.nbgrader.grade or cell.metadata.nbgrader.task):
            cells.insert(place, cell)
            names.insert(place, name)
            missing.append(name)
        if name in names:
            place = names.index(name) + 1
    return missing
