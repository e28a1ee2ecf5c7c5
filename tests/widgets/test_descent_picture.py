import json
import math

import numpy as np
import pytest

pytest.importorskip("anywidget")

from minigrad.widgets.descent import descend
from minigrad.widgets.descent_picture import CurveBeside, Ground, LineBeside, arrow, plane
from minigrad.widgets.losses import LOSSES, find, line


def test_a_plane_goes_up_and_to_the_right():
    where = plane((0, 10), (0, 1), 200)
    left, bottom, right, top = where.spec()["pixels"]
    assert where.at(0, 0) == (left, bottom)
    assert where.at(10, 1) == (right, top)
    assert where.at(20, 0) == (2 * right - left, bottom)  # outside, in the right direction
    assert where.at(1e30, -1e30) == (1e7, 1e7)
    assert where.at(math.nan, math.inf) == (left, bottom)


def test_the_ground_of_two_numbers_has_hills_and_of_one_a_curve():
    hills, curve = Ground(LOSSES["bowl"]), Ground(LOSSES["parabola"])
    assert hills.panel.body.count('fill-rule="evenodd"') == 12
    assert "evenodd" not in curve.panel.body
    assert hills.pixel((0.0, 0.0), 5.0) == hills.plane.at(0, 0)
    assert curve.pixel((1.0,), 1.0) == curve.plane.at(1, 1)
    assert hills.panel.words == "bowl over a and b"


def test_a_curve_has_a_gap_where_there_is_no_number():
    ground = Ground(find(lambda w: (w * w - 1).sqrt(), (-2, 2)))
    assert ground.panel.body.count('class="mg-stroke-leaf-line"') == 2
    nowhere = Ground(find(lambda w: (-1 - w * w).sqrt(), (-2, 2)))
    assert "nan" not in nowhere.panel.body


def test_the_slope_of_a_curve_touches_it():
    ground = Ground(LOSSES["parabola"])
    (x1, y1, x2, y2), *_ = ground.slopes(descend(LOSSES["parabola"], (1.0,), 0.1))
    x, y = ground.plane.at(1.0, 1.0)
    assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx((x, y), abs=0.2)
    dx, dy = (np.array(ground.plane.at(1.0, 2.0)) - ground.plane.at(0.0, 0.0)).tolist()
    assert (y2 - y1) / (x2 - x1) == pytest.approx(dy / dx, rel=0.02)  # slope 2 at w = 1


def test_the_slope_on_a_hill_leads_down_and_ends_on_level_ground():
    ground = Ground(LOSSES["bowl"])
    descent = descend(LOSSES["bowl"], (2.0, 1.0), 0.1, 0.0, 100)
    slopes = ground.slopes(descent)
    x, y, u, v = slopes[0]
    (a, b), (c, d) = ground.plane.at(2, 1), ground.plane.at(0, 0)
    assert (x, y) == (a, b)
    assert (v - y) / (u - x) == pytest.approx((d - b) / (c - a), rel=0.02)
    assert math.hypot(u - x, v - y) == pytest.approx(38, abs=0.2)
    assert math.hypot(slopes[-1][2] - slopes[-1][0], slopes[-1][3] - slopes[-1][1]) < 0.1


def test_downhill_is_an_arrow_and_a_curve_s_slope_a_line():
    assert arrow([0, 0, 10, 0], tip=False) == "M0 0L10 0"
    assert arrow([0, 0, 40, 0], tip=True) == "M0 0L40 0M32.0 4.0L40 0L32.0 -4.0"
    assert "M5.0 " in arrow([0, 0, 10, 0], tip=True)  # a short one has a small tip
    assert arrow([5, 5, 8, 5], tip=True) == "M5 5"  # nothing: it would be a speck on the dot


def test_no_slope_where_there_is_no_gradient():
    ground = Ground(LOSSES["bowl"])
    for x, y, u, v in ground.slopes(descend(LOSSES["bowl"], (0.0, 0.0), 0.1)):
        assert (x, y) == (u, v)


def test_the_line_beside_goes_through_the_points_it_predicts():
    loss = line([0.0, 1.0, 2.0], [1.0, 3.0, 5.0])
    beside = LineBeside(loss)
    (x1, y1, x2, y2), *_ = beside.ends(descend(loss, (2.0, 1.0), 0.1))
    for x, y in beside.dots:
        assert y1 + (y2 - y1) * (x - x1) / (x2 - x1) == pytest.approx(y, abs=0.2)
    level = LineBeside(line([0.0, 1.0], [3.0, 3.0]))
    assert level.plane.y.low < 3 < level.plane.y.high


def test_the_loss_beside_falls_or_leaves_through_the_top():
    down = descend(LOSSES["bowl"], (1, 1), 0.1, 0.0, 30)
    falls = CurveBeside(down, 0.0, 30)
    ys = [y for _, y in falls.points]
    assert ys == sorted(ys)
    assert falls.plane.y.high > 2 > 1.5
    up = CurveBeside(descend(LOSSES["bowl"], (1, 1), 1.5, 0.0, 30), 0.0, 30)
    assert up.plane.y.high < 30
    assert up.points[-1][1] < up.plane.y.end


@pytest.mark.parametrize("loss", [lambda w: w.log(), lambda w: w * 0 + 1])
def test_odd_losses_can_be_drawn(loss):
    found = find(loss, (-1, 1))
    descent = descend(found, (-0.5,), 0.1)
    beside = CurveBeside(descent, math.inf, 5)
    ground = Ground(found)
    json.dumps(
        [beside.points, ground.slopes(descent), ground.pixel((-0.5,), math.nan)], allow_nan=False
    )


def test_two_numbers_have_equal_scales_and_the_way_crosses_the_outlines_at_right_angles():
    for loss in (LOSSES["narrow valley"], line([0.5, 1.5, 3.0], [1.0, 1.0, 2.5])):
        ground = Ground(loss)
        assert ground.equal
        descent = descend(loss, loss.start, loss.lr, 0.0, 1)
        (x, y), (u, v) = (ground.pixel(point, 0.0) for point in descent.points)
        p, q = np.array(descent.gradients[0]) @ [[0, 1], [-1, 0]]  # along the outline
        a, b = ground.pixel(np.add(descent.points[0], [p, q]), 0.0)
        across, along = np.array([u - x, v - y]), np.array([a - x, b - y])
        assert abs(across @ along) <= 0.02 * np.linalg.norm(across) * np.linalg.norm(along)


def test_scales_differ_only_where_the_picture_would_be_a_ribbon():
    def far(a, b):
        return a**2 + b**2

    assert Ground(find(far, ((-1, 1), (-2, 2)))).equal
    ribbon = Ground(find(far, ((-1, 1), (-20, 20))))
    assert not ribbon.equal
    assert ribbon.plane.spec()["pixels"] == Ground(LOSSES["parabola"]).plane.spec()["pixels"]
    assert Ground(line([0.0, 1.0, 2.0], [30.0, 31.0, 32.0])).equal is False
