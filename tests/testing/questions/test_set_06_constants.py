"""Exercise set 6, second part: no entry lies halfway; the two constants are PyTorch's, too."""

import numpy as np
import pytest

from minigrad.testing.questions import find
from minigrad.testing.questions.set_06_constants import _snapped


def test_no_entry_lies_halfway_between_two_multiples():
    rng = np.random.default_rng(0)
    for draw in find("x6-snap").draws * 20:
        x, step = draw(rng)
        steps = x.detach().numpy() / step
        assert (np.abs(steps - np.floor(steps) - 0.5) > 0.05).all()


@pytest.mark.parametrize("lib", ["minigrad", "torch"])
def test_a_stair_with_a_slope(lib):
    lib = pytest.importorskip(lib)
    x = lib.tensor([0.3, -1.7, 2.1], requires_grad=True)
    y = _snapped(x, 0.4)
    (y * lib.tensor([1.0, 2.0, 3.0])).sum().backward()
    assert np.allclose(y.detach().numpy(), [0.4, -1.6, 2.0])
    assert x.grad.tolist() == [1, 2, 3]


@pytest.mark.parametrize("lib", ["minigrad", "torch"])
@pytest.mark.parametrize("mark", ["no_grad", "inference_mode"])
def test_a_target_may_be_computed_in_either_block(lib, mark):
    lib = pytest.importorskip(lib)
    v, before, after = lib.nn.Linear(2, 1), lib.ones(3, 2), lib.zeros(3, 2)
    with getattr(lib, mark)():
        target = 1.0 + 0.9 * v(after)
    loss = ((v(before) - target) ** 2).mean()
    loss.backward()
    error = (v(before) - target).detach().numpy()
    assert np.allclose(v.bias.grad.numpy(), 2 * error.mean())
