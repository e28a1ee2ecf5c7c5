"""x2-backward: a backward pass whose sums come out right a second time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...testing.draws import numbers
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from .values import Value, long_way, lopsided, newest_first, nodes, shown, two_leaves


def backward(
    result: Value,
    gradient: float = 1.0,
    *,
    plus: bool = True,
    add: bool = True,
    slope: bool = True,
    arrived: dict[int, float] | None = None,
) -> None:
    """Run an engine; each keyword is a fault that it may have.

    Args:
        result: where it starts.
        gradient: what goes in there.
        plus: add to what is in a leaf's .grad.
        add: add up what arrives on several paths.
        slope: multiply by the slope.
        arrived: what an earlier run has left.
    """
    arrived = {} if arrived is None else arrived
    arrived[id(result)] = gradient
    for value in newest_first(result):
        grad = arrived.get(id(value), 0.0)
        if not value.inputs:
            value.grad = value.grad + grad if plus else grad
        for source, by in zip(value.inputs, value.slopes):
            more = grad * (by if slope else 1.0)
            arrived[id(source)] = (arrived.get(id(source), 0.0) if add else 0.0) + more


def as_in_the_lesson(result: Value, gradient: float = 1.0, plus: bool = True) -> None:
    """The lesson's engine: what arrives is kept in .grad, of inner Values too."""
    order = newest_first(result)
    order[0].grad = gradient
    for value in order:
        for source, slope in zip(value.inputs, value.slopes):
            source.grad = value.grad * slope + (source.grad if plus else 0.0)


def _each_path(result: Value, gradient: float = 1.0) -> None:
    """Level by level, without minding who is still to come."""
    arrived = {id(result): gradient}
    for value in nodes(result):
        grad = arrived.get(id(value), 0.0)
        if not value.inputs:
            value.grad += grad
        for source, slope in zip(value.inputs, value.slopes):
            arrived[id(source)] = arrived.get(id(source), 0.0) + slope * grad


def _with_leftovers(result: Value, gradient: float) -> None:
    """A second run that finds what arrived in the first."""
    kept: dict[int, float] = {}
    before = [(leaf, leaf.grad) for leaf in _ends(result)[0]]
    backward(result, gradient, arrived=kept)
    for leaf, grad in before:
        leaf.grad = grad
    backward(result, gradient, arrived=kept)


def _ends(result: Value) -> tuple[list[Value], list[Value]]:
    """The leaves, oldest first, and all others."""
    behind = sorted(nodes(result), key=lambda value: value._made)
    return [v for v in behind if not v.inputs], [v for v in behind if v.inputs]


def _look_at_grads(result: Value, gradient: float) -> Callable[[Any], Any]:
    leaves, inner = _ends(result)
    before = [leaf.grad for leaf in leaves]

    def look(_: Any) -> tuple[Any, str]:
        after = [float(leaf.grad) for leaf in leaves]
        kept = any(value.grad for value in inner)
        nothing = after == before and not kept  # earns no marks for having done no harm
        return np.array(after), "nothing ran" if nothing else "some" if kept else "none"

    return look


def _before(make: Callable[[np.random.Generator], Value]) -> Draw:
    """A graph whose leaves have some gradient already, half of the time."""

    def draw(rng: np.random.Generator) -> tuple[Value, float]:
        result = make(rng)
        for place, leaf in enumerate(_ends(result)[0]):
            leaf.grad = float(numbers(rng)) if place % 2 else 0.0
        return result, float(numbers(rng))

    return draw


BACKWARD = Function(
    "x2-backward",
    ask="a function that runs a graph backward and adds to the .grad of its leaves",
    reference=backward,
    draws=tuple(map(_before, (two_leaves, lopsided, long_way))),
    parts=("the leaves' .grad", "other Values that keep one"),
    observe=_look_at_grads,
    show=shown,
    mistakes=(
        Mistake(
            as_in_the_lesson,
            "A Value that is no leaf keeps a .grad, and would pass it on again in the next run. "
            "Keep what arrives in a dictionary of this call; only leaves have .grad.",
        ),
        Mistake(
            lambda result, gradient: backward(result, gradient, add=False),
            "A Value that is used several times has only the last contribution: add, do not "
            "overwrite, where two paths meet.",
        ),
        Mistake(
            lambda result, gradient: backward(result, gradient, slope=False),
            "What goes on is the gradient times the slope. The slope is missing.",
        ),
        Mistake(lambda result, gradient: backward(result, -gradient), "The sign of what is added."),
        Mistake(
            lambda result, gradient: backward(result, 2 * gradient),
            "Twice as much is added as should be: does something run twice?",
        ),
        Mistake(
            lambda result, gradient: backward(result),
            "`gradient` is what goes in at the result, in place of the 1.",
        ),
        Mistake(
            lambda result, gradient: backward(result, gradient, plus=False),
            "What was in a leaf's .grad before is gone: add to it.",
        ),
        Mistake(
            _each_path,
            "A Value ran before all that used it had run, so part of its gradient came too late.",
        ),
        Mistake(lambda result, gradient: nodes(result), "Nothing has arrived at the leaves."),
        Mistake(
            _with_leftovers,
            "What arrived in the first call is still there in the second: make the dictionary "
            "anew in every call.",
        ),
        Mistake(
            lambda result, gradient: backward(result, gradient * result.data),
            "What goes in is the gradient alone, not the result's value.",
        ),
    ),
)

QUESTIONS = (BACKWARD,)
