"""x2-pull: a layer, backward."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...testing.draws import numbers
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ...testing.values import Array
from .filling import as_far_as_filled, open_parts


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
    observe=as_far_as_filled,
    mistakes=(
        open_parts(2),
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

QUESTIONS = (PULL,)
