"""Exercise set 8: the chains are what happens; the layer is that of PyTorch."""

import numpy as np
import pytest

import minigrad
from minigrad.testing.questions import find
from tests.exercises.course import source

LIBS = pytest.mark.parametrize("lib", ["minigrad", "torch"])
CHAINS = find("x8-chains")
LINKS = {
    "relu at 2": (2.0, lambda lib, h: h.relu()),
    "relu at -2": (-2.0, lambda lib, h: h.relu()),
    "tanh at 0": (0.0, lambda lib, h: h.tanh()),
    "sigmoid at 0": (0.0, lambda lib, h: h.sigmoid()),
    "leaky_relu at -2": (-2.0, lambda lib, h: lib.nn.functional.leaky_relu(h)),
    "elu at 2": (2.0, lambda lib, h: lib.nn.functional.elu(h)),
    "h + tanh(h) at 0": (0.0, lambda lib, h: h + h.tanh()),
    "tanh at 0.5": (0.5, lambda lib, h: h.tanh()),
    "h + relu(h) at -2": (-2.0, lambda lib, h: h + h.relu()),
    "2 * relu at 2": (2.0, lambda lib, h: 2 * h.relu()),
}


def word(slope):
    exact = {0.0: "zero", 1.0: "one"}
    return exact.get(slope) or ("more" if slope > 1 else "less" if slope < 1e-3 else "between")


@LIBS
@pytest.mark.parametrize("chain", CHAINS.expected)
def test_the_slopes_of_the_chains_are_what_they_are_called(lib, chain):
    lib = pytest.importorskip(lib)
    start, link = LINKS[chain]
    x = lib.tensor(start, requires_grad=True)
    h = x
    for _ in range(10):
        h = link(lib, h)
    h.backward()
    assert word(x.grad.item()) == CHAINS.expected[chain]


def solution(lib, name):
    """What a cell of the set makes, in either library."""
    space = {"torch": lib, "nn": lib.nn, "optim": lib.optim}
    before = set(space)
    exec(next(c.source for c in source("x8-modules").cells if c.id == name), space)
    return next(space[name] for name in space if name not in {*before, "__builtins__"})


@LIBS
def test_the_layer_computes_what_that_of_the_library_does(lib):
    lib = pytest.importorskip(lib)
    own, other = solution(lib, "x8-linear")(3, 2), lib.nn.Linear(3, 2)
    own.load_state_dict(other.state_dict())
    results = []
    for layer in (own, other):
        y = layer(lib.tensor([[1.0, -2.0, 0.5]]))
        y.sum().backward()
        results.append([y.tolist(), layer.weight.grad.tolist(), layer.bias.grad.tolist()])
    assert results[0] == results[1]
    numbers = solution(lib, "x8-linear")(100, 50).weight.detach().numpy()
    assert 0.09 < numbers.max() <= 0.1 and -0.1 <= numbers.min() < -0.09


@pytest.mark.parametrize("name", ["x8-linear", "x8-sequential", "x8-momentum"])
def test_an_object_a_function_and_an_empty_class_are_no_answer(name):
    question = find(name)
    made = solution(minigrad, name)
    assert question.judge(made).ok
    assert "Hand over the class itself" in question.judge(len).message
    empty = type(made.__name__, made.__bases__, {"__init__": lambda self, *args: None})
    assert question.judge(empty).state == "not attempted yet"


def test_a_class_that_is_no_module_is_told_so():
    class Linear:
        def __init__(self, inputs, outputs):
            self.weight = minigrad.zeros(outputs, inputs)

    verdict = find("x8-linear").judge(Linear)
    assert "has to inherit from nn.Module" in verdict.message and "stopped" not in verdict.message


def test_the_shown_input_has_all_that_it_takes():
    draws = find("x8-linear").draws
    shapes = [
        tuple(np.shape(part) for part in draw(np.random.default_rng(0))[2:]) for draw in draws
    ]
    assert shapes[0] == ((4, 2), (4,), (3, 2), (3, 4))
