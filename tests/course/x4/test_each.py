import numpy as np

import minigrad as torch
from minigrad.testing.registry import find


def test_a_call_of_the_trunk_is_counted():
    trunk, *_ = find("x4-each").draws[0](np.random.default_rng(0))
    trunk(torch.tensor(2.0))
    assert trunk.calls == 1
