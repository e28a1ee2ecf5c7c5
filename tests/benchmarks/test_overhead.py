"""The price list of recording: every operation of it runs on both sides. No figure is judged."""

import numpy as np
import pytest

import minigrad
from benchmarks import overhead


@pytest.mark.parametrize("name", overhead.OPERATIONS)
def test_both_sides_compute_the_same(name):
    call, bare = overhead.OPERATIONS[name]
    x, y = np.float32([0.5, -1.5]), np.float32([2.0, 3.0])
    found = call(minigrad.tensor(x, requires_grad=True), minigrad.tensor(y, requires_grad=True))
    assert np.allclose(found.detach().numpy(), bare(x, y)) and found.requires_grad


def test_a_line_per_operation(monkeypatch, capsys):
    monkeypatch.setattr(overhead, "REPEAT", 1)
    monkeypatch.setattr(overhead, "NUMBER", 1)
    overhead.main()
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1 + len(overhead.OPERATIONS) and "minigrad" in printed[0]
