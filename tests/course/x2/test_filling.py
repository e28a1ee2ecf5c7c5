import math

import numpy as np

from minigrad.testing.registry import find


def test_what_is_filled_in_is_judged_though_dots_are_left():
    def some(x, y):
        return (y, ..., 3 * x**2, ..., math.sin(x), 1 - math.tanh(x) ** 2)

    verdict = find("x2-slopes").judge(some)
    assert verdict.score == 0.5 and "That is the sine itself" in verdict.message
    assert find("x2-slopes").judge(lambda x, y: (...,) * 6).score == 0.0
    half = find("x2-pull").judge(lambda A, x, g: (g * (1 - np.tanh(A @ x) ** 2) @ A, ...))
    assert half.score == 0.5 and "at A: Nothing is there yet" in half.message
