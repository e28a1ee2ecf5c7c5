"""The arithmetic of PyTorch's normal numbers, to the last bit.

Box and Muller's method turns two uniform numbers into two independent normal ones. As a formula it
is two lines; to get PyTorch's very bits, its logarithm, sine and cosine must round where PyTorch's
do. In float64 those are the C library's, which Python's `math` calls as well. In float32 they are
short polynomials, the Cephes library's, made of multiplications and additions that the processor's
vector unit does eight at a time. Plain NumPy therefore gives the same bits on every machine, and
they are those of PyTorch on any x86 processor that has AVX2.

The file knows nothing of generators: uniform numbers come in, normal ones go out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
_ONE, _HALF = np.float32(1), np.float32(0.5)


def box_muller(u1: Array, u2: Array) -> tuple[Array, Array]:
    """Two independent standard normal numbers from two uniform ones.

    A point drawn from the plane's standard normal density has a uniform angle 2π·u₂, and half its
    squared distance from the origin is exponential, so -log u₁. The coordinates are what we want.

    Args:
        u1: Uniform in (0, 1], any shape, float32 or float64.
        u2: Uniform in [0, 1), same shape and dtype.

    Returns:
        The two coordinates, shape and dtype of `u1`.

    Example:
        >>> import numpy as np
        >>> from minigrad._box_muller import box_muller
        >>> x, y = box_muller(np.array([0.5]), np.array([0.125]))
        >>> bool(np.isclose(x, y)[0]), round(float(x[0]), 4)
        (True, 0.8326)

    Source: Box and Muller, "A note on the generation of random normal deviates", 1958.
    """
    scalar = u1.dtype.type
    log, sine_cosine = _FUNCTIONS[scalar]
    radius = np.sqrt(scalar(-2) * log(u1))
    sine, cosine = sine_cosine(scalar(2 * math.pi) * u2)
    return radius * cosine, radius * sine


@np.errstate(all="ignore")
def fused(x: Array, scale: float | Array, shift: float | Array) -> Array:
    """``x * scale + shift`` rounded once, as a processor's fused multiply-add does it.

    Args:
        x: Any shape, float32 or float64; decides the dtype of the result.
        scale: The factor, a number of x's dtype, or an array that broadcasts with it.
        shift: The summand, likewise.

    Example:
        >>> import numpy as np
        >>> from minigrad._box_muller import fused
        >>> x = np.array([0.1])
        >>> x * 10 - 1, fused(x, 10.0, -1.0)
        (array([0.]), array([5.55111512e-17]))
    """
    if x.dtype == np.float32:
        return _fused32(x, scale, shift)
    product = x * scale
    total = product + shift
    exact = total + (_lost_by_product(x, scale, product) + _lost_by_sum(product, shift, total))
    return np.where(np.isfinite(exact), exact, total)  # beyond 2⁹⁹⁵ the halves overflow


def _fused32(x: Array, scale: Any, shift: Any) -> Array:
    """A product of two numbers of 24 bits fits float64's 53 exactly."""
    rounded: Array = (x.astype(np.float64) * scale + shift).astype(np.float32)
    return rounded


def _lost_by_product(a: Any, b: Any, product: Array) -> Array:
    """``a * b - product`` without error (T. J. Dekker, 1971): products of halves are exact."""
    (a1, a2), (b1, b2) = _halves(a), _halves(b)
    lost: Array = a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2)
    return lost


def _halves(x: Any) -> tuple[Any, Any]:
    """`x` as a sum of two numbers of at most 26 bits each."""
    stretched = x * (2.0**27 + 1)
    upper = stretched - (stretched - x)
    return upper, x - upper


def _lost_by_sum(a: Any, b: Any, total: Array) -> Array:
    """``a + b - total`` without error (D. E. Knuth, The Art of Computer Programming 4.2.2)."""
    b_taken = total - a
    lost: Array = (a - (total - b_taken)) + (b - b_taken)
    return lost


def _log64(x: Array) -> Array:
    return _each(math.log, x)


def _sine_cosine64(angle: Array) -> tuple[Array, Array]:
    return _each(math.sin, angle), _each(math.cos, angle)


def _each(function: Callable[[float], float], x: Array) -> Array:
    """The C library's `function`; NumPy's own differs in the last bit from machine to machine."""
    return np.array([function(each) for each in x.ravel().tolist()]).reshape(x.shape)


def _log32(x: Array) -> Array:
    """From x = 2ᵉ·(1 + r), with 1 + r in [√½, √2): log x = e·log 2 + log(1 + r)."""
    mantissa, exponent = np.frexp(x)
    low = mantissa < np.float32(math.sqrt(0.5))
    e = (exponent - low).astype(np.float32)
    r = np.where(low, mantissa + mantissa, mantissa) - _ONE
    square = r * r
    tail = _polynomial(r, _LOG) * r
    tail = _fused32(tail, square, e * _LOG2_LOW) - _HALF * square
    return _fused32(e, _LOG2_HIGH, r + tail)


def _sine_cosine32(angle: Array) -> tuple[Array, Array]:
    """Both, from the distance to the nearest multiple of π/2: at most π/4, where they are short.

    A quarter turn swaps the two and changes the sign of one.
    """
    eighths = (angle * np.float32(4 / math.pi)).astype(np.int32) + 1 & ~1  # even: whole quarters
    x = angle
    for part in _MINUS_QUARTER_PI:
        x = _fused32(eighths.astype(np.float32), part, x)
    square = x * x
    cosine = _fused32(_polynomial(square, _COSINE) * square, square, -_HALF * square) + _ONE
    sine = _fused32(_polynomial(square, _SINE) * square, x, x)
    swap = eighths & 2 != 0
    sine, cosine = np.where(swap, cosine, sine), np.where(swap, sine, cosine)
    return np.where(eighths & 4, -sine, sine), np.where(eighths + 2 & 4, -cosine, cosine)


def _polynomial(x: Array, coefficients: Array) -> Array:
    """Horner's rule, highest power first."""
    value = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value = _fused32(value, x, coefficient)
    return value


def _float32(*values: float) -> Array:
    return np.array(values, np.float32)


# From the Cephes mathematical library (S. L. Moshier): single precision logf, sinf and cosf. Two
# constants are split into parts with few bits, so that the products with a small integer are exact.
_LOG = _float32(
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
    -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip
_LOG2_HIGH, _LOG2_LOW = _float32(0.693359375, -2.12194440e-4)
_SINE = _float32(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COSINE = _float32(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
_MINUS_QUARTER_PI = _float32(-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)

_FUNCTIONS = {np.float32: (_log32, _sine_cosine32), np.float64: (_log64, _sine_cosine64)}
