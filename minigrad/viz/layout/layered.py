"""A layered drawing of a graph: where each box goes, and the way of each edge.

Inputs are at the top, results at the bottom: `ranks` says on which layer each box stands,
`crossings` in what order, `spread` where exactly; here the edges find their way and groups get
their frames (after Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical
system structures", 1981). Only comparisons and the four operations of arithmetic are used, so every
machine draws the same. 100 boxes take 10 to 30 ms, 2,000 up to 500, by how densely they are joined.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .bunches import Bunches
from .crossings import reduce_crossings
from .gutter import TRACK, is_far, tracks
from .layers import Lane, Net, Vertex
from .ranks import Link, Path
from .spread import positions

__all__ = ["Box", "Layout", "Link", "Route", "layout"]

LAYER_GAP = 56.0  # room for an arrow, and for a number beside it
# more room for edges that go far to the side
WIDE = 500.0
STEEPER = 0.06
MOST_ROOM = 120.0
MARGIN = 14.0
NUMBER = 62.0  # the width of a number beside an edge, as far as the margin has no room for it
HEAD, FOOT = 32.0, 18.0  # of a frame, above and below its boxes; the title is in the head
BETWEEN = 24.0  # the frames of two layers
UPPER_STEP, LOWER_STEP = 18.0, 44.0  # between the edges that leave, that enter one box
CORNER = 14.0  # no edge nearer to a box's corner
NEARLY_STRAIGHT = 8.0  # a curve with less of a bend becomes a line

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """Where a box is: its centre and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Route:
    """The way of an edge.

    Attributes:
        points: in pairs, from the bottom of the upper box to the top of the lower one; each pair is
            a curve across a gap between layers, and between pairs the way goes straight down.
        place: which of the edges into the lower box it is, counted from the left.
        of: how many edges enter that box; those that come down together count as one.
        bunched: does it come out of one of many boxes that stand in rows?
    """

    points: tuple[Point, ...]
    place: int
    of: int
    bunched: bool = False


@dataclass(frozen=True)
class Layout:
    """A finished drawing, in pixels from the top left corner.

    Attributes:
        width: of the whole, margins included.
        height: of the whole, margins included.
        boxes: by the id given for it.
        routes: by the edge's id.
        frames: by the group's id, outer ones first.
        vertices: how many boxes and lanes were arranged, the measure of the work done.
    """

    width: float
    height: float
    boxes: dict[str, Box]
    routes: dict[str, Route]
    frames: dict[str, Box]
    vertices: int


def layout(
    sizes: Mapping[str, tuple[float, float]],
    links: Sequence[Link],
    groups: Mapping[str, Path] | None = None,
    titles: Mapping[str, float] | None = None,
    ordered: Collection[str] = (),
) -> Layout:
    """Arrange boxes of the given sizes, joined by the given edges.

    Args:
        sizes: ``{id: (width, height)}`` in pixels, at least one.
        links: the edges; the order of those into one box is kept where it costs no crossing.
        groups: for boxes to be framed together, the groups they lie in, outermost first.
        titles: the least width of each group's frame, in pixels.
        ordered: the boxes for whose edges the order matters; they come before the others.

    Raises:
        ValueError: the edges run in a circle.

    Example:
        >>> drawing = layout({"a": (40, 20), "b": (40, 20)}, [Link("ab", "a", "b")])
        >>> drawing.boxes["a"].y < drawing.boxes["b"].y
        True
    """
    bunches = Bunches(sizes, links, groups or {})
    every = sizes
    sizes = bunches.sizes
    links = bunches.links
    net = Net(list(sizes), links, bunches.paths, ordered)
    reduce_crossings(net)
    x = positions(net, {box: width for box, (width, _) in sizes.items()}, titles)
    ways = tracks(links, net.depth)
    gutter = TRACK * (max(ways.values()) + 1) if ways else 0.0
    x, width = _on_paper(net, x, sizes, gutter)
    far = {source: _pixel(MARGIN + gutter - TRACK * (track + 1)) for source, track in ways.items()}
    rows = _rows(net, sizes, x)
    boxes = {
        box: Box(x[box], _pixel(rows[layer][1] - sizes[box][1] / 2), *sizes[box])
        for box, layer in net.depth.items()
    }
    _part(bunches, boxes, every)
    routes = _Routes(net, boxes, x, rows, far, bunches).of(links)
    boxes = {box: boxes[box] for box in every}
    frames = {group: _frame(net, group, x, rows) for group in net.spans}
    bottom = max([rows[-1][1], *(f.y + f.height / 2 for f in frames.values())])
    return Layout(width, _pixel(bottom + MARGIN), boxes, routes, frames, len(x))


