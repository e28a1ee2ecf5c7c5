import pytest

from minigrad.testing.registry import find


def test_the_numbers_of_the_statements():
    found = find("x1-gradients").reference(2.0, 3.0)
    assert found == pytest.approx((1.12, 25.08), abs=0.005)
