import pytest

import minigrad
from minigrad.testing.registry import find
from tests.course.x8.solved import LIBS, solution


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
