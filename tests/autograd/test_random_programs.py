"""Random programs of all operations, writes, views, hooks and modes do in minigrad what they do in
torch: hypothesis draws them, and says which shortest one does not.
"""

import importlib
from collections import Counter

import pytest

from tests.autograd import steps
from tests.autograd.programs import run

hypothesis = pytest.importorskip("hypothesis", reason="draws the programs: the extra `test` has it")
torch = pytest.importorskip("torch", reason="is what the programs are compared with")
pytestmark = pytest.mark.skipif(
    not torch.__version__.startswith("2.13."), reason="compared with torch 2.13"
)

STEP = hypothesis.strategies.binary(min_size=16, max_size=16)
PROGRAM = hypothesis.strategies.lists(STEP, min_size=16, max_size=48)
ORDINARY, SOAK = 500, 5000


def settings(examples, shrink):
    """The same programs each time."""
    phases = [phase for phase in hypothesis.Phase if shrink or phase.name == "generate"]
    return hypothesis.settings(
        phases=phases,
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
    )


def libraries():
    for name in ("torch", "minigrad"):
        importlib.import_module(f"{name}.nn.functional")
    return torch, importlib.import_module("minigrad")


def all_programs(examples, shrink=True):
    """Run so many programs; how often what occurred.

    Raises:
        Difference: one ends otherwise than in torch: the shortest of that kind, if to `shrink`.
    """
    occurred = Counter()

    @settings(examples, shrink)
    @hypothesis.given(PROGRAM)
    def check(data):
        occurred.update(run(libraries(), steps.draw, data, steps.last))
        occurred["programs"] += 1

    check()
    return occurred


def report(occurred):
    """What occurred, and what did not though it should have."""
    expected = [
        *(f"op:{row}" for row in steps.ROWS),
        *(f"view:{name}" for name in steps.VIEWS),
        *(f"write:{name}" for name in steps.TWINS),
        *(f"mode:{name}" for name in steps.MODES),
        *steps.OTHERS,
    ]
    for name in sorted(expected, key=lambda name: (name.partition(":")[0], -occurred[name])):
        print(f"{occurred[name]:6} {name}")
    return [name for name in expected if not occurred[name]]


def test_programs_do_what_they_do_in_torch():
    occurred = all_programs(ORDINARY)
    assert not report(occurred)
    assert occurred["programs"] >= ORDINARY


@pytest.mark.soak
def test_thousands_of_programs_do_what_they_do_in_torch():
    occurred = all_programs(SOAK)
    assert not report(occurred)
    assert occurred["programs"] >= SOAK
