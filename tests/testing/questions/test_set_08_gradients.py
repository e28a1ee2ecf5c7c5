"""Exercise set 8: how a function bends, compared with nudging; and gradients by length."""

import numpy as np
import pytest

import minigrad
from minigrad.testing.questions import find
from tests.testing.questions.test_set_08 import LIBS, solution


@LIBS
def test_the_bend_is_that_of_the_curve(lib):
    lib = pytest.importorskip(lib)

    def f(x):
        return (x.exp() * x.flip(0)).sum()

    x = lib.tensor([0.5, -1.0, 0.25], dtype=lib.float64, requires_grad=True)
    v = lib.tensor([1.0, 2.0, -0.5], dtype=lib.float64)
    step = 1e-4
    around = [f(x.detach() + t * v).item() for t in (-step, 0.0, step)]
    nudged = (around[0] - 2 * around[1] + around[2]) / step**2
    assert solution(lib, "x8-curvature")(f, x, v).item() == pytest.approx(nudged, rel=1e-5)
    assert x.grad is None


@LIBS
@pytest.mark.parametrize("pull", [[3.0, 4.0], [0.3, 0.4], [0.0, 0.0]])
def test_a_gradient_is_no_longer_than_allowed(lib, pull):
    lib = pytest.importorskip(lib)
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = solution(lib, "x8-limit")(x, 2.5)
    (y * lib.tensor(pull)).sum().backward()
    length = np.linalg.norm(pull)
    assert y.tolist() == [1.0, 2.0]
    assert np.allclose(x.grad.tolist(), np.multiply(pull, min(1, 2.5 / length) if length else 1))


def test_one_draw_is_short_and_longer_than_one():
    """Who compares the length with 1 in place of `longest` is noticed."""
    question = find("x8-limit")
    longest = [draw(question.generator(0))[1] for draw in question.draws]
    assert min(longest) < 1 < 0.75 * max(longest)


def test_neither_costs_a_graph_that_stays():
    x = minigrad.tensor([1.0, 2.0, 3.0], requires_grad=True)
    bend = solution(minigrad, "x8-curvature")(lambda x: (x**3).sum(), x, minigrad.ones(3))
    assert bend.item() == 36 and bend.grad_fn is None


def test_the_passes_are_counted():
    """The whole matrix takes one for each entry, and differences of values take none."""

    def rows(f, x, v):
        (slope,) = minigrad.autograd.grad(f(x), x, create_graph=True)
        found = [minigrad.autograd.grad(s, x, retain_graph=True)[0] for s in slope]
        return v @ minigrad.stack(found) @ v

    def apart(f, x, v):
        with minigrad.no_grad():
            return (f(x + 1e-4 * v) - 2 * f(x) + f(x - 1e-4 * v)) / 1e-8

    question = find("x8-curvature")
    for answer, words in ((rows, "a pass for each entry"), (apart, "Nothing is differentiated")):
        assert words in " ".join(question.judge(answer).message.split())


def test_what_stops_on_the_way_back_is_told():
    def limit(x, longest):
        y = x.clone()
        y.register_hook(lambda g: longest)
        return y

    message = " ".join(find("x8-limit").judge(limit).message.split())
    assert "expected Variable, but hook returned 'float'" in message
