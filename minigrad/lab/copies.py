"""The learner's own copies of the lessons and exercises, in ``work/``.

A lesson is handed out without its stored outputs: who is asked for a prediction must not find the
answer printed below the question. On GitHub, and for the tests, the originals keep theirs.

A copy is the learner's as soon as its text differs from that of the original it was made from.
Of a notebook the text is what its cells say: opening or running one changes its outputs and
metadata, and that alone does not keep a newer edition away. A manifest remembers the originals.
"""

import difflib
import hashlib
import json
import os
from pathlib import Path
from typing import NamedTuple

FOLDERS = ("notebooks", "exercises")
NOT_FOR_LEARNERS = ("README.md", "INSTRUCTOR.md", "parity.md", "player.png")
MANIFEST = ".minigrad.json"


class Edition(NamedTuple):
    """Two checksums of a file: of all its bytes, and of its text."""

    file: str
    text: str


def refresh(course: Path) -> dict[str, list[str]]:
    """Bring ``work/`` up to date without touching anything the learner has changed.

    Safe to run at any time, and again after an interrupted run: every file is replaced as a
    whole, the manifest last.

    Args:
        course: the folder that holds ``notebooks/`` and ``exercises/``.

    Returns:
        The copies' names, such as ``notebooks/00-start-here.ipynb``, listed under what became
        of them: ``copied`` (for the first time), ``refreshed`` (untouched, now as the original
        is), ``current``, ``changed`` (the learner's), ``outdated`` (the learner's, and the
        original is a newer one) or ``deleted`` (by the learner, and left so).
    """
    work = course / "work"
    manifest = read_manifest(work)
    report: dict[str, list[str]] = {}
    for name, original in originals(course).items():
        content = handed_out(original)
        new = edition(content)
        found = edition((work / name).read_bytes()) if (work / name).is_file() else None
        fate = fate_of(found, manifest.get(name), new)
        if fate in ("copied", "refreshed"):
            write(work / name, content)
        if fate in ("copied", "refreshed", "current"):
            manifest[name] = new
        report.setdefault(fate, []).append(name)
    write_manifest(work, manifest)
    return report


def restore(course: Path, path: str) -> tuple[str, Path | None]:
    """Replace one copy by its original; what the learner had there is kept beside it.

    Args:
        course: the folder that holds ``notebooks/`` and ``exercises/``.
        path: the file, as ``notebooks/01-graph.ipynb`` or ``work/notebooks/01-graph.ipynb``;
            backslashes and a full path into the course are understood too.

    Returns:
        The copy's name, and where the learner's version was kept, None if there was none.

    Raises:
        FileNotFoundError: no lesson or exercise has this name; the message has the nearest ones.
    """
    work, everything = course / "work", originals(course)
    name = name_of(course, path)
    if name not in everything:
        near = difflib.get_close_matches(name, everything, cutoff=0.3) or list(everything)
        raise FileNotFoundError(
            f"no lesson or exercise is called {path!r}. There is: {', '.join(near)}"
        )
    content = handed_out(everything[name])
    copy = work / name
    kept = None
    new = edition(content)
    if copy.is_file() and edition(copy.read_bytes()).file != new.file:
        kept = free_name(copy)
        write(kept, copy.read_bytes())
    write(copy, content)
    write_manifest(work, read_manifest(work) | {name: new})
    return name, kept


def originals(course: Path) -> dict[str, Path]:
    """Name every file a learner gets; the course's own README and hidden files are not for them."""
    files = [file for folder in FOLDERS for file in sorted((course / folder).rglob("*"))]
    named = {file.relative_to(course).as_posix(): file for file in files if file.is_file()}
    return {name: file for name, file in named.items() if is_for_learners(name)}


def is_for_learners(name: str) -> bool:
    """Leave out checkpoints, caches and other hidden files, what the README shows, and the site."""
    parts = name.split("/")
    hidden = any(part.startswith((".", "__")) for part in parts)
    return not hidden and parts[-1] not in NOT_FOR_LEARNERS and "site" not in parts


def fate_of(found: Edition | None, remembered: Edition | None, new: Edition) -> str:
    """Decide what is to become of a copy.

    Args:
        found: the copy as it is now, None if there is none.
        remembered: the original it was made from, None if it never was made.
        new: the original as it is now.
    """
    if found is None:
        return "deleted" if remembered else "copied"
    if found.file == new.file:
        return "current"
    if found.text == new.text or (remembered and found.text == remembered.text):
        return "current" if remembered == new else "refreshed"
    return "changed" if remembered and remembered.text == new.text else "outdated"


def name_of(course: Path, path: str) -> str:
    """Reduce what the learner typed to a name such as ``notebooks/01-graph.ipynb``."""
    name = path.replace("\\", "/").removeprefix(f"{course.as_posix()}/")
    return name.removeprefix("./").removeprefix("work/")


def free_name(copy: Path) -> Path:
    """Find a name beside the copy that is not taken: ``01-graph.mine.ipynb``, then ``mine-2``."""
    number, candidate = 1, copy.with_suffix(f".mine{copy.suffix}")
    while candidate.exists():
        number += 1
        candidate = copy.with_suffix(f".mine-{number}{copy.suffix}")
    return candidate


def handed_out(original: Path) -> bytes:
    """Give a file as the learner gets it: a notebook comes without outputs."""
    content = original.read_bytes()
    if original.suffix != ".ipynb":
        return content
    try:
        notebook = json.loads(content)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell.update(outputs=[], execution_count=None)
    except (ValueError, TypeError, KeyError):
        return content  # not a notebook, whatever it is called
    return f"{json.dumps(notebook, indent=1, ensure_ascii=False)}\n".encode()


def edition(content: bytes) -> Edition:
    """Take a file's two checksums."""
    parts = (content, text_of_cells(content))
    return Edition(*(hashlib.sha256(part).hexdigest() for part in parts))


def text_of_cells(notebook: bytes) -> bytes:
    """Keep of a notebook what a person writes; what cannot be read as one counts as it is."""
    try:
        cells = json.loads(notebook)["cells"]
        text = [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
        return json.dumps(text).encode()
    except (ValueError, TypeError, KeyError):
        return notebook


def read_manifest(work: Path) -> dict[str, Edition]:
    """Read what is remembered; a missing or broken manifest only means that nothing is."""
    try:
        copies = json.loads((work / MANIFEST).read_text(encoding="utf-8"))["copies"]
        return {name: Edition(**remembered) for name, remembered in copies.items()}
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def write_manifest(work: Path, manifest: dict[str, Edition]) -> None:
    """Remember the originals."""
    copies = {name: remembered._asdict() for name, remembered in sorted(manifest.items())}
    about = "Checksums of the files that the copies here were made from; `make lab` keeps them."
    write(work / MANIFEST, f"{json.dumps({'about': about, 'copies': copies}, indent=1)}\n".encode())


def write(file: Path, content: bytes) -> None:
    """Replace a file as a whole, so that an interruption leaves the old one or the new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)
