import numpy as np
import pytest

import minigrad
from minigrad.ops.softmax_backward import log_softmax_backward, softmax_backward
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
curves(lambda x: x.softmax(0), [1., 2., -3.])
curves(lambda x: x.softmax(1), [[1., 2., -3.], [0., 0., 700.]])
curves(lambda x: x.softmax(0), 2.)
curves(lambda x: x.log_softmax(0), [1., 2., -3.])
curves(lambda x: x.log_softmax(1), [[1., 2., -3.], [0., 0., 700.]])
curves(lambda x: x.log_softmax(0), 2.)
curves(lambda x: x.softmax(1), [[], []])
curves(lambda x: x.log_softmax(0), [[], []])
""")


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("row", [softmax_backward, log_softmax_backward])
def test_the_gradients_of_a_group_add_up_to_nothing(row, dim):
    """A softmax does not change when all scores of a group grow by the same."""
    call = minigrad.softmax if row is softmax_backward else minigrad.log_softmax
    output = call(minigrad.randn(3, 4, dtype=minigrad.float64), dim)._array
    sent = row.op.forward(np.random.default_rng(0).normal(size=(3, 4)), output, dim)
    np.testing.assert_allclose(sent.sum(dim), 0, atol=1e-14)
