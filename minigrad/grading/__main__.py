"""The command ``python -m minigrad.grading``; the Makefile names its uses."""

import sys
from pathlib import Path

from .book import write_grades
from .collect import collect
from .course import open_course
from .lost import lost
from .release import Refused, release
from .report import report, write_lost
from .run import NotMade, grade

USAGE = """\
python -m minigrad.grading grade SET           grade what was handed in; say what was not, and why
python -m minigrad.grading collect SET FROM    put what came, a zip or a folder, into submitted/
python -m minigrad.grading release [SET ...]   make the learners' notebooks; default: all sets"""


def main(arguments: list[str]) -> None:
    """Run one of the commands in the course that the current folder holds.

    Raises:
        SystemExit: the command is unknown, or cannot do its work; the message says why.
    """
    match arguments:
        case ["release", *names]:
            release_all(names)
        case ["grade", name]:
            grade_one(name)
        case ["collect", name, origin]:
            collect_from(name, Path(origin))
        case ["-h" | "--help"]:
            print(USAGE)
        case _:
            raise SystemExit(USAGE)


def grade_one(name: str) -> None:
    """Grade a set, and write down what came of it."""
    course = open_course(Path.cwd())
    try:
        found, now = grade(course, name)
    except NotMade as error:
        raise SystemExit(str(error)) from None
    rows = write_grades(course, name, found)
    graded = [row.student_id for row in rows if not row.ungraded]
    marks = lost(Path.cwd(), name, graded)
    course.generate_feedback(name, force=True)
    files = ["grades.csv", *write_lost(Path.cwd(), name, marks), f"feedback/<student>/{name}/"]
    print(report(name, found, now, rows, marks), f"\n\nWritten: {', '.join(files)}", sep="")


def collect_from(name: str, origin: Path) -> None:
    """Put what came into its place, and name the students."""
    if not Path("solutions", name).is_dir():
        raise SystemExit(f"There is no set {name!r} in solutions/.")
    try:
        students = collect(Path.cwd(), name, origin)
    except FileNotFoundError as error:
        raise SystemExit(str(error)) from None
    print(f"{len(students)} students in submitted/: {', '.join(students)}.")


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
