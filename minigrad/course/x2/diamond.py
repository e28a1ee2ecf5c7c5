"""x2-diamond: a diamond, by hand."""

from __future__ import annotations

import math
from collections.abc import Callable

from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from .filling import as_far_as_filled, open_parts, positive


def _diamond(x: float, y: float, inside: Callable[[float], float]) -> tuple[float, float]:
    """Both gradients, where `inside` is the slope of z for h."""
    return y * inside(x * y), x * inside(x * y)


def _diamond_slip(inside: Callable[[float], float], why: str) -> Mistake:
    return Mistake(lambda x, y: _diamond(x, y, inside), why)


DIAMOND = Function(
    "x2-diamond",
    ask="the two derivatives of z = h² + sin(h), where h = x·y",
    reference=lambda x, y: _diamond(x, y, lambda h: 2 * h + math.cos(h)),
    draws=(positive,),
    parts=("∂z/∂x", "∂z/∂y"),
    observe=as_far_as_filled,
    mistakes=(
        open_parts(2),
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

QUESTIONS = (DIAMOND,)
