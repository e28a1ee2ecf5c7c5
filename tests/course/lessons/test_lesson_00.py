import numpy as np
import pytest

import minigrad
from minigrad.testing.registry import find

SLOPE = find("slope")


def by_autograd(x):
    x = minigrad.tensor(x, requires_grad=True)
    (x**2).sum().backward()
    return x.grad


@pytest.mark.parametrize(
    "slope", [lambda x: 2 * x, lambda x: x + x, lambda x: np.multiply(x, 2.0), by_autograd]
)
def test_right_written_differently(slope):
    assert SLOPE.judge(slope).ok


def untouched(x): ...


@pytest.mark.parametrize(
    ("slope", "words"),
    [
        (lambda x: x, "exactly half"),
        (lambda x: x**2, "That is f itself"),
        (lambda x: -2 * x, "exactly −1 ×"),
        (lambda x: 2 * x**2, "Twice f"),
        (lambda x: 2, "one derivative too far"),
        (lambda x: 2 * x + 1, "exactly 1 more"),
        (lambda x: ((x + 1e-3) ** 2 - x**2) / 1e-3, "by a small step"),
        (lambda x: x**3, "I do not recognise this mistake"),
        (lambda x: 2 * X, "no `X` there"),  # noqa: F821
        (untouched, "not attempted yet"),
    ],
)
def test_mistakes_are_named(slope, words):
    verdict = SLOPE.judge(slope)
    assert verdict.score == 0.0
    assert words in " ".join(verdict.message.split())
