"""What the solutions of set X8 make, in minigrad and in PyTorch."""

import pytest

from tests.exercises.course import source

LIBS = pytest.mark.parametrize("lib", ["minigrad", "torch"])


def solution(lib, name):
    """What a cell of the set makes, in either library."""
    space = {"torch": lib, "nn": lib.nn, "optim": lib.optim}
    before = set(space)
    exec(next(c.source for c in source("x8-modules").cells if c.id == name), space)
    return next(space[name] for name in space if name not in {*before, "__builtins__"})
