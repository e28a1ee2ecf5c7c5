"""What each student handed in: which notebooks can be graded, and why the others cannot.

nbgrader gives a notebook under another name 0 points, as if nothing had come. Here a notebook is
known by its cells, whatever the file is called.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NOTHING = "nothing handed in"


@dataclass(frozen=True)
class Found:
    """What one student handed in for a set.

    Attributes:
        file: the notebook to be graded, None if there is none.
        trouble: why not; empty if there is one.
        renamed: under which name it came, if under another than its own.
    """

    file: Path | None = None
    trouble: str = ""
    renamed: str = ""


def handed_in(root: Path, name: str, students: set[str] | None = None) -> dict[str, Found]:
    """Look at what everybody handed in, and give notebooks with another name their own.

    Args:
        root: the course's folder.
        name: the set.
        students: who is to be looked for beside those that have a folder in ``submitted/``.

    Returns:
        What was found, by student.
    """
    place = root / "submitted"
    folders = [f.name for f in place.iterdir() if f.is_dir()] if place.is_dir() else []
    known = ids(root / "solutions" / name / f"{name}.ipynb")
    everybody = {*(f for f in folders if not f.startswith(".")), *(students or ())}
    return {student: look(place / student, name, known) for student in sorted(everybody)}


def look(folder: Path, name: str, known: set[str]) -> Found:
    """Look at one student's folder.

    Args:
        folder: ``submitted/<student>``.
        name: the set.
        known: the ids of the set's cells.
    """
    right = folder / name / f"{name}.ipynb"
    if right.is_file():
        return judged(right, known)
    files = [f for f in sorted(folder.rglob("*.ipynb")) if ".ipynb_checkpoints" not in f.parts]
    mine = [file for file in files if not judged(file, known).trouble]
    if len(mine) == 1:
        right.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(mine[0], right)
        return Found(right, renamed=str(mine[0].relative_to(folder)))
    if mine:
        names = ", ".join(str(file.relative_to(folder)) for file in mine)
        return Found(trouble=f"{len(mine)} notebooks of this set: call one of {names} {right.name}")
    return Found(trouble=without(folder / name, known))


def without(folder: Path, known: set[str]) -> str:
    """Say what is in a folder that has no notebook of the set in it."""
    files = sorted(file for file in folder.iterdir() if file.is_file()) if folder.is_dir() else []
    if not files:
        return NOTHING
    notebooks = [file for file in files if file.suffix == ".ipynb"]
    if notebooks:
        return judged(notebooks[0], known).trouble
    return f"no notebook, but {', '.join(file.name for file in files[:3])}"


def judged(file: Path, known: set[str]) -> Found:
    """Can a file be read, and is it of this set?"""
    try:
        own = ids(file)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"[:60]
        return Found(trouble=f"{file.name} cannot be read ({reason}): ask for it again")
    if own & known:
        return Found(file)
    sets = sorted({cell.partition("-")[0] for cell in own})
    return Found(trouble=f"{file.name} has no cell of this set, but of {', '.join(sets) or 'none'}")


def ids(file: Path) -> set[str]:
    """Read the ids that nbgrader gave a notebook's cells."""
    cells: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8-sig"))["cells"]
    marks = (cell.get("metadata", {}).get("nbgrader", {}) for cell in cells)
    return {
        str(mark["grade_id"]) for mark in marks if isinstance(mark, dict) and "grade_id" in mark
    }
