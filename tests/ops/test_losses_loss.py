import numpy as np
import pytest

import minigrad
from minigrad.ops import losses as rows
from tests.nn.twins import both, cases

case = cases()


@case
def saved_by_mse(lib):
    x, y = lib.randn(3, requires_grad=True), lib.randn(3)
    node = lib.nn.functional.mse_loss(x, y).grad_fn
    return node._saved_self, node._saved_target, node._saved_reduction


@case
def saved_by_nll(lib):
    x = lib.randn(2, 3, requires_grad=True)
    node = lib.nn.functional.nll_loss(x, lib.tensor([0, 2]), lib.ones(3)).grad_fn
    return node._saved_self, node._saved_target, node._saved_weight, node._saved_reduction


@case
def no_weight_saved(lib):
    x = lib.randn(2, 3, requires_grad=True)
    return lib.nn.functional.nll_loss(x, lib.tensor([0, 2])).grad_fn._saved_weight


@case
def second_backward_through_mse(lib):
    loss = lib.nn.functional.mse_loss(lib.ones(2, requires_grad=True), lib.ones(2))
    loss.backward()
    loss.backward()


@case
def second_backward_through_nll(lib):
    x = lib.ones(2, 3, requires_grad=True)
    loss = lib.nn.functional.nll_loss(x, lib.tensor([0, 2]))
    loss.backward()
    loss.backward()


@case
def target_changed_before_backward(lib):
    x, y = lib.ones(2, 3, requires_grad=True), lib.tensor([0, 2])
    loss = lib.nn.functional.nll_loss(x, y)
    y.add_(-1)
    try:
        loss.backward()
    except RuntimeError as error:
        return str(error)[:96]


test_row_as_in_torch = both(__name__, case)


def numeric(function, x, eps=1e-6):
    """Central differences of the sum of `function` at `x`, element by element."""
    slopes = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        ends = []
        for step in (eps, -eps):
            moved = x.copy()
            moved[place] += step
            ends.append(function(minigrad.tensor(moved)).sum().item())
        slopes[place] = (ends[0] - ends[1]) / (2 * eps)
    return slopes


RNG = np.random.default_rng(0)
TARGET = minigrad.tensor([2, 0, -7, 1])
WEIGHT = minigrad.tensor([0.5, 2.0, 1.5], dtype=minigrad.float64)
PICTURE = minigrad.tensor(RNG.integers(0, 3, (2, 2, 2)))
ROWS = {
    "mse none": ((3, 2), lambda x: rows.mse_loss(x, x.detach() * 2, rows.NONE)),
    "mse mean": ((3, 2), lambda x: rows.mse_loss(x, minigrad.ones(3, 2).double(), rows.MEAN)),
    "mse sum": ((3, 2), lambda x: rows.mse_loss(minigrad.ones(3, 2).double(), x, rows.SUM)),
    "nll none": ((4, 3), lambda x: rows.nll_loss(x, TARGET, WEIGHT, rows.NONE, -7)),
    "nll mean": ((4, 3), lambda x: rows.nll_loss(x, TARGET, WEIGHT, rows.MEAN, -7)),
    "nll plain": ((4, 3), lambda x: rows.nll_loss(x, TARGET, None, rows.MEAN, -7)),
    "nll sum": ((4, 3), lambda x: rows.nll_loss(x, TARGET, None, rows.SUM, -7)),
    "nll 2d": ((2, 3, 2, 2), lambda x: rows.nll_loss(x, PICTURE, WEIGHT, rows.MEAN, 0)),
}


@pytest.mark.parametrize("name", [name for name in ROWS if name != "mse none"])
def test_each_rule_is_the_slope_of_its_forward(name):
    shape, function = ROWS[name]
    point = RNG.normal(size=shape)
    x = minigrad.tensor(point, requires_grad=True)
    function(x).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), numeric(function, point), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("name", ROWS)
def test_a_recorded_backward_gives_the_same(name):
    shape, function = ROWS[name]
    x = minigrad.tensor(RNG.normal(size=shape), requires_grad=True)
    total = (function(x) ** 2).sum()
    (bare,) = minigrad.autograd.grad(total, x, retain_graph=True)
    (recorded,) = minigrad.autograd.grad(total, x, create_graph=True)
    assert recorded.requires_grad
    np.testing.assert_allclose(recorded.detach().numpy(), bare.numpy(), rtol=1e-12)


@pytest.mark.parametrize("kind", [minigrad.float32, minigrad.float64])
@pytest.mark.parametrize("name", ["mse sum", "nll mean", "nll plain"])
def test_the_type_stays_what_it_is(name, kind):
    shape, _ = ROWS[name]
    x = minigrad.zeros(*shape, dtype=kind, requires_grad=True)
    weight = WEIGHT.to(kind)
    y = {
        "mse sum": lambda: rows.mse_loss(x, x.detach(), rows.SUM),
        "nll mean": lambda: rows.nll_loss(x, TARGET, weight, rows.MEAN, -7),
        "nll plain": lambda: rows.nll_loss(x, TARGET, None, rows.MEAN, -7),
    }[name]()
    y.sum().backward()
    assert y.dtype is kind
    assert x.grad.dtype is kind
