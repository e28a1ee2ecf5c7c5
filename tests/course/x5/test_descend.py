import numpy as np

from minigrad.testing.registry import find


def test_one_loop_ends_on_level_ground_one_at_most_and_one_at_once():
    question = find("x5-descend")
    steps = []
    for draw in question.draws:
        args = draw(np.random.default_rng(0))
        steps.append((question.reference(*args)[1], args[-1]))
    (level, many), (all_of, most), (none, _) = steps
    assert 0 < level < many and all_of == most and none == 0
