from collections import defaultdict

import numpy as np
import pytest

import minigrad
from minigrad import nn, optim
from minigrad.optim._moving import Scratch, evaluated, moving, numbers

GROUP = {"maximize": False, "weight_decay": 0}


def moved(param, state=None, **group):
    """What a step gets of one parameter."""
    state = defaultdict(dict) if state is None else state
    return next(moving(state, {"params": [param], **GROUP, **group}, ["sum"], 0.5))


@pytest.fixture
def param():
    p = nn.Parameter(minigrad.tensor([1.0, 2.0]))
    p.grad = minigrad.tensor([3.0, 4.0])
    return p


def test_a_closure_is_evaluated_with_recording_on():
    with minigrad.no_grad():
        assert evaluated(minigrad.is_grad_enabled) is True
    assert evaluated(None) is None


def test_numbers_are_pythons():
    group = {"lr": minigrad.tensor(0.5), "eps": np.float64(0.25), "rho": 1}
    found = numbers(group, "lr", "eps", "rho")
    assert found == [0.5, 0.25, 1]
    assert [type(number) for number in found] == [float, float, int]


def test_a_step_gets_the_parameter_its_gradient_its_count_and_what_is_remembered(param):
    who, gradient, count, (total,) = moved(param)
    assert who is param
    assert gradient.tolist() == [3.0, 4.0]
    assert count == 1
    assert total.tolist() == [0.5, 0.5]


def test_the_gradient_is_turned_round_and_holds_the_decay(param):
    assert moved(param, maximize=True)[1].tolist() == [-3.0, -4.0]
    assert moved(param, maximize=True, weight_decay=10)[1].tolist() == [7.0, 16.0]
    decoupled = moved(param, weight_decay=10, decoupled_weight_decay=True)
    assert decoupled[1].tolist() == [3.0, 4.0]
    assert param.grad.tolist() == [3.0, 4.0]


def test_writes_are_counted_when_they_are_done(param):
    state = defaultdict(dict)
    walk = moving(state, {"params": [param], **GROUP}, ["sum"])
    next(walk)
    assert (param._version, state[param]["sum"]._version) == (0, 0)
    assert list(walk) == []
    versions = [x._version for x in (param, state[param]["sum"], state[param]["step"])]
    assert versions == [1, 1, 1]


@pytest.mark.parametrize("kind", ["Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta"])
def test_what_cannot_be_moved_is_refused_in_a_sentence(kind):
    whole = minigrad.tensor([1, 2])
    whole.grad = minigrad.tensor([1, 2])
    with pytest.raises(RuntimeError, match="train floats"):
        getattr(optim, kind)([whole]).step()
    with minigrad.inference_mode():
        inferred = minigrad.ones(2)
    inferred.grad = minigrad.ones(2)
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor"):
        getattr(optim, kind)([inferred]).step()
    assert inferred.tolist() == [1.0, 1.0]
    repeated = minigrad.ones(1).expand(3)
    repeated.grad = minigrad.ones(3)
    with pytest.raises(RuntimeError, match="more than one element"):
        getattr(optim, kind)([repeated]).step()


@pytest.mark.parametrize("kind", ["Adam", "RMSprop", "Adagrad", "Adadelta"])
@pytest.mark.parametrize("shape", [(1,), (3,), (2, 2)])
def test_a_memory_of_another_shape_is_refused(param, kind, shape):
    optimizer = getattr(optim, kind)([param])
    optimizer.step()
    before = param.tolist()
    memory = optimizer.state[param]
    for name in memory.keys() - {"step"}:
        memory[name] = minigrad.zeros(shape)
    with pytest.raises(ValueError, match="broadcast"):
        optimizer.step()
    assert param.tolist() == before


def test_a_graph_notices_the_step(param):
    loss = (param * param).sum()
    optim.Adam([param]).step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_overflow_is_as_silent_as_in_torch(param):
    param.grad.fill_(1e30)
    for kind in (optim.Adam, optim.RMSprop, optim.Adagrad, optim.Adadelta):
        kind([param]).step()  # warnings are errors here


def test_scratch_is_one_array_for_each_shape_and_type():
    scratch = Scratch()
    a = scratch.like(np.zeros((2, 3)))
    assert scratch.like(np.ones((2, 3))) is a
    assert scratch.like(np.ones((3, 2))) is not a
    assert scratch.like(np.ones((2, 3), np.float32)).dtype == np.float32
