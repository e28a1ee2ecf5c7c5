"""x2-nudged: differences for all entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...testing.draws import numbers
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ...testing.values import Array


def _nudged(
    f: Callable[[Array], float],
    x: Array,
    h: float = 1e-5,
    left: float = 1.0,
    by: float = 2.0,
    anew: bool = True,
) -> Array:
    """Differences, to the right by h and to the left by a share of it; copies once or anew."""
    found = np.empty_like(x)
    up, down = x.copy(), x.copy()
    for place in np.ndindex(x.shape):
        if anew:
            up, down = x.copy(), x.copy()
        up[place] += h
        down[place] -= left * h
        found[place] = (f(up) - f(down)) / (by * h)
    return found


def _row_by_row(f: Callable[[Array], float], x: Array) -> Array:
    """All entries of a row are nudged at once."""
    found = np.empty_like(x)
    for place in range(len(x)):
        step = np.zeros_like(x)
        step[place] = 1e-5
        found[place] = (f(x + step) - f(x - step)) / 2e-5
    return found


def _not_restored(f: Callable[[Array], float], x: Array) -> Array:
    """Nudged in place, to both sides, and left there."""
    found = np.empty_like(x)
    for place in np.ndindex(x.shape):
        x[place] += 1e-5
        up = f(x)
        x[place] -= 2e-5
        found[place] = (up - f(x)) / 2e-5
    return found


def _look_at_nudged(f: Callable[[Array], float], x: Array) -> Callable[[Any], Any]:
    before = x.copy()

    def look(result: Any) -> tuple[Any, str]:
        off = np.abs(x - before).max()  # put back in place, it may be off by rounding
        return result, "as it was" if off <= 1e-9 else "changed"

    return look


def _all_at_once(f: Callable[[Array], float], x: Array) -> Array:
    return np.full_like(x, (f(x + 1e-5) - f(x - 1e-5)) / 2e-5)


def _of_array(f: Callable[[Array], float], *shape: int) -> Draw:
    return lambda rng: (f, numbers(rng, *shape))


NUDGED = Function(
    "x2-nudged",
    ask="a function that gives the finite difference for every entry of x",
    reference=_nudged,
    draws=(
        _of_array(lambda x: float(np.sin(20 * x).sum()), 3),
        _of_array(lambda x: float((x**3).sum() * x.flat[0]), 2, 3),
        _of_array(lambda x: float(np.exp(3 * x).sum())),
    ),
    parts=("the gradient", "x afterwards"),
    observe=_look_at_nudged,
    show=lambda f, x: f"x = {x.tolist()}, f(x) = {f(x):.4g}",
    mistakes=(
        Mistake(
            lambda f, x: _nudged(f, x, left=0.0, by=1.0),
            "Nudged to one side only: close, but the curve bends. Nudge to both sides.",
        ),
        Mistake(
            lambda f, x: _nudged(f, x, by=1.0),
            "The two points are 2h apart, not h.",
        ),
        Mistake(
            lambda f, x: _nudged(f, x, left=0.0),
            "Nudged to one side only, and divided by 2h: the two points are h apart then.",
        ),
        Mistake(
            lambda f, x: (f(x + 1e-5) - f(x - 1e-5)) / 2e-5,
            "All entries are nudged at once, so yours is the sum of all slopes. One at a time.",
        ),
        Mistake(
            _all_at_once,
            "All entries are nudged at once, so yours is the sum of all slopes. One at a time.",
        ),
        Mistake(
            lambda f, x: _nudged(f, x, h=1e-2),
            "The step is so large that the curve bends over it. Take about 1e-5.",
        ),
        Mistake(
            lambda f, x: np.zeros_like(x),
            "Yours is 0 everywhere. Are the two points different arrays (`up = x` makes a second "
            "name, no copy), and is something written into the result?",
        ),
        Mistake(
            lambda f, x: _nudged(f, x, anew=False),
            "An entry that had its turn is still nudged when the next one has its own.",
        ),
        Mistake(
            _row_by_row,
            "A whole row is nudged at once: `x[i]` is a row if x has two dimensions.",
        ),
        Mistake(
            _not_restored,
            "x is not what it was: what is nudged in place has to be put back before the next "
            "entry has its turn.",
        ),
    ),
)

QUESTIONS = (NUDGED,)
