"""Questions of exercise set 2, fourth part: a table of all slopes, differences for all entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...tensor import Tensor
from ..draws import leaf, numbers
from ..kinds import Function
from ..mistakes import Mistake
from ..question import Draw
from ..values import Array

# --------------------------------------------------------------------------------------- table


def _table(f: Callable[[Tensor], Tensor], x: Tensor) -> Array:
    """All slopes, a row per result, each from a backward of its own."""
    rows = []
    for place in range(len(f(x))):
        twin = x.detach().requires_grad_()
        f(twin)[place].backward()
        assert twin.grad is not None
        rows.append(twin.grad.numpy())
    return np.array(rows)


def _shifted(x: Tensor) -> Tensor:
    found: Tensor = x[1:] * x[:-1]
    return found


def _mixed(x: Tensor) -> Tensor:
    found: Tensor = tensor([[1.5, -2.0, 0.5], [2.5, 3.0, -1.5]], dtype=x.dtype) @ x.sin()
    return found


def _tall(x: Tensor) -> Tensor:
    rows = [[1.5, -2.0], [0.5, 2.5], [3.0, -1.5], [-0.5, 2.0]]
    found: Tensor = tensor(rows, dtype=x.dtype) @ x**2
    return found


def _vector(f: Callable[[Tensor], Tensor], size: int) -> Draw:
    return lambda rng: (f, leaf(rng, size))


JACOBIAN = Function(
    "x2-jacobian",
    ask="a function that gives the table of all slopes of f at x, a row per result",
    reference=_table,
    draws=(_vector(_tall, 2), _vector(_shifted, 4), _vector(_mixed, 3)),
    show=lambda f, x: f"x = {x.tolist()}, f(x) = {[round(v, 4) for v in f(x).tolist()]}",
    mistakes=(
        Mistake(
            lambda f, x: np.cumsum(_table(f, x), axis=0),
            "Each row has those before it in it: .grad adds up. Clear it between two rows.",
        ),
        Mistake(
            lambda f, x: _table(f, x).sum(axis=0),
            "That is one row, the sum of all: a 1 for every result at once. Let in one at a time.",
        ),
        Mistake(
            lambda f, x: np.tile(_table(f, x).sum(axis=0), (len(f(x)), 1)),
            "Every row is the sum of all rows. Either a 1 went in for every result at once, or "
            ".grad was never cleared, so that all rows are one and the same tensor.",
        ),
        Mistake(lambda f, x: _table(f, x)[:1], "Only the first row is there."),
        Mistake(
            lambda f, x: _table(f, x)[: len(x)],
            "Yours has as many rows as x has entries. Wanted is a row per result.",
        ),
        Mistake(lambda f, x: _table(f, x)[:-1], "The last row is missing."),
        Mistake(
            lambda f, x: np.tile(_table(f, x)[-1], (len(f(x)), 1)),
            "Every row is the last one: they are one and the same tensor. Keep a copy of each.",
        ),
        Mistake(
            lambda f, x: np.tile(_table(f, x).sum(axis=0), (len(f(x)), 1)).cumsum(axis=0),
            "Let in a 1 for one result at a time, and clear .grad between two rows.",
        ),
    ),
)

# --------------------------------------------------------------------------------- nudging


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

QUESTIONS = (JACOBIAN, NUDGED)
