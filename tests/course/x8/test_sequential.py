"""Exercise set 8: the network finds and computes what that of PyTorch does."""

import pytest

from minigrad import nn
from minigrad.testing.registry import find
from tests.course.x8.solved import LIBS, solution


@LIBS
def test_the_network_finds_what_that_of_the_library_finds(lib):
    lib = pytest.importorskip(lib)
    shared = lib.nn.Linear(2, 2)
    parts = shared, lib.nn.Tanh(), shared, lib.nn.Dropout(0.5)
    own, other = solution(lib, "x8-sequential")(*parts), lib.nn.Sequential(*parts)
    own.eval()
    assert not any(part.training for part in parts)
    assert len(list(own.parameters())) == len(list(other.parameters())) == 2
    x = lib.ones(1, 2)
    assert own(x).tolist() == other(x).tolist()


def test_a_list_of_modules_cannot_be_called_and_is_an_answer_all_the_same():
    class Sequential(nn.Module):
        def __init__(self, *parts):
            super().__init__()
            self.parts = nn.ModuleList(parts)

        def forward(self, x):
            return self.parts(x)

    verdict = find("x8-sequential").judge(Sequential)
    assert verdict.state == "not yet"
    assert "An nn.ModuleList only holds modules" in " ".join(verdict.message.split())


def test_a_layer_that_stands_in_two_places_is_shown_as_one():
    class Sequential(nn.Module):
        def __init__(self, *parts):
            super().__init__()
            self.parts = nn.ModuleList(parts)

        def parameters(self):
            return [p for part in self.parts for p in part.parameters()]

        def forward(self, x):
            for part in self.parts:
                x = part(x)
            return x

    message = find("x8-sequential").judge(Sequential).message
    assert "given    the parts Linear, Tanh, number 1 again" in message


def test_the_library_s_own_is_no_answer():
    class Within(nn.Module):
        def __init__(self, *parts):
            super().__init__()
            self.inner = nn.Sequential(*parts)

        def forward(self, x):
            return self.inner(x)

    for made in (Within, type("Sequential", (nn.Sequential,), {"forward": nn.Sequential.forward})):
        assert "is not to be used" in find("x8-sequential").judge(made).message
