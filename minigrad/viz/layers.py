"""Boxes on layers: which layer each belongs to, and in what order, so that few edges cross."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

SWEEPS = 16


class Lane(NamedTuple):
    """The way past one layer for all the edges of one source."""

    source: str
    layer: int


Vertex = str | Lane  # a box, by its id, or a lane


@dataclass(frozen=True)
class Link:
    """An edge to draw: from the box `above` down to the box `below`."""

    id: str
    above: str
    below: str


class Net:
    """The boxes and lanes of each layer, and who is joined to whom across each gap.

    A lane carries an edge past a layer. The edges of one source share it, so there are at most as
    many lanes as sources times layers, however often a weight is used.

    Attributes:
        depth: the layer of each box.
        layers: the vertices of each layer, from left to right; the top layer first.
        up: the vertices that each one is joined to in the layer above, once per curve.
        down: the same for the layer below.
    """

    def __init__(self, boxes: Sequence[str], links: Sequence[Link]) -> None:
        self.depth = depths(boxes, links)
        self.up: dict[Vertex, list[Vertex]] = {box: [] for box in boxes}
        self.down: dict[Vertex, list[Vertex]] = {box: [] for box in boxes}
        reach = dict(self.depth)
        for link in links:
            end = self.depth[link.below] - 1
            for layer in range(reach[link.above] + 1, end + 1):
                self._add_lane(link.above, layer)
            reach[link.above] = max(reach[link.above], end)
            self._join(self._vertex(link.above, end), link.below)
        self.layers = self._first_order()
        reduce_crossings(self)

    def lanes(self, link: Link) -> list[Lane]:
        """The lanes that an edge takes on its way down."""
        first, last = self.depth[link.above] + 1, self.depth[link.below]
        return [Lane(link.above, layer) for layer in range(first, last)]

    def _vertex(self, source: str, layer: int) -> Vertex:
        return source if layer == self.depth[source] else Lane(source, layer)

    def _add_lane(self, source: str, layer: int) -> None:
        lane = Lane(source, layer)
        self.up[lane], self.down[lane] = [], []
        self._join(self._vertex(source, layer - 1), lane)

    def _join(self, upper: Vertex, lower: Vertex) -> None:
        self.down[upper].append(lower)
        self.up[lower].append(upper)

    def _first_order(self) -> list[list[Vertex]]:
        """Layers built from the bottom up, the inputs of each vertex from left to right."""
        layers: list[dict[Vertex, None]] = [{} for _ in range(max(self.depth.values()) + 1)]
        for box, layer in self.depth.items():
            if not self.down[box]:
                layers[layer][box] = None
        for layer in range(len(layers) - 1, 0, -1):
            for vertex in layers[layer]:
                layers[layer - 1].update(dict.fromkeys(self.up[vertex]))
        return [list(layer) for layer in layers]


def depths(boxes: Sequence[str], links: Sequence[Link]) -> dict[str, int]:
    """The layer of each box: below its lowest input; a source just above its first use."""
    waiting = dict.fromkeys(boxes, 0)
    below: dict[str, list[str]] = {box: [] for box in boxes}
    for link in links:
        below[link.above].append(link.below)
        waiting[link.below] += 1
    sources = [box for box in boxes if not waiting[box]]
    depth, ready = dict.fromkeys(boxes, 0), deque(sources)
    while ready:
        box = ready.popleft()
        for lower in below[box]:
            depth[lower] = max(depth[lower], depth[box] + 1)
            waiting[lower] -= 1
            if not waiting[lower]:
                ready.append(lower)
    if any(waiting.values()):
        raise ValueError("the edges run in a circle, so there is no box to start from")
    for box in sources:
        if below[box]:
            depth[box] = min(depth[lower] for lower in below[box]) - 1
    return depth


def reduce_crossings(net: Net) -> None:
    """Move vertices along their layers, each towards its neighbours; keep the best order met.

    Of an order and its mirror image, which cross alike, the one that turns fewer inputs round wins;
    the result comes first, so that where either will do, its own inputs stand in their order.
    """
    best, fewest = [list(layer) for layer in net.layers], crossings(net)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        if sweep % 2 == 0:
            _sort_towards(net.down, net.layers[::-1])
        else:
            _sort_towards(net.up, net.layers)
        count = crossings(net)
        if count < fewest:
            best, fewest = [list(layer) for layer in net.layers], count
    net.layers = best
    mirrored = [layer[::-1] for layer in best]
    if _turned_round(net, mirrored) < _turned_round(net, best):
        net.layers = mirrored


def _turned_round(net: Net, layers: list[list[Vertex]]) -> int:
    """How many inputs stand to the left of the input that goes before them."""
    place = {v: i for layer in layers for i, v in enumerate(layer)}
    return sum(place[b] < place[a] for inputs in net.up.values() for a, b in pairwise(inputs))


def _sort_towards(neighbours: Mapping[Vertex, list[Vertex]], layers: list[list[Vertex]]) -> None:
    """Sort each layer in turn by the mean place of its neighbours in the layer before."""
    place = {v: i for layer in layers for i, v in enumerate(layer)}
    for layer in layers:
        mean = {v: _mean_place([place[n] for n in neighbours[v]], place[v]) for v in layer}
        layer.sort(key=mean.__getitem__)
        place.update((v, i) for i, v in enumerate(layer))


def _mean_place(places: list[int], own: int) -> float:
    return sum(places) / len(places) if places else own


def crossings(net: Net) -> int:
    """How many pairs of curves cross."""
    total = 0
    for upper, lower in pairwise(net.layers):
        place = {v: i for i, v in enumerate(lower)}
        passed: list[int] = []
        for vertex in upper:
            ends = [place[n] for n in net.down[vertex]]
            total += sum(len(passed) - bisect_right(passed, end) for end in ends)
            for end in ends:
                insort(passed, end)
    return total
