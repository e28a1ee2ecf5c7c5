import pytest

import minigrad as torch
from minigrad.course.x6.writes import VIEW, pulled, recorded
from minigrad.testing.observed import OddForm


def test_only_a_tensor_with_its_graph_is_taken():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    assert recorded(x * 2).requires_grad
    with pytest.raises(OddForm, match="Nothing leads back from it"):
        recorded(x.detach())
    with pytest.raises(OddForm, match="yours is a list"):
        recorded([1.0])


def test_gradients_are_those_of_a_weighted_sum_and_zeros_where_no_way_leads():
    x, y = (torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(2))
    of_x, of_y = pulled(x * x, x, y)
    assert of_x == pytest.approx([-2.0 * 2, 3.1 * 4]) and not of_y.any()


def test_a_saved_row_that_is_written_over_is_told():
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    table = x * 1
    result = table[0] * table[0]
    table[1] = 0.0
    with pytest.raises(OddForm) as told:
        pulled(result, x)
    assert VIEW in str(told.value)
