"""Boxes on layers: lanes carry long edges past layers, borders keep a group's boxes together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from .gutter import is_far
from .ranks import Link, Path, depths

__all__ = ["Border", "Lane", "Link", "Net", "Vertex"]


@dataclass(frozen=True, eq=False, slots=True)
class Lane:
    """The way past one layer for all the edges of one source, in the same group."""

    source: str
    layer: int
    group: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Border:
    """Where the left or the right side of a group's frame passes one layer."""

    group: str
    layer: int
    right: bool


MANY = 1000
Vertex = str | Lane | Border  # a box, by its id, or a lane, or a border


class Net:
    """The vertices of each layer, and who is joined to whom across each gap.

    A lane carries an edge past a layer. The edges of one source share it, so there are at most as
    many lanes as sources times layers, however often a weight is used. It lies in the group of its
    source until that ends, then in those of its target as soon as they begin.

    Attributes:
        depth: the layer of each box.
        paths: the groups that each box lies in, outermost first.
        groups: the groups that each group lies in, itself included.
        spans: the first and the last layer of each group.
        layers: the vertices of each layer, in some order; the top layer first.
        many: are there so many vertices that less care must do?
        ordered: the boxes for whose inputs it matters which stands on the left.
        borders: of each group, the left and the right one of each of its layers.
        up: the vertices that each one is joined to in the layer above, once per curve.
        down: the same for the layer below.
    """

    def __init__(
        self,
        boxes: Sequence[str],
        links: Sequence[Link],
        paths: Mapping[str, Path] | None = None,
        ordered: Collection[str] = (),
    ) -> None:
        self.ordered = set(ordered)
        self.paths = {box: (paths or {}).get(box, ()) for box in boxes}
        self.groups = {
            group: path[: i + 1] for path in self.paths.values() for i, group in enumerate(path)
        }
        self.depth = depths(boxes, links, paths)
        self.spans = self._spans()
        self.up: dict[Vertex, list[Vertex]] = {box: [] for box in boxes}
        self.down: dict[Vertex, list[Vertex]] = {box: [] for box in boxes}
        self._lanes: dict[tuple[str, int, str], Lane] = {}
        self._ways = {link.id: self._way(link) for link in links}
        for link in links:
            if not is_far(link, self.depth):
                self._lay(link)
        self.borders = {
            group: [(Border(group, i, False), Border(group, i, True)) for i in range(top, end + 1)]
            for group, (top, end) in self.spans.items()
        }
        self.layers = self._first_order()
        self.many = len(self.up) > MANY

    def lanes(self, link: Link) -> list[Lane]:
        """The lanes that an edge takes on its way down; one that goes far takes none."""
        return self._ways[link.id]

    def _way(self, link: Link) -> list[Lane]:
        first = self.depth[link.above] + 1
        last = self.depth[link.below]
        source = link.above
        way: list[Lane] = []
        if is_far(link, self.depth):
            return way
        for layer in range(first, last):
            group = self._room(link, layer) if self.spans else ""
            key = source, layer, group
            if key not in self._lanes:
                self._lanes[key] = Lane(source, layer, group)
            way.append(self._lanes[key])
        return way

    def path(self, vertex: Vertex) -> Path:
        """The groups that a vertex lies in, outermost first."""
        if isinstance(vertex, str):
            return self.paths[vertex]
        return self.groups.get(vertex.group, ())

    def _spans(self) -> dict[str, tuple[int, int]]:
        spans: dict[str, tuple[int, int]] = {}
        for box, path in self.paths.items():
            layer = self.depth[box]
            for group in path:
                top, bottom = spans.get(group, (layer, layer))
                spans[group] = min(top, layer), max(bottom, layer)
        return spans

    def _room(self, link: Link, layer: int) -> str:
        """The group that an edge passes a layer in."""
        source, target = self.paths[link.above], self.paths[link.below]
        left = [group for group in source if layer <= self.spans[group][1]]
        if left and left[-1] not in target:
            return left[-1]
        entered = [group for group in target if self.spans[group][0] <= layer]
        return entered[-1] if entered else ""

    def _lay(self, link: Link) -> None:
        last: Vertex = link.above
        for lane in self.lanes(link):
            if lane not in self.up:
                self.up[lane], self.down[lane] = [], []
                self._join(last, lane)
            last = lane
        self._join(last, link.below)

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
        for pairs in self.borders.values():
            for border in chain.from_iterable(pairs):
                self.up[border], self.down[border] = [], []
                layers[border.layer][border] = None
        return [list(layer) for layer in layers]
