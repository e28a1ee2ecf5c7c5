import tracemalloc

import numpy as np
import pytest

import minigrad
from minigrad import nn, optim
from tests.nn.twins import both, cases
from tests.optim.problem import fill, live

case = cases()

OPTIONS = {
    "plain": {},
    "decay": {"weight_decay": 0.1},
    "amsgrad": {"amsgrad": True, "lr": 0.1},
    "betas": {"betas": (0.5, 0.9), "eps": 1e-3},
    "maximize": {"maximize": True, "weight_decay": 0.1},
    "all": {"amsgrad": True, "weight_decay": 0.01, "betas": (0.8, 0.99), "maximize": True},
    "ways": {"foreach": True},
}

GIVEN = {
    "negative_rate": "Kind([p], lr=-1)",
    "a_rate_that_is_no_number": "Kind([p], lr=float('nan'))",
    "a_rate_of_two_numbers": "Kind([p], lr=lib.tensor([0.1, 0.2]))",
    "negative_decay": "Kind([p], weight_decay=-0.1)",
    "negative_eps": "Kind([p], eps=-1e-8)",
    "defaults": "Kind([p]).defaults",
    "beta_of_one": "Kind([p], betas=(1.0, 0.9))",
    "negative_beta": "Kind([p], betas=(0.9, -0.1))",
    "beta_of_an_integer": "Kind([p], betas=(0, 0.9))",
    "by_position": "str(Kind([p], 0.1, (0.8, 0.9), 1e-6, 0.1, True))",
    "beyond_positions": "Kind([p], 0.1, (0.8, 0.9), 1e-6, 0.1, True, True)",
    "whole_numbers": "Kind([lib.tensor([1, 2])]).state_dict()",
}

fill(case, "Adam", OPTIONS, GIVEN)
test_adam_as_in_torch = both(__name__, case)
test_single_precision, test_a_state_goes_both_ways = live("Adam", OPTIONS)


def test_a_step_that_could_be_differentiated_is_refused():
    with pytest.raises(NotImplementedError, match="differentiable=True"):
        optim.Adam([nn.Parameter(minigrad.ones(1))], differentiable=True)


def test_a_rate_may_be_a_tensor_and_does_not_widen_the_arithmetic():
    p = nn.Parameter(minigrad.ones(2))
    p.grad = minigrad.ones(2)
    optim.Adam([p], lr=minigrad.tensor(0.5, dtype=minigrad.float64), eps=np.float64(0)).step()
    assert p.tolist() == [0.5, 0.5]
    assert p.dtype is minigrad.float32


def test_the_gradient_stays():
    p = nn.Parameter(minigrad.ones(2))
    p.grad = minigrad.tensor([3.0, -4.0])
    optim.Adam([p], maximize=True, weight_decay=0.1).step()
    assert p.grad.tolist() == [3.0, -4.0]


def test_a_step_allocates_one_array_for_all_parameters_of_a_shape():
    params = [nn.Parameter(minigrad.ones(100_000)) for _ in range(4)]
    for p in params:
        p.grad = minigrad.ones(100_000)
    optimizer = optim.Adam(params)
    optimizer.step()
    tracemalloc.start()
    optimizer.step()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.2 * 400_000


def test_a_checkpoint_of_before_an_option_existed():
    p = nn.Parameter(minigrad.ones(2))
    state = optim.Adam([p]).state_dict()
    del state["param_groups"][0]["decoupled_weight_decay"]
    optimizer = optim.Adam([p])
    optimizer.load_state_dict(state)
    assert optimizer.param_groups[0]["decoupled_weight_decay"] is False
