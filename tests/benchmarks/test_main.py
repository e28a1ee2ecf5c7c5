"""The benchmarks run, and time only what computes the right gradients. No figure is judged here."""

import numpy as np
import pytest

from benchmarks import __main__ as benchmarks
from benchmarks.worker import loaded


class Told:
    """Stands for a process; notes what it is asked."""

    def __init__(self, name, order, gradients=None):
        self.name, self.order, self.gradients = name, order, gradients

    def ask(self, *command):
        self.order.append(self.name)
        if command[0] == "prepare":
            if self.gradients is None:
                return {"skipped": "why"}
            np.savez(command[2], **self.gradients)
            return {"count": 5}
        return 2.0


def test_a_table_line_for_a_workload(capsys):
    assert benchmarks.main(["w7", "--repeat", "1"]) == 0
    *_, line = capsys.readouterr().out.splitlines()
    cells = [cell.strip() for cell in line.split("|")]
    assert cells[1:3] == ["w7", "x + x, forty times over: 2^40 paths, per operation"]
    assert cells[4].endswith("s") and cells[5].endswith("s")  # minigrad and numpy
    assert float(cells[7]) > 0
    assert bool(cells[6]) == (loaded("torch") is not None)


def test_results_are_written(monkeypatch, tmp_path):
    monkeypatch.setattr(benchmarks, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(benchmarks, "started", lambda *_: {"minigrad": Ended("minigrad", [])})
    assert benchmarks.main(["w1", "--repeat", "1", "--write"]) == 0
    written = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    assert "Python 3." in written and "| w1 | a chain of 1,000 scalar operations" in written


class Ended(Told):
    def end(self):
        self.order.append("end")


def test_wrong_gradients_are_not_timed():
    right, wrong = {"x": np.ones(2), "a": np.ones(2)}, {"x": np.ones(2), "a": np.full(2, 1.1)}
    processes = {"torch": Told("torch", [], right), "minigrad": Told("minigrad", [], wrong)}
    processes["numpy"] = Told("numpy", [])
    counts, skipped = benchmarks.prepared("w1", benchmarks.WORKLOADS["w1"], processes)
    assert counts == {"torch": 5}
    assert skipped == {"minigrad": "its gradient of a differs", "numpy": "why"}


def test_what_is_no_number_differs():
    assert benchmarks.differing({"x": np.array(np.nan)}, {"x": np.array(1.0)}, 1e-3) == ["x"]
    assert benchmarks.differing({"x": np.zeros(2)}, {"x": np.zeros(2)}, 1e-3) == []


def test_an_unknown_workload_is_named(capsys):
    with pytest.raises(SystemExit):
        benchmarks.main(["w99"])
    assert "unknown workload 'w99'; there are w1, w2, w3" in capsys.readouterr().err


def test_every_pass_times_every_library_in_turn():
    order = []
    processes = {name: Told(name, order) for name in "abc"}
    times = benchmarks.interleaved(processes, dict.fromkeys("abc", 1), repeat=2)
    assert order == [*"abc", *"bca"]
    assert times == {name: [2.0, 2.0] for name in "abc"}


def test_imports_are_timed_in_fresh_processes():
    assert benchmarks.imported(["numpy"], 1)["numpy"][0] > 0


def test_without_a_gpu_cuda_is_skipped_with_a_reason(capsys):
    if loaded("minigrad").cuda.is_available():
        pytest.skip("there is a GPU")
    assert benchmarks.main(["w1", "--device", "cuda"]) == 0
    assert "skipped minigrad: it finds no GPU" in capsys.readouterr().out


def test_durations_have_three_digits():
    assert [benchmarks.duration(s) for s in (1.2345e-6, 0.0123456, 1.5)] == [
        "1.23 µs",
        "12.35 ms",
        "1500 ms",
    ]
