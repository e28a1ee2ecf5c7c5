import pytest

import minigrad
from minigrad.autograd.overlap import check_apart


def test_some_writes_want_memory_of_their_own():
    target = minigrad.ones(2, 3)
    check_apart(target, minigrad.ones(2, 3))
    for same in (target, target[...], target.data):
        with pytest.raises(RuntimeError, match="some elements of the input tensor"):
            check_apart(target, same)
