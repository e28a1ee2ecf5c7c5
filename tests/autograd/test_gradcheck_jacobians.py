"""The two ways to a Jacobian agree, and the differences leave everything as it was."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd.gradcheck import Jacobians


def leaf(*values):
    return minigrad.tensor(list(values), dtype=minigrad.float64, requires_grad=True)


def test_both_ways_give_the_matrix():
    a = minigrad.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], dtype=minigrad.float64)
    x = leaf(0.5, -2.0)
    at = Jacobians(lambda x: (a @ x, x.sum()), (x,), 1e-6)
    expected = [a.numpy().T, np.ones((2, 1))]  # a row per element of the input
    for found, matrix in zip(at.numerical(x), expected, strict=True):
        np.testing.assert_allclose(found.numpy(), matrix, atol=1e-8)
    for y, matrix in zip(at.checked, expected, strict=True):
        (found,) = at.analytical(y)
        np.testing.assert_array_equal(found.numpy(), matrix)


def test_differences_are_of_second_order():
    x = leaf(1.0)
    for eps, bound in ((1e-2, 2e-4), (1e-3, 2e-6)):
        (found,) = Jacobians(lambda x: x**3, (x,), eps).numerical(x)
        assert 0 < abs(found.item() - 3) < bound


def test_outputs_that_require_no_grad_are_left_out():
    x = leaf(1.0, 2.0)
    at = Jacobians(lambda x, n: (x.detach(), x.argmax(), x * n), (x, 2), 1e-6)
    assert len(at.checked) == 1
    (found,) = at.numerical(x)
    np.testing.assert_allclose(found.numpy(), 2 * np.eye(2), atol=1e-8)


def test_without_checked_outputs_all_are_watched():
    x = leaf(1.0, 2.0)
    at = Jacobians(lambda x: (x.detach() * 3, x.detach() * 0), (x,), 1e-6)
    assert [round(j.sum().item(), 6) for j in at.numerical(x)] == [6, 0]


@pytest.fixture
def fragile():
    """A function that fails once its input has been moved up, and the input."""
    x = leaf(1.0, 2.0)

    def f(x):
        if x.detach()[1].item() > 2:
            raise ZeroDivisionError
        return x * 2

    return f, x


def test_the_input_is_put_back_also_after_an_error(fragile):
    f, x = fragile
    with pytest.raises(ZeroDivisionError):
        Jacobians(f, (x,), 1e-6).numerical(x)
    assert x.tolist() == [1.0, 2.0] and x._version == 0 and x.grad is None


def test_a_view_among_the_outputs_is_not_moved_along():
    x = leaf(1.0, 2.0)
    at = Jacobians(lambda x: x.view(2, 1), (x,), 1e-6)
    np.testing.assert_allclose(at.numerical(x)[0].numpy(), np.eye(2), atol=1e-8)
