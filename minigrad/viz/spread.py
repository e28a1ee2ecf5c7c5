"""Where on its layer each vertex stands: near its neighbours, without overlap, lanes straight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from .layers import Lane, Net, Vertex

BOX_GAP = 30.0
LANE_WIDTH = 12.0
SWEEPS = 16
FIRM = 1e4  # the weight of a lane: boxes give way, so that it runs straight


def positions(net: Net, widths: Mapping[str, float]) -> dict[Vertex, float]:
    """The middle of each vertex, in pixels; the leftmost ones may be negative."""
    line = _Line(net, widths)
    for sweep in range(SWEEPS):
        line.pull(net.up if sweep % 2 == 0 else net.down, upwards=sweep % 2 == 1)
    both = {v: net.up[v] + net.down[v] for v in line.x}
    line.pull(both)
    line.straighten_lanes()
    line.pull(both)
    return line.x


class _Line:
    """The vertices of each layer on a line of their own.

    Attributes:
        x: where each vertex stands.
        fixed: where lanes are to stay.
    """

    def __init__(self, net: Net, widths: Mapping[str, float]) -> None:
        self.rows = [(layer, _steps(layer, widths)) for layer in net.layers]
        self.x: dict[Vertex, float] = {}
        self.fixed: dict[Vertex, float] = {}
        for layer, steps in self.rows:
            self.x.update(zip(layer, spread([0.0] * len(layer), [1.0] * len(layer), steps)))

    def pull(self, towards: Mapping[Vertex, list[Vertex]], upwards: bool = False) -> None:
        """Move each layer in turn towards its neighbours' mean."""
        for layer, steps in reversed(self.rows) if upwards else self.rows:
            pulls = [_lanes_first(v, towards[v]) for v in layer]
            wanted = [self._wish(v, pull) for v, pull in zip(layer, pulls)]
            weights = [FIRM if isinstance(v, Lane) else 0.5 + len(p) for v, p in zip(layer, pulls)]
            self.x.update(zip(layer, spread(wanted, weights, steps)))

    def _wish(self, vertex: Vertex, pull: Sequence[Vertex]) -> float:
        if vertex in self.fixed:
            return self.fixed[vertex]
        return _mean([self.x[n] for n in pull]) if pull else self.x[vertex]

    def straighten_lanes(self) -> None:
        """From now on, all the lanes of one source want to stand under each other."""
        lanes: dict[str, list[Vertex]] = defaultdict(list)
        for vertex in self.x:
            if isinstance(vertex, Lane):
                lanes[vertex.source].append(vertex)
        for lane in lanes.values():
            self.fixed.update(dict.fromkeys(lane, _mean([self.x[v] for v in lane])))


def _lanes_first(vertex: Vertex, neighbours: list[Vertex]) -> list[Vertex]:
    """A lane follows the rest of its lane, not the boxes that branch off."""
    if isinstance(vertex, Lane):
        return [n for n in neighbours if isinstance(n, Lane)] or neighbours
    return neighbours


def _steps(layer: Sequence[Vertex], widths: Mapping[str, float]) -> list[float]:
    """The least distance from each vertex to the next."""
    wide = [widths[v] if isinstance(v, str) else LANE_WIDTH for v in layer]
    return [(a + b) / 2 + BOX_GAP for a, b in pairwise(wide)]


def _mean(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:  # not sum(): since Python 3.12 that rounds differently
        total += value
    return total / len(values)


def spread(
    wanted: Sequence[float], weights: Sequence[float], steps: Sequence[float]
) -> list[float]:
    """Positions in the given order that minimise the weighted squares of their displacements.

    Taking off the least distances turns the task into a fit by a rising sequence, which pooling
    neighbours that come in the wrong order solves exactly and in one pass (Ayer and others, "An
    empirical distribution function for sampling with incomplete information", 1955).

    Args:
        wanted: ``n`` places.
        weights: ``n`` positive numbers: how much each displacement counts.
        steps: ``n - 1`` least distances from each point to the next.

    Example:
        >>> spread([0.0, 0.0, 9.0], [1.0, 1.0, 1.0], [4.0, 4.0])
        [-2.0, 2.0, 9.0]
    """
    offsets = [0.0]
    for step in steps:
        offsets.append(offsets[-1] + step)
    blocks: list[tuple[float, float, int]] = []  # weighted sum, weight, how many points
    for want, weight, offset in zip(wanted, weights, offsets):
        block = ((want - offset) * weight, weight, 1)
        while blocks and blocks[-1][0] / blocks[-1][1] >= block[0] / block[1]:
            left = blocks.pop()
            block = (left[0] + block[0], left[1] + block[1], left[2] + block[2])
        blocks.append(block)
    places = [total / weight for total, weight, count in blocks for _ in range(count)]
    return [place + offset for place, offset in zip(places, offsets)]
