import re

import numpy as np
import pytest

import minigrad
from minigrad.testing.registry import find
from tests.exercises.course import source


def test_nothing_is_earned_by_doing_nothing():
    assert find("x6-ask").judge(lambda model, x: x.detach()[:, :2]).score == 0
    assert find("x6-chase").judge(lambda v, before, reward, after, discount: reward).score == 0
    assert find("x6-snap").judge(lambda x, step: x.detach()).score == 0
    assert find("x6-level").judge(lambda x: x.detach()).score == 0
    assert find("x6-states").judge(lambda w, u, start, xs: xs).score == 0
    assert find("x6-centre").judge(lambda x, mean, rate: x.detach()).score == 0


NAMES = ("level", "states", "fall")
LEAVES = {
    "level": [[[1.0, 4.0], [2.0, 0.0], [6.0, 5.0]]],
    "states": [[0.5, -0.8], [0.3, 0.9], [1.0, 2.0]],
    "fall": [[[0.5, -0.2], [0.1, 0.7]], [1.0, -1.5]],
}
MORE = {
    "level": [],
    "states": [[[1.0, 0.5], [0.2, -1.0]]],
    "fall": [[[1.0, 2.0], [0.5, -1.0]], [1.0, 0.0]],
}


def cell(name):
    return next(c.source for c in source("x6-writes").cells if c.id == name)


def outcome(lib, name, suspect):
    """What a program of the set leaves: gradients, or leaves that have moved; or its error."""
    text = cell(f"x6-{name}-suspect" if suspect else f"x6-{name}")
    space = {"torch": lib}
    exec(text.split("\n\n\n")[0], space)
    leaves = [lib.tensor(values, requires_grad=True) for values in LEAVES[name]]
    rest = [lib.tensor(values) for values in MORE[name]] + [0.1] * (name == "fall")
    try:
        result = space[f"suspect_{name}" if suspect else name](*leaves, *rest)
        if name != "fall":
            result[-1].sum().backward()
    except RuntimeError as error:
        whose = re.search(r"output \d of \w+", str(error))
        return whose[0] if whose else "stopped"
    return [(x if name == "fall" else x.grad).detach().numpy() for x in leaves]


@pytest.mark.parametrize("name", NAMES)
def test_the_program_stops(name):
    torch = pytest.importorskip("torch")
    wanted = {"level": "output 0 of Sqrt", "states": "output 0 of AsStrided", "fall": "stopped"}
    for lib in (minigrad, torch):
        assert outcome(lib, name, suspect=True) == wanted[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_repaired_program_gives_what_it_gives_in_pytorch(name):
    torch = pytest.importorskip("torch")
    for one, other in zip(outcome(minigrad, name, False), outcome(torch, name, False)):
        assert np.allclose(one, other, atol=1e-6)


def test_the_program_as_it_stands_earns_nothing():
    for name in NAMES:
        space = {"torch": minigrad}
        exec(cell(f"x6-{name}-suspect").split("\n\n\n")[0], space)
        assert find(f"x6-{name}").judge(space[f"suspect_{name}"]).score == 0
