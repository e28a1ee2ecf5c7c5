"""The error function, which NumPy does not have.

Two rational functions, each as good as float64 can tell on its own interval, after W. J. Cody,
"Rational Chebyshev Approximations for the Error Function", Mathematics of Computation 23 (1969),
pages 631 to 637. Table III serves beyond 4 too: there erfc is so small that its first digits are
enough. The result is off by 3 units of the last place at most.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array, is_numpy
from .exponential import exp
from .layout import laid_as

_SLOPE = 2 / math.sqrt(math.pi)


@op(
    r"\mathrm{erf}\,x",
    to_float=True,
    input=(
        lambda g, input: _SLOPE * exp(-(input**2)) * g,
        r"g \odot \tfrac{2}{\sqrt{\pi}} e^{-x^2}",
    ),
)
def erf(input: Array) -> Array:
    r"""Elementwise error function, from -1 to 1: the integral of a bell curve. Saves `input`.

    A normally distributed number of variance one half lies between ``-x`` and ``x`` with
    probability ``erf(x)``.

    Example:
        >>> import minigrad
        >>> minigrad.erf(minigrad.tensor([0.0, 0.5, 2.0]))
        tensor([0.0000, 0.5205, 0.9953])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.erf.html
    """
    if not is_numpy(input):
        return importlib.import_module("cupyx.scipy.special").erf(input)
    if input.size <= _FEW:
        one_by_one = [math.erf(x) for x in input.ravel().tolist()]
        return laid_as(input, np.array(one_by_one, input.dtype).reshape(input.shape))
    x = np.ravel(input).astype(np.float64)  # float32 is computed in more digits than it keeps
    out = np.empty_like(x)
    for start in range(0, x.size, _BLOCK):
        part = x[start : start + _BLOCK]
        out[start : start + _BLOCK] = np.where(np.abs(part) <= 0.5, _near(part), _far(part))
    return laid_as(input, out.reshape(input.shape).astype(input.dtype))


_FEW = 256  # up to here the C library's function is quicker, one call a number
_BLOCK = 4096  # numbers at a time: what lies between stays in the processor's cache


# The coefficients of numerator and denominator, the highest power first.
_TABLE_2 = (
    (1.85777706184603153e-1, 1.0),
    (3.16112374387056560e0, 2.36012909523441209e1),
    (1.13864154151050156e2, 2.44024637934444173e2),
    (3.77485237685302021e2, 1.28261652607737228e3),
    (3.20937758913846947e3, 2.84423683343917062e3),
)
_TABLE_3 = (
    (2.15311535474403846e-8, 1.0),
    (5.64188496988670089e-1, 1.57449261107098347e1),
    (8.88314979438837594e0, 1.17693950891312499e2),
    (6.61191906371416295e1, 5.37181101862009858e2),
    (2.98635138197400131e2, 1.62138957456669019e3),
    (8.81952221241769090e2, 3.29079923573345963e3),
    (1.71204761263407058e3, 4.36261909014324716e3),
    (2.05107837782607147e3, 3.43936767414372164e3),
    (1.23033935479799725e3, 1.23033935480374942e3),
)
_Q2 = [q for _, q in _TABLE_2]
_P3, _Q3 = zip(*_TABLE_3)
_P2_LESS_Q2 = [p - q for p, q in _TABLE_2]


def _near(x: Array) -> Array:
    """``x·P(x²)/Q(x²)``, as a correction of x: that loses less in rounding."""
    s = np.minimum(x * x, 1)
    return x + x * (_polynomial(_P2_LESS_Q2, s) / _polynomial(_Q2, s))


def _far(x: Array) -> Array:
    """1 less ``exp(-x²)·P(|x|)/Q(|x|)``, which is less than a digit from 6 on; the sign is x's."""
    t = np.minimum(np.abs(x), 6)
    return np.copysign(1 - np.exp(-t * t) * (_polynomial(_P3, t) / _polynomial(_Q3, t)), x)


def _polynomial(coefficients: Sequence[float], x: Array) -> Array:
    """By Horner's rule; `numpy.polyval` makes two new arrays for each coefficient."""
    out = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        out *= x
        out += coefficient
    return out


erf_ = in_place(erf)
