"""Things in an order in which each comes before its inputs."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeVar

K = TypeVar("K")


def inputs_last(inputs: Mapping[K, Iterable[K]]) -> list[K]:
    """Each key before its inputs, and after all that it is an input of.

    Args:
        inputs: what goes into each; every input is itself a key.

    Returns:
        The keys, without those that a circle makes it impossible to reach.

    Example:
        >>> inputs_last({"sum": ["a", "b"], "b": [], "a": ["b"]})
        ['sum', 'a', 'b']
    """
    waiting_for = Counter(chain.from_iterable(inputs.values()))
    ready = deque(key for key in inputs if not waiting_for[key])
    order = []
    while ready:
        key = ready.popleft()
        order.append(key)
        for one in inputs[key]:
            waiting_for[one] -= 1
            if not waiting_for[one]:
                ready.append(one)
    return order


def in_circles(inputs: Mapping[K, Iterable[K]]) -> set[K]:
    """The keys on a circle, and those on a way from one circle to another.

    Example:
        >>> sorted(in_circles({"z": ["a"], "a": ["b"], "b": ["a", "x"], "x": []}))
        ['a', 'b']
    """
    uses: dict[K, list[K]] = {key: [] for key in inputs}
    for key, ones in inputs.items():
        for one in ones:
            uses[one].append(key)
    reached: list[K] = inputs_last(inputs)
    reached += inputs_last(uses)
    return set(inputs).difference(reached)
