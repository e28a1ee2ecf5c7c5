"""Functions of one number: signs, rounding, trigonometry, the error function.

In TeX, x is `input`, y is `other`, z the result, and g its gradient. Angles are in radians.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import elementwise, op, public
from ..autograd.wrap import Tensor
from ..backend import Array, is_numpy
from .arithmetic import exp, reciprocal, rsqrt
from .comparison import where
from .operands import check_floating
from .shapes import zeros_like

# ------------------------------------------------------------------------ sign, size, whole numbers


@public(method=True, in_place=True, aliases=("absolute",))
@op(r"|x|", input=(lambda g, input: g * sign(input), r"g \odot \mathrm{sign}\,x"))
def abs(input: Array) -> Array:
    """Elementwise absolute value; the derivative at 0 is 0. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.abs(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([1.5000, 0.0000, 2.0000])
    """
    return np.abs(input)


@public(method=True, in_place=True)
@op(r"\mathrm{sign}\,x", input=(zeros_like, r"0"))
def sign(input: Array) -> Array:
    """Elementwise sign: -1, 0 or 1; 0 for nan too. Its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.sign(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([-1.,  0.,  1.])
    """
    return np.where(input > 0, 1, np.where(input < 0, -1, 0)).astype(input.dtype)


@public(method=True, in_place=True)
@op(r"\lfloor x \rfloor", input=(zeros_like, r"0"))
def floor(input: Array) -> Array:
    """The largest whole number that is not above; its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.floor(minigrad.tensor([-1.5, 0.5, 2.0]))
        tensor([-2.,  0.,  2.])
    """
    return np.floor(input) if input.dtype.kind == "f" else input.copy()


@public(method=True, in_place=True)
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
def _round(input: Array) -> Array:
    return np.round(input)


@op(r"\mathrm{round}\,x", name="RoundBackward1", input=(zeros_like, r"0"))
def _round_to(input: Array, *, decimals: int) -> Array:
    check_floating("round_cpu", input)
    return np.round(input, decimals)


@public(method=True)
def round(input: Tensor, *, decimals: int | None = None) -> Tensor:
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
    return _round(input) if decimals is None else _round_to(input, decimals=decimals)


_ROUND_, _ROUND_TO_ = in_place(_round), in_place(_round_to)


@public(method=True)
def round_(input: Tensor, *, decimals: int | None = None) -> Tensor:
    """In-place version of `round`."""
    return _ROUND_(input) if decimals is None else _ROUND_TO_(input, decimals=decimals)


@public(method=True, in_place=True, aliases=("fix",))
@op(r"\mathrm{trunc}\,x", input=(zeros_like, r"0"))
def trunc(input: Array) -> Array:
    """The whole number next to it towards 0; its derivative is 0 everywhere. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.trunc(minigrad.tensor([-1.5, 0.5, 2.0]))
        tensor([-1.,  0.,  2.])
    """
    return np.trunc(input)


@public(method=True, in_place=True)
@op(r"x - \mathrm{trunc}\,x", input=(lambda g: g, r"g"))
def frac(input: Array) -> Array:
    """What is left of a number without its whole part, of its own sign. Saves nothing.

    Raises:
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.frac(minigrad.tensor([-1.5, 0.25, 2.0]))
        tensor([-0.5000,  0.2500,  0.0000])
    """
    check_floating("frac_cpu", input)
    return input - np.trunc(input)


# ---------------------------------------------------------------------------------- trigonometry


@public(method=True, in_place=True)
@op(r"\sin x", to_float=True, input=(lambda g, input: g * cos(input), r"g \odot \cos x"))
def sin(input: Array) -> Array:
    """Elementwise sine, in radians. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.sin(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 0.8415])
    """
    return np.sin(input)


@public(method=True, in_place=True)
@op(r"\cos x", to_float=True, input=(lambda g, input: g * -sin(input), r"-g \odot \sin x"))
def cos(input: Array) -> Array:
    """Elementwise cosine, in radians. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.cos(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 0.5403])
    """
    return np.cos(input)


@public(method=True, in_place=True)
@op(r"\tan x", to_float=True, input=(lambda g, result: g * (1 + result**2), r"g \odot (1 + z^2)"))
def tan(input: Array) -> Array:
    """Elementwise tangent, in radians. Saves the result.

    Example:
        >>> import minigrad
        >>> minigrad.tan(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.5574])
    """
    return np.tan(input)


@public(method=True, in_place=True, aliases=("arcsin",))
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


@public(method=True, in_place=True, aliases=("arccos",))
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


@public(method=True, in_place=True, aliases=("arctan",))
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
    return g * where(square == 0, 0, reciprocal(square))


@public(method=True, in_place=True, aliases=("arctan2",))
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

    Example:
        >>> import minigrad
        >>> minigrad.atan2(minigrad.tensor([1.0, 1.0]), minigrad.tensor([1.0, -1.0]))
        tensor([0.7854, 2.3562])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atan2.html
    """
    return np.arctan2(input, other)


