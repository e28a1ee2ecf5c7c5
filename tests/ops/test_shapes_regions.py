import numpy as np

import minigrad
from minigrad.autograd.view import Region
from minigrad.ops.shapes import put_region, replace_region, take_region

BASE = np.arange(12.0).reshape(3, 4)
PART = Region.of(BASE[1:, ::2], BASE)


def leaf(values):
    return minigrad.tensor(np.asarray(values).tolist(), dtype=minigrad.float64, requires_grad=True)


def test_take_put_and_replace():
    x = minigrad.from_numpy(BASE)
    part = take_region(x, region=PART)
    assert part.tolist() == [[4.0, 6.0], [8.0, 10.0]]
    assert put_region(part, region=PART).tolist() == [[0] * 4, [4, 0, 6, 0], [8, 0, 10, 0]]
    assert replace_region(x, -part, region=PART)[1].tolist() == [-4.0, 5.0, -6.0, 7.0]


def test_each_is_in_the_others_derivative():
    x, part = leaf(BASE), leaf([[1.0, 2.0], [3.0, 4.0]])
    taken = take_region(x, region=PART)
    assert minigrad.autograd.grad(taken.sum(), x)[0].tolist() == [[0] * 4, *[[1, 0, 1, 0]] * 2]
    put = put_region(part, region=PART)
    assert minigrad.autograd.grad((put * x).sum(), part)[0].tolist() == taken.tolist()
    replaced = replace_region(x, part, region=PART)
    of_rest, of_part = minigrad.autograd.grad((replaced * replaced).sum(), (x, part))
    assert of_rest.tolist() == [[0, 2, 4, 6], [0, 10, 0, 14], [0, 18, 0, 22]]
    assert of_part.tolist() == [[2, 4], [6, 8]]


def test_a_region_without_a_part_is_zeroed():
    x = minigrad.from_numpy(BASE)
    assert replace_region(x, None, region=PART)[2].tolist() == [0.0, 9.0, 0.0, 11.0]
