"""x6-snap: a stair that counts as a slope."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...autograd import grad
from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.draws import leaf
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from .writes import WRITTEN, recorded


def stair(*shape: int, result: bool = False) -> Draw:
    """Numbers, none of them halfway between two multiples of the step; a leaf or a result."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = leaf(rng, *shape)
        return (x * 1 if result else x), float(rng.choice([0.4, 0.6, 0.8]))

    return draw


def _nearest(x: Tensor, step: float) -> Tensor:
    found: Tensor = (x / step).round() * step
    return found


def _count(x: Tensor, step: float) -> Tensor:
    found: Tensor = (x / step).round()
    return found


def _down(x: Tensor, step: float) -> Tensor:
    found: Tensor = (x / step).floor() * step
    return found


def _inwards(x: Tensor, step: float) -> Tensor:
    found: Tensor = x.sign() * _down(x.abs(), step)
    return found


def _snapped(x: Tensor, step: float, slope: float = 1.0, nearest: Any = _nearest) -> Tensor:
    """The nearest multiples, and a slope that has nothing to do with them."""
    through = slope * x
    found: Tensor = through + (nearest(x, step) - through).detach()
    return found


def _scaled(x: Tensor, step: float) -> Tensor:
    """A factor that is a constant: the slope is that factor."""
    return x * (_nearest(x, step) / x).detach()


def _look_snapped(x: Tensor, step: float) -> Observed:
    before = x.detach().clone()

    def look(result: Any) -> tuple[Any, ...]:
        if not x.detach().equal(before):
            raise OddForm(WRITTEN)
        found = recorded(result)
        weights = tensor(np.linspace(-2.0, 3.1, found.numel())).reshape(found.shape)
        (slope,) = grad(found, x, weights, allow_unused=True)
        return found.detach(), np.zeros(x.shape) if slope is None else slope

    return look


SNAP = Function(
    "x6-snap",
    ask="a function whose values are multiples of step, and whose slope is 1",
    reference=lambda x, step: _snapped(x, step),
    draws=(stair(3), stair(2, 3, result=True)),
    parts=("the values", "x's gradient"),
    trials=4,
    observe=_look_snapped,
    mistakes=(
        Mistake(lambda x, step: _nearest(x, step) + 0 * x,
                "The values are right, but no gradient comes back: a stair is level, its slope is "
                "0. (And an x that is added and taken off again leaves nothing.)"),
        Mistake(lambda x, step: _snapped(x, step, -1.0),
                "The gradient has the wrong sign: the x that is taken off has a way back, and the "
                "one that is added has none."),
        Mistake(lambda x, step: _snapped(x, step, 2.0), "The gradient comes back twice."),
        Mistake(lambda x, step: _snapped(x, step, step),
                "The slope is step: what has the slope 1 is multiplied by step afterwards."),
        Mistake(lambda x, step: _snapped(x, step, 1 / step),
                "The slope is 1 / step: a way back leads through the division alone."),
        Mistake(_scaled, "The slope is the quotient of the two: it is a term that is to be "
                         "constant, not a factor."),
        Mistake(lambda x, step: x * 1, "The values are those of x: nothing is rounded."),
        Mistake(lambda x, step: _snapped(x, 1.0), "step has no part in it."),
        Mistake(lambda x, step: _snapped(x, step, nearest=_count),
                "How many steps it is, is counted right; how far that is, is to be the value."),
        Mistake(lambda x, step: _snapped(x, 1 / step),
                "How many steps are in x: times step, or divided by it?"),
        Mistake(lambda x, step: _snapped(x, step, nearest=_down),
                "It is always rounded down; wanted is the nearest."),
        Mistake(lambda x, step: _snapped(x, step, nearest=_inwards),
                "It is always rounded towards 0; wanted is the nearest."),
        Mistake(lambda x, step: _snapped(x, step, nearest=lambda x, step: x - _nearest(x, step)),
                "That is the difference between x and the nearest multiple, not the multiple."),
    ),
)  # fmt: skip

QUESTIONS = (SNAP,)
