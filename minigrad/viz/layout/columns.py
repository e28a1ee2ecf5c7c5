"""What must share one x: a frame's sides, the lanes of one source, a chain.

Which x that is, `spread` decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from math import fsum

from ..succession import in_circles, inputs_last
from .layers import Border, Lane, Net, Vertex

Row = tuple[list[Vertex], list[float]]  # a layer, and the least distance from each to the next
Column = Vertex | tuple[str, bool]  # called by one of its vertices; a frame's side by the group


class Columns:
    """Columns of vertices, and what must stand to the left of what, how far.

    A column that would have to stand on both sides of another, because their edges cross, falls
    apart; only the sides of frames never do.

    Args:
        rows: the vertices of each layer, from left to right.
        least: the least width of each group's frame.
        column_of: the column of each vertex that shares one; the sides of frames always do.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        least: Mapping[str, float],
        column_of: Mapping[Vertex, Column] | None = None,
    ) -> None:
        column_of = column_of or {}
        self._column = {v: column_of.get(v) or _side(v) for layer, _ in rows for v in layer}
        self._relate(rows, least)
        while len(self._order) < len(self.members):
            for column in in_circles(self._left):
                self._column.update((v, _side(v)) for v in self.members[column])
            self._relate(rows, least)

    def _relate(self, rows: Sequence[Row], least: Mapping[str, float]) -> None:
        self.members: dict[Column, list[Vertex]] = defaultdict(list)
        for vertex, column in self._column.items():
            self.members[column].append(vertex)
        self._left: dict[Column, dict[Column, float]] = {column: {} for column in self.members}
        self._right: dict[Column, dict[Column, float]] = {column: {} for column in self.members}
        for layer, steps in rows:
            columns = [self._column[vertex] for vertex in layer]
            for (a, b), step in zip(pairwise(columns), steps):
                self._require(a, b, step)
        for group, width in least.items():
            if (group, True) in self.members:
                self._require((group, False), (group, True), width)
        self._order = inputs_last(self._right)

    def _require(self, a: Column, b: Column, step: float) -> None:
        self._right[a][b] = self._left[b][a] = max(step, self._right[a].get(b, 0.0))

    def straighten(self, x: dict[Vertex, float], wish: Mapping[Column, float]) -> None:
        """Move as little as possible to either side until every column is straight.

        Args:
            x: where each vertex stands; changed.
            wish: where columns would stand best; others, where they stand on average.
        """
        wishes = {
            c: wish[c] if c in wish else mean([x[v] for v in vs]) for c, vs in self.members.items()
        }
        pushed = self._pushed(wishes)
        pulled = self._pulled(wishes)
        for column, vertices in self.members.items():
            x.update(dict.fromkeys(vertices, (pushed[column] + pulled[column]) / 2))

    def _pushed(self, wishes: Mapping[Column, float]) -> dict[Column, float]:
        found: dict[Column, float] = {}
        for column in self._order:
            limits = (found[other] + step for other, step in self._left[column].items())
            found[column] = max(chain([wishes[column]], limits))
        return found

    def _pulled(self, wishes: Mapping[Column, float]) -> dict[Column, float]:
        found: dict[Column, float] = {}
        for column in reversed(self._order):
            limits = (found[other] - step for other, step in self._right[column].items())
            found[column] = min(chain([wishes[column]], limits))
        return found


def _side(vertex: Vertex) -> Column:
    """The column of a border: the side of its frame; of anything else: itself."""
    return (vertex.group, vertex.right) if isinstance(vertex, Border) else vertex


def columns_of(net: Net) -> dict[Vertex, Column]:
    """The lanes of one source in one group; and what follows each other with no other edge."""
    found: dict[Vertex, Column] = {}
    lanes: dict[tuple[str, str], Column] = {}
    for vertex in chain.from_iterable(net.layers):
        above = net.up[vertex]
        alone = len(above) == 1 == len(net.down[above[0]])
        column = found.setdefault(above[0], above[0]) if alone else vertex
        if isinstance(vertex, Lane):
            column = lanes.setdefault((vertex.source, vertex.group), column)
        if alone or isinstance(vertex, Lane):
            found[vertex] = column
    return found


def mean(values: Sequence[float]) -> float:
    """The same on every machine, unlike one by `sum`: since Python 3.12 that rounds differently."""
    return fsum(values) / len(values)


def sides(rows: Iterable[Row], x: Mapping[Vertex, float]) -> dict[Column, float]:
    """How near to its boxes each side of a frame could stand."""
    found: dict[Column, float] = {}
    for layer, steps in rows:
        for (a, b), step in zip(pairwise(layer), steps):
            if isinstance(a, Border) and not a.right:
                found[a.group, False] = min(x[b] - step, found.get((a.group, False), x[b] - step))
            if isinstance(b, Border) and b.right:
                found[b.group, True] = max(x[a] + step, found.get((b.group, True), x[a] + step))
    return found
