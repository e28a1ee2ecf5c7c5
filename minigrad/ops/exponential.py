"""Exponentials and logarithms. In TeX, x is `input`, z the result and g its gradient."""

from __future__ import annotations

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array


@op(r"e^{x}", to_float=True, input=(lambda g, result: g * result, r"g \odot e^{x}"))
def exp(input: Array) -> Array:
    """Elementwise exponential. Saves the result, which is its own derivative.

    Example:
        >>> import minigrad
        >>> minigrad.exp(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 2.7183])
    """
    return np.exp(input)


@op(r"e^{x} - 1", to_float=True, input=(lambda g, result: g * (result + 1), r"g \odot (z + 1)"))
def expm1(input: Array) -> Array:
    """Elementwise ``exp(input) - 1``, right to the last digit also near 0. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.expm1(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.7183])
    """
    return np.expm1(input)


@op(r"\log x", to_float=True, input=(lambda g, input: g / input, r"g / x"))
def log(input: Array) -> Array:
    """Elementwise natural logarithm; ``-inf`` at 0, nan below. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.log(minigrad.tensor([1.0, 2.0]))
        tensor([0.0000, 0.6931])
    """
    return np.log(input)


@op(
    r"\log(1 + x)",
    name="Log1PBackward0",
    to_float=True,
    input=(lambda g, input: g / (input + 1), r"g / (1 + x)"),
)
def log1p(input: Array) -> Array:
    """Elementwise ``log(1 + input)``, right to the last digit also near 0. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.log1p(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.6931])
    """
    return np.log1p(input)


exp_, expm1_, log_, log1p_ = map(in_place, (exp, expm1, log, log1p))
