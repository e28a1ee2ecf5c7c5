"""Questions of exercise set 2, third part: slopes, a diamond, a layer."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..draws import numbers
from ..kinds import Function
from ..mistakes import Mistake
from ..question import Draw
from ..values import Array


def _as_far_as_filled(*args: Any) -> Callable[[Any], Any]:
    """Of several results, those that are still dots become None: the others are looked at."""

    def look(result: Any) -> Any:
        if not isinstance(result, (list, tuple)):
            return result
        return tuple(None if part is ... else part for part in result)

    return look


def _open(parts: int) -> Mistake:
    """What is said of results that are not there yet."""
    return Mistake(lambda *args: (None,) * parts, "Nothing is there yet.")


# ------------------------------------------------------------------------------- local slopes


def _positive(rng: np.random.Generator) -> tuple[float, float]:
    x, y = (round(float(rng.uniform(0.2, 2.8)), 2) for _ in range(2))
    return x, y


def _slopes(x: float, y: float) -> tuple[float, ...]:
    return (
        y,
        -x / y**2,
        3 * x**2,
        0.5 / math.sqrt(y),
        math.cos(x),
        1 - math.tanh(x) ** 2,
    )


def _one_slip(place: int, wrong: Callable[[float, float], float], why: str) -> Mistake:
    """One of the six is wrong."""

    def six(x: float, y: float) -> tuple[float, ...]:
        found = list(_slopes(x, y))
        found[place] = wrong(x, y)
        return tuple(found)

    return Mistake(six, why)


SLOPES = Function(
    "x2-slopes",
    ask="a function that gives six slopes, in the order of the table",
    reference=_slopes,
    draws=(_positive,),
    parts=("x·y by x", "x/y by y", "x³ by x", "√y by y", "sin x by x", "tanh x by x"),
    observe=_as_far_as_filled,
    mistakes=(
        _open(6),
        _one_slip(0, lambda x, y: x, "Vary x alone: which factor says how fast the product grows?"),
        _one_slip(0, lambda x, y: 1.0, "That is the slope of x alone; and the other factor?"),
        _one_slip(0, lambda x, y: x * y, "That is the product itself."),
        _one_slip(1, lambda x, y: 1 / y, "That is by x. Here the denominator varies."),
        _one_slip(1, lambda x, y: x / y**2, "A larger denominator makes a smaller fraction: sign."),
        _one_slip(1, lambda x, y: -x / y, "Almost: 1/y has the slope −1/y²."),
        _one_slip(1, lambda x, y: -1 / y**2, "The numerator is missing."),
        _one_slip(2, lambda x, y: 3 * x, "The exponent becomes one less, not 1."),
        _one_slip(2, lambda x, y: x**2, "The exponent comes down as a factor."),
        _one_slip(2, lambda x, y: 2 * x**2, "The old exponent comes down as a factor."),
        _one_slip(2, lambda x, y: 3 * x**3, "The exponent becomes one less."),
        _one_slip(3, lambda x, y: 0.5 * math.sqrt(y), "√y is y to the power ½: one less is −½."),
        _one_slip(3, lambda x, y: 1 / math.sqrt(y), "√y is y to the power ½: the ½ comes down."),
        _one_slip(3, lambda x, y: 0.5 / y, "One less than ½ is −½, not −1."),
        _one_slip(4, lambda x, y: -math.cos(x), "That is the slope of −sin: the sign."),
        _one_slip(4, lambda x, y: math.sin(x), "That is the sine itself."),
        _one_slip(5, lambda x, y: 1 - math.tanh(x), "The tanh is squared in it."),
        _one_slip(5, lambda x, y: 1 - x**2, "It takes the result, not the input."),
        _one_slip(5, lambda x, y: math.tanh(x) ** 2 - 1, "tanh grows, so its slope is positive."),
        _one_slip(5, lambda x, y: 1 - math.tanh(x**2), "Square the tanh, not what goes into it."),
    ),
)

# ------------------------------------------------------------------------------------ diamond


def _diamond(x: float, y: float, inside: Callable[[float], float]) -> tuple[float, float]:
    """Both gradients, where `inside` is the slope of z for h."""
    return y * inside(x * y), x * inside(x * y)


def _diamond_slip(inside: Callable[[float], float], why: str) -> Mistake:
    return Mistake(lambda x, y: _diamond(x, y, inside), why)


DIAMOND = Function(
    "x2-diamond",
    ask="the two derivatives of z = h² + sin(h), where h = x·y",
    reference=lambda x, y: _diamond(x, y, lambda h: 2 * h + math.cos(h)),
    draws=(_positive,),
    parts=("∂z/∂x", "∂z/∂y"),
    observe=_as_far_as_filled,
    mistakes=(
        _open(2),
        _diamond_slip(lambda h: 2 * h, "Only the path through the square is there."),
        _diamond_slip(math.cos, "Only the path through the sine is there."),
        _diamond_slip(lambda h: 2 * h - math.cos(h), "The sine's slope has the wrong sign."),
        _diamond_slip(lambda h: 2 * h + math.sin(h), "The sine is still a sine in it."),
        _diamond_slip(lambda h: h + math.cos(h), "The exponent of h² comes down as a factor."),
        _diamond_slip(lambda h: 2 * h * math.cos(h), "The two paths are added, not multiplied."),
        _diamond_slip(lambda h: 2 * h**2 + math.cos(h), "The exponent of h² becomes one less."),
        Mistake(
            lambda x, y: (2 * x * y + math.cos(x * y),) * 2,
            "That is what arrives at h. It goes on to x and to y, times the slope of the product.",
        ),
        Mistake(lambda x, y: ((x * y) ** 2 + math.sin(x * y),) * 2, "That is z itself."),
    ),
)  # fmt: skip

# --------------------------------------------------------------------------- vector, Jacobian


def _layer(rows: int, columns: int) -> Draw:
    return lambda rng: (numbers(rng, rows, columns), numbers(rng, columns), numbers(rng, rows))


def _pulled(A: Array, x: Array, g: Array, slope: Callable[[Array], Array]) -> tuple[Array, Array]:
    """Gradients of x and A, where `slope` is that of the bend, given A x."""
    arrived = g * slope(A @ x)
    return arrived @ A, np.outer(arrived, x)


def _pull_slip(slope: Callable[[Array], Array], why: str) -> Mistake:
    return Mistake(lambda A, x, g: _pulled(A, x, g, slope), why)


def _tanh_slope(z: Array) -> Array:
    return np.asarray(1 - np.tanh(z) ** 2)


PULL = Function(
    "x2-pull",
    ask="a function that gives what arrives at x and at A, if g arrives at y = tanh(A x)",
    reference=lambda A, x, g: _pulled(A, x, g, _tanh_slope),
    draws=(_layer(3, 3), _layer(2, 3), _layer(4, 2)),  # square first: there, wrong shapes fit
    parts=("at x", "at A"),
    observe=_as_far_as_filled,
    mistakes=(
        _open(2),
        _pull_slip(np.ones_like, "The slope of tanh is missing."),
        _pull_slip(lambda z: 1 - np.tanh(z), "The tanh is squared in its slope."),
        _pull_slip(lambda z: (1 - np.tanh(z)) ** 2, "In tanh's slope, only the tanh is squared."),
        _pull_slip(lambda z: 1 - z**2, "tanh's slope takes its result, not its input."),
        _pull_slip(np.tanh, "That is tanh in the place of its slope."),
        Mistake(
            lambda A, x, g: _pulled(A, x, np.ones_like(g), _tanh_slope),
            "Yours does not depend on g: what arrives is multiplied by the slopes on the way.",
        ),
        Mistake(
            lambda A, x, g: (A @ (g * _tanh_slope(A @ x)), None),
            "What has arrived belongs to the rows of A, and goes back to the columns. `A @ …` goes "
            "the other way: forward.",
        ),
        Mistake(
            lambda A, x, g: (None, g * _tanh_slope(A @ x) * x),
            "Entry by entry, only equal places meet. A has an entry for every pair of a result and "
            "an entry of x.",
        ),
        Mistake(
            lambda A, x, g: (A.T @ g * _tanh_slope(A @ x), _pulled(A, x, g, _tanh_slope)[1]),
            "`@` and `*` are worked out from the left. The slope of tanh comes before A here, so "
            "it needs brackets, or a line of its own.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (SLOPES, DIAMOND, PULL)
