import pytest

from minigrad.testing.registry import find
from tests.course.x8.solved import LIBS

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
