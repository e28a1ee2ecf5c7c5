"""Which arrows need a number: an operation's inputs that do not stand in their order.

Few crossings go before the order of inputs. Where ``y / x`` is drawn with `x` on the left all the
same, each of its arrows says which input it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from .arrows import Arrows
from .data import Graph, Node
from .layout import Route
from .rules import stem

# Operations that give the same whichever of their inputs goes first.
_EITHER_WAY = frozenset("Add Dot Maximum Minimum Mul".split())


def ordered(graph: Graph) -> list[str]:
    """The nodes that have several inputs whose order matters."""
    arrows = Arrows(graph)
    return [
        node.id
        for node in graph.nodes
        if order_matters(node) and len({(a.above, a.nr) for a in arrows.into(node)}) > 1
    ]


def order_matters(node: Node) -> bool:
    """Would it be another result, were the inputs of `node` to change places?"""
    if node.kind != "op":
        return False
    scaled = any(saved.name == "alpha" and saved.value != 1 for saved in node.saved)
    return scaled or node.op.endswith("Backward") or stem(node.op) not in _EITHER_WAY


def input_numbers(graph: Graph, routes: Mapping[str, Route]) -> dict[str, str]:
    """The number to write at an arrow's head, by the edge: ``"1"`` for the first input.

    Boxes that stand in rows are read row by row, and their arrows come down together.
    """
    found: dict[str, str] = {}
    arrows = Arrows(graph)
    for key in ordered(graph):
        inputs = [arrow.id for arrow in arrows.into(graph[key])]
        doors = [routes[one].points[-1][0] for one in inputs]
        if doors != sorted(doors) and not any(routes[one].bunched for one in inputs):
            found |= {one: str(int(one.rpartition(".")[2]) + 1) for one in inputs}
    return found
