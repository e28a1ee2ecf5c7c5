"""Questions of exercise set 2, for lesson 02: an engine, its order and its sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np

from ..draws import numbers
from ..kinds import Function
from ..mistakes import Mistake
from ..question import Draw


class Value:
    """A number of lesson 02's engine: its inputs, its local slopes, and what has arrived."""

    made = count()

    def __init__(
        self, data: float, inputs: Sequence[Value] = (), slopes: Sequence[float] = ()
    ) -> None:
        self.data, self.inputs, self.slopes = data, inputs, slopes
        self._made = next(Value.made)  # not for learners: they find an order without it
        self.grad = 0.0

    def __add__(self, other: Value) -> Value:
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other: Value) -> Value:
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __repr__(self) -> str:
        return f"Value({self.data:.4g})"


# ------------------------------------------------------------------------------------- graphs


def _value(rng: np.random.Generator) -> Value:
    return Value(float(numbers(rng)))


def lopsided(rng: np.random.Generator) -> Value:
    """A diamond of which one side is longer: met too early by a walk level by level."""
    h = _value(rng) * _value(rng)
    return h + (h * h) * _value(rng)


def long_way(rng: np.random.Generator) -> Value:
    """A leaf that is used by the result itself, and at the far end of a chain."""
    x = h = _value(rng)
    for _ in range(4):
        h = h * _value(rng) + h
    return x * h


def _two_leaves(rng: np.random.Generator) -> Value:
    x, y = _value(rng), _value(rng)
    return x * y + x


def graph(make: Callable[[np.random.Generator], Value], *more: Any) -> Draw:
    """A draw that gives one Value and perhaps more arguments."""
    return lambda rng: (make(rng), *more)


def nodes(result: Value) -> list[Value]:
    """Every Value behind a result, itself included, each once, as a walk meets them."""
    seen, waiting = [result], [result]
    known = {id(result)}
    while waiting:
        for one in waiting.pop(0).inputs:
            if id(one) not in known:
                known.add(id(one))
                seen.append(one)
                waiting.append(one)
    return seen


def newest_first(result: Value) -> list[Value]:
    """An order in which each Value comes after all that used it."""
    return sorted(nodes(result), key=lambda value: value._made, reverse=True)


def shown(result: Value, *more: Any) -> str:
    """A graph in a line: how many Values, and the result."""
    size = len(nodes(result))
    text = f"a graph of {size:,} Values, whose result is {result.data:.4g}"
    return text + "".join(f", gradient = {one:.4g}" for one in more)


# -------------------------------------------------------------------------------------- order


def _missing(behind: Sequence[Value], places: Mapping[int, int]) -> str:
    """In a word, which Values are not in a list."""
    gone = [one for one in behind if id(one) not in places]
    if not gone or gone == [behind[0]]:
        return "the result" if gone else "none"
    leaves = [one for one in behind if not one.inputs]
    if gone == behind[1:]:
        return "all but the result"
    return "all leaves" if gone == leaves and len(leaves) > 1 else "some"


def _look_at_order(result: Value) -> Callable[[Any], Any]:
    behind = nodes(result)

    def look(order: Any) -> tuple[Any, ...]:
        places = {id(one): place for place, one in enumerate(order)}
        late = sum(
            places.get(id(one), -1) >= places.get(id(used), len(places))
            for one in behind
            for used in one.inputs
        )
        return _missing(behind, places), len(list(order)) - len(places), late

    return look


ORDER = Function(
    "x2-order",
    ask="a function that gives all Values behind a result, each after all that used it",
    reference=newest_first,
    draws=tuple(map(graph, (_two_leaves, lopsided, long_way))),
    parts=("missing", "Values twice", "inputs that come before who used them"),
    observe=_look_at_order,
    show=shown,
    again=True,
    mistakes=(
        Mistake(
            nodes,
            "That is the order in which a walk meets them, level by level. A Value that is used "
            "near the result and far from it comes too early in it.",
        ),
        Mistake(
            lambda result: newest_first(result)[::-1],
            "The other way round: the leaves come first in yours. The result has to.",
        ),
        Mistake(
            lambda result: newest_first(result)[1:],
            "The result itself is missing; it runs first.",
        ),
        Mistake(
            lambda result: [one for one in newest_first(result) if one.inputs],
            "The leaves are missing. They have no inputs, and they belong to it all the same.",
        ),
        Mistake(lambda result: [result], "Only the result is there."),
    ),
)

# ----------------------------------------------------------------------------------- backward


