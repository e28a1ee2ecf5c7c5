"""Exercise set 1: what its statements say is so. Its answers are in tests/exercises/banks."""

import pytest

import minigrad as torch
from minigrad.testing.questions import find


def test_the_numbers_of_the_statements():
    found = find("x1-gradients").reference(2.0, 3.0)
    assert found == pytest.approx((1.12, 25.08), abs=0.005)


def test_the_graphs_of_the_statements():
    x, y = (torch.tensor(value, requires_grad=True) for value in (2.0, 3.0))
    uses = find("x1-uses").reference
    assert uses(x * y + torch.log(x), x) == uses(x * x, x) == 2
    assert uses(find("x1-shared").reference(x, y), x) == 1
