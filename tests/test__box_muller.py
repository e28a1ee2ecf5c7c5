import math
from fractions import Fraction

import numpy as np
import pytest

from minigrad._box_muller import box_muller, fused

KINDS = (np.float32, np.float64)


def uniform_pairs(kind, count=4096):
    """Pairs as a generator makes them: multiples of 2^-24 or 2^-53, u1 without 0, u2 without 1."""
    bits = 24 if kind is np.float32 else 53
    steps = np.random.RandomState(0).randint(0, 2**bits, (2, count)).astype(np.float64)
    steps[:, :4] = [0, 1, 2 ** (bits - 1), 2**bits - 1]
    u = (steps * 2.0**-bits).astype(kind)
    return 1 - u[0], u[1]


@pytest.mark.parametrize("kind", KINDS)
def test_the_numbers_are_the_formulas(kind):
    u1, u2 = uniform_pairs(kind)
    x, y = box_muller(u1, u2)
    assert x.dtype == y.dtype == kind
    radius = np.sqrt(-2 * np.log(u1.astype(np.float64)))
    angle = (kind(2 * math.pi) * u2).astype(np.float64)
    tolerance = 8 * np.finfo(kind).eps
    np.testing.assert_allclose(x, radius * np.cos(angle), rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(y, radius * np.sin(angle), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("kind", KINDS)
def test_the_quarter_turns(kind):
    u1 = np.full(4, math.exp(-0.5), kind)  # a radius of 1
    x, y = box_muller(u1, np.array([0, 0.25, 0.5, 0.75], kind))
    np.testing.assert_allclose(x, [1, 0, -1, 0], atol=1e-6)
    np.testing.assert_allclose(y, [0, 1, 0, -1], atol=1e-6)


def test_shapes_are_kept():
    u = np.full((3, 2, 8), 0.5, np.float32)
    assert [part.shape for part in box_muller(u, u)] == [(3, 2, 8)] * 2


def test_the_smallest_and_the_largest_radius():
    u1 = np.array([1, 2.0**-24], np.float32)
    x, _ = box_muller(u1, np.zeros(2, np.float32))
    assert x[0] == 0
    assert math.isclose(float(x[1]), math.sqrt(48 * math.log(2)), rel_tol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("scale", "shift"), [(10, -1), (0.8, -0.1), (1 / 3, 3), (-0.7, 2.5)])
def test_fused_rounds_once(kind, scale, shift):
    x = np.random.RandomState(1).standard_normal(2000).astype(kind)
    scale, shift = kind(scale), kind(shift)
    found = fused(x, scale, shift)
    factor, summand = Fraction(float(scale)), Fraction(float(shift))
    exact = [rounded(Fraction(each) * factor + summand, kind) for each in x.tolist()]
    assert found.dtype == kind
    assert found.tolist() == exact
    assert (found != x * scale + shift).any()


def rounded(number, kind):
    """The number of `kind` nearest to a fraction; Python's division of integers is exact."""
    return float(kind(number.numerator / number.denominator))


def test_fused_beyond_the_reach_of_its_halves():
    huge = fused(np.array([0.5, -0.5]), 1.6e308, 0.0)
    assert huge.tolist() == [0.8e308, -0.8e308]
    assert fused(np.array([1.0]), np.inf, 0.0).tolist() == [np.inf]
    assert np.isnan(fused(np.array([1.0, 2.0]), 1.0, np.nan)).all()
