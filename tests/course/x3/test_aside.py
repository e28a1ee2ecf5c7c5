import numpy as np

import minigrad as torch
from minigrad.testing.registry import find


def test_x_has_a_gradient_beforehand_or_none():
    drawn = [draw(np.random.default_rng(0)) for draw in find("x3-aside").draws]
    assert [x.grad is None for _, x in drawn] == [False, True, False, True]


def test_what_is_left_in_x_counts_beside_the_gradient():
    def aside(f, x):
        found = torch.autograd.grad(f(x), x)[0]
        x.grad = None
        return found

    verdict = find("x3-aside").judge(aside)
    assert round(verdict.score, 2) == 0.67
    assert "x.grad afterwards: x.grad was thrown away" in verdict.message
