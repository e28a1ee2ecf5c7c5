import numpy as np
import pytest

import minigrad
from minigrad.ops import losses as rows
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
curves(lambda x: F.nll_loss(x * x, torch.tensor([1, 0])), [[1., 2.], [3., 4.]])
curves(lambda x: F.nll_loss(x * x, torch.tensor([1, 0]), reduction='none'), [[1., 2.], [3., 4.]])
v = torch.tensor([.5, 2.]).double();
    curves(lambda x: F.nll_loss(x * x, torch.tensor([1, 0]), v), [[1., 2.], [3., 4.]])
curves(lambda x: F.nll_loss(x * x, torch.tensor([1, 9]), ignore_index=9), [[1., 2.], [3., 4.]])
curves(lambda x: F.nll_loss(x * x, torch.tensor(1)), [1., 2.])
""")


def test_targets_that_point_nowhere():
    dim, at, shares = rows.index_targets(np.zeros((3, 2)), np.array([1, -100, 0]), None, -100)
    assert (dim, [place.tolist() for place in at]) == (1, [[0, 1, 2], [1, 0, 0]])
    assert shares.tolist() == [1, 0, 1]
    for wrong in (2, -1):
        with pytest.raises(IndexError, match=f"Target {wrong} is out of bounds"):
            rows.index_targets(np.zeros((1, 2)), np.array([wrong]), None, -100)


def test_pictures_are_aimed_at_point_by_point():
    rng = np.random.default_rng(0)
    scores, classes = rng.normal(size=(2, 3, 4, 5)), rng.integers(0, 3, (2, 4, 5))
    losses = rows.nll_loss(*map(minigrad.from_numpy, (scores, classes)), None, rows.NONE, -100)
    expected = [-scores[n, classes[n, i, j], i, j] for n, i, j in np.ndindex(2, 4, 5)]
    assert losses.flatten().tolist() == expected


def test_an_ignored_class_may_lie_outside_or_inside():
    x = minigrad.zeros(3, 2, requires_grad=True)
    rows.nll_loss(x, minigrad.tensor([1, 0, 1]), None, rows.SUM, 1).backward()
    assert x.grad.tolist() == [[0, 0], [-1, 0], [0, 0]]


def test_only_ignored_targets_give_zero_gradients():
    x = minigrad.zeros(2, 2, requires_grad=True)
    value = rows.nll_loss(x, minigrad.tensor([9, 9]), None, rows.MEAN, 9)
    value.backward()
    assert np.isnan(value.item())
    assert x.grad.tolist() == [[0, 0], [0, 0]]
