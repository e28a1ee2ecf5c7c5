"""The table of what does not run yet, and mistakes that the tests of this folder must find."""

import numpy as np
import pytest

from minigrad.autograd.node import OPS
from minigrad.ops import scans
from tests.device.compare import check, difference
from tests.device.known import KNOWN
from tests.device.scenarios import SCENARIOS
from tests.device.test_operations import CASES, SAMPLED, outcome
from tests.device.test_programs import NAME
from tests.device.training import TRAINING


def test_the_table_names_what_there_is():
    names = [name for names in KNOWN.values() for name in names]
    assert len(names) == len(set(names))
    assert set(names) <= {*CASES, *SAMPLED, *SCENARIOS, *TRAINING, NAME}


def test_an_entry_that_works_has_to_go(monkeypatch):
    monkeypatch.setitem(KNOWN, "a cause", ["a name"])
    check("a name", "a difference")
    with pytest.raises(AssertionError, match="take it out of KNOWN"):
        check("a name", None)
    with pytest.raises(AssertionError, match="a difference"):
        check("another name", "a difference")


MISTAKES = {  # in the rule of `cumsum`, which turns the gradient around
    "Implicit conversion": lambda x, dims: np.flip(np.asarray(x), dims),
    "initial": lambda x, dims: np.flip(x, dims) + np.sum(x, initial=0.0) * 0,
    "incorrect type": lambda x, dims: np.flip(x.get() if hasattr(x, "get") else x, dims) @ x.T,
    "Unsupported type": lambda x, dims: np.flip(x, dims) + np.zeros(4),
    "not on the GPU": lambda x, dims: x.get() if hasattr(x, "get") else x,
    ", not [[": lambda x, dims: x if hasattr(x, "get") else np.flip(x, dims),
}


@pytest.mark.parametrize("said", MISTAKES)
def test_a_mistake_in_a_rule_is_found(device, monkeypatch, said):
    name = "_cumsum 1 [(3, 4)]"
    assert outcome(name, device) is None
    monkeypatch.setattr(scans, "_flip", MISTAKES[said])
    stage, found = outcome(name, device)
    assert stage == "backward" and said in found


def test_a_result_on_the_cpu_is_found(device):
    def run(lib):
        yield "forward", [lib.ones(2).cpu()]

    assert difference(run, device) == ("forward", "a result is not on the GPU")


def test_elementwise_rows_are_met_in_both_orders():
    rows = {name for name, call in OPS.items() if hasattr(call, "op") and call.op.elementwise}
    two = {name for name in rows if len(OPS[name].op.inputs) == 2}
    met = {sample.row for name, (sample, _) in CASES.items() if name.endswith("swapped")}
    assert two <= met
