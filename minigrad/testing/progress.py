"""How far a learner has come, read from the notebooks as saved; nothing is sent anywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .verdict import SIGNS

_ASKED = re.compile(r"""\bcheck\(\s*["']([\w-]+)["']""")
_HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?(### END HIDDEN TESTS|\Z)", re.DOTALL)
_SAID = re.compile(rf"^([{''.join(SIGNS.values())}]) ([\w-]+): ", re.MULTILINE)
_PLACES = ("notebooks", "exercises")
_BAR = 12


class Done(NamedTuple):
    """One notebook: what its checks said when they last ran.

    Attributes:
        name: of the file, without its ending.
        right: the questions answered rightly, in order.
        open: the others.
    """

    name: str
    right: list[str]
    open: list[str]


class Progress(list[Done]):
    """One line for each notebook that asks something, the first one not begun last."""

    def __repr__(self) -> str:
        lines = [_line(done) for done in self if done.right]
        waiting = [done.name for done in self if not done.right]
        if not lines:
            lines.append("Nothing is answered yet, or not saved yet (Ctrl+S saves a notebook).")
        if waiting:
            lines.append(f"Not begun: {', '.join(waiting)}.")
        return "\n".join(lines)


def progress(folder: str | Path | None = None) -> Progress:
    """What is complete in all lessons and exercise sets, as they lie saved on this machine.

    A question counts as the last run of its check left it: what is printed below a cell is what is
    read. So save a notebook before you look. (A grader believes no output: it runs all anew.)

    Args:
        folder: where the notebooks lie; by default the folder with ``notebooks/`` and
            ``exercises/`` in it that is nearest above this one.

    Returns:
        What prints as one line for each notebook, and is a list of `Done`.

    Raises:
        FileNotFoundError: there is no such folder.

    Example:
        >>> from minigrad.testing import progress
        >>> progress("work")  # doctest: +SKIP
        01-a-graph-is-recorded    ●●●●●●●●○○○○  4 of 6   open: bug, graph-2
        x1-graphs                 ●●●●●●●●●●●●  8 of 8
        Not begun: 02-backward, 03-leaves.
    """
    top = Path(folder) if folder is not None else _course(Path.cwd())
    if not top.is_dir():
        raise FileNotFoundError(
            f"There is no folder {str(top)!r}: give the one your copies lie in."
        )
    return Progress(done for file in _notebooks(top) if (done := _read(file)))


def _course(here: Path) -> Path:
    """The nearest folder above with lessons and exercises in it; else this one."""
    for above in (here, *here.parents):
        if all((above / place).is_dir() for place in _PLACES):
            return above
    return here


def _notebooks(top: Path) -> Iterator[Path]:
    """Those of the learner: no checkpoints, no copies kept aside, no other folder of the course."""
    places = [top / place for place in _PLACES if (top / place).is_dir()] or [top]
    for place in places:
        for file in sorted(place.rglob("*.ipynb")):
            if not any(part.startswith(".") for part in file.relative_to(top).parts):
                yield file


def _read(file: Path) -> Done | None:
    """What the checks of a notebook said; None where it has none, or is no notebook."""
    try:
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError, TypeError):  # half saved, say: the others are still to be shown
        return None
    said: dict[str, str] = {}
    for cell in cells:
        if cell.get("cell_type") == "code":
            source = _HIDDEN.sub("", "".join(cell.get("source", ())))
            asked = _ASKED.findall(source)
            found = {name: sign for sign, name in _SAID.findall(_printed(cell))}
            said.update({name: found.get(name, "") for name in asked})
    if not said:
        return None
    right = [name for name, sign in said.items() if sign == SIGNS["right"]]
    return Done(file.stem, right, [name for name in said if name not in right])


def _printed(cell: dict[str, Any]) -> str:
    texts = [output.get("text", ()) for output in cell.get("outputs", ())]
    return "".join("".join(text) for text in texts)


def _line(done: Done) -> str:
    count = len(done.right) + len(done.open)
    full = _BAR * len(done.right) // count
    still = f"   open: {', '.join(done.open)}" if done.open else ""
    bar = "●" * full + "○" * (_BAR - full)
    return f"{done.name:<46} {bar}  {len(done.right)} of {count}{still}"
