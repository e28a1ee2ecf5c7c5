import pytest

import minigrad
from minigrad.autograd.overlap import check_apart, check_overlap, same_order

SHARED = "some elements of the input tensor"


def test_a_write_must_not_read_what_it_writes_in_another_order():
    target = minigrad.ones(2, 3)
    check_overlap(target, [target, target[...], minigrad.ones(3, 2), 1.0])
    for other in (target.view(3, 2), target.t()):
        with pytest.raises(RuntimeError, match=SHARED):
            check_overlap(target, [other])
    gaps = minigrad.ones(6)[::2]
    check_overlap(gaps, [gaps[1:]])  # PyTorch does not notice it either


def test_some_writes_want_memory_of_their_own():
    target = minigrad.ones(2, 3)
    check_apart(target, minigrad.ones(2, 3))
    for same in (target, target[...], target.data):
        with pytest.raises(RuntimeError, match=SHARED):
            check_apart(target, same)


def test_the_order_of_elements():
    array = minigrad.ones(2, 2)._array
    assert same_order(array, array[:])
    assert not same_order(array, array.T)
    assert not same_order(array, array[:1])
    assert not same_order(array[:1], array[1:])
