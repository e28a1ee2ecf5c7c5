"""Special functions: the gamma function's logarithm and its derivatives, log-odds, ``x log y``.

In TeX, x is `input`, y is `other`, z the result, and g its gradient.
"""

from __future__ import annotations

import importlib
import math
from typing import Any

import numpy as np

from ..autograd.node import OPS
from ..autograd.registry import elementwise, op, public
from ..autograd.wrap import Tensor, is_tensor
from ..backend import Array, is_numpy
from .arithmetic import exp
from .comparison import masked_fill, where
from .functions import _SLOPE, _of_each, cos, sin
from .operands import pythonic

# ---------------------------------------------------------------------------------- error function


@public(method=True, in_place=True)
@op(
    r"1 - \mathrm{erf}\,x",
    to_float=True,
    input=(
        lambda g, input: -_SLOPE * exp(-(input**2)) * g,
        r"-g \odot \tfrac{2}{\sqrt{\pi}} e^{-x^2}",
    ),
)
def erfc(input: Array) -> Array:
    r"""``1 - erf(input)``, right also where that is tiny. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.erfc(minigrad.tensor([0.0, 0.5, 2.0]))
        tensor([1.0000, 0.4795, 0.0047])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.erfc.html
    """
    if not is_numpy(input):
        return importlib.import_module("cupyx.scipy.special").erfc(input)
    return _of_each(math.erfc, input)


# ---------------------------------------------------------------------------------- gamma function


@public(method=True, in_place=True)
@op(
    r"\ln |\Gamma(x)|",
    to_float=True,
    input=(lambda g, input: g * digamma(input), r"g \odot \psi(x)"),
)
def lgamma(input: Array) -> Array:
    r"""The logarithm of the gamma function's size, which at n is that of (n - 1)!. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.lgamma(minigrad.tensor([0.5, 1.0, 5.0]))
        tensor([0.5724, 0.0000, 3.1781])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.lgamma.html
    """
    if not is_numpy(input):
        return importlib.import_module("cupyx.scipy.special").gammaln(input)
    return _of_each(_lgamma, input)


def _lgamma(x: float) -> float:
    """`math.lgamma`, which at 0, -1, -2 … is infinite."""
    return math.inf if x <= 0 and (x == -math.inf or x % 1 == 0) else math.lgamma(x)


@public(method=True, in_place=True)
@op(
    r"\psi(x)",
    to_float=True,
    input=(lambda g, input: g * _polygamma(input, 1), r"g \odot \psi'(x)"),
)
def digamma(input: Array) -> Array:
    r"""The derivative of `lgamma`; nan at -1, -2, … Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.digamma(minigrad.tensor([0.5, 1.0]))
        tensor([-1.9635, -0.5772])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.digamma.html
    """
    return _psi(0, input)


@op(
    r"\psi^{(n)}(x)",
    to_float=True,
    input=(lambda g, input, n: g * _polygamma(input, n + 1), r"g \odot \psi^{(n + 1)}(x)"),
)
def _polygamma(input: Array, n: int) -> Array:
    return _psi(n, input)


@public(function=True)
def polygamma(n: int, input: Tensor) -> Tensor:
    """The n-th derivative of `digamma`. Saves `input`.

    Raises:
        RuntimeError: `n` is negative.

    Example:
        >>> import minigrad
        >>> minigrad.polygamma(1, minigrad.tensor([1.0]))
        tensor([1.6449])

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.polygamma
    """
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return _polygamma(input, n)


_SHIFT = 12  # from here on eight terms of the series are right to the last digits
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)


def _psi(n: int, input: Array) -> Array:
    """The n-th derivative of digamma, by its reflection, its recurrence and its expansion.

    Sources: https://dlmf.nist.gov/5.15#E5, https://dlmf.nist.gov/5.15#E6 and
    https://dlmf.nist.gov/5.15#E9; of digamma itself 5.5.E2, 5.5.E4 and 5.11.E2.
    """
    given = input.astype(np.float64)
    x = np.where(given < 0, 1 - given, given)
    total = np.zeros_like(x)
    for _ in range(_SHIFT):
        below = x < _SHIFT
        total = total + np.where(below, 1 / np.where(below, x, 1) ** (n + 1), 0)
        x = x + below
    factor = (-1) ** (n + 1) * math.factorial(n)
    found = factor * total + _far(n, x)
    mirrored = (-1) ** n * found - math.pi * _cotangent(n, given)
    return np.where(given < 0, mirrored, found).astype(input.dtype)


def _far(n: int, x: Array) -> Array:
    """The expansion for large x."""
    series = math.factorial(n) / (2 * x ** (n + 1))
    for k, number in enumerate(_BERNOULLI, 1):
        scale = number * math.factorial(2 * k + n - 1) / math.factorial(2 * k)
        series = series + scale / x ** (2 * k + n)
    if n:
        return (-1) ** (n + 1) * (series + math.factorial(n - 1) / x**n)
    return np.log(x) - series


