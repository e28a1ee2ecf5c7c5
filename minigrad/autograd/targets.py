"""Where a backward goes: to every leaf, or only to its targets, some edges of the graph."""

from __future__ import annotations

from typing import Any, NamedTuple

from .node import Edge


class Walk(NamedTuple):
    """A backward that is running.

    Attributes:
        targets: the edges it goes to; empty where it goes to every leaf.
        useful: the targets' nodes and those that lead to them; None where it goes to every leaf.
        accumulate: whether the targets receive in their ``.grad``, as for ``backward(inputs=)``.
        reached: what has arrived at each target.
    """

    targets: set[Edge]
    useful: Any
    accumulate: bool
    reached: dict[Edge, Any]


def leading_to(targets: set[Edge], order: list[Any]) -> set[Any]:
    """The targets' nodes, and every node that a gradient crosses on its way to one of them."""
    useful = {node for node, _ in targets}
    for node in reversed(order):
        if leads_to(useful, node):
            useful.add(node)
    return useful


def leads_to(useful: set[Any], node: Any) -> bool:
    """Whether an edge of `node` ends in one of the useful nodes."""
    return any(parent in useful for parent in node.parents)


def must_run(node: Any, walk: Walk) -> bool:
    """Whether `node` has to run: a target lies behind it, or it is one of ``backward(inputs=)``."""
    return node in walk.useful and (walk.accumulate or leads_to(walk.useful, node))


def note_reached(node: Any, grads: list[Any], walk: Walk) -> None:
    """Keep what has arrived at those outputs of `node` that are targets."""
    for nr, grad in enumerate(grads) if walk.targets else ():
        if (node, nr) in walk.targets:
            walk.reached[node, nr] = grad
