"""Inputs for questions are what a coincidence cannot hide behind."""

import numpy as np
import pytest

import minigrad as torch
from minigrad.testing import draws


def test_numbers_are_neither_0_nor_1_and_of_two_digits():
    values = draws.numbers(np.random.default_rng(1), 40, 25)
    assert values.dtype == np.float64
    assert np.all(values == np.round(values, 2))
    assert not np.isin(np.abs(values), (0.0, 1.0)).any()
    assert np.abs(values).min() == 0.15 and np.abs(values).max() == 2.95


@pytest.mark.parametrize(
    ("make", "wants", "in_rows"),
    [(draws.plain, False, True), (draws.leaf, True, True), (draws.turned, True, False)],
)
def test_tensors_are_leaves(make, wants, in_rows):
    made = make(np.random.default_rng(2), 2, 3)
    assert made.shape == (2, 3) and made.dtype == torch.float64
    assert (made.is_leaf, made.requires_grad, made.is_contiguous()) == (True, wants, in_rows)


def test_a_single_number_has_no_dimension():
    assert draws.leaf(np.random.default_rng(3)).shape == ()
