import numpy as np

import minigrad
from minigrad.autograd.node import OPS


def test_moments_stand_one_after_the_other():
    x = minigrad.arange(6).view(3, 2)
    assert OPS["_pack_padded_sequence"](x, (2, 1, 1)).tolist() == [0, 1, 2, 4]


def test_padding_gets_no_gradient_and_only_sizes_are_saved():
    x = minigrad.ones(3, 2, requires_grad=True)
    y = OPS["_pack_padded_sequence"](x, (2, 1))
    assert y.grad_fn.saved == () or all(kept is None for kept in y.grad_fn.saved)
    y.backward(minigrad.tensor([1.0, 2.0, 3.0]))
    np.testing.assert_array_equal(x.grad.numpy(), [[1, 2], [3, 0], [0, 0]])
