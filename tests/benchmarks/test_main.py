"""The benchmarks run, and time only what computes the right gradients. No figure is judged here."""

from types import SimpleNamespace

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks.workloads import WORKLOADS


@pytest.mark.parametrize("name", WORKLOADS)
def test_minigrad_computes_what_is_worked_out_by_hand(name):
    assert "minigrad" in benchmarks.prepared(WORKLOADS[name])


def test_a_table_line_per_library(capsys):
    assert benchmarks.main(["w1", "--repeat", "1"]) == 0
    printed = capsys.readouterr().out
    assert "w1: a chain of 1,000 scalar operations" in printed
    assert "minigrad" in printed and "× numpy" in printed


def test_wrong_gradients_are_not_timed(monkeypatch, capsys):
    w1 = WORKLOADS["w1"]

    def wrong(torch, arrays):
        step, gradients = w1.library(torch, arrays)
        return step, lambda: {name: 2 * g for name, g in gradients().items()}

    steps = benchmarks.prepared(SimpleNamespace(make=w1.make, floor=w1.floor, library=wrong))
    assert list(steps) == ["numpy"]
    assert "not timed: its gradient of x, a, b, c differs" in capsys.readouterr().out


def test_an_unknown_workload_is_named(capsys):
    with pytest.raises(SystemExit):
        benchmarks.main(["w99"])
    assert "unknown workload 'w99'; there are w1, w6, w7, w3" in capsys.readouterr().err


def test_every_pass_times_every_library():
    order = []
    steps = {name: (lambda name=name: order.append(name)) for name in "abc"}
    times = benchmarks.interleaved(steps, repeat=2)
    assert {name: len(found) for name, found in times.items()} == {"a": 2, "b": 2, "c": 2}
