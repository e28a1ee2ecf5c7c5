"""The learners' notebooks, made out of the sources and entered into the gradebook."""

from __future__ import annotations

import filecmp
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbgrader.apps.api import NbGraderAPI
from nbgrader.utils import temp_attrs

from .course import said
from .points import Unclear, agree, of_another_form

FROZEN = """\
{name} is handed in already, and nbgrader adds and removes no cells from then on. The handout is as
it was. Keep the cells: to let an exercise count for nothing, set the points of its checks to 0."""


class Refused(Exception):
    """A set that was not made; what was handed out is as before, and the message says why."""


def release(course: NbGraderAPI, name: str) -> list[str]:
    """Make one set: the points first, then the notebook, beside the old one, then the exchange.

    Args:
        course: from `open_course`.
        name: the set.

    Returns:
        What there is to say, a line each.

    Raises:
        Refused: it cannot be made.
    """
    root = Path(course.coursedir.root)
    lines = write_points(root / "solutions" / name / f"{name}.ipynb")
    with TemporaryDirectory(prefix=".made-", dir=root) as folder:
        with temp_attrs(course.coursedir, release_directory=Path(folder).name):
            result = course.generate_assignment(name, force=True)
        if not result["success"]:
            frozen = "Cannot add or remove cells" in f"{result.get('error')}{result.get('log')}"
            raise Refused(FROZEN.format(name=name) if frozen else f"{name}: {said(result)}")
        changed = swap(Path(folder, name), root / "exercises" / name, Path(folder, "old"))
    return [*lines, f"{name}: {'made anew' if changed else 'as it was'}."]


def write_points(source: Path) -> list[str]:
    """Let a source say in each place what its cells are worth; say what was changed."""
    if not source.is_file():
        raise Refused(f"There is no {source.name} in {source.parent}.")
    notebook = nbformat.read(source, as_version=4)
    try:
        lines = agree(notebook)
    except Unclear as error:
        raise Refused(str(error)) from None
    if lines:
        nbformat.write(notebook, source)
    return lines + of_another_form(notebook)


def swap(new: Path, place: Path, old: Path) -> bool:
    """Put a folder into the place of another; leave that one alone if the two are the same."""
    if place.is_dir() and same(filecmp.dircmp(new, place)):
        return False
    place.parent.mkdir(exist_ok=True)
    if place.is_dir():
        place.rename(old)
    new.rename(place)
    return True


def same(found: filecmp.dircmp[str]) -> bool:
    """Do two folders hold the same files?"""
    _, differ, unread = filecmp.cmpfiles(found.left, found.right, found.common_files, shallow=False)
    alone = found.left_only + found.right_only
    return not (differ + unread + alone) and all(map(same, found.subdirs.values()))
