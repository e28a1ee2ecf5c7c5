"""Exercise set 5, third part: what ends the loops, and that the ball has to brake."""

import itertools

import numpy as np
import pytest

from minigrad.testing.questions import find
from minigrad.testing.questions.set_05_loops import _rolled, bowl


def test_one_loop_ends_on_level_ground_one_at_most_and_one_at_once():
    question = find("x5-descend")
    steps = []
    for draw in question.draws:
        args = draw(np.random.default_rng(0))
        steps.append((question.reference(*args)[1], args[-1]))
    (level, many), (all_of, most), (none, _) = steps
    assert 0 < level < many and all_of == most and none == 0


@pytest.mark.parametrize("draw", [*find("x5-roll").draws, bowl(4, 3, k=15), bowl(k=11)])
@pytest.mark.parametrize("seed", range(3))
def test_on_its_way_the_loss_rises_and_then_the_brake_makes_a_difference(draw, seed):
    losses = [
        _rolled(*draw(np.random.default_rng(seed)), restart=restart)
        for restart in ("rise", "never")
    ]
    assert any(b > a for a, b in itertools.pairwise(losses[0]))
    assert not np.allclose(*losses)
