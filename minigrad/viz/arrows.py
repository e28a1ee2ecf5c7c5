"""The arrows of a picture: the edges of a graph, and those along which no gradient goes back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from .data import NUMBER, Constant, Graph, Node


@dataclass(frozen=True)
class Arrow:
    """An arrow, from a box or constant to one that was computed from it.

    Attributes:
        id: that of the edge; of one along which no gradient goes, of the same form.
        above: where it begins.
        nr: which output of that it is.
        below: where it ends.
        kind: ``""``, ``"pale"`` from a constant, ``"cut"`` from what a constant came from.
        times: how many edges it stands for.
    """

    id: str
    above: str
    nr: int
    below: str
    kind: str = ""
    times: int = 1


class Arrows:
    """The arrows of a graph, and what to call where they begin."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.constants = {one.id: one for one in graph.constants}
        self._given: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for one in graph.constants:
            for node, slot in one.uses:
                self._given[node].append((slot, one.id))

    def into(self, node: Node) -> list[Arrow]:
        """What goes into a node, in the order of its inputs."""
        edges = [(e.slot, Arrow(e.id, e.to, e.nr, node.id, times=e.times)) for e in node.edges]
        given = self._given.get(node.id, ())
        pale = [(i, Arrow(f"{node.id}.{i}", key, 0, node.id, "pale")) for i, key in given]
        return [arrow for _, arrow in sorted(edges + pale, key=lambda pair: pair[0])]

    def behind(self, one: Constant) -> list[Arrow]:
        """What a constant came from."""
        places = enumerate(one.origins)
        return [Arrow(f"{one.id}.{i}", above, nr, one.id, "cut") for i, (above, nr) in places]

    def __iter__(self) -> Iterator[Arrow]:
        for node in self._graph.nodes:
            yield from self.into(node)
        for one in self._graph.constants:
            yield from self.behind(one)

    def is_number(self, key: str) -> bool:
        """Is it a Python number, of which there is no more to say than that?"""
        return key in self.constants and self.constants[key].reason == NUMBER

    def name(self, arrow: Arrow) -> str:
        """The variable that an arrow comes from, ``""`` for none."""
        constant = self.constants.get(arrow.above)
        return constant.name if constant else self._graph[arrow.above].names.get(arrow.nr, "")
