import math

import numpy as np

import minigrad
from minigrad.nn.functional import gelu
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.sigmoid(i)
i.sigmoid_()
torch.sigmoid(torch.tensor([1000.,-1000.,nan]))
F.elu(i)
F.elu(torch.tensor([nan, -0., -inf, inf, 1000.])), F.elu(-s, 2.5)
F.gelu(i)
F.gelu(torch.tensor([nan, -0., -inf, 100., -100.], dtype=torch.float64))
F.gelu(torch.tensor([nan, -0., -inf, inf, 100., -100.]), approximate='tanh')
F.silu(u)
F.silu(torch.tensor([nan, -0., -inf, inf, 1000., -1000.]))
F.softplus(b)
F.softplus(torch.tensor([nan, -0., -inf, inf, 1000., -1000.]))
F.softplus(f, 0), F.softplus(f, beta=2, threshold=1), F.softplus(f, -1), F.softplus(s, 0.5, 1.25)
# edges
grads(torch.sigmoid, [0.0, 1000.0, -1000.0, nan])
grads(F.elu, [-1.0, 0.0, -0.0, 2.0, inf, -inf, 1000.0])
grads(F.gelu, [-1.0, 0.0, 2.0, nan, 100.0, -100.0])
grads(lambda x: F.gelu(x, approximate='tanh'), [-1.0, 0.0, 2.0, nan, 100.0, -100.0])
grads(F.silu, [-1.0, 0.0, 2.0, nan, 1000.0])
grads(F.softplus, [-1.0, 0.0, 20.0, 20.5, nan, 100.0, -1000.0])
grads(lambda x: F.softplus(x, 2, 3), [1.0, 1.5, 1.75])
curves(torch.sigmoid, [-1.0, 0.0, 2.0, 1000.0])
curves(torch.tanh, [-1.0, 0.0, 2.0, 1000.0])
curves(F.elu, [-1.0, 2.0, 1000.0])
curves(lambda x: F.elu(x * 1, 2.5, True), [-1.0, 2.0, 1000.0])
curves(F.gelu, [-1.0, 0.0, 2.0, 30.0])
curves(lambda x: F.gelu(x, approximate='tanh'), [-1.0, 0.0, 2.0, 30.0])
curves(F.silu, [-1.0, 0.0, 2.0])
curves(F.softplus, [-1.0, 0.0, 19.0, 21.0, 1000.0])
curves(lambda x: F.softplus(x, 2, 3), [1.0, 1.75])
x = (w - 2) * 1; F.elu(x, 2.5, True).sum().backward(); w.grad
""")


GRID = np.linspace(-4.0, 4.0, 81)


def test_gelu_is_the_input_times_a_probability():
    below = np.array([0.5 * math.erfc(-x / math.sqrt(2)) for x in GRID])
    np.testing.assert_allclose(gelu(minigrad.from_numpy(GRID)).numpy(), GRID * below, atol=1e-15)


def test_gelu_with_tanh_comes_near():
    x = minigrad.from_numpy(GRID)
    gap = (gelu(x) - gelu(x, approximate="tanh")).abs().max().item()
    assert 1e-5 < gap < 1e-3
