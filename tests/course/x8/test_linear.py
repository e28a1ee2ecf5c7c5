import numpy as np
import pytest

import minigrad
from minigrad.testing.registry import find
from tests.course.x8.solved import LIBS, solution


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
