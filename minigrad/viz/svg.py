"""A graph as one SVG string: the same bytes on every machine, readable on light and dark pages.

Text is measured by a fixed width per character, arrows are plain shapes, and nothing refers to a
font file, a script or another document.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any

from .arrows import Arrow, Arrows
from .boxes import Words, box_size, constant_box, constant_size, node_box, words
from .data import Graph, Group
from .groups import PREFIX, collapsed
from .layout import HEAD, LAYER_GAP, Box, Layout, Link, Route, layout
from .paper import LIGHT, document, text, text_width
from .reader import as_graph
from .text import headline, listing
from .turned import input_numbers, ordered

STUB = 40.0  # the arrow out of the result
RESULT = (60.0, 18.0)  # the word below the arrow out of one of several results
NOTE = 10.5
TITLE = 11.0  # the size of a frame's title
LONGEST_TITLE = 40  # characters
PALE = 0.6  # the opacity of arrows along which no gradient goes
BEAD = 16.0  # from an arrow's end to the bead with its number
WIDE = 300.0  # pixels; no frame is made wider than this only to keep its title clear of an arrow


def to_svg(graph: Any, closed: Collection[str] = frozenset()) -> str:
    """Draw a graph, inputs at the top, the result at the bottom, as the text of an SVG file.

    A rounded box is an operation, a square one a leaf, the heavy one the result. What ran in a
    module stands in a frame with the module's name; a closed module is one box, drawn as a stack.

    Args:
        graph: what `graph` gives; or a tensor, any shape, or a list of several, whose graph is read
            first.
        closed: ids of module calls to draw as one box, ``{"model.0"}``, as ``graph.groups()`` has
            them.

    Raises:
        KeyError: there is no such module call in the graph.
        TypeError: `graph` is neither a graph nor a tensor.
        ValueError: the tensor requires no gradient.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> picture = minigrad.viz.to_svg(x * 3)
        >>> picture.startswith("<svg"), picture.count('class="mg-node')
        (True, 2)
    """
    graph = as_graph(graph)
    return svg(collapsed(graph, closed) if closed else graph)


def svg(graph: Graph, fewest: int = 2) -> str:
    """Draw `graph` as it is; see `summary` for one that is too large to read.

    A module with fewer than `fewest` nodes in it gets no frame.
    """
    written = {node.id: words(graph, node) for node in graph.nodes}
    drawing = _arranged(graph, written, fewest)
    told = input_numbers(graph, drawing.routes)
    results = {node for node, _ in graph.results}
    arrows = [(arrow, drawing.routes[arrow.id]) for arrow in Arrows(graph)]
    body = [
        *(_edge(arrow, route, told.get(arrow.id, "")) for arrow, route in arrows),
        *_results(graph, drawing),
        *(_frame(graph, key, drawing) for key in drawing.frames),
        *(
            node_box(node, written[node.id], drawing.boxes[node.id], node.id in results)
            for node in graph.nodes
        ),
        *(constant_box(one, drawing.boxes[one.id]) for one in graph.constants),
    ]
    height = drawing.height + (STUB if len(graph.results) == 1 else 0.0)
    return document(drawing.width, height, "".join(body), headline(graph), listing(graph))


def _arranged(graph: Graph, written: Mapping[str, Words], fewest: int) -> Layout:
    """Where everything goes."""
    sizes = {node.id: box_size(node, written[node.id]) for node in graph.nodes}
    sizes |= {one.id: constant_size(one) for one in graph.constants}
    links = [Link(arrow.id, arrow.above, arrow.below) for arrow in Arrows(graph)]
    if len(graph.results) > 1:  # each with a place of its own
        sizes |= dict.fromkeys(stubs(graph), RESULT)
        links += [Link(stub, node, stub) for stub, node in stubs(graph).items()]
    framed = {key: group for key, group in graph.groups().items() if len(group.nodes) >= fewest}
    modules = {node.id: node.modules for node in graph.nodes}
    modules |= {one.id: one.modules for one in graph.constants}
    paths = {box: tuple(key for key in path if key in framed) for box, path in modules.items()}
    widths = {key: _frame_width(graph, framed[key]) for key in sorted(framed)}
    return layout(sizes, links, paths, widths, ordered(graph))


def _frame_width(graph: Graph, group: Group) -> float:
    """What a frame's title needs; round a single box twice that, if that is little.

    There the arrow comes in the middle, and beside it the title is not crossed.
    """
    title = text_width(_title(graph, group.id), TITLE)
    beside = 2 * title + 60  # a view writes a mark before it
    return beside if len(group.nodes) == 1 and beside <= WIDE else title + 24


def _frame(graph: Graph, key: str, drawing: Layout) -> str:
    """The frame round the boxes of an open module, its title where no edge runs."""
    box, title = drawing.frames[key], _title(graph, key)
    left, top = box.x - box.width / 2, box.y - box.height / 2
    middle, width = top + HEAD / 2 - 2, text_width(title, TITLE)
    starts = (left + 12, left + box.width - 12 - width, box.x - width / 2)
    passing = [_x_at(route, middle) for route in drawing.routes.values()]
    taken = [x for x in passing if x is not None]
    start = min(starts, key=lambda x: sum(x - 4 < other < x + width + 4 for other in taken))
    return (
        f'<g class="mg-frame" data-id="{escape(PREFIX + key)}">'
        f'<rect x="{left:g}" y="{top:g}" width="{box.width:g}" height="{box.height:g}" rx="10" '
        f'fill="none" stroke="{LIGHT["frame-line"]}" stroke-width="1.2"/>'
        f'<text class="mg-title mg-quiet" x="{start:g}" y="{middle + 4:g}" font-size="{TITLE:g}" '
        f'fill="{LIGHT["quiet"]}" stroke="{LIGHT["paper"]}" stroke-width="4" '
        f'stroke-linejoin="round" paint-order="stroke">{escape(title)}</text></g>'
    )


def _title(graph: Graph, group: str) -> str:
    title = graph.titles.get(group, group)
    return title if len(title) <= LONGEST_TITLE else "…" + title[1 - LONGEST_TITLE :]


def _x_at(route: Route, y: float) -> float | None:
    """Where an edge passes a height; None if it does not."""
    for (x0, y0), (x1, y1) in pairwise(route.points):
        if y0 <= y < y1:
            low, high = 0.0, 1.0  # how far along the curve of `path`, by halving
            for _ in range(10):
                t = (low + high) / 2
                under = y0 + (y1 - y0) * t * (1.5 - 1.5 * t + t * t) < y
                low, high = (t, high) if under else (low, t)
            return x0 + (x1 - x0) * low * low * (3 - 2 * low)
    return None


def _edge(arrow: Arrow, route: Route, number: str, word: str = "") -> str:
    (x, y), label = route.points[-1], " ".join(f"{part}" for part in _label_place(route))
    kind = f' mg-{arrow.kind}" opacity="{PALE}' if arrow.kind else ""
    dashes = ' stroke-dasharray="3 4"' if arrow.kind == "cut" else ""
    return (
        f'<g class="mg-edge{kind}" data-id="{escape(arrow.id)}" data-label="{label}">'
        f'<path class="mg-line" d="{path(route)}" fill="none" stroke="{LIGHT["line"]}" '
        f'stroke-width="1.3"{dashes}/>{tip(x, y)}'
        f"{_which(route, number) if number else ''}{word}</g>"
    )


def _which(route: Route, number: str) -> str:
    """Which input an arrow is, in a bead just above its head."""
    at = route.points[-1][1] - BEAD
    x = round(_x_at(route, at) or route.points[-1][0])
    digits = text(x, at + 3, number, 9 if len(number) < 2 else 7, "mg-which", "quiet")
    return (
        f'<g><title>input {number}</title><circle class="mg-paper" cx="{x:g}" cy="{at:g}" r="5.5" '
        f'fill="{LIGHT["paper"]}" stroke="{LIGHT["line"]}"/>{digits}</g>'
    )


def _label_place(route: Route) -> tuple[int, int, str]:
    """Where the number beside an edge stands, and which of its ends touches the edge.

    On the outer side of what enters the same box: there a slanting curve leaves room below or above
    it, a steep one beside it.
    """
    if route.bunched:  # further down it is not alone
        return round(route.points[0][0]) - 6, round(route.points[0][1]) + 20, "end"
    (x0, y0), (x1, y1) = route.points[-2:]
    slant = x1 - x0
    if abs(slant) < 24:
        leftwards = route.of > 1 and 2 * route.place < route.of
        top = max(y0, y1 - LAYER_GAP)  # a straight edge may come down past other layers
        x, y = (min(x0, x1) - 7 if leftwards else max(x0, x1) + 7), (top + y1) / 2 + 4
    else:
        outer = 2 * route.place + 1 - route.of  # below 0 on the left, above it on the right
        leftwards = outer < 0 or (outer == 0 and slant > 0)
        below = leftwards == (slant > 0)
        x, y = (x0 + x1) / 2 + (-3 if leftwards else 3), (y0 + y1) / 2 + (14 if below else -6)
    return round(x), round(y), "end" if leftwards else "start"


def path(route: Route) -> str:
    """The way of an edge in the language of SVG paths."""
    points = route.points
    d = f"M{points[0][0]:g} {points[0][1]:g}"
    for i in range(1, len(points), 2):
        (x0, y0), (x1, y1) = points[i - 1], points[i]
        middle = (y0 + y1) / 2
        d += f"V{y1:g}" if x0 == x1 else f"C{x0:g} {middle:g} {x1:g} {middle:g} {x1:g} {y1:g}"
        if i + 1 < len(points):
            d += f"V{points[i + 1][1]:g}"
    return d


def tip(x: float, y: float) -> str:
    """An arrow's head that points down to ``(x, y)``."""
    return f'<path class="mg-tip" d="M{x - 4:g} {y - 8:g}h8l-4 8z" fill="{LIGHT["line"]}"/>'


