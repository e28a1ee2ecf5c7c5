"""Writes in place: whose memory they went into, and how often that has been written to."""

from __future__ import annotations

from .data import Graph, Node, Place


def counted(node: Node) -> str:
    """What a recorded write did to the version counter: ``0 → 1``; ``""`` of any other node.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> h = x * 3
        >>> h = h.add_(1)
        >>> [counted(node) for node in minigrad.viz.graph(h).nodes]
        ['0 → 1', '', '']
    """
    return f"{node.written - 1} → {node.written}" if node.written else ""


def holder(graph: Graph, place: Place) -> str:
    """The variable that holds an output, or what later writes have made of it; ``""`` for none."""
    seen: set[Place] = set()
    while place not in seen:
        seen.add(place)
        key, nr = place
        if graph[key].names.get(nr):
            return graph[key].names[nr]
        over = [e.node for e in graph.edges() if (e.to, e.nr) == place and e.slot == 0]
        place = next(((node, 0) for node in over if graph[node].written), place)
    return ""