def _part(
    bunches: Bunches, boxes: dict[str, Box], sizes: Mapping[str, tuple[float, float]]
) -> None:
    """Add the boxes that stand in a bunch."""
    for bunch in dict.fromkeys(bunches.of.values()):
        middle = boxes[bunch.id]
        for box, (x, y) in bunch.places.items():
            boxes[box] = Box(_pixel(middle.x + x), _pixel(middle.y + y), *sizes[box])


def _on_paper(
    net: Net, x: Mapping[Vertex, float], sizes: Mapping[str, tuple[float, float]], gutter: float
) -> tuple[dict[Vertex, float], float]:
    """Places in whole pixels from the left, beyond margin and gutter; and the width in all."""
    left = min(place - _half(net, v, sizes) for v, place in x.items()) - gutter - MARGIN
    right = max(place + _half(net, v, sizes) for v, place in x.items()) + MARGIN
    return {v: _pixel(place - left) for v, place in x.items()}, _pixel(right - left)


def _half(net: Net, vertex: Vertex, sizes: Mapping[str, tuple[float, float]]) -> float:
    """How far a vertex reaches to either side, with the numbers beside its edges."""
    if not isinstance(vertex, str):
        return NUMBER if isinstance(vertex, Lane) else 0.0
    half, edges = sizes[vertex][0] / 2, len(net.up[vertex])
    doors = min((edges - 1) / 2 * LOWER_STEP, half - CORNER)
    return max(half, doors + NUMBER) if edges else half


def _frame(net: Net, group: str, x: Mapping[Vertex, float], rows: Sequence[Point]) -> Box:
    """The frame round a group; those inside it take their room from its own."""
    first, last = net.spans[group]
    left, right = (x[border] for border in net.borders[group][0])
    top = rows[first][0] - HEAD * _nested(net, group, 0)
    bottom = rows[last][1] + FOOT * _nested(net, group, 1)
    return Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)


def _nested(net: Net, group: str, end: int) -> int:
    """How many frames inside each other begin (end) where this one does, itself included."""
    same = [
        g
        for g, path in net.groups.items()
        if group in path and net.spans[g][end] == net.spans[group][end]
    ]
    return max(len(net.groups[g]) for g in same) - len(net.groups[group]) + 1


def _pixel(value: float) -> float:
    return float(round(value))


def _rows(
    net: Net, sizes: Mapping[str, tuple[float, float]], x: Mapping[Vertex, float]
) -> list[Point]:
    """The top and the bottom of each layer; between them, room for the frames and the edges."""
    heads, feet = _frames_at(net, 0, HEAD), _frames_at(net, 1, FOOT)
    rows, top = [], MARGIN + heads[0]
    for layer, foot, head in zip(net.layers, feet, [*heads[1:], 0.0]):
        bottom = top + max((sizes[v][1] for v in layer if isinstance(v, str)), default=0.0)
        rows.append((top, bottom))
        wide = max((abs(x[v] - x[lower]) for v in layer for lower in net.down[v]), default=0.0)
        gap = LAYER_GAP + min(STEEPER * max(0.0, wide - WIDE), MOST_ROOM)
        top = bottom + max(_pixel(gap), foot + BETWEEN + head)
    return rows


def _frames_at(net: Net, end: int, room: float) -> list[float]:
    """For each layer, the room for the frames that begin there (or end, for `end` 1)."""
    found = [0.0] * len(net.layers)
    for group, span in net.spans.items():
        found[span[end]] = max(found[span[end]], room * _nested(net, group, end))
    return found


