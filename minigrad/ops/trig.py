"""Trigonometric and hyperbolic functions and their inverses; angles are in radians.

In TeX, x is `input`, y is `other`, z the result and g its gradient.
"""

from __future__ import annotations

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..backend import Array
from .division import reciprocal
from .operands import tensors_only
from .power import rsqrt
from .where import _masked_fill


@op(r"\sin x", to_float=True, input=(lambda g, input: g * cos(input), r"g \odot \cos x"))
def sin(input: Array) -> Array:
    """Elementwise sine, in radians. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.sin(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.8415])
    """
    return np.sin(input)


@op(r"\cos x", to_float=True, input=(lambda g, input: g * -sin(input), r"-g \odot \sin x"))
def cos(input: Array) -> Array:
    """Elementwise cosine, in radians. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.cos(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 0.5403])
    """
    return np.cos(input)


@op(r"\tan x", to_float=True, input=(lambda g, result: g * (1 + result**2), r"g \odot (1 + z^2)"))
def tan(input: Array) -> Array:
    """Elementwise tangent, in radians. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.tan(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.5574])
    """
    return np.tan(input)


@op(
    r"\arcsin x",
    to_float=True,
    input=(lambda g, input: g * rsqrt(-input * input + 1), r"g / \sqrt{1 - x^2}"),
)
def asin(input: Array) -> Array:
    """Elementwise inverse of the sine, from -π/2 to π/2; nan beyond -1 and 1. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.asin(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.5708])
    """
    return np.arcsin(input)


@op(
    r"\arccos x",
    to_float=True,
    input=(lambda g, input: g * -rsqrt(-input * input + 1), r"-g / \sqrt{1 - x^2}"),
)
def acos(input: Array) -> Array:
    """Elementwise inverse of the cosine, from 0 to π; nan beyond -1 and 1. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.acos(minigrad.tensor([0.0, 1.0]))
        tensor([1.5708, 0.0000])
    """
    return np.arccos(input)


@op(r"\arctan x", to_float=True, input=(lambda g, input: g / (input * input + 1), r"g / (1 + x^2)"))
def atan(input: Array) -> Array:
    """Elementwise inverse of the tangent, from -π/2 to π/2. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.atan(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.7854])
    """
    return np.arctan(input)


def _over_square(g: Array, x: Array, y: Array) -> Array:
    """The angle does not change with the point at 0, which has none."""
    square = x * x + y * y
    return g * _masked_fill(reciprocal(square), square == 0, 0)


@elementwise(
    r"\mathrm{atan2}(x, y)",
    to_float=True,
    input=(
        lambda g, input, other: _over_square(g * other, input, other),
        r"g \odot y / (x^2 + y^2)",
    ),
    other=(
        lambda g, input, other: _over_square(g * -input, input, other),
        r"-g \odot x / (x^2 + y^2)",
    ),
)
def atan2(input: Array, other: Array) -> Array:
    """The angle of the point ``(other, input)``, from -π to π; shapes broadcast. Saves both.

    Args:
        input: how high the points lie.
        other: how far to the right; a tensor too.

    Raises:
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.atan2(minigrad.tensor([1.0, 1.0]), minigrad.tensor([1.0, -1.0]))
        tensor([0.7854, 2.3562])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atan2.html
    """
    return np.arctan2(input, other)


@op(r"\sinh x", to_float=True, input=(lambda g, input: g * cosh(input), r"g \odot \cosh x"))
def sinh(input: Array) -> Array:
    """Elementwise hyperbolic sine. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.sinh(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.1752])
    """
    return np.sinh(input)


@op(r"\cosh x", to_float=True, input=(lambda g, input: g * sinh(input), r"g \odot \sinh x"))
def cosh(input: Array) -> Array:
    """Elementwise hyperbolic cosine. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.cosh(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 1.5431])
    """
    return np.cosh(input)


@op(
    r"\tanh x",
    to_float=True,
    input=(lambda g, result: g * (1 - result * result), r"g \odot (1 - z^2)"),
)
def tanh(input: Array) -> Array:
    """Elementwise hyperbolic tangent. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.tanh(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.7616])
    """
    return np.tanh(input)


sin_, cos_, tan_, asin_, acos_, atan_ = map(in_place, (sin, cos, tan, asin, acos, atan))
sinh_, cosh_, tanh_ = map(in_place, (sinh, cosh, tanh))
atan2, atan2_ = tensors_only(atan2), tensors_only(in_place(atan2))
