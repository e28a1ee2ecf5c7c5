"""x1-gradients: two derivatives, by two paths each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...testing.kinds import Function
from ...testing.mistakes import Mistake


def _point(rng: np.random.Generator) -> tuple[float, float]:
    x, y = (round(rng.uniform(0.3, 2.5), 2) for _ in range(2))
    return x, y


def _f(x: float, y: float) -> float:
    return float(x**2 + y**3 - np.sin(x * y))


def _slip(x_term: Any, y_term: Any, why: str) -> Mistake:
    """A wrong pair of derivatives, each a function of x, y and the cosine."""

    def wrong(x: float, y: float) -> tuple[float, float]:
        cosine = float(np.cos(x * y))
        return x_term(x, y, cosine), y_term(x, y, cosine)

    return Mistake(wrong, why)


GRADIENTS = Function(
    "x1-gradients",
    ask="the two derivatives of f = x² + y³ − sin(xy)",
    reference=lambda x, y: (2 * x - y * np.cos(x * y), 3 * y**2 - x * np.cos(x * y)),
    draws=(_point,),
    parts=("∂f/∂x", "∂f/∂y"),
    mistakes=(
        _slip(
            lambda x, y, c: 2 * x,
            lambda x, y, c: 3 * y**2,
            "Only one of the two paths is there. The variable reaches f through the sine as well, "
            "and both contributions are added.",
        ),
        _slip(
            lambda x, y, c: -y * c,
            lambda x, y, c: -x * c,
            "Only the path through the sine is there. The variable reaches f through its power as "
            "well, and both contributions are added.",
        ),
        _slip(
            lambda x, y, c: 2 * x + y * c,
            lambda x, y, c: 3 * y**2 + x * c,
            "The part that comes through the sine has the wrong sign: f subtracts it.",
        ),
        _slip(
            lambda x, y, c: 2 * x - c,
            lambda x, y, c: 3 * y**2 - c,
            "Almost: the chain rule has one factor more, the slope of what is inside the sine.",
        ),
        _slip(
            lambda x, y, c: 2 * x - x * c,
            lambda x, y, c: 3 * y**2 - y * c,
            "The inner derivative is swapped: vary one factor of x · y, and which one is left?",
        ),
        _slip(
            lambda x, y, c: 2 * x - y * np.sin(x * y),
            lambda x, y, c: 3 * y**2 - x * np.sin(x * y),
            "The sine is still a sine in it. What is the slope of a sine?",
        ),
        _slip(
            lambda x, y, c: x - y * c,
            lambda x, y, c: y**2 - x * c,
            "Everything fits but the factor in front of the power: its exponent comes down.",
        ),
        _slip(
            lambda x, y, c: 2 * x**2 - y * c,
            lambda x, y, c: 3 * y**3 - x * c,
            "Everything fits but the exponent of the power, which is to become one less.",
        ),
        _slip(
            lambda x, y, c: _f(x, y),
            lambda x, y, c: _f(x, y),
            "That is the value of f. Its slope is in the leaf's .grad after backward.",
        ),
    ),
)

QUESTIONS = (GRADIENTS,)
