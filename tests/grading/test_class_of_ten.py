"""What `exercises/INSTRUCTOR.md` says of a class of ten, as far as nothing has to be run for it."""

import shutil

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from minigrad.grading.collect import collect
from minigrad.grading.handed_in import handed_in
from tests.exercises.course import ROOT
from tests.grading.class_of_ten import HANDED_IN, NAME, pack

PAGE = (ROOT / "exercises" / "INSTRUCTOR.md").read_text(encoding="utf-8")


@pytest.fixture
def root(tmp_path):
    shutil.copytree(ROOT / "solutions" / NAME, tmp_path / "solutions" / NAME)
    pack(ROOT / "exercises" / NAME / f"{NAME}.ipynb", tmp_path / "handed-in.zip")
    return tmp_path


def test_the_page_shows_who_was_collected_and_who_cannot_be_graded(root):
    students = collect(root, NAME, root / "handed-in.zip")
    assert len(students) == len(HANDED_IN)
    assert f"{len(students)} students in submitted/: {', '.join(students[:4])}, …" in PAGE
    found = handed_in(root, NAME, {"jo-joule-2050"})
    graded = [student for student, what in found.items() if what.file]
    assert (
        f"{NAME}: {len(found)} students, {len(graded)} graded ({len(graded)} of them now)." in PAGE
    )
    for student, what in found.items():
        if what.renamed:
            assert f"  {student}: taken from {what.renamed}\n" in PAGE
        if what.trouble and student != "jo-joule-2050":
            assert f"  {student}: {what.trouble}\n" in PAGE
    assert "Nothing handed in (1)\n  jo-joule-2050\n" in PAGE
