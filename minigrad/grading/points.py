"""The points of a set stand in one place, what nbgrader wrote on each graded cell.

*Create Assignment*, in JupyterLab's right sidebar, changes them there. Three texts repeat them: the
check's own last line, the line below an exercise's heading, and the top of the set. They are
written from there, for a learner reads them, and a check that ended in more points than its cell
has would be worth none.
"""

from __future__ import annotations

import re

from nbformat import NotebookNode

from .restore import name_of

CHECK = re.compile(r'^([\d.]+)(?= \* check\("[^"]+", \w+\)\.score$)', re.MULTILINE)
WEIGHTS = re.compile(r"^ +return ([\d.]+ \* \w+(?: \+ [\d.]+ \* \w+)*)$", re.MULTILINE)
COMMENT = re.compile(r"^(# More checks run here .*?)([\d.]+) points?", re.MULTILINE)
HEADING = re.compile(r"^(## .+\n\n\*.*?)([\d.]+) points?(?=\*$)", re.MULTILINE)
TOP = re.compile(r"([\d.]+) points?(?=\.\*$)", re.MULTILINE)


class Unclear(ValueError):
    """A check whose parts cannot be made to add up to its points."""


def agree(notebook: NotebookNode) -> list[str]:
    """Write the points of the graded cells wherever a set repeats them.

    Args:
        notebook: the source of a set; it is changed in place.

    Returns:
        What was changed, a line for each place; empty if all agreed already.

    Raises:
        Unclear: the parts of a hidden check do not add up, and have no simple share.
    """
    before = [cell.source for cell in notebook.cells]
    for cell in notebook.cells:
        if worth(cell) is not None and cell.cell_type == "code":
            cell.source = in_check(cell.source, float(cell.metadata.nbgrader.points), name_of(cell))
    for start, end in exercises(notebook):
        write(notebook.cells[start], HEADING, total(notebook.cells[start:end]))
    write(notebook.cells[0], TOP, total(notebook.cells))
    return [line for old, cell in zip(before, notebook.cells) for line in differs(old, cell)]


def of_another_form(notebook: NotebookNode) -> list[str]:
    """Name the checks into which no points can be written: their last line is somebody's own."""
    return [
        f"{name_of(cell)}: see for yourself that its last line gives up to {worth(cell):g}."
        for cell in notebook.cells
        if cell.cell_type == "code"
        and cell.metadata.get("nbgrader", {}).get("grade")
        and not cell.metadata.nbgrader.get("solution")
        and not (CHECK.search(cell.source) or WEIGHTS.search(cell.source))
    ]


def worth(cell: NotebookNode) -> float | None:
    """Give the points of a cell; None if it has none."""
    marks = cell.metadata.get("nbgrader", {})
    return float(marks["points"]) if marks.get("grade") or marks.get("task") else None


def total(cells: list[NotebookNode]) -> float:
    """Add the points of some cells."""
    return sum(worth(cell) or 0 for cell in cells)


def exercises(notebook: NotebookNode) -> list[tuple[int, int]]:
    """Give where each exercise begins and where the next one does."""
    starts = [n for n, cell in enumerate(notebook.cells) if HEADING.search(cell.source)]
    return list(zip(starts, [*starts[1:], len(notebook.cells)]))


def write(cell: NotebookNode, place: re.Pattern[str], points: float) -> None:
    """Write a number of points, and the word after it, where a text has them."""
    text = f"{points:g} point{'' if points == 1 else 's'}"
    if place is TOP:
        cell.source = place.sub(text, cell.source, count=1)
    else:
        cell.source = place.sub(lambda found: found[1] + text, cell.source, count=1)


def in_check(source: str, points: float, name: str) -> str:
    """Write the points into a check.

    Example:
        >>> from minigrad.grading.points import in_check
        >>> in_check('2 * check("sum", total).score', 3, "sum-check")
        '3 * check("sum", total).score'
    """
    found = WEIGHTS.search(source)
    if not found:
        return CHECK.sub(f"{points:g}", source)
    parts = [part.split(" * ") for part in found[1].split(" + ")]
    weights = [float(weight) for weight, _ in parts]
    if sum(weights) != points:
        shares = shared(weights, points, name)
        text = " + ".join(f"{share} * {part}" for share, (_, part) in zip(shares, parts))
        source = source[: found.start(1)] + text + source[found.end(1) :]
    said = f"{points:g} point{'' if points == 1 else 's'}"
    return COMMENT.sub(lambda match: match[1] + said, source)


def shared(weights: list[float], points: float, name: str) -> list[str]:
    """Share points out as the weights did; equally if all of these are 0."""
    old = weights if sum(weights) else [1.0] * len(weights)
    shares = [f"{points * weight / sum(old):.3g}" for weight in old]
    if sum(map(float, shares)) != points:
        raise Unclear(
            f"{name} has {points:g} points, and the {len(weights)} numbers in its last `return` "
            f"add up to {sum(weights):g}. Write there numbers that add up to {points:g}."
        )
    return shares


def differs(old: str, cell: NotebookNode) -> list[str]:
    """Name the lines of a cell that changed."""
    lines = zip(old.splitlines(), cell.source.splitlines())
    return [f"{name_of(cell) or cell.id}: {a.strip()}  →  {b.strip()}" for a, b in lines if a != b]
