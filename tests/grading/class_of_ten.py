"""A class of ten that hands in a set: right and wrong answers of its bank, and what goes wrong.

``python -m tests.grading.class_of_ten FOLDER`` makes a course in an empty folder and hands in for
it, as a zip of a learning platform; `exercises/INSTRUCTOR.md` shows what grading it says.
"""

import json
import sys
import textwrap
import zipfile
from pathlib import Path

import nbformat

from tests.exercises.banks import set_02
from tests.exercises.course import Course, role, source

NAME = "x2-backward"
ENDLESS = "def diamond(x, y):\n    while True:\n        pass\n"
WORDS = {"x2-words": "Each path's slopes are multiplied, and the paths are added up."}
SOLVED = {c.id: c.source for c in source(NAME).cells if role(c) == "answer"} | WORDS

# Of the bank's wrong answers those that are the text of a cell, by the cell's id.
WRONG = {
    item.name: [textwrap.dedent(text).strip() for text, _ in item.wrong if isinstance(text, str)]
    for item in set_02.ITEMS
}
RIGHT = {
    item.name: next(textwrap.dedent(text).strip() for text in item.right if isinstance(text, str))
    for item in set_02.ITEMS
    if any(isinstance(text, str) for text in item.right)
}


def wrong(number, *items):
    """Right answers, but to these items the bank's wrong answer of this number."""
    return SOLVED | {item: WRONG[item][number] for item in items}


# By the name on the platform: the answers, and the file's name; a text is handed in as it is.
HANDED_IN = {
    "Ada Ampère": (SOLVED, f"{NAME}.ipynb"),
    "Bo Bell": (SOLVED | RIGHT, f"{NAME}.ipynb"),
    "Cem Curie": (wrong(0, "x2-slopes", "x2-order", "x2-backward"), f"{NAME}.ipynb"),
    "Dora Darwin": (wrong(0, "x2-order", "x2-pull"), f"{NAME}.ipynb"),
    "Eva Euler": (wrong(1, "x2-order", "x2-backward"), f"{NAME} (1).ipynb"),
    "Finn Fermat": ({}, f"{NAME}.ipynb"),
    "Gus Gauss": ("no notebook at all", f"{NAME}.ipynb"),
    "Hana Hopper": (SOLVED | {"x2-diamond": ENDLESS}, f"{NAME}.ipynb"),
    "Ivo Ising": (SOLVED, "notes.txt"),
}


def notebook(handout, answers):
    """The learners' notebook with these answers in it."""
    made = nbformat.read(handout, as_version=4)
    for cell in made.cells:
        cell.source = answers.get(cell.id, cell.source)
    return json.dumps(made)


def pack(handout, place):
    """Write the zip that a platform gives an instructor: a folder for each student."""
    with zipfile.ZipFile(place, "w") as packed:
        for number, (who, (answers, file)) in enumerate(HANDED_IN.items(), 2041):
            text = answers if isinstance(answers, str) else notebook(handout, answers)
            packed.writestr(f"{who}_{number}_assignsubmission_file_/{file}", text)


def course_of_ten(folder):
    """Make the course, and hand in; the tenth student hands in nothing."""
    course = Course(folder)
    course.run("-m", "minigrad.grading", "release", NAME)
    course.nbgrader("db student add jo-joule-2050")
    pack(folder / "exercises" / NAME / f"{NAME}.ipynb", folder / "handed-in.zip")
    return course


if __name__ == "__main__":
    course_of_ten(Path(sys.argv[1]).resolve())
