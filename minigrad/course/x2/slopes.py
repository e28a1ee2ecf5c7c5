"""x2-slopes: six local slopes."""

from __future__ import annotations

import math
from collections.abc import Callable

from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from .filling import as_far_as_filled, open_parts, positive


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
    draws=(positive,),
    parts=("x·y by x", "x/y by y", "x³ by x", "√y by y", "sin x by x", "tanh x by x"),
    observe=as_far_as_filled,
    mistakes=(
        open_parts(6),
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

QUESTIONS = (SLOPES,)
