import numpy as np

from minigrad.testing.registry import find


def test_one_function_has_more_results_than_x_has_entries():
    f, x = find("x2-jacobian").draws[0](np.random.default_rng(0))
    assert len(f(x)) == 2 * len(x)