def backward(
    result: Value,
    gradient: float = 1.0,
    *,
    plus: bool = True,
    add: bool = True,
    slope: bool = True,
) -> None:
    """Run an engine; each keyword is a fault that it may have.

    Args:
        result: where it starts.
        gradient: what goes in there.
        plus: add to what is in a leaf's .grad.
        add: add up what arrives on several paths.
        slope: multiply by the slope.
    """
    arrived = {id(result): gradient}
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


def _ends(result: Value) -> tuple[list[Value], list[Value]]:
    """The leaves, oldest first, and all others."""
    behind = sorted(nodes(result), key=lambda value: value._made)
    return [v for v in behind if not v.inputs], [v for v in behind if v.inputs]


def _look_at_grads(result: Value, gradient: float) -> Callable[[Any], Any]:
    leaves, inner = _ends(result)
    return lambda _: (
        np.array([float(leaf.grad) for leaf in leaves]),
        sum(bool(value.grad) for value in inner),
    )


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
    draws=tuple(map(_before, (_two_leaves, lopsided, long_way))),
    parts=("the leaves' .grad", "other Values with a .grad"),
    observe=_look_at_grads,
    show=shown,
    mistakes=(
        Mistake(
            as_in_the_lesson,
            "Values between the result and the leaves keep a .grad, and would pass it on again in "
            "the next run. Keep what arrives in a dictionary of this call; only leaves have .grad.",
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
            lambda result, gradient: backward(result, gradient * result.data),
            "What goes in is the gradient alone, not the result's value.",
        ),
    ),
)


def _twice(result: Value, gradient: float) -> None:
    backward(result, gradient)
    backward(result, 2 * gradient)


TWICE = Function(
    "x2-backward-twice",
    ask="your backward, called twice, the second time with twice the gradient",
    reference=_twice,
    draws=tuple(map(_before, (_two_leaves, lopsided, long_way))),
    parts=("the leaves' .grad", "other Values with a .grad"),
    observe=_look_at_grads,
    show=shown,
    mistakes=(
        Mistake(
            lambda result, gradient: as_in_the_lesson(result, gradient),
            "The second run has not added anything to the leaves.",
        ),
    ),
)

# --------------------------------------------------------------------------------- repairing


def _error(w: Any, x: Any, target: Any) -> tuple[float, ...]:
    error = w.data * x.data - target.data
    return error**2, 2 * error * x.data, 2 * error * w.data, -2 * error


def _slip(change: Callable[..., tuple[float, ...]], why: str) -> Mistake:
    """Wrong slopes, as a function of w, x and the error."""

    def wrong(w: Value, x: Value, target: Value) -> Value:
        error = w.data * x.data - target.data
        return Value(error**2, (w, x, target), change(w.data, x.data, error))

    return Mistake(wrong, why)


def _look_at_slopes(*inputs: Value) -> Callable[[Value], Any]:
    def look(made: Value) -> tuple[float, ...]:
        slopes = {id(one): slope for one, slope in zip(made.inputs, made.slopes, strict=True)}
        return made.data, *(slopes[id(one)] for one in inputs)

    return look


ERROR = Function(
    "x2-error",
    ask="the repaired operation, a Value of (w·x − target)² with its three slopes",
    reference=lambda w, x, target: Value(
        _error(w, x, target)[0], (w, x, target), _error(w, x, target)[1:]
    ),
    draws=(lambda rng: tuple(_value(rng) for _ in range(3)),),
    parts=("data", "slope for w", "slope for x", "slope for target"),
    observe=_look_at_slopes,
    show=lambda w, x, target: f"w = {w.data:.4g}, x = {x.data:.4g}, target = {target.data:.4g}",
    mistakes=(
        _slip(
            lambda w, x, e: (2 * e * w, 2 * e * x, 2 * e),
            "Still as it was. Nudge this input and see what the result does.",
        ),
        _slip(
            lambda w, x, e: (e * x, e * w, -e), "The 2 of the square comes down as a factor."
        ),
        _slip(
            lambda w, x, e: (2 * x, 2 * w, -2.0),
            "The slope of the power is missing a factor: it is twice what is squared.",
        ),
        _slip(
            lambda w, x, e: (2 * e, 2 * e, 2 * e),
            "The slope of what is inside the square is missing.",
        ),
        _slip(
            lambda w, x, e: (x, w, -1.0), "That is the slope of w·x − target. And the square?"
        ),
    ),
)  # fmt: skip

QUESTIONS = (ORDER, BACKWARD, TWICE, ERROR)