def _cotangent(n: int, x: Array) -> Array:
    """The n-th derivative of cot(πx): a polynomial in it, for its own is -π(1 + cot²)."""
    powers = [0.0, 1.0]  # the factor of each power
    for _ in range(n):
        slopes = [-math.pi * k * each for k, each in enumerate(powers)][1:]
        powers = [a + b for a, b in zip([*slopes, 0, 0], [0, 0, *slopes], strict=True)]
    whole = x == np.floor(x)
    cot = np.where(whole, np.nan, 1 / np.tan(math.pi * (x - np.round(x))))
    return sum((each * cot**k for k, each in enumerate(powers)), np.zeros_like(x))


# ---------------------------------------------------------------------------------- log-odds


def _logit_vjp(g: Any, input: Any, eps: float | None) -> Any:
    least, most, outside = (0, 1, math.nan) if eps is None else (eps, 1 - eps, 0)
    inside = (input >= least) & (input <= most)
    return where(inside, g / (input * (1 - input)), outside)


@public(method=True, in_place=True)
@op(r"\log \tfrac{x}{1 - x}", to_float=True, input=(_logit_vjp, r"g / (x (1 - x))"))
def logit(input: Array, eps: float | None = None) -> Array:
    """The logarithm of the odds, ``log(input / (1 - input))``: the inverse of `sigmoid`.

    Saves `input`.

    Args:
        input: probabilities; nan beyond 0 and 1.
        eps: numbers are first brought between `eps` and ``1 - eps``.

    Example:
        >>> import minigrad
        >>> minigrad.logit(minigrad.tensor([0.0, 0.25, 0.5]))
        tensor([   -inf, -1.0986,  0.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logit.html
    """
    one = input.dtype.type(1)
    if eps is not None:
        least = input.dtype.type(eps)
        input = np.minimum(np.maximum(input, least), one - least)
    return np.log(input / (one - input))


# ---------------------------------------------------------------------------------- x log y


def _xlogy_vjp(g: Any, input: Any, other: Any) -> Any:
    return masked_fill(_xlogy(g, other), (input == 0) & (other <= 0), 0)


@elementwise(
    r"x \log y",
    name="XlogyBackward0",
    to_float=True,
    input=(_xlogy_vjp, r"g \odot \log y"),
    other=(lambda g, input, other: g * input / other, r"g \odot x / y"),
)
def _xlogy(input: Array, other: Array) -> Array:
    product = np.where(input == 0, input * 0, input * np.log(other))
    return np.where(np.isnan(other), other, product)


def _by_number(g: Any, input: Any, other: Any) -> Any:
    found = _xlogy_number(g, other)
    return found if other > 0 else masked_fill(found, input == 0, 0)


@op(r"x \log c", name="XlogyBackward2", to_float=True, input=(_by_number, r"g \log c"))
def _xlogy_number(input: Array, other: Any) -> Array:
    return OPS["_xlogy"].op.forward(input, input.dtype.type(other))


@op(
    r"c \log y",
    name="XlogyBackward1",
    to_float=True,
    other=(lambda g, other, input: g * input / other, r"c\,g / y"),
)
def _number_xlogy(other: Array, input: Any) -> Array:
    return OPS["_xlogy"].op.forward(other.dtype.type(input), other)


@public(method=True)
def xlogy(input: Any, other: Any) -> Tensor:
    """``input * log(other)``, and 0 where `input` is 0. Shapes broadcast. Saves both.

    Args:
        input: a tensor, or a number.
        other: a tensor, or a number; one of the two is a tensor.

    Raises:
        RuntimeError: the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.xlogy(minigrad.tensor([0.0, 2.0]), minigrad.tensor([0.0, 1.0]))
        tensor([0., 0.])

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.xlogy
    """
    if not is_tensor(other):
        return _xlogy_number(input, pythonic(other))
    return _xlogy(input, other) if is_tensor(input) else _number_xlogy(other, pythonic(input))


# ---------------------------------------------------------------------------------- sinc


def _sinc_vjp(g: Any, input: Any) -> Any:
    angle = math.pi * input
    slope = (angle * cos(angle) - sin(angle)) / (angle * input)
    return where(input == 0, 0, g * slope)


@public(method=True, in_place=True)
@op(
    r"\tfrac{\sin \pi x}{\pi x}",
    to_float=True,
    input=(_sinc_vjp, r"g \odot \tfrac{\pi x \cos \pi x - \sin \pi x}{\pi x^2}"),
)
def sinc(input: Array) -> Array:
    """``sin(πx) / (πx)``, and 1 at 0. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.sinc(minigrad.tensor([0.0, 0.5]))
        tensor([1.0000, 0.6366])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sinc.html
    """
    angle = math.pi * np.where(input == 0, 1, input)
    return np.where(input == 0, 1, np.sin(angle) / angle).astype(input.dtype)