def stubs(graph: Graph) -> dict[str, str]:
    """The arrows that leave the results, where backward will begin: by their ids, whence."""
    return {f"seed{i or ''}": node for i, (node, _) in enumerate(graph.results)}


def _results(graph: Graph, drawing: Layout) -> Iterator[str]:
    if len(graph.results) == 1:
        yield _stub(drawing.boxes[graph.root.id], drawing.height)
        return
    for stub, node in stubs(graph).items():
        (x, y), arrow = drawing.routes[stub].points[-1], Arrow(stub, node, 0, stub)
        word = text(x, y + 14, "result", NOTE, "mg-note", "quiet")
        yield _edge(arrow, drawing.routes[stub], "", word)


def _stub(box: Box, height: float) -> str:
    """The arrow that leaves the only result."""
    top, bottom = box.y + box.height / 2, height + STUB / 2
    word = text(box.x - 7, bottom - 10, "result", NOTE, "mg-note", "quiet", "end")
    return (
        f'<g class="mg-edge" data-id="seed" data-label="{box.x + 7:g} {bottom - 10:g} start">'
        f'<path class="mg-line" d="M{box.x:g} {top:g}V{bottom:g}" fill="none" '
        f'stroke="{LIGHT["line"]}" stroke-width="1.3"/>{tip(box.x, bottom)}{word}</g>'
    )
