"""Random programs of all operations, writes, views, hooks and modes do in minigrad what they do in
torch: hypothesis draws them, and says which shortest one does not.
"""

import importlib
import random
from collections import Counter

import pytest

from tests.autograd import faults, steps, steps_names
from tests.autograd.programs import Difference, close, run

hypothesis = pytest.importorskip("hypothesis", reason="draws the programs: the extra `test` has it")
torch = pytest.importorskip("torch", reason="is what the programs are compared with")
pytestmark = pytest.mark.skipif(
    not torch.__version__.startswith("2.13."), reason="compared with torch 2.13"
)

STEP = hypothesis.strategies.binary(min_size=16, max_size=16)
PROGRAM = hypothesis.strategies.lists(STEP, min_size=16, max_size=48)
ORDINARY, SOAK = 250, 5000
DIFFERENT = 5 / 1000  # of the programs of the soak, at most


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


def all_programs(examples, shrink=True, differences=None):
    """Run so many programs, and more until everything has occurred; how often what did.

    Args:
        examples: how many.
        shrink: whether to look for the shortest program that ends otherwise than in torch.
        differences: a list that takes what differs, one entry a program, where that is counted.

    Raises:
        Difference: one ends otherwise than in torch, and differences are not counted.
    """
    libs, occurred = libraries(), Counter()

    def compare(program):
        occurred["programs"] += 1
        try:
            occurred.update(run(libs, program))
        except Difference as difference:
            if differences is None:
                raise
            differences.append(difference)

    @settings(examples, shrink and differences is None)
    @hypothesis.given(PROGRAM)
    def check(data):
        compare([*((steps.draw, each) for each in data), END])

    check()
    for name, draw in steps.NAMED.items():
        for attempt in range(10):
            if not occurred[name]:
                compare(around(draw, f"{name} {attempt}"))
    return occurred


END = steps.last, bytes(16)


def around(draw, seed):
    """A program with a certain step in its middle."""
    choose = random.Random(seed)
    others = [(steps.draw, choose.randbytes(16)) for _ in range(8)]
    return [*others[:3], (draw, choose.randbytes(16)), *others[3:], END]


def report(occurred):
    """Print how often what occurred; what should have, and did not."""
    expected = [*steps.NAMED, *steps.OTHERS]
    for name in sorted(expected, key=lambda name: (name.partition(":")[0], -occurred[name])):
        print(f"{occurred[name]:6} {name}")
    return [name for name in expected if not occurred[name]]


def test_programs_do_what_they_do_in_torch():
    occurred = all_programs(ORDINARY)
    assert not report(occurred)
    assert occurred["programs"] >= ORDINARY


@pytest.mark.soak
def test_thousands_of_programs_do_what_they_do_in_torch():
    differences = []
    occurred = all_programs(SOAK, differences=differences)
    assert not report(occurred)
    assert occurred["programs"] >= SOAK
    print(f"{len(differences)} of {occurred['programs']} programs differ")
    print(*differences, sep="\n\n")
    assert len(differences) <= DIFFERENT * occurred["programs"]


def test_every_name_is_drawn():
    assert not steps_names.undrawn(), "put them into CALLS, or say in UNDRAWN why they are not"


def test_a_difference_is_found_and_told():
    def odd(program, picks):
        return "odd", lambda: program.lib.ones(2) * (1 + (program.lib is not torch))

    with pytest.raises(Difference, match=r"(?s)^value of 9\n.*minigrad: \[2. 2.\].*after\n  odd$"):
        run(libraries(), [(odd, bytes(16))])
    assert close([1, 2.0], [1, 2.0]) and not close([1, 2.0], [1, 2]) and not close("a", None)


def test_a_program_of_zeros_does_nothing():
    assert run(libraries(), [(steps.draw, bytes(16))] * 3) == {"nothing": 3}


def test_each_fault_can_be_planted():
    assert len(faults.FAULTS) >= 20
    for fault in faults.FAULTS.values():
        source = (faults.ROOT / "minigrad" / fault.file).read_text(encoding="utf-8")
        assert faults.spoiled(source, fault) != source


@pytest.mark.parametrize("name", ["a write is not counted", "nothing is released"])
def test_a_planted_fault_is_found(name):
    assert faults.found(name)


def test_a_line_that_is_not_there_cannot_be_spoiled():
    with pytest.raises(ValueError, match=r"x.py, f: 0 times 'return 2'"):
        faults.spoiled("def f():\n    return 1\n", faults.Fault("x.py", "f", "return 2", "pass"))
