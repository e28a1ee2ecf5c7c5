import itertools

import numpy as np
import pytest

from minigrad.course.x5.roll import _rolled, bowl
from minigrad.testing.registry import find


@pytest.mark.parametrize("draw", [*find("x5-roll").draws, bowl(4, 3, k=15), bowl(k=11)])
@pytest.mark.parametrize("seed", range(3))
def test_on_its_way_the_loss_rises_and_then_the_brake_makes_a_difference(draw, seed):
    losses = [
        _rolled(*draw(np.random.default_rng(seed)), restart=restart)
        for restart in ("rise", "never")
    ]
    assert any(b > a for a, b in itertools.pairwise(losses[0]))
    assert not np.allclose(*losses)
