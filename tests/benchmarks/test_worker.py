"""A worker computes what is worked out by hand, or what PyTorch computes."""

import json

import numpy as np
import pytest

from benchmarks import worker
from benchmarks.__main__ import differing
from benchmarks.workloads import WORKLOADS

LARGE = {"w3t", "w4", "w6b", "w8", "w9", "w13"}  # a test is no benchmark


def gradients(library, name, folder):
    path = folder / f"{library}.npz"
    answer = worker.Worker(library, "cpu").prepare(name, str(path))
    with np.load(path) as found:
        return answer, dict(found)


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(worker, "MOST", 1)


@pytest.mark.parametrize("name", sorted(WORKLOADS.keys() - LARGE))
def test_minigrad_computes_what_others_compute(name, tmp_path):
    other = "numpy" if WORKLOADS[name].floor else "torch"
    if worker.loaded(other) is None:
        pytest.skip(f"{other} is not installed")
    answer, mine = gradients("minigrad", name, tmp_path)
    _, theirs = gradients(other, name, tmp_path)
    assert answer == {"count": 1} and mine
    assert differing(mine, theirs, WORKLOADS[name].within) == []


def test_adam_alone_changes_parameters_as_pytorch_does(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    _, mine = gradients("minigrad", "w13", tmp_path)
    _, theirs = gradients("torch", "w13", tmp_path)
    assert differing(mine, theirs, 5e-3) == []


def test_what_is_not_written_by_hand_is_skipped(tmp_path):
    assert worker.Worker("numpy", "cpu").prepare("w5", str(tmp_path / "x.npz")) == {"skipped": ""}


def test_what_is_missing_says_why():
    assert worker.missing("nowhere_to_be_found", "cpu") == "is not installed"
    assert worker.missing("numpy", "cpu") is None
    assert worker.missing("numpy", "cuda") == "finds no GPU"


def test_a_line_is_answered_with_a_line(monkeypatch, capsys):
    lines = [json.dumps(["seconds", 1]), json.dumps(["prepare", "w99", "nowhere"])]
    monkeypatch.setattr("sys.stdin", lines)
    worker.main("numpy", "cpu")
    ready, seconds, failed = map(json.loads, capsys.readouterr().out.splitlines())
    assert ready == {"missing": None} and seconds >= 0
    assert failed == {"skipped": "KeyError: 'w99'"}
