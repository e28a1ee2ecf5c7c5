"""The error function, which NumPy does not have: the C library's, one call a number."""

from __future__ import annotations

import importlib
import math

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array, is_numpy
from .exponential import exp

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
    return np.array([math.erf(x) for x in input.ravel().tolist()], input.dtype).reshape(input.shape)


erf_ = in_place(erf)