@dataclass(frozen=True)
class _Routes:
    """Where edges pass the layers.

    Attributes:
        far: where the long edges of each source go down.
        bunches: whose edges begin where they leave their boxes.
    """

    net: Net
    boxes: Mapping[str, Box]
    x: Mapping[Vertex, float]
    rows: Sequence[Point]
    far: Mapping[str, float]
    bunches: Bunches

    def of(self, links: Sequence[Link]) -> dict[str, Route]:
        """The way of each edge, by its id."""
        ways = {link.id: self._uprights(link) for link in links}
        leaving: dict[str, dict[str, float]] = defaultdict(dict)  # box -> curve -> where it heads
        entering: dict[str, dict[str, float]] = defaultdict(dict)
        for link in links:
            way, bunched = ways[link.id], link.id in self.bunches.of
            leaving[link.above][self._start(link)] = way[0][0] if way else self.x[link.below]
            origin = self._exit(link) if bunched else self.x[link.above]
            entering[link.below][self._end(link)] = way[-1][0] if way else origin
        starts = {box: _doors(self.boxes[box], c, UPPER_STEP) for box, c in leaving.items()}
        ends = {box: _doors(self.boxes[box], c, LOWER_STEP) for box, c in entering.items()}
        places = {box: {end: i for i, end in enumerate(doors)} for box, doors in ends.items()}
        routes = {}
        for link in links:
            above, bunched = self.boxes[link.above], link.id in self.bunches.of
            start = self._exit(link) if bunched else starts[link.above][self._start(link)]
            door, top = ends[link.below][self._end(link)], self.rows[self.net.depth[link.below]][0]
            points = _straightened(
                [(start, above.y + above.height / 2), *ways[link.id], (door, top)]
            )
            points = (*self._before(link, points[0]), *points, *self._beyond(link, points[-1]))
            place, of = places[link.below][self._end(link)], len(ends[link.below])
            routes[link.id] = Route(points, place, of, bunched)
        return routes

    def _exit(self, link: Link) -> float:
        """Where an edge leaves its bunch."""
        bunch = self.bunches.of[link.id]
        return _pixel(self.boxes[bunch.id].x + bunch.exits[link.id])

    def _end(self, link: Link) -> str:
        """What an edge shares the end of its way with."""
        return f"{link.above} {self._exit(link)}" if link.id in self.bunches.of else link.id

    def _before(self, link: Link, exit: Point) -> list[Point]:
        """The way of an edge inside its bunch: from its box to where it turns down."""
        bunch = self.bunches.of.get(link.id)
        if bunch is None or link.id not in bunch.turns:
            return []
        box = self.boxes[bunch.sources[link.id]]
        turn = _pixel(self.boxes[bunch.id].y + bunch.turns[link.id])
        return [(box.x, box.y + box.height / 2), (exit[0], turn)]

    def _beyond(self, link: Link, door: Point) -> list[Point]:
        """The rest of the way to a box that is lower than what else stands on its layer."""
        top = self.boxes[link.below].y - self.boxes[link.below].height / 2
        return [door, (door[0], top)] if top > door[1] else []

    def _start(self, link: Link) -> str:
        """What an edge shares the beginning of its way with."""
        if is_far(link, self.net.depth):
            return "far"
        return "lane" if self.net.lanes(link) else link.id

    def _uprights(self, link: Link) -> list[Point]:
        """In pairs, where an edge enters and leaves each stretch straight down."""
        if is_far(link, self.net.depth):
            x, depth = self.far[link.above], self.net.depth
            top, bottom = self.rows[depth[link.above] + 1], self.rows[depth[link.below] - 1]
            return [(x, top[0]), (x, bottom[1])]
        lanes = self.net.lanes(link)
        return [(self.x[lane], end) for lane in lanes for end in self.rows[lane.layer]]


def _doors(box: Box, curves: Mapping[str, float], step: float) -> dict[str, float]:
    """Where on a side of `box` each curve begins or ends, in the order of where they head."""
    ordered = sorted(curves, key=curves.__getitem__)
    gaps = len(ordered) - 1
    step = min(step, (box.width - 2 * CORNER) / gaps) if gaps else 0.0
    return {curve: _pixel(box.x + (i - gaps / 2) * step) for i, curve in enumerate(ordered)}


def _straightened(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points without the pairs that a straight way down passes by itself."""
    if len(points) == 2 and abs(points[0][0] - points[1][0]) <= NEARLY_STRAIGHT:
        return (points[1][0], points[0][1]), points[1]
    kept = [points[0]]
    for i in range(1, len(points) - 1, 2):
        top, bottom = points[i], points[i + 1]
        if not kept[-1][0] == top[0] == points[i + 2][0]:
            kept += [top, bottom]
    return (*kept, points[-1])
