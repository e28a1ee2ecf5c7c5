import pickle
import warnings

import numpy as np
import pytest

import minigrad
from minigrad import nn, optim
from tests.nn.twins import both, cases

case = cases()

OPTIONS = {
    "plain": {},
    "momentum": {"momentum": 0.9},
    "dampening": {"momentum": 0.9, "dampening": 0.3},
    "nesterov": {"momentum": 0.9, "nesterov": True},
    "decay": {"weight_decay": 0.1},
    "all": {"momentum": 0.8, "weight_decay": 0.05, "nesterov": True},
    "maximize": {"maximize": True, "momentum": 0.5, "lr": 0.001},
    "maximize_decay": {"maximize": True, "weight_decay": 0.1, "lr": 0.001},
    "foreach": {"momentum": 0.9, "foreach": True},
    "a_rate_of_nothing": {"lr": 0},
}


def trained(lib, steps=20, **options):
    """Twenty steps on random data, what the parameters are then, and all losses."""
    model = lib.nn.Sequential(lib.nn.Linear(6, 8), lib.nn.Tanh(), lib.nn.Linear(8, 3))
    x, y = lib.randn(32, 6), lib.randint(3, (32,))
    optimizer = lib.optim.SGD(model.parameters(), **{"lr": 0.1, **options})
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = lib.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, model.state_dict()


def training(options):
    return lambda lib: trained(lib, **options)


case.all.update({f"trained_{name}": training(options) for name, options in OPTIONS.items()})

GIVEN = {
    "negative_rate": "SGD([p], lr=-1)",
    "negative_momentum": "SGD([p], lr=0.1, momentum=-0.1)",
    "negative_decay": "SGD([p], lr=0.1, weight_decay=-0.1)",
    "nesterov_without_momentum": "SGD([p], lr=0.1, nesterov=True)",
    "nesterov_with_dampening": "SGD([p], lr=0.1, momentum=0.9, dampening=0.1, nesterov=True)",
    "default_rate": "SGD([p]).param_groups[0]['lr']",
    "a_rate_of_two_numbers": "SGD([p], lr=lib.tensor([0.1, 0.2]))",
    "a_rate_without_a_number": "SGD([p], lr=lib.tensor([]))",
    "maximize_by_position": "SGD([p], 0.1, 0, 0, 0, False, True)",
}


def expression(code):
    def one(lib):
        p = lib.nn.Parameter(lib.tensor([1.0, 2.0]))
        return eval(code, {"lib": lib, "SGD": lib.optim.SGD, "p": p})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def closure(lib):
    p = lib.nn.Parameter(lib.tensor([1.0, 2.0]))
    optimizer = lib.optim.SGD([p], lr=0.1)

    def again():
        optimizer.zero_grad()
        loss = (p * p).sum()
        loss.backward()
        return loss

    with lib.no_grad():
        losses = [optimizer.step(again) for _ in range(3)]
    return losses, p


@case
def without_gradient_nothing_moves(lib):
    p, q = (lib.nn.Parameter(lib.ones(2)) for _ in range(2))
    optimizer = lib.optim.SGD([p, q], lr=0.1, momentum=0.9)
    (q * q).sum().backward()
    optimizer.step()
    return p, q, p._version, q._version, len(optimizer.state)


@case
def writes_are_counted(lib):
    found = []
    for options in ({}, {"nesterov": True}, {"dampening": 0.5}, {"maximize": True}):
        p = lib.nn.Parameter(lib.tensor([1.0, 2.0]))
        p.grad = lib.ones(2)
        optimizer = lib.optim.SGD([p], lr=0.1, momentum=0.9, weight_decay=0.1, **options)
        for _ in range(3):
            optimizer.step()
            found.append([p._version, p, optimizer.state[p]])
    return found


