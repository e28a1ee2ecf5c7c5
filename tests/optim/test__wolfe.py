import pytest

from minigrad.optim._wolfe import Point, strong_wolfe


@pytest.mark.parametrize("first", [0.01, 1.0, 3.0, 100.0])
def test_the_line_search_meets_both_conditions(first):
    def evaluate(t):
        return Point(t, (t - 2) ** 4 - t, None, 4 * (t - 2) ** 3 - 1)

    start = evaluate(0.0)
    found, _ = strong_wolfe(evaluate, start, first, 1e-9, 25)
    assert found.loss <= start.loss + 1e-4 * found.t * start.slope
    assert abs(found.slope) <= 0.9 * abs(start.slope)
