"""Graphs to try a learner's walk on, each with a leaf to look for; and graphs shown as text."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, ValuesView
from typing import Any

import numpy as np

from ..creation.data import tensor
from ..dtype import float64
from ..tensor import Tensor
from ..testing import tree
from ..testing.mistakes import Mistake
from ..testing.values import brief, kind


def log_product(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Two leaves, two edges to the first."""
    x, y = _leaf(rng), _leaf(rng)
    return x * y + x.log(), x


def square(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """One leaf that is used twice, and a number that leaves nothing."""
    x = _leaf(rng)
    return (x * x).exp() * 0.1, x


def plain(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Two leaves beside a number and a tensor that needs no gradient."""
    x, y = _leaf(rng), _leaf(rng)
    return (3 * x + tensor(2.0)) * y.sin() - y * x, y


def twins(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Two leaves of one value, nodes that are used twice, four edges to the second leaf."""
    y, x = _leaf_of(2.5), _leaf_of(2.5)
    h = y * x
    for _ in range(2):
        h = h.sin() * h + x
    return h - x, x


def absent(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """A leaf that does not occur; one that does has its value."""
    x, y = _leaf_of(1.75), _leaf_of(1.75)
    return x * x, y


def deep(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """More nodes behind each other than Python lets a function call itself."""
    x = _leaf(rng)
    h = x
    for _ in range(2500):
        h = h * 0.999
    return h - x, x


def many(rng: np.random.Generator) -> tuple[Tensor]:
    """Six leaves, made in another order than that in which a walk meets them."""
    made = [_leaf_of(value) for value in (2.25, 3.5, 1.5, 2.75, 3.0, 1.25)]
    result = made[3] * made[5]
    for place in (0, 4, 1, 2):
        result = made[place] * result
    return (result,)


def lettered(found: Any, result: Tensor) -> Any:
    """Leaves as the letters that `graph_text` gives them; what is no leaf in other words.

    Args:
        found: what a learner's function returned, a list of leaves if it is right.
        result: the tensor whose leaves they are.
    """
    if not isinstance(found, (list, tuple, deque, ValuesView)):
        return found
    known = tree.leaves(result)
    return [_lettered(one, known) for one in found]


def _lettered(one: Any, known: list[Tensor]) -> Any:
    for place, leaf in enumerate(known):
        if one is leaf:
            return chr(ord("A") + place)
    if not isinstance(one, Tensor):
        return kind(one)
    alike = any(leaf.shape == one.shape and bool((leaf == one).all()) for leaf in known)
    return "a copy" if alike else "another tensor"


def no_leaves(reference: Callable[..., list[Any]]) -> tuple[Mistake, ...]:
    """What is handed over in the place of leaves, by a function that should give a list of them."""
    return (
        Mistake(
            lambda *args: [leaf.detach() for leaf in reference(*args)],
            "These are copies. Hand over the leaves themselves, which a node has as its .variable.",
        ),
        Mistake(
            lambda *args: [leaf.item() for leaf in reference(*args)],
            "These are the values of the leaves. Hand over the leaves themselves.",
        ),
        Mistake(
            lambda *args: [(leaf * 1).grad_fn for leaf in reference(*args)],
            "These are nodes, not the leaves: the leaf that an AccumulateGrad node stands for is "
            "its .variable.",
        ),
    )


def half_walks(reference: Callable[..., Any]) -> tuple[Mistake, ...]:
    """Walks that end too early, of a function whose first argument is a result to start from."""
    return (
        Mistake(
            lambda result, *rest: reference(_Part(result, levels=1), *rest),
            "Only the first level is looked at, what lies directly behind the result. Is what is "
            "found there put on the list of nodes to visit, and does the `return` stand behind the "
            "loop?",
        ),
        Mistake(
            lambda result, *rest: reference(_Part(result, inputs=1), *rest),
            "Only the first input of each node is looked at: next_functions has an entry for each.",
        ),
    )


class _Part:
    """A node, or the tensor whose node it is, of which a walk sees only a part.

    Args:
        of: the tensor or the node.
        levels: how many steps it can be walked back from here.
        inputs: how many inputs of a node are seen.
    """

    def __init__(self, of: Any, levels: int = 10**6, inputs: int | None = None) -> None:
        self._of = of
        self._levels = levels
        self._inputs = inputs

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)

    @property
    def grad_fn(self) -> _Part:
        return _Part(self._of.grad_fn, self._levels, self._inputs)

    @property
    def next_functions(self) -> tuple[Any, ...]:
        seen = self._of.next_functions[: self._inputs] if self._levels else ()
        return tuple(
            (node and _Part(node, self._levels - 1, self._inputs), place) for node, place in seen
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Part) and self._of is other._of

    def __hash__(self) -> int:
        return hash(self._of)


def graph_text(result: Tensor, leaf: Tensor | None = None) -> str:
    """A graph as text, its leaves called A, B, …; of a large one only the size."""
    met: list[Tensor] = []

    def called(one: Tensor) -> str:
        if not any(one is other for other in met):
            met.append(one)
        place = next(i for i, other in enumerate(met) if one is other)
        return f"leaf {chr(ord('A') + place)} = {brief(one)}"

    graph = tree.read(result, called)
    size = sum(name != tree.CONSTANT for name in graph.names)
    text = tree.drawn(graph) if size < 16 else f"({size:,} nodes)"
    return text if leaf is None else f"{called(leaf)}, in the graph\n{text}"


def _leaf(rng: np.random.Generator, low: float = 1.5, high: float = 4.0) -> Tensor:
    return _leaf_of(round(rng.uniform(low, high), 2))


def _leaf_of(value: float) -> Tensor:
    return tensor(value, dtype=float64, requires_grad=True)