@case
def a_number_as_parameter(lib):
    p = lib.nn.Parameter(lib.tensor(3.0))
    optimizer = lib.optim.SGD([p], lr=0.1, momentum=0.9, weight_decay=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        (p * p).backward()
        optimizer.step()
    return p, optimizer.state[p]


@case
def double(lib):
    p = lib.nn.Parameter(lib.tensor([1.0, 2.0], dtype=lib.float64))
    optimizer = lib.optim.SGD([p], lr=0.1, momentum=0.9)
    for _ in range(3):
        optimizer.zero_grad()
        (p * p).sum().backward()
        optimizer.step()
    return p, optimizer.state[p]


@case
def a_graph_notices_the_step(lib):
    p = lib.nn.Parameter(lib.ones(2))
    optimizer = lib.optim.SGD([p], lr=0.1)
    (p * p).sum().backward()
    loss = (p * p).sum()
    optimizer.step()
    try:
        loss.backward()
    except RuntimeError as error:
        return str(error)[:96]


@case
def views_see_the_step(lib):
    p = lib.nn.Parameter(lib.ones(2, 2))
    row, transposed, data = p[0], p.t(), p.detach()
    optimizer = lib.optim.SGD([p], lr=0.5)
    p.sum().backward()
    optimizer.step()
    return row, transposed, data


# A parameter, its gradient and options for two steps.
UNUSUAL = {
    "expanded": "lib.zeros(1).expand(3), lib.ones(3), {}",
    "made_in_inference_mode": "inferred(lib.ones, 2), lib.ones(2), {}",
    "a_gradient_of_inference_mode": "lib.ones(2), inferred(lib.ones, 2), {'momentum': 0.9}",
    "on_its_gradient": "line[:3], line[:3], {}",
    "a_part_of_its_gradients_memory": "line[:2], line[2:], {}",
}


def unusual(code):
    def one(lib):
        def inferred(make, *args):
            with lib.inference_mode():
                return make(*args)

        known = {"lib": lib, "inferred": inferred, "line": lib.arange(4.0)}
        param, param.grad, options = eval(code, known)
        optimizer = lib.optim.SGD([param], **{"lr": 0.1, **options})
        optimizer.step()
        optimizer.step()
        return param, param._version, optimizer.state[param]

    return one


case.all.update({f"step_of_{name}": unusual(code) for name, code in UNUSUAL.items()})


@case
def a_velocity_begun_in_inference_mode(lib):
    p = lib.nn.Parameter(lib.ones(3))
    p.grad = lib.ones(3)
    optimizer = lib.optim.SGD([p], lr=0.1, momentum=0.9)
    with lib.inference_mode():
        optimizer.step()
        optimizer.step()
    optimizer.step()


test_sgd_as_in_torch = both(__name__, case)


def test_a_step_records_nothing_and_keeps_the_memory():
    p = nn.Parameter(minigrad.ones(3))
    pointer, optimizer = p.data_ptr(), optim.SGD([p], lr=0.1, momentum=0.9)
    (p * p).sum().backward()
    grad = p.grad.tolist()
    optimizer.step()
    assert p.is_leaf
    assert p.grad_fn is None
    assert p.data_ptr() == pointer
    assert p.grad.tolist() == grad


def test_a_velocity_that_was_saved_is_missed_by_backward():
    p, w = (nn.Parameter(minigrad.ones(2)) for _ in range(2))
    p.grad = minigrad.ones(2)
    optimizer = optim.SGD([p], lr=0.1, momentum=0.9)
    optimizer.step()
    y = optimizer.state[p]["momentum_buffer"] * w
    optimizer.step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_the_velocity_shares_no_memory_with_the_gradient():
    p = nn.Parameter(minigrad.ones(2))
    optimizer = optim.SGD([p], lr=0.1, momentum=0.9)
    p.sum().backward()
    optimizer.step()
    p.grad.zero_()
    assert optimizer.state[p]["momentum_buffer"].tolist() == [1.0, 1.0]


def test_rates_from_numpy_do_not_widen_the_arithmetic():
    p = nn.Parameter(minigrad.ones(2))
    options = {"lr": np.float64(0.1), "momentum": np.float64(0.9), "weight_decay": np.float64(0.1)}
    optimizer = optim.SGD([p], **options, dampening=np.float64(0.5))
    for _ in range(2):
        p.sum().backward()
        optimizer.step()
    assert p.dtype is minigrad.float32
    assert optimizer.state[p]["momentum_buffer"].dtype is minigrad.float32


def test_a_rate_may_be_a_tensor():
    p = nn.Parameter(minigrad.ones(2))
    p.sum().backward()
    optim.SGD([p], lr=minigrad.tensor(0.5)).step()
    assert p.tolist() == [0.5, 0.5]


def test_a_write_that_is_refused_changes_nothing():
    with minigrad.inference_mode():
        p = minigrad.ones(2)
    p.grad = minigrad.ones(2)
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor"):
        optim.SGD([p], lr=0.1).step()
    assert p.tolist() == [1.0, 1.0]


def test_options_of_ones_own_may_be_tensors():
    p = nn.Parameter(minigrad.ones(2))
    p.grad = minigrad.ones(2)
    optim.SGD([{"params": [p], "mine": minigrad.ones(2)}], lr=0.5).step()
    assert p.tolist() == [0.5, 0.5]


def test_an_optimizer_pickled_before_an_option_existed():
    p = nn.Parameter(minigrad.ones(2))
    optimizer = optim.SGD([p], lr=0.5)
    del optimizer.param_groups[0]["maximize"]
    twin = pickle.loads(pickle.dumps(optimizer))
    assert twin.param_groups[0]["maximize"] is False


def test_overflow_is_as_silent_as_in_torch():
    p = nn.Parameter(minigrad.full((2,), 1e38))
    p.grad = minigrad.full((2,), 3e38)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optim.SGD([p], lr=10.0).step()
    assert p.tolist() == [-float("inf")] * 2


def test_a_step_that_could_be_differentiated_is_refused():
    with pytest.raises(NotImplementedError, match="differentiable=True"):
        optim.SGD([nn.Parameter(minigrad.ones(1))], differentiable=True)


def test_twenty_steps_are_torchs_live():
    torch = pytest.importorskip("torch")
    told = []
    for lib in (minigrad, torch):
        lib.manual_seed(11)
        losses, state = trained(lib, momentum=0.9)
        told.append([losses, *(x.flatten().tolist() for x in state.values())])
    for mine, theirs in zip(*told, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-6)
