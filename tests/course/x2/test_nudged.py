import math

import numpy as np

from minigrad.testing.registry import find


def test_a_nudge_to_one_side_can_be_told_from_one_to_both():
    question = find("x2-nudged")
    f, x = question.draws[0](np.random.default_rng(0))
    right, one_sided = question.reference(f, x), question.mistakes[0].wrong(f, x)
    assert np.abs(right - one_sided).max() > 1e-5 * np.abs(right).max()
    assert math.isclose(right[0], 20 * math.cos(20 * x[0]), rel_tol=1e-6)


def put_back(f, x, *, exactly=True, at_all=True):
    found, h = np.zeros_like(x), 1e-5
    for place in np.ndindex(x.shape):
        before = x[place].copy()
        x[place] += h
        up = f(x)
        x[place] -= 2 * h
        found[place] = (up - f(x)) / (2 * h)
        if at_all:
            x[place] = before if exactly else x[place] + h
    return found


def test_an_array_put_back_up_to_rounding_is_what_it_was():
    judge = find("x2-nudged").judge
    assert judge(put_back)
    assert judge(lambda f, x: put_back(f, x, exactly=False))
    verdict = judge(lambda f, x: put_back(f, x, at_all=False))
    assert verdict.score == 0.5 and "x is not what it was" in verdict.message
