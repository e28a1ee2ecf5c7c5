import numpy as np
import pytest

pytest.importorskip("anywidget")

from minigrad.widgets.contours import levels, regions


def area(outline):
    """What an outline encloses; its sign says which way round it runs."""
    x, y = np.array(outline).T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def grid(function, size=61, reach=3.0):
    x = np.linspace(-reach, reach, size)
    return function(x[None, :], x[:, None])


def test_a_circle():
    size, reach = 61, 3.0
    (outline,) = regions(grid(lambda x, y: x * x + y * y), 4.0)
    scale = 2 * reach / (size - 1)
    radii = [np.hypot(x * scale - reach, y * scale - reach) for x, y in outline]
    assert np.allclose(radii, 2.0, atol=2e-3)
    assert abs(area(outline)) * scale**2 == pytest.approx(4 * np.pi, rel=2e-3)


def test_a_ring_has_a_hole_that_runs_the_other_way():
    ring = regions(grid(lambda x, y: (x * x + y * y - 2) ** 2), 1.0)
    assert len(ring) == 2
    areas = sorted(map(area, ring), key=abs)
    assert areas[0] * areas[1] < 0
    assert abs(sum(areas)) * 0.01 == pytest.approx(2 * np.pi, rel=5e-3)


def test_what_reaches_the_edge_is_closed_along_it():
    (outline,) = regions(grid(lambda x, y: x + 0 * y, 5, 2.0), 0.5)
    assert abs(area(outline)) == pytest.approx(2.5 * 4)
    assert (min(outline)[0], max(outline)[0]) == (0, 2.5)


def test_all_and_nothing():
    flat = np.ones((4, 6))
    (outline,) = regions(flat, 2.0)
    assert abs(area(outline)) == 15
    assert regions(flat, 0.5) == []


def test_a_saddle_square_is_joined_or_parted_by_its_middle():
    assert len(regions(np.array([[0.0, 1], [1, 0]]), 0.6)) == 1
    assert len(regions(np.array([[0.0, 1], [1, 0]]), 0.4)) == 2


@pytest.mark.parametrize("seed", range(8))
def test_outlines_of_anything_close_and_part_low_from_high(seed):
    rng = np.random.default_rng(seed)
    heights = rng.normal(size=(7, 9))
    for level in (-1.0, 0.0, 0.7):
        outlines = regions(heights, level)
        for row, column in np.ndindex(heights.shape):
            inside = sum(crossings(outline, column, row) for outline in outlines) % 2
            assert bool(inside) == bool(heights[row, column] < level)


def crossings(outline, x, y):
    """How often a ray to the right meets the outline; a little off, so that it meets no corner."""
    x, y = nudge(x, 8), nudge(y, 6)
    ends = zip(outline, outline[1:] + outline[:1])
    return sum(
        (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for (x0, y0), (x1, y1) in ends
    )


def nudge(value, most):
    return min(max(value, 1e-9), most - 1e-9) + 1e-10


def test_what_is_no_number_is_high():
    heights = np.zeros((5, 5))
    heights[2, 2] = np.nan
    outer, inner = sorted(regions(heights, 1.0), key=len, reverse=True)
    assert abs(area(outer)) == 16
    assert {(1.0, 2.0), (3.0, 2.0), (2.0, 1.0), (2.0, 3.0)} == set(inner)


def test_levels_are_closer_where_it_is_low():
    found = levels(np.linspace(0, 100, 1000), 10)
    assert len(found) == 10
    assert 0 < found[0] < 1
    assert found[-1] < 100
    gaps = np.diff(found)
    assert (np.diff(gaps) > 0).all()


def test_levels_of_flat_or_no_ground():
    assert levels(np.ones((3, 3))) == []
    assert levels(np.full((3, 3), np.nan)) == []
    assert len(levels(np.array([1.0, 2.0, np.inf, np.nan]), 4)) == 4
