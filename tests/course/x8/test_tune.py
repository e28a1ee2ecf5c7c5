import pytest

import minigrad
from minigrad.testing.registry import find
from tests.course.x8.solved import LIBS, solution
from tests.exercises.course import source


def network(lib):
    lib.manual_seed(0)
    body = lib.nn.Sequential(lib.nn.Linear(3, 4), lib.nn.BatchNorm1d(4), lib.nn.Tanh())
    model = lib.nn.Sequential(body, lib.nn.Linear(4, 2))
    model(lib.ones(3, 3)).sum().backward()  # gradients from before
    return model


@LIBS
@pytest.mark.parametrize("suspect", [True, False])
def test_the_body_moves_before_the_repair_and_not_after_it(lib, suspect):
    lib = pytest.importorskip(lib)
    text = next(c.source for c in source("x8-modules").cells if c.id == "x8-tune-suspect")
    space = {"torch": lib, "nn": lib.nn, "optim": lib.optim}
    exec(text.split("\n\n\n")[0], space)
    function = space["suspect_tune"] if suspect else solution(lib, "x8-tune")
    model = network(lib)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    function(model, lib.ones(4, 3), lib.zeros(4, 2), 0.1, 2)
    moved = {name for name, value in model.state_dict().items() if not value.equal(before[name])}
    head = {"1.weight", "1.bias"}
    assert moved > head if suspect else moved == head


@LIBS
def test_a_frozen_body_moves_by_the_gradients_that_it_has(lib):
    """What the last question asks about."""
    lib = pytest.importorskip(lib)
    model = network(lib)
    weight = model[0][0].weight.detach().clone()
    model[0].requires_grad_(False)
    lib.optim.SGD(model.parameters(), lr=0.1, weight_decay=0.1).step()
    assert not model[0][0].weight.detach().equal(weight)


def test_the_program_as_it_stands_is_told_its_faults():
    text = next(c.source for c in source("x8-modules").cells if c.id == "x8-tune-suspect")
    space = {"torch": minigrad, "nn": minigrad.nn, "optim": minigrad.optim}
    exec(text.split("\n\n\n")[0], space)
    verdict = find("x8-tune").judge(space["suspect_tune"])
    assert not verdict.ok and "The body moves" in verdict.message
