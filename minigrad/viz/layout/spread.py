"""The x of each vertex on its layer: near its neighbours, without overlap, lanes straight.

`columns` says beforehand which vertices share one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from .columns import Column, Columns, columns_of, mean, sides
from .layers import Border, Lane, Net, Vertex

BOX_GAP = 30.0
LANE_GAP = 18.0  # beside a lane
LANE_WIDTH = 12.0
FRAME_GAP = 12.0  # on either side of a frame's line
SWEEPS = 6
LAST = 2  # sweeps with neighbours on both sides
CHAIN = 7
FIRM = 1e6  # the weight of a lane: boxes give way, so that it runs straight


def positions(
    net: Net, widths: Mapping[str, float], least: Mapping[str, float] | None = None
) -> dict[Vertex, float]:
    """The middle of each vertex, in pixels; the leftmost ones may be negative.

    Args:
        net: the vertices, in order.
        widths: of each box.
        least: the least width of each group's frame.
    """
    line = _Line(net, widths, least or {})
    down, up = line.pulls(net.up), line.pulls(net.down)[::-1]
    for _ in range(SWEEPS // 2 if net.many else SWEEPS):
        line.move(down)
        line.move(up)
    both = {v: _neighbours(net, v) for v in line.x}
    line.settle(both)
    line.fix(columns_of(net))
    line.settle(both)
    return line.x


def _neighbours(net: Net, vertex: Vertex) -> list[Vertex]:
    """Those above and below; the next in a chain counts several times: chains are straight."""
    up, down = net.up[vertex], net.down[vertex]
    before = [v for v in up if len(up) == len(net.down[v]) == 1]
    after = [v for v in down if len(down) == len(net.up[v]) == 1]
    return up + down + (before + after) * CHAIN


# A layer: its vertices, how far each is from the first at least, what each is drawn to, and how
# firmly it stands.
Pull = tuple[list[Vertex], list[float], list[Sequence[Vertex]], list[float]]


class _Line:
    """The vertices of each layer on a line of their own.

    Attributes:
        x: where each vertex stands.
        fixed: what is to stay where it is.
    """

    def __init__(self, net: Net, widths: Mapping[str, float], least: Mapping[str, float]) -> None:
        self.rows = [(layer, steps(layer, widths)) for layer in net.layers]
        self.least = least
        self.x: dict[Vertex, float] = {}
        self.fixed: set[Vertex] = set()
        for layer, gaps in self.rows:
            anywhere, alike = [0.0] * len(layer), [1.0] * len(layer)
            self.x.update(zip(layer, spread(anywhere, alike, offsets(gaps))))
        self.frames = Columns(self.rows, least) if net.spans else None

    def settle(self, towards: Mapping[Vertex, list[Vertex]]) -> None:
        """Move the layers downwards and upwards, a few times."""
        pulls = self.pulls(towards)
        for _ in range(LAST):
            self.move(pulls)
            self.move(pulls[::-1])

    def pulls(self, towards: Mapping[Vertex, list[Vertex]]) -> list[Pull]:
        """For each layer, what its vertices are drawn to, and how firmly they stand."""
        return [
            (
                layer,
                offsets(gaps),
                [self._drawn_to(v, towards[v]) for v in layer],
                [FIRM if v in self.fixed else _weight(v, towards[v]) for v in layer],
            )
            for layer, gaps in self.rows
        ]

    def _drawn_to(self, vertex: Vertex, neighbours: list[Vertex]) -> Sequence[Vertex]:
        return [vertex] if vertex in self.fixed else _lanes_first(vertex, neighbours) or [vertex]

    def move(self, pulls: Sequence[Pull]) -> None:
        """Move each layer in turn to where its vertices are drawn."""
        x = self.x
        for layer, least, joined, weights in pulls:
            wanted = [x[n[0]] if len(n) == 1 else mean([x[v] for v in n]) for n in joined]
            x.update(zip(layer, spread(wanted, weights, least)))
        if self.frames and not self.fixed:
            self.frames.straighten(x, sides(self.rows, x))

    def fix(self, column_of: Mapping[Vertex, Column]) -> None:
        """From now on, lanes, chains and the sides of frames stay where they are, each straight."""
        columns = Columns(self.rows, self.least, column_of)
        columns.straighten(self.x, sides(self.rows, self.x))
        self.fixed = {v for vs in columns.members.values() for v in vs if len(vs) > 1}
        self.fixed.update(v for v in self.x if not isinstance(v, str))


def _lanes_first(vertex: Vertex, neighbours: list[Vertex]) -> list[Vertex]:
    """A lane follows the rest of its lane, not the boxes that branch off."""
    if isinstance(vertex, Lane):
        return [n for n in neighbours if isinstance(n, Lane)] or neighbours
    return neighbours


def _weight(vertex: Vertex, neighbours: Sequence[Vertex]) -> float:
    return FIRM if isinstance(vertex, Lane) else 0.5 + len(neighbours)


def steps(layer: Sequence[Vertex], widths: Mapping[str, float]) -> list[float]:
    """The least distance from each vertex to the next."""
    return [(_width(a, widths) + _width(b, widths)) / 2 + _gap(a, b) for a, b in pairwise(layer)]


def offsets(steps: Sequence[float]) -> list[float]:
    """The least distance from the first vertex of a layer to each."""
    return list(accumulate(steps, initial=0.0))


def _width(vertex: Vertex, widths: Mapping[str, float]) -> float:
    if isinstance(vertex, str):
        return widths[vertex]
    return LANE_WIDTH if isinstance(vertex, Lane) else 0.0


def _gap(a: Vertex, b: Vertex) -> float:
    if isinstance(a, Border) or isinstance(b, Border):
        return FRAME_GAP
    return LANE_GAP if isinstance(a, Lane) or isinstance(b, Lane) else BOX_GAP


def spread(
    wanted: Sequence[float], weights: Sequence[float], least: Sequence[float]
) -> list[float]:
    """Positions in the given order that minimise the weighted squares of their displacements.

    Taking off the least distances turns the task into a fit by a rising sequence, which pooling
    neighbours that come in the wrong order solves exactly and in one pass (Ayer and others, "An
    empirical distribution function for sampling with incomplete information", 1955).

    Args:
        wanted: ``n`` places.
        weights: ``n`` positive numbers: how much each displacement counts.
        least: ``n`` least distances, of each point from the first.

    Example:
        >>> spread([0.0, 0.0, 9.0], [1.0, 1.0, 1.0], [0.0, 4.0, 8.0])
        [-2.0, 2.0, 9.0]
    """
    means: list[float] = []  # of blocks of points that touch, less their offsets
    sums: list[tuple[float, float, int]] = []  # weighted sum, weight, how many points
    for want, weight, offset in zip(wanted, weights, least):
        middle = want - offset
        total = middle * weight
        heavy = weight
        count = 1
        while means and means[-1] >= middle:
            means.pop()
            left = sums.pop()
            total = left[0] + total
            heavy = left[1] + heavy
            count = left[2] + count
            middle = total / heavy
        means.append(middle)
        sums.append((total, heavy, count))
    places = [middle for middle, (_, _, count) in zip(means, sums) for _ in range(count)]
    return [place + offset for place, offset in zip(places, least)]
