import numpy as np

import minigrad as torch
from minigrad.testing.registry import find


def test_the_layer_is_that_of_autograd():
    A, x, g = find("x2-pull").draws[0](np.random.default_rng(0))
    leaves = [torch.tensor(v, requires_grad=True) for v in (x, A)]
    torch.tanh(leaves[1] @ leaves[0]).backward(gradient=torch.tensor(g))
    for leaf, right in zip(leaves, find("x2-pull").reference(A, x, g)):
        np.testing.assert_allclose(leaf.grad.numpy(), right)


def test_where_A_is_square_wrong_shapes_fit_and_that_comes_first():
    A, x, g = find("x2-pull").draws[0](np.random.default_rng(0))
    assert A.shape == (3, 3) and x.shape == g.shape == (3,)
