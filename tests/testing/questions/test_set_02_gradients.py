"""Exercise set 2, second part: references are what autograd and finite differences give."""

import math

import numpy as np
import pytest

import minigrad as torch
from minigrad.testing.questions import find


def test_six_slopes_are_those_of_autograd():
    x, y = (torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (0.7, 1.3))
    results = ((x * y, x), (x / y, y), (x**3, x), (y.sqrt(), y), (x.sin(), x), (x.tanh(), x))
    slopes = [torch.autograd.grad(z, by)[0].item() for z, by in results]
    assert find("x2-slopes").reference(0.7, 1.3) == pytest.approx(slopes)


def test_the_layer_is_that_of_autograd():
    A, x, g = find("x2-pull").draws[0](np.random.default_rng(0))
    leaves = [torch.tensor(v, requires_grad=True) for v in (x, A)]
    torch.tanh(leaves[1] @ leaves[0]).backward(gradient=torch.tensor(g))
    for leaf, right in zip(leaves, find("x2-pull").reference(A, x, g)):
        np.testing.assert_allclose(leaf.grad.numpy(), right)


def test_a_nudge_to_one_side_can_be_told_from_one_to_both():
    question = find("x2-nudged")
    f, x = question.draws[0](np.random.default_rng(0))
    right, one_sided = question.reference(f, x), question.mistakes[0].wrong(f, x)
    assert np.abs(right - one_sided).max() > 1e-5 * np.abs(right).max()
    assert math.isclose(right[0], 20 * math.cos(20 * x[0]), rel_tol=1e-6)
