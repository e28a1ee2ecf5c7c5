import numpy as np
import pytest

import minigrad
from minigrad.ops import loss, nll
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
nll = torch.nn.functional.nll_loss;
    seconds(lambda x: nll(x, torch.tensor([1, 0])), [[1., 2.], [3., 4.]])
nll = torch.nn.functional.nll_loss;
    seconds(lambda x: nll(x, torch.tensor([1, 0]), reduction='none'), [[1., 2.], [3., 4.]])
nll = torch.nn.functional.nll_loss; v = torch.tensor([.5, 2.]).double();
    seconds(lambda x: nll(x, torch.tensor([1, 0]), v), [[1., 2.], [3., 4.]])
nll = torch.nn.functional.nll_loss;
    seconds(lambda x: nll(x, torch.tensor([1, 9]), ignore_index=9), [[1., 2.], [3., 4.]])
nll = torch.nn.functional.nll_loss; seconds(lambda x: nll(x, torch.tensor(1)), [1., 2.])
""")


def test_targets_that_point_nowhere():
    at, kept, shares = nll.aim(np.zeros((3, 2)), np.array([1, -100, 0]), None, -100)
    assert [part.tolist() for part in at] == [[0, 1, 2], [1, 0, 0]]
    assert kept.tolist() == [True, False, True] and shares.tolist() == [1, 0, 1]
    for wrong in (2, -1):
        with pytest.raises(IndexError, match=f"Target {wrong} is out of bounds"):
            nll.aim(np.zeros((1, 2)), np.array([wrong]), None, -100)


def test_pictures_are_aimed_at_point_by_point():
    classes = np.random.default_rng(0).integers(0, 3, (2, 4, 5))
    at, _, _ = nll.aim(np.zeros((2, 3, 4, 5)), classes, None, -100)
    picked = np.broadcast_to(np.arange(3).reshape(1, 3, 1, 1), (2, 3, 4, 5))[at]
    assert (picked == classes).all()


def test_an_ignored_class_may_lie_outside_or_inside():
    x = minigrad.zeros(3, 2, requires_grad=True)
    nll.nll_loss(x, minigrad.tensor([1, 0, 1]), None, loss.SUM, 1).backward()
    assert x.grad.tolist() == [[0, 0], [-1, 0], [0, 0]]


def test_only_ignored_targets_give_zero_gradients():
    x = minigrad.zeros(2, 2, requires_grad=True)
    value = nll.nll_loss(x, minigrad.tensor([9, 9]), None, loss.MEAN, 9)
    value.backward()
    assert np.isnan(value.item())
    assert x.grad.tolist() == [[0, 0], [0, 0]]
