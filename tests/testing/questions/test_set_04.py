"""Exercise set 4: what its statements say is so. Its answers are in tests/exercises/banks."""

import numpy as np
import pytest

import minigrad as torch
from minigrad.testing.draws import leaf, plain
from minigrad.testing.questions.set_04 import _pairs, _tuned


def test_with_retain_graph_the_first_repair_runs_and_goes_wrong():
    ends = []
    for early in (False, True):
        log_scale, xs, ys = _pairs(3)(np.random.default_rng(0))
        _tuned(log_scale, xs, ys, early=early)
        ends.append(log_scale.detach())
    assert not torch.allclose(*ends)


def test_the_average_fails_in_the_second_round_and_not_in_the_first():
    rng = np.random.default_rng(0)
    w, average = leaf(rng, 3), 0.0
    for number in range(2):
        f = torch.tanh(plain(rng, 3) * w)
        average = 0.5 * average + 0.5 * f.mean()
        loss = ((f - average) ** 2).sum()
        if number:
            with pytest.raises(RuntimeError, match="a second time"):
                loss.backward()
        else:
            loss.backward()