@public(method=True, in_place=True)
@op(
    r"\tfrac{\pi}{180} x",
    name="Deg2RadBackward0",
    to_float=True,
    input=(lambda g: g * (math.pi / 180), r"\tfrac{\pi}{180} g"),
)
def deg2rad(input: Array) -> Array:
    """Degrees as radians: 180 become π. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.deg2rad(minigrad.tensor([0.0, 180.0]))
        tensor([0.0000, 3.1416])
    """
    return input * input.dtype.type(math.pi / 180)


@public(method=True, in_place=True)
@op(
    r"\tfrac{180}{\pi} x",
    name="Rad2DegBackward0",
    to_float=True,
    input=(lambda g: g * (180 / math.pi), r"\tfrac{180}{\pi} g"),
)
def rad2deg(input: Array) -> Array:
    """Radians as degrees: π becomes 180. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.rad2deg(minigrad.tensor([0.0, 1.0]))
        tensor([ 0.0000, 57.2958])
    """
    return input * input.dtype.type(180 / math.pi)


@public(method=True, in_place=True)
@op(r"\sinh x", to_float=True, input=(lambda g, input: g * cosh(input), r"g \odot \cosh x"))
def sinh(input: Array) -> Array:
    """Elementwise hyperbolic sine. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.sinh(minigrad.tensor([0.0, 1.0]))
        tensor([0.0000, 1.1752])
    """
    return np.sinh(input)


@public(method=True, in_place=True)
@op(r"\cosh x", to_float=True, input=(lambda g, input: g * sinh(input), r"g \odot \sinh x"))
def cosh(input: Array) -> Array:
    """Elementwise hyperbolic cosine. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.cosh(minigrad.tensor([0.0, 1.0]))
        tensor([1.0000, 1.5431])
    """
    return np.cosh(input)


@public(method=True, in_place=True)
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


# ------------------------------------------------------------------------------- the error function


_SLOPE = 2 / math.sqrt(math.pi)


@public(method=True, in_place=True)
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
    return _of_each(math.erf, input)


@public(method=True, in_place=True)
@op(
    r"\mathrm{erf}^{-1}\,x",
    to_float=True,
    input=(
        lambda g, input: 1 / _SLOPE * exp(erfinv(input) ** 2) * g,
        r"g \odot \tfrac{\sqrt{\pi}}{2} e^{(\mathrm{erf}^{-1} x)^2}",
    ),
)
def erfinv(input: Array) -> Array:
    r"""Elementwise inverse of `erf`: ±inf at ±1, nan beyond. Saves `input`.

    Example:
        >>> import minigrad
        >>> minigrad.erfinv(minigrad.tensor([0.0, 0.5205, 1.0]))
        tensor([0.0000, 0.5000,    inf])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.erfinv.html
    """
    if not is_numpy(input):
        return importlib.import_module("cupyx.scipy.special").erfinv(input)
    return _of_each(_erfinv, input)


def _erfinv(x: float) -> float:
    """The inverse of `math.erf`, from a quantile of the normal distribution."""
    from statistics import NormalDist  # here: `import minigrad` does not wait for it

    size = math.fabs(x)
    if not size < 1:
        return math.copysign(math.inf, x) if size == 1 else math.nan
    y = math.copysign(NormalDist().inv_cdf((1 - size) / 2) / math.sqrt(2), x)
    if size > 0.5:
        return y
    return y - (math.erf(y) - x) / _SLOPE  # right to the last digit where both are about as small


def _of_each(function: Callable[[float], float], input: Array) -> Array:
    """What a function of a number gives of each element."""
    found = map(function, input.ravel().tolist())
    return np.fromiter(found, input.dtype, input.size).reshape(input.shape)
