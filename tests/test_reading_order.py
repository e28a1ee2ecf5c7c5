"""`z = x * y; z.backward()` runs the files that CONTRIBUTING lists, and no other of ours."""

import ast
import re
import sys
from pathlib import Path

import minigrad
from tests.test_layers import code_lines

PACKAGE = Path(minigrad.__file__).parent
GUIDE = (PACKAGE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")


def listed():
    """The files of the guide's section, in its order."""
    section = GUIDE.partition("## Read the engine")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. `minigrad/([^`]+)`", section, re.MULTILINE)


def entered(act):
    """Our files whose functions run in `act`, in their order, with the first lines of these."""
    found = {}

    def note(frame, event, _):
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            lines = found.setdefault(path.relative_to(PACKAGE).as_posix(), set())
            lines.add(frame.f_code.co_firstlineno)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return found


def test_a_product_is_recorded_and_walked_in_the_files_of_the_guide():
    x = minigrad.tensor(2.0, requires_grad=True)
    y = minigrad.tensor(3.0, requires_grad=True)
    made = []
    recording = entered(lambda: made.append(x * y))
    walking = entered(made[0].backward)
    files = listed()
    assert files[1] == "_mode.py"  # its switches are looked at from the first line on
    assert set(recording) == {*files[:5]} - {"_mode.py"}
    assert set(walking) - set(recording) == {"_mode.py", *files[5:9]}
    assert [x.grad.item(), y.grad.item()] == [3.0, 2.0]


def test_views_writes_and_hooks_run_in_them_too_and_that_is_little_to_read():
    x, y = (minigrad.ones(2, requires_grad=True) for _ in "xy")
    ones = minigrad.ones(2)

    def act():
        z = x * y
        z.register_hook(lambda g: g * 2)
        v, w = z.view(2, 1), z.view(1, 2)
        v.mul_(3)
        assert w.grad_fn is not None
        z.backward(ones)

    ran = entered(act)
    assert set(ran) == set(listed())
    assert sum(len(lines_of(file, firsts)) for file, firsts in ran.items()) <= 1300
    assert x.grad.tolist() == [6.0, 6.0]


def lines_of(file, firsts):
    """The lines of code of the functions of a file that begin at one of some lines."""
    text = (PACKAGE / file).read_text(encoding="utf-8")
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            decorated = [each.lineno for each in getattr(node, "decorator_list", [])]
            if {node.lineno, *decorated} & firsts:
                found |= code_lines(node, text.splitlines())
    return found


def test_each_file_is_named_once_and_exists():
    files = listed()
    assert len(files) == len(set(files)) == 19
    assert all((PACKAGE / file).is_file() for file in files)
