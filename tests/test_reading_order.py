"""`z = x * y; z.backward()` runs the files that CONTRIBUTING lists, and no other of ours."""

import re
import sys
from pathlib import Path

import minigrad

PACKAGE = Path(minigrad.__file__).parent
GUIDE = (PACKAGE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")


def listed():
    """The files of the guide's section, in its order."""
    section = GUIDE.partition("## Read the engine")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. `minigrad/([^`]+)`", section, re.MULTILINE)


def entered(act):
    """Our files whose functions run in `act`, in the order in which they are first entered."""
    found = {}

    def note(frame, event, _):
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            found.setdefault(path.relative_to(PACKAGE).as_posix())

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return list(found)


def test_a_product_is_recorded_and_walked_in_the_files_of_the_guide():
    x = minigrad.tensor(2.0, requires_grad=True)
    y = minigrad.tensor(3.0, requires_grad=True)
    made = []
    recording = entered(lambda: made.append(x * y))
    walking = entered(made[0].backward)
    files = listed()
    assert len(recording) <= 4
    assert sorted(recording) == sorted(files[:4])
    assert set(walking) - set(recording) == set(files[4:])
    assert [x.grad.item(), y.grad.item()] == [3.0, 2.0]


def test_each_file_is_named_once_and_exists():
    files = listed()
    assert len(files) == len(set(files)) == 9
    assert all((PACKAGE / file).is_file() for file in files)
