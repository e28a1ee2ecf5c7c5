import numpy as np
import pytest

from minigrad.course.x6.snap import _snapped
from minigrad.testing.registry import find


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
