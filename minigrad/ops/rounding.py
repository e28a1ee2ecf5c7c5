"""Sign, size and the nearest whole numbers. In TeX, x is `input`, g the result's gradient."""

from __future__ import annotations

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array
from .copy import zeros_like


@op(r"|x|", input=(lambda g, input: g * sign(input), r"g \odot \mathrm{sign}\,x"))
def abs(input: Array) -> Array:
    """Elementwise absolute value; the derivative at 0 is 0. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.abs(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([1.5000, 0.0000, 2.0000])
    """
    return np.abs(input)


@op(r"\mathrm{sign}\,x", input=(zeros_like, r"0"))
def sign(input: Array) -> Array:
    """Elementwise sign: -1, 0 or 1; 0 for nan too. Its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.sign(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([-1.,  0.,  1.])
    """
    return np.where(input > 0, 1, np.where(input < 0, -1, 0)).astype(input.dtype)


@op(r"\lfloor x \rfloor", input=(zeros_like, r"0"))
def floor(input: Array) -> Array:
    """The largest whole number that is not above; its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.floor(minigrad.tensor([-1.5, 0.5, 2.0]))
        tensor([-2.,  0.,  2.])
    """
    return np.floor(input) if input.dtype.kind == "f" else input.copy()


@op(r"\lceil x \rceil", input=(zeros_like, r"0"))
def ceil(input: Array) -> Array:
    """The smallest whole number that is not below; its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.ceil(minigrad.tensor([-1.5, 0.5, 2.0]))
        tensor([-1.,  1.,  2.])
    """
    return np.ceil(input) if input.dtype.kind == "f" else input.copy()


@op(r"\mathrm{round}\,x", input=(zeros_like, r"0"))
def round(input: Array, *, decimals: int = 0) -> Array:
    """The nearest whole number, and of two that are equally near the even one: 2.5 becomes 2.

    Its derivative is 0 everywhere. Saves nothing.

    Args:
        input: any shape.
        decimals: how many digits to keep behind the point; before it, where it is negative.

    Example:
        >>> import minigrad
        >>> minigrad.round(minigrad.tensor([0.5, 1.5, -2.7]))
        tensor([ 0.,  2., -3.])
        >>> minigrad.round(minigrad.tensor([1.2345]), decimals=2)
        tensor([1.2300])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.round.html
    """
    return np.round(input, decimals)


abs_, sign_, floor_, ceil_, round_ = map(in_place, (abs, sign, floor, ceil, round))
sgn = sign
