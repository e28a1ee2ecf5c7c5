"""The command ``python -m minigrad.lab``; the Makefile names its uses."""

import os
import sys
from pathlib import Path

from minigrad.lab import copies, server

USAGE = """\
python -m minigrad.lab [OPTIONS]              learn: JupyterLab with your copies in work/
python -m minigrad.lab fresh FILE             start one file of work/ anew; yours is kept beside it
python -m minigrad.lab prepare                make the copies, open nothing
python -m minigrad.lab instructor [OPTIONS]   JupyterLab with the course itself

OPTIONS are JupyterLab's own, such as --no-browser or --port=9000."""

FRESH = r".venv\Scripts\python -m minigrad.lab fresh {}" if os.name == "nt" else "make fresh NB={}"


def main(arguments: list[str], course: Path | None = None) -> None:
    """Run one of the commands.

    Args:
        arguments: as on the command line.
        course: the folder that holds ``notebooks/``; by default the clone minigrad lies in.

    Raises:
        SystemExit: the command is unknown, or cannot do its work; the message says why.
    """
    course = course or clone()
    match arguments:
        case ["-h" | "--help", *_]:
            print(USAGE)
        case ["fresh", path]:
            fresh(course, path)
        case ["fresh", *_]:
            raise SystemExit(f"Which file? For example: {FRESH.format(server.FIRST_PAGE)}")
        case ["prepare"]:
            prepare(course)
        case ["prepare", extra, *_]:
            raise SystemExit(f"prepare takes no argument, but was given {extra!r}: leave it out.")
        case ["instructor", *options]:
            server.serve(course, options, instructor=True)
        case [word, *_] if not word.startswith("-"):
            raise SystemExit(f"{word!r} is none of the commands:\n\n{USAGE}")
        case options:
            prepare(course)
            server.serve(course, options)


def clone() -> Path:
    """Find the course this package was installed from."""
    course = Path(__file__).resolve().parents[2]
    if not (course / "notebooks").is_dir():
        raise SystemExit(
            f"There are no lessons beside this installation of minigrad ({course}). "
            'Clone the course, and there run: pip install -e ".[lab,grade]"'
        )
    return course


def prepare(course: Path) -> None:
    """Bring the copies up to date and say what happened to them."""
    report = copies.refresh(course)
    made, renewed = (len(report.get(fate, ())) for fate in ("copied", "refreshed"))
    print(f"Your copies are in {course / 'work'}: {made} new, {renewed} brought up to date.")
    for name in report.get("outdated", ()):
        print(f"  {name} is yours and stays; the course has another version: {FRESH.format(name)}")
    for name in report.get("deleted", ()):
        print(f"  {name} you have deleted; to have it back: {FRESH.format(name)}")


def fresh(course: Path, path: str) -> None:
    """Start one file anew and say where the learner's version went."""
    try:
        name, kept = copies.restore(course, path)
    except FileNotFoundError as error:
        raise SystemExit(str(error)) from None
    print(f"work/{name} is as in the course again.")
    if kept:
        print(f"What you had is in {kept.relative_to(course).as_posix()}.")
    print("Open in JupyterLab? Choose File > Reload Notebook from Disk, before you save it there.")


if __name__ == "__main__":
    main(sys.argv[1:])
