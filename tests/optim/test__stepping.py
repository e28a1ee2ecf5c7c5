import numpy as np
import pytest

import minigrad
from minigrad import nn, optim
from minigrad.optim._stepping import Stepping, given, python_numbers


class Watched(Stepping):
    """Notes what it is given to move."""

    def __init__(self, params, lr=0.1, maximize=False, weight_decay=0, differentiable=False):
        super().__init__(params, given(locals()))

    def _memory(self, group):
        return {"step": 0.0, "sum": 0.5}

    def _update(self, moves, **options):
        self.options = options
        self.moves = [(theta, g, [x.copy() for x in kept], t) for theta, g, kept, t in moves]


@pytest.fixture
def param():
    p = nn.Parameter(minigrad.tensor([1.0, 2.0]))
    p.grad = minigrad.tensor([3.0, 4.0])
    return p


def moved(param, **options):
    """What an update gets of one parameter."""
    optimizer = Watched([param], **options)
    optimizer.step()
    return optimizer.moves[0]


def test_options_are_the_arguments_besides_the_parameters():
    class Kind:
        def __init__(self, params, lr, eps=1e-8):
            self.options = given(locals())
            super().__init__()

    assert Kind([1], 0.5).options == {"lr": 0.5, "eps": 1e-8}


def test_a_closure_is_evaluated_with_recording_on(param):
    optimizer = Watched([param])
    with minigrad.no_grad():
        assert optimizer.step(minigrad.is_grad_enabled) is True
    assert optimizer.step() is None


def test_options_are_pythons_numbers(param):
    found = [
        python_numbers(x) for x in (minigrad.tensor(0.5), np.float64(0.25), 1, (np.float32(1), 2.0))
    ]
    assert found == [0.5, 0.25, 1, (1.0, 2.0)]
    optimizer = Watched([param], lr=minigrad.tensor(0.5))
    optimizer.step()
    assert type(optimizer.options["lr"]) is float


def test_an_update_gets_the_parameter_its_gradient_what_is_remembered_and_the_count(param):
    optimizer = Watched([param])
    for count in (1, 2):
        optimizer.step()
        [(theta, gradient, [total], t)] = optimizer.moves
        assert theta is param._array
        assert gradient.tolist() == [3.0, 4.0]
        assert (t, total.tolist()) == (count, [0.5, 0.5])
        assert optimizer.state[param]["step"].item() == count


def test_the_gradient_is_turned_round_and_holds_the_decay(param):
    assert moved(param, maximize=True)[1].tolist() == [-3.0, -4.0]
    assert moved(param, maximize=True, weight_decay=10)[1].tolist() == [7.0, 16.0]
    assert param.grad.tolist() == [3.0, 4.0]


def test_writes_are_counted(param):
    optimizer = Watched([param])
    optimizer.step()
    memory = optimizer.state[param]
    assert [x._version for x in (param, memory["sum"], memory["step"])] == [1, 1, 1]


@pytest.mark.parametrize("kind", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta"])
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
