import numpy as np
import pytest

from minigrad.course.x2.values import Value, long_way, lopsided, newest_first, nodes, two_leaves


@pytest.mark.parametrize("make", [two_leaves, lopsided, long_way])
def test_each_value_stands_once_and_after_all_that_used_it(make):
    order = newest_first(make(np.random.default_rng(0)))
    place = {id(one): i for i, one in enumerate(order)}
    assert len(place) == len(order)
    assert all(place[id(one)] > i for i, used in enumerate(order) for one in used.inputs)


def test_a_value_keeps_its_inputs_and_its_slopes():
    a, b = Value(2.0), Value(5.0)
    product = a * b
    assert (product.data, product.inputs, product.slopes) == (10.0, (a, b), (5.0, 2.0))
    assert nodes(product) == [product, a, b]
