"""x2-order: who runs when: each Value after all that used it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from .values import Value, a_value, long_way, lopsided, newest_first, nodes, shown, two_leaves


def both_sides(rng: np.random.Generator) -> Value:
    """A Value used twice by one and once, later, by another; then the same mirrored."""

    def sides() -> tuple[Value, Value]:
        h = a_value(rng) * a_value(rng)
        return h * h, h + a_value(rng) + a_value(rng)

    (s, u), (t, v) = sides(), sides()
    return (s + u) * (v + t)


def deep(rng: np.random.Generator) -> Value:
    """Deeper than Python's recursion goes, in a notebook too."""
    x = h = a_value(rng)
    for _ in range(3_200):
        h = h + x
    return h


def graph(make: Callable[[np.random.Generator], Value]) -> Draw:
    """A draw that gives one Value."""
    return lambda rng: (make(rng),)


def _missing(behind: Sequence[Value], places: Collection[int]) -> str:
    """In a few words, which Values have no place; empty if all have one."""
    gone = [one for one in behind if id(one) not in places]
    if not gone:
        return ""
    if gone == behind:
        return "nothing"
    if gone == behind[:1]:
        return "the result is missing"
    if gone == behind[1:]:
        return "all but the result are missing"
    leaves = [one for one in behind if not one.inputs]
    return "all leaves are missing" if gone == leaves and len(leaves) > 1 else "some are missing"


def _look_at_order(result: Value) -> Callable[[Any], str]:
    """What is wrong with an order first of all, in a few words."""
    behind = nodes(result)

    def look(order: Any) -> str:
        order = list(order)
        places = {id(one): place for place, one in enumerate(order)}
        if not all(hasattr(one, "inputs") for one in order):
            return "something else than Values"
        if len(order) > len(places):
            return "some Values more than once"
        late = sum(
            places.get(id(one), -1) >= places.get(id(used), len(order))
            for one in behind
            for used in one.inputs
        )
        early = f"inputs before what uses them: {late}" if late else ""
        return _missing(behind, places) or early or "each Value once, after all that used it"

    return look


def _ready(
    result: Value, uses: Callable[[Value], Sequence[Value]], off: Callable[[Value], Sequence[Value]]
) -> list[Value]:
    """Count what stands in `uses` of each Value, take off what stands in `off`, run who is at 0."""
    counts: dict[int, int] = {}
    for value in nodes(result):
        for one in uses(value):
            counts[id(one)] = counts.get(id(one), 0) + 1
    found = [result]
    for value in found:
        for one in off(value):
            counts[id(one)] -= 1
            if counts[id(one)] == 0:
                found.append(one)
    return found


def _all(value: Value) -> Sequence[Value]:
    return value.inputs


def _different(value: Value) -> Sequence[Value]:
    return list({id(one): one for one in value.inputs}.values())


ORDER = Function(
    "x2-order",
    ask="a function that gives all Values behind a result, each after all that used it",
    reference=newest_first,
    draws=tuple(map(graph, (two_leaves, lopsided, both_sides, long_way, deep))),
    trials=5,
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
        Mistake(lambda result: [], "The list is empty: where does a Value get into it?"),
        Mistake(
            lambda result: nodes(result) * 2,
            "There are Values that stand in it several times, such as once for each path. A Value "
            "is ready once: when the last of those that use it has run.",
        ),
        Mistake(
            lambda result: [one.data for one in newest_first(result)],
            "Something in it is no Value, but perhaps a Value's number. Hand over the Values "
            "themselves.",
        ),
        Mistake(
            lambda result: _ready(result, _different, _all),
            "In `h * h`, `h` is used twice. Is it counted once and taken off twice?",
        ),
        Mistake(
            lambda result: _ready(result, _all, _different),
            "In `h * h`, `h` is used twice. Is it counted twice and taken off once?",
        ),
        Mistake(
            lambda result: newest_first(result)[:-1],
            "Some Values are missing. One is left out if its count never comes down to 0, or if "
            "the loop ends before all have had their turn.",
        ),
    ),
)

QUESTIONS = (ORDER,)
