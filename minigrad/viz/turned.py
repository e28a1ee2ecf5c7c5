"""Which arrows need a number: an operation's inputs that do not stand in their order.

Few crossings go before the order of inputs. Where ``y / x`` is drawn with `x` on the left all the
same, each of its arrows says which input it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from .data import Graph, Node
from .layout import Route
from .rules import stem

# Operations that give the same whichever of their inputs goes first.
_EITHER_WAY = frozenset("Add Dot Maximum Minimum Mul".split())


def order_matters(node: Node) -> bool:
    """Would it be another result, were the inputs of `node` to change places?"""
    if node.kind != "op" or len({(edge.to, edge.nr) for edge in node.edges}) < 2:
        return False
    scaled = any(saved.name == "alpha" and saved.value != 1 for saved in node.saved)
    return scaled or node.op.endswith("Backward") or stem(node.op) not in _EITHER_WAY


def numbers(graph: Graph, routes: Mapping[str, Route]) -> dict[str, str]:
    """The number to write at an arrow's head, by the edge: ``"1"`` for the first input.

    Boxes that stand in rows are read row by row, and their arrows come down together.
    """
    found: dict[str, str] = {}
    for node in filter(order_matters, graph.nodes):
        doors = [routes[edge.id].points[-1][0] for edge in node.edges]
        bunched = any(routes[edge.id].bunched for edge in node.edges)
        if doors != sorted(doors) and not bunched:
            found |= {edge.id: str(edge.slot + 1) for edge in node.edges}
    return found
