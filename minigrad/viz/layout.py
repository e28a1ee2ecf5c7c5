"""A layered drawing of a graph: where each box goes, and the way of each edge.

Inputs are at the top, results at the bottom: `layers` says who stands on which layer and in what
order, `spread` where exactly; here the edges find their way (after Sugiyama, Tagawa and Toda,
"Methods for visual understanding of hierarchical system structures", 1981). Only comparisons and
the four operations of arithmetic are used, so every machine draws the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .layers import Link, Net, Vertex
from .spread import LANE_WIDTH, positions

__all__ = ["Box", "Layout", "Link", "Route", "layout"]

LAYER_GAP = 56.0  # room for an arrow, and for a number beside it
MARGIN = 14.0
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
        of: how many edges enter that box.
    """

    points: tuple[Point, ...]
    place: int
    of: int


@dataclass(frozen=True)
class Layout:
    """A finished drawing, in pixels from the top left corner.

    Attributes:
        width: of the whole, margins included.
        height: of the whole, margins included.
        boxes: by the id given for it.
        routes: by the edge's id.
        vertices: how many boxes and lanes were arranged, the measure of the work done.
    """

    width: float
    height: float
    boxes: dict[str, Box]
    routes: dict[str, Route]
    vertices: int


def layout(sizes: Mapping[str, tuple[float, float]], links: Sequence[Link]) -> Layout:
    """Arrange boxes of the given sizes, joined by the given edges.

    Args:
        sizes: ``{id: (width, height)}`` in pixels, at least one.
        links: the edges; the order of those into one box is kept where it costs no crossing.

    Raises:
        ValueError: the edges run in a circle.

    Example:
        >>> drawing = layout({"a": (40, 20), "b": (40, 20)}, [Link("ab", "a", "b")])
        >>> drawing.boxes["a"].y < drawing.boxes["b"].y
        True
    """
    net = Net(list(sizes), links)
    x = positions(net, {box: width for box, (width, _) in sizes.items()})
    half = {v: (sizes[v][0] if isinstance(v, str) else LANE_WIDTH) / 2 for v in x}
    left = min(x[v] - half[v] for v in x) - MARGIN
    right = max(x[v] + half[v] for v in x) + MARGIN
    x = {v: _pixel(at - left) for v, at in x.items()}
    rows = _rows(net, sizes)
    boxes = {
        box: Box(x[box], _pixel((rows[layer][0] + rows[layer][1]) / 2), *sizes[box])
        for box, layer in net.depth.items()
    }
    routes = _routes(net, links, boxes, x, rows)
    return Layout(_pixel(right - left), _pixel(rows[-1][1] + MARGIN), boxes, routes, len(x))


def _pixel(value: float) -> float:
    return float(round(value))


def _rows(net: Net, sizes: Mapping[str, tuple[float, float]]) -> list[Point]:
    """The top and the bottom of each layer."""
    rows, top = [], MARGIN
    for layer in net.layers:
        bottom = top + max((sizes[v][1] for v in layer if isinstance(v, str)), default=0.0)
        rows.append((top, bottom))
        top = bottom + LAYER_GAP
    return rows


def _routes(
    net: Net,
    links: Sequence[Link],
    boxes: Mapping[str, Box],
    x: Mapping[Vertex, float],
    rows: Sequence[Point],
) -> dict[str, Route]:
    leaving: dict[str, dict[str, float]] = defaultdict(dict)  # box -> curve -> where it heads
    entering: dict[str, dict[str, float]] = defaultdict(dict)
    for link in links:
        lanes = net.lanes(link)
        leaving[link.above]["lane" if lanes else link.id] = x[lanes[0] if lanes else link.below]
        entering[link.below][link.id] = x[lanes[-1] if lanes else link.above]
    starts = {box: _doors(boxes[box], curves, UPPER_STEP) for box, curves in leaving.items()}
    ends = {box: _doors(boxes[box], curves, LOWER_STEP) for box, curves in entering.items()}
    routes = {}
    for link in links:
        lanes, above, below = net.lanes(link), boxes[link.above], boxes[link.below]
        start = starts[link.above]["lane" if lanes else link.id]
        points = [(start, above.y + above.height / 2)]
        for lane in lanes:
            points += [(x[lane], edge) for edge in rows[lane.layer]]
        points.append((ends[link.below][link.id], below.y - below.height / 2))
        if len(points) == 2 and abs(points[0][0] - points[1][0]) <= NEARLY_STRAIGHT:
            points[0] = (points[1][0], points[0][1])
        doors = list(ends[link.below])
        routes[link.id] = Route(_straightened(points), doors.index(link.id), len(doors))
    return routes


def _doors(box: Box, curves: Mapping[str, float], step: float) -> dict[str, float]:
    """Where on a side of `box` each curve begins or ends, in the order of where they head."""
    ordered = sorted(curves, key=curves.__getitem__)
    gaps = len(ordered) - 1
    step = min(step, (box.width - 2 * CORNER) / gaps) if gaps else 0.0
    return {curve: _pixel(box.x + (i - gaps / 2) * step) for i, curve in enumerate(ordered)}


def _straightened(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points without the pairs that a straight way down passes by itself."""
    kept = [points[0]]
    for i in range(1, len(points) - 1, 2):
        top, bottom = points[i], points[i + 1]
        if not kept[-1][0] == top[0] == points[i + 2][0]:
            kept += [top, bottom]
    return (*kept, points[-1])
