import numpy as np
import pytest

from minigrad.viz.scales import Scale, scale, spaced, thinned


def test_a_linear_scale():
    across = Scale(0, 10, 50, 150)
    assert [across(value) for value in (0, 5, 10)] == [50, 100, 150]
    assert across(11) == across(1e9) == 150  # what lies beyond an end is put there
    assert across.positions(np.array([1.0, 2.0])) == [60, 70]


def test_a_scale_may_run_upwards():
    up = Scale(0, 1, 200, 20)
    assert (up(0), up(1), up(0.5)) == (200, 20, 110)


def test_a_scale_by_factors():
    up = Scale(0.01, 100, 0, 40, log=True)
    assert [up(value) for value in (0.01, 1, 100)] == [0, 20, 40]
    assert up(0) == up(-3) == 0


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 7, [0, 2, 4, 6]),
        (1, 600, [200, 400, 600]),
        (-1, 1, [-1, -0.5, 0, 0.5, 1]),
        (0.31, 0.33, [0.31, 0.315, 0.32, 0.325, 0.33]),
    ],
)
def test_ticks_are_round_numbers(low, high, ticks):
    assert Scale(low, high, 0, 1).ticks() == ticks


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0007, 2.0, [0.001, 0.01, 0.1, 1]),
        (3, 8, [5]),
        (0.9, 30, [1, 10]),
        (1e-20, 1e20, [1e-20, 1e-11, 1e-2, 1e7, 1e16]),
    ],
)
def test_ticks_by_factors(low, high, ticks):
    assert Scale(low, high, 0, 1, log=True).ticks() == pytest.approx(ticks)


def test_which_scale_fits():
    assert not scale(np.array([1.0, 40.0]), 0, 1).log
    assert scale(np.array([1.0, 60.0]), 0, 1).log
    assert not scale(np.array([-1.0, 60.0]), 0, 1).log
    assert scale(np.array([1.0, 2.0]), 0, 1).low == pytest.approx(0.94)
    assert scale(np.array([0.1, 2.0]), 0, 1).low == 0  # near zero, zero is the best start
    flat = scale(np.array([3.0, 3.0]), 0, 1)
    assert flat.low == 0 and 3 < flat.high
    assert flat.ticks() == [0, 1, 2, 3]
    assert scale(np.array([0.0, 0.0]), 0, 1).ticks() == [0, 1, 2, 3, 4, 5]
    assert scale(np.array([-3.0, -3.0]), 0, 1).low < -3
    assert scale(np.array([0.0, 2.0]), 0, 1, log=True).low == pytest.approx(2 / 1.3)


@pytest.mark.parametrize("log", [None, True, False])
def test_a_scale_of_nothing(log):
    empty = scale(np.empty(0), 0, 1, log)
    assert empty.low < empty.high
    assert empty.ticks()


def test_which_places_are_kept():
    assert spaced(7) == [*range(7)]
    assert spaced(0) == []
    found = spaced(101, 11)
    assert found == [*range(0, 101, 10)]
    assert len(set(spaced(5001, 5000))) == 5000


def test_few_numbers_stay_as_they_are():
    parts = thinned(np.array([1, 2, 3]), np.array([5.0, 7.0, 6.0]))
    assert parts.part == 1
    assert (parts.x.tolist(), parts.mean.tolist()) == ([1, 2, 3], [5, 7, 6])


def test_many_numbers_become_parts_with_mean_least_and_most():
    parts = thinned(np.arange(1, 11), np.arange(10.0), most=4)
    assert parts.part == 3
    assert parts.x.tolist() == [3, 6, 9, 10]
    assert parts.mean.tolist() == [1, 4, 7, 9]
    assert (parts.low.tolist(), parts.high.tolist()) == ([0, 3, 6, 9], [2, 5, 8, 9])


def test_what_is_not_finite_is_left_out():
    parts = thinned(np.arange(4), np.array([1.0, np.nan, np.inf, 4.0]))
    assert (parts.x.tolist(), parts.mean.tolist()) == ([0, 3], [1, 4])
    assert thinned(np.arange(2), np.array([np.nan, np.nan])).x.size == 0
