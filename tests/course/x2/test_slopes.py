import pytest

import minigrad as torch
from minigrad.testing.registry import find


def test_six_slopes_are_those_of_autograd():
    x, y = (torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (0.7, 1.3))
    results = ((x * y, x), (x / y, y), (x**3, x), (y.sqrt(), y), (x.sin(), x), (x.tanh(), x))
    slopes = [torch.autograd.grad(z, by)[0].item() for z, by in results]
    assert find("x2-slopes").reference(0.7, 1.3) == pytest.approx(slopes)
