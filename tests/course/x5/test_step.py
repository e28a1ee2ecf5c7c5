import numpy as np

from minigrad.testing.registry import find


def test_a_leaf_without_a_gradient_stands_before_others_that_have_one():
    tensors = [draw(np.random.default_rng(0))[0] for draw in find("x5-step").draws]
    lacking = [[one.grad is None for one in some] for some in tensors]
    assert lacking == [[False, False], [False, True, False], [True, False, False]]
