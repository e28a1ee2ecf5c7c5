"""What came from a learning platform or by mail, put where nbgrader looks for it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

# What Moodle calls a student's folder in "Download all submissions", or the file without a folder.
MOODLE = re.compile(r"(?P<who>[^/]+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)_?")


def collect(root: Path, name: str, origin: Path) -> list[str]:
    """Put what was handed in into ``submitted/<student>/<set>/``.

    Args:
        root: the course's folder.
        name: the set.
        origin: a zip file or a folder: with a folder for each student, as Moodle names them or
            otherwise, or with files ``<student>_<set>.ipynb``.

    Returns:
        The students, in order.

    Raises:
        FileNotFoundError: there is no such file or folder, or no notebook in it.
    """
    found: dict[str, dict[str, bytes]] = {}
    for path, content in files(origin):
        found.setdefault(student_of(path, name), {})[file_of(path)] = content
    if not any(file.endswith(".ipynb") for contents in found.values() for file in contents):
        raise FileNotFoundError(f"There is no notebook in {origin}.")
    for student, contents in found.items():
        put(root / "submitted" / student / name, contents)
    return sorted(found)


def files(origin: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Read all files of a zip or a folder; nothing is unpacked where the zip says."""
    if zipfile.is_zipfile(origin):
        with zipfile.ZipFile(origin) as packed:
            for entry in packed.infolist():
                path = PurePosixPath(entry.filename)
                if not entry.is_dir() and usual(path):
                    yield path, packed.read(entry)
    elif origin.is_dir():
        for file in sorted(origin.rglob("*")):
            path = PurePosixPath(file.relative_to(origin).as_posix())
            if file.is_file() and usual(path):
                yield path, file.read_bytes()
    else:
        raise FileNotFoundError(f"{origin} is neither a folder nor a zip file.")


def usual(path: PurePosixPath) -> bool:
    """Is it a file that a student made, and no checkpoint or a system's own?"""
    return not any(part.startswith((".", "__MACOSX")) for part in path.parts)


def student_of(path: PurePosixPath, name: str) -> str:
    """Name the student whose file this is, in letters that are safe in a folder's name.

    Example:
        >>> from pathlib import PurePosixPath
        >>> from minigrad.grading.collect import student_of
        >>> moodle = PurePosixPath("Ada Lovelace_2041_assignsubmission_file_/x1 (1).ipynb")
        >>> [student_of(path, "x1") for path in (moodle, PurePosixPath("ada_x1.ipynb"))]
        ['ada-lovelace-2041', 'ada']
    """
    moodle = MOODLE.match(path.parts[0])
    if moodle:
        who = f"{moodle['who']}-{moodle['number']}".lower()
    elif len(path.parts) > 1:
        who = path.parts[0]
    else:
        who = re.sub(rf"[_ -]*{re.escape(name)}.*", "", path.stem) or path.stem
    return re.sub(r"[^\w.@+-]+", "-", who).strip("-.") or "nobody"


def file_of(path: PurePosixPath) -> str:
    """Give a file its name without what Moodle put before it."""
    return MOODLE.sub("", path.name, count=1) or path.name


def put(folder: Path, contents: dict[str, bytes]) -> None:
    """Write what one student handed in; no notebook stays of what came before."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.ipynb"):
        old.unlink()
    for file, content in contents.items():
        (folder / file).write_bytes(content)
