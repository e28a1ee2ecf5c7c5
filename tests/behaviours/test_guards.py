"""No guard of the engine goes unmissed, and the script that says so can be believed."""

import ast
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from types import SimpleNamespace

import pytest

from tests.behaviours import guards
from tests.behaviours.guards import Guard

SOURCE = """
def refuse(x):
    if x < 0:
        raise ValueError(x)

def check(x):
    refuse(x)
    print(x)

def write(x):
    x.counter[0] += 1

def use(x):
    self.check(x)
    write(x)
    assert x
    y = check(x)
    y += 1
    return check(x)
"""
GUARDS = [
    Guard("m.py", 4, "raise ValueError(x)"),
    Guard("m.py", 7, "refuse(x)"),
    Guard("m.py", 11, "x.counter[0] += 1"),
    Guard("m.py", 14, "self.check(x)"),
    Guard("m.py", 15, "write(x)"),
    Guard("m.py", 16, "assert x"),
]


def test_every_guard_is_missed_by_some_row():
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.behaviours.guards"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_guards_are_found_in_the_source():
    assert guards.guards_of({"m.py": ast.parse(SOURCE)}) == GUARDS


def test_the_engine_has_many():
    found = guards.guards_of(guards.parsed())
    assert len(found) > 100
    assert {"entry.py", "view.py", "inplace.py", "hooks.py"} < {guard.file for guard in found}


@pytest.fixture
def switched(monkeypatch):
    """The functions of SOURCE, with switches in them."""
    monkeypatch.setattr(guards, "state", guards.State())
    names = guards.refusing([ast.parse(SOURCE)])
    made = {"guarded": guards.guarded}
    exec(compile(guards.Switches("m.py", names).visit(ast.parse(SOURCE)), "m.py", "exec"), made)
    return made


def test_a_guard_can_be_switched_off(switched):
    with pytest.raises(ValueError):
        switched["refuse"](-1)
    guards.state.off = GUARDS[0]
    assert switched["refuse"](-1) is None
    assert guards.state.met == {GUARDS[0]}


def test_what_is_off_is_still_met(switched):
    guards.state.off = GUARDS[1]
    switched["check"](-1)
    assert guards.state.met == {GUARDS[1]}


class Rows:
    """Three rows that come by a guard: the first notices nothing."""

    def __init__(self):
        self.by_guard = dict(zip(GUARDS, [["blind", "seeing"], ["blind"], ["fatal"]], strict=False))

    def notices(self, name):
        if name == "fatal":
            raise SystemExit
        return name == "seeing"


@pytest.mark.parametrize(("place", "row"), [(0, "seeing"), (1, None), (2, "fatal"), (3, None)])
def test_the_first_row_that_notices_is_told(monkeypatch, place, row):
    monkeypatch.setattr(guards, "state", guards.State())
    monkeypatch.setattr(guards, "rows", Rows())
    assert guards.noticed(GUARDS[place]) == row


@pytest.mark.skipif(not hasattr(signal, "alarm"), reason="the system has no alarms")
@pytest.mark.parametrize(("seconds", "row"), [(0.6, None), (1.5, "slow")])
def test_each_row_has_time_of_its_own(monkeypatch, seconds, row):
    monkeypatch.setattr(guards, "state", guards.State())
    monkeypatch.setattr(guards, "PATIENCE", 1)
    slow = SimpleNamespace(by_guard={GUARDS[0]: ["slow", "slow"]}, notices=lambda _: sleep(seconds))
    monkeypatch.setattr(guards, "rows", slow)
    assert guards.noticed(GUARDS[0]) == row


def test_an_interpreter_that_has_minigrad_is_refused():
    import minigrad  # noqa: F401

    with pytest.raises(RuntimeError, match="interpreter of its own"):
        guards.load()
