"""The numbers of lesson 02's engine, and graphs of them, for several exercises of X2."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np

from ...testing.draws import numbers


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


def a_value(rng: np.random.Generator) -> Value:
    """A leaf."""
    return Value(float(numbers(rng)))


def two_leaves(rng: np.random.Generator) -> Value:
    """Two leaves, one of them used twice."""
    x, y = a_value(rng), a_value(rng)
    return x * y + x


def lopsided(rng: np.random.Generator) -> Value:
    """A diamond of which one side is longer: met too early by a walk level by level."""
    h = a_value(rng) * a_value(rng)
    return h + (h * h) * a_value(rng)


def long_way(rng: np.random.Generator) -> Value:
    """A leaf that is used by the result itself, and at the far end of a chain."""
    x = h = a_value(rng)
    for _ in range(4):
        h = h * a_value(rng) + h
    return x * h


def nodes(result: Value) -> list[Value]:
    """Every Value behind a result, itself included, each once, as a walk meets them."""
    seen = [result]
    known = {id(result)}
    for value in seen:
        for one in value.inputs:
            if id(one) not in known:
                known.add(id(one))
                seen.append(one)
    return seen


def newest_first(result: Value) -> list[Value]:
    """An order in which each Value comes after all that used it."""
    return sorted(nodes(result), key=lambda value: value._made, reverse=True)


def shown(result: Value, *more: Any) -> str:
    """A graph in a line: how many Values, and the result."""
    size = len(nodes(result))
    text = f"a graph of {size:,} Values, whose result is {result.data:.4g}"
    return text + "".join(f", gradient = {one:.4g}" for one in more)
