"""Exercise set 2, third part: references are what autograd gives."""

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


def test_what_is_filled_in_is_judged_though_dots_are_left():
    def some(x, y):
        return (y, ..., 3 * x**2, ..., math.sin(x), 1 - math.tanh(x) ** 2)

    verdict = find("x2-slopes").judge(some)
    assert verdict.score == 0.5 and "That is the sine itself" in verdict.message
    assert find("x2-slopes").judge(lambda x, y: (...,) * 6).score == 0.0
    half = find("x2-pull").judge(lambda A, x, g: (g * (1 - np.tanh(A @ x) ** 2) @ A, ...))
    assert half.score == 0.5 and "at A: Nothing is there yet" in half.message


def test_where_A_is_square_wrong_shapes_fit_and_that_comes_first():
    A, x, g = find("x2-pull").draws[0](np.random.default_rng(0))
    assert A.shape == (3, 3) and x.shape == g.shape == (3,)
