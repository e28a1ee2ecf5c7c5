import numpy as np

import minigrad
from minigrad.autograd.node import OPS

pack = OPS["_pack_padded_sequence"]


def test_moments_stand_one_after_the_other():
    data, sizes = pack(minigrad.arange(6).view(3, 2), minigrad.tensor([2, 1, 1]))
    assert (data.tolist(), sizes.tolist()) == ([0, 1, 2, 4], [2, 1, 1])


def test_padding_gets_no_gradient():
    x = minigrad.ones(3, 2, requires_grad=True)
    pack(x, minigrad.tensor([2, 1])).data.backward(minigrad.tensor([1.0, 2.0, 3.0]))
    np.testing.assert_array_equal(x.grad.numpy(), [[1, 2], [3, 0], [0, 0]])


def test_rows_are_put_back_where_they_came_from():
    x = minigrad.arange(6.0).view(3, 2)
    rows, sizes = pack(x, minigrad.tensor([2, 1]))
    back = OPS["_unpacked_rows"](rows, (3, 2), tuple(sizes.tolist()))
    assert back.tolist() == [[0, 1], [2, 0], [0, 0]]
