import math

import numpy as np
import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.widgets.descent import ahead, bends, curvature, descend
from minigrad.widgets.losses import LOSSES, find, line


def test_each_step_is_the_optimizer_s():
    loss = LOSSES["narrow valley"]
    descent = descend(loss, (-2.0, 1.0), 0.1, 0.9, 20)
    a, b = (mg.tensor(x, requires_grad=True) for x in (-2.0, 1.0))
    optimizer = mg.optim.SGD([a, b], lr=0.1, momentum=0.9)
    for k in range(21):
        value = 0.1 * a**2 + 2 * b**2
        optimizer.zero_grad()
        value.backward()
        assert descent.points[k] == (a.item(), b.item())
        assert descent.losses[k] == value.item()
        assert descent.gradients[k] == (a.grad.item(), b.grad.item())
        optimizer.step()
    assert (descent.steps, descent.ended) == (20, "")


def test_the_line_found_is_the_best_one():
    xs = np.array([0.0, 1.0, 2.0, 3.0])
    ys = np.array([1.0, 2.0, 2.5, 5.0])
    descent = descend(line(xs, ys), (0, 0), 0.1, 0.5, 500)
    assert descent.points[-1] == pytest.approx(tuple(np.polyfit(xs, ys, 1)), abs=1e-4)


def test_it_ends_where_it_is_far_away():
    descent = descend(LOSSES["bowl"], (1, 1), 1.5, 0.0, 100)
    assert descent.ended == "far"
    assert descent.steps < 20
    assert max(map(abs, descent.points[-1])) > 5000
    assert max(map(abs, descent.points[-2])) < 6000


def test_it_ends_before_what_is_not_finite():
    log = find(lambda w: w.log(), (-1, 3))
    descent = descend(log, (0.5,), 0.3, 0.0, 100)
    assert descent.ended == "not finite"
    assert all(map(math.isfinite, descent.losses))
    nowhere = descend(log, (-0.5,), 0.1)
    assert (nowhere.ended, nowhere.steps) == ("not finite", 0)


def test_a_number_that_does_not_matter_stays():
    descent = descend(find(lambda a, b: a**2), (1.0, 2.0), 0.1, 0.0, 3)
    assert {b for _, b in descent.points} == {2.0}


def test_how_it_bends():
    assert bends(LOSSES["narrow valley"], (1, 2)) == pytest.approx((0.2, 4.0))
    assert bends(LOSSES["saddle"], (0, 0)) == pytest.approx((-2.0, 2.0))
    assert bends(LOSSES["double well"], (2.0,)) == pytest.approx((10.0, 10.0))
    assert all(map(math.isnan, bends(find(lambda w: w.sqrt(), (0, 2)), (0.0,))))
    xs = np.array([0.0, 1.0, 2.0])
    hessian = 2 * np.array([[np.mean(xs * xs), xs.mean()], [xs.mean(), 1]])
    assert bends(line(xs, xs), (5, 5)) == pytest.approx(tuple(np.linalg.eigvalsh(hessian)))


def test_the_curvature_of_a_quadratic_and_of_nothing_else():
    places = [(1.0, 1.0), (0.0, 0.3), (-2.0, 1.0)]
    assert curvature(LOSSES["narrow valley"], places) == pytest.approx(4)
    assert curvature(LOSSES["saddle"], places) is None
    assert curvature(find(lambda a, b: -(a**2) - b**2), places) is None


@pytest.mark.parametrize("momentum", [0.0, 0.5, 0.9])
def test_the_bound_is_where_it_turns(momentum):
    loss = LOSSES["bowl"]
    limit = 2 * (1 + momentum) / curvature(loss, [(1, 1), (0, 0)])
    below = descend(loss, (1, 1), 0.98 * limit, momentum, 400)
    above = descend(loss, (1, 1), 1.02 * limit, momentum, 400)
    assert below.losses[-1] < 0.01 * below.losses[0]
    assert above.losses[-1] > 100 * above.losses[0]


def test_what_lies_ahead():
    loss = LOSSES["narrow valley"]
    descent = descend(loss, (2.0, 1.0), 0.1, 0.0, 5)
    rest, way = ahead(loss, descent)
    assert rest == pytest.approx(descent.losses[-1], rel=1e-4)
    assert way == pytest.approx(tuple(-x for x in descent.points[-1]), rel=1e-4)
    assert ahead(LOSSES["saddle"], descend(LOSSES["saddle"], (0, 1), 0.1)) == (math.inf, ())
