"""The command ``python -m minigrad.grading``; the Makefile names its uses."""

import sys
from pathlib import Path

from .course import open_course
from .release import Refused, release

USAGE = """\
python -m minigrad.grading release [SET ...]   make the learners' notebooks; default: all sets"""


def main(arguments: list[str]) -> None:
    """Run one of the commands in the course that the current folder holds.

    Raises:
        SystemExit: the command is unknown, or cannot do its work; the message says why.
    """
    match arguments:
        case ["release", *names]:
            release_all(names)
        case ["-h" | "--help"]:
            print(USAGE)
        case _:
            raise SystemExit(USAGE)


def release_all(names: list[str]) -> None:
    """Make some sets, or all."""
    course = open_course(Path.cwd())
    for name in names or sorted(file.name for file in Path("solutions").iterdir() if file.is_dir()):
        try:
            print(*release(course, name), sep="\n", flush=True)
        except Refused as error:
            raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
