import numpy as np

from minigrad.ops.layout import copied, empty_as, in_memory, laid_as, packed


def test_results_lie_as_numpy_leaves_them():
    x = np.arange(6.0).reshape(2, 3)
    assert packed(x) is laid_as(x.T, x) is x
    assert copied(x, np.float32).tolist() == x.tolist()
    assert empty_as(x, np.int16).shape == (2, 3)
    assert in_memory(x) == [0, 1]
