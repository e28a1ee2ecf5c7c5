import math

import numpy as np

import minigrad
from minigrad.nn.functional import gelu
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
F.gelu(i)
F.gelu(b)
F.gelu(f, approximate='x')
F.gelu(h), F.gelu(s), F.gelu(e), F.gelu(w).grad_fn, F.gelu(f, approximate='tanh')
F.gelu(torch.tensor([nan, -0., -inf, 100., -100.], dtype=torch.float64))
F.gelu(torch.tensor([nan, -0., -inf, inf, 100., -100.]), approximate='tanh')
grads(F.gelu, [-1.0, 0.0, 2.0, nan, 100.0, -100.0])
grads(lambda x: F.gelu(x, approximate='tanh'), [-1.0, 0.0, 2.0, nan, 100.0, -100.0])
seconds(F.gelu, [-1.0, 0.0, 2.0, 30.0])
seconds(lambda x: F.gelu(x, approximate='tanh'), [-1.0, 0.0, 2.0, 30.0])
torch.autograd.grad(F.gelu(w).sum(), w, create_graph=True)[0].grad_fn.next_functions[1][0]
""")

GRID = np.linspace(-4.0, 4.0, 81)


def test_it_is_the_input_times_a_probability():
    below = np.array([0.5 * math.erfc(-x / math.sqrt(2)) for x in GRID])
    np.testing.assert_allclose(gelu(minigrad.from_numpy(GRID)).numpy(), GRID * below, atol=1e-15)


def test_tanh_comes_near():
    x = minigrad.from_numpy(GRID)
    gap = (gelu(x) - gelu(x, approximate="tanh")).abs().max().item()
    assert 1e-5 < gap < 1e-3
