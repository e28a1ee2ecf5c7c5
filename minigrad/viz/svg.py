"""A graph as one SVG string: the same bytes on every machine, readable on light and dark pages.

Text is measured by a fixed width per character, arrows are plain shapes, and nothing refers to a
font file, a script or another document. The light colours are attributes, which every viewer knows;
a style sheet adds the dark ones where the page asks for them, and classes let a widget restyle all.
"""

from __future__ import annotations

import hashlib
from html import escape

from .figures import brief, labelled
from .graph import Graph, Node
from .layout import Box, Layout, Link, Route, layout
from .text import headline, listing, saves

CHARACTER = 0.61  # the width of a character of a monospaced font, in units of its size
PADDING = 15.0
BOX_HEIGHT = 66.0
BASELINES = (21.0, 39.0, 55.0)
SIZES = (13.0, 13.0, 10.5)
ROLES = ("mg-name", "mg-value", "mg-note")
STUB = 40.0  # the arrow out of the result
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"

# name: (light, dark). Ink for what the forward pass computed, `grad` for all that flows back.
COLOURS = {
    "paper": ("#ffffff", "#15181e"),
    "ink": ("#1d2330", "#e9ebf1"),
    "quiet": ("#5a6372", "#a7b0be"),
    "line": ("#7c8696", "#7a8494"),
    "op": ("#f5f6f8", "#222832"),
    "leaf": ("#e4effa", "#152c44"),
    "leaf-line": ("#2e6da8", "#74b5ee"),
    "grad": ("#b0430a", "#ffb26b"),
}
LIGHT = {name: light for name, (light, _) in COLOURS.items()}

_DARK_RULES = (
    (".mg-paper,.mg-halo", "fill", "paper"),
    (".mg-op rect", "fill", "op"),
    (".mg-op rect,.mg-edge path", "stroke", "line"),
    (".mg-edge .mg-tip", "fill", "line"),
    (".mg-leaf rect", "fill", "leaf"),
    (".mg-leaf rect", "stroke", "leaf-line"),
    (".mg-root rect", "stroke", "ink"),
    ("text", "fill", "ink"),
    ("text.mg-quiet", "fill", "quiet"),
    ("text.mg-grad", "fill", "grad"),
)


def svg(graph: Graph) -> str:
    """Draw `graph`; see `figure` for one that is too large to read."""
    drawing = arrange(graph)
    edges = "".join(_edge(key, route) for key, route in drawing.routes.items())
    nodes = "".join(_node(graph, node, drawing.boxes[node.id]) for node in graph.nodes)
    root = drawing.boxes[graph.root.id]
    body = edges + _stub(root) + nodes
    return document(drawing.width, drawing.height + STUB, body, headline(graph), listing(graph))


def arrange(graph: Graph) -> Layout:
    """Where everything goes."""
    sizes = {node.id: (_width(graph, node), BOX_HEIGHT) for node in graph.nodes}
    return layout(sizes, [Link(edge.id, edge.to, edge.node) for edge in graph.edges()])


def document(width: float, height: float, body: str, title: str, description: str) -> str:
    """A whole SVG around `body`, on its own paper, with words for those who do not see it."""
    key = "mg-" + hashlib.sha256((body + title + description).encode()).hexdigest()[:10]
    dark = "".join(
        f".mg-graph {selector.replace(',', ',.mg-graph ')}{{{what}:{COLOURS[colour][1]}}}"
        for selector, what, colour in _DARK_RULES
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mg-graph" role="img" '
        f'aria-labelledby="{key}-title {key}-desc" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="{FONT}">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-desc">{escape(description)}</desc>'
        f"<style>@media (prefers-color-scheme:dark){{{dark}}}</style>"
        f'<rect class="mg-paper" width="{width:g}" height="{height:g}" rx="6" '
        f'fill="{LIGHT["paper"]}"/>'
        f"{body}</svg>\n"
    )


def lines(graph: Graph, node: Node) -> tuple[str, str, str]:
    """The three lines in a node's box."""
    output = labelled(node.name, node.value, node.shape)
    if node.leaf:
        grad = "None" if node.grad is None else brief(node.grad)
        return output, f"grad {grad}", "AccumulateGrad"
    return node.op, output, saves(graph, node)


def _width(graph: Graph, node: Node) -> float:
    widths = [len(line) * size for line, size in zip(lines(graph, node), SIZES)]
    if node.leaf and node.value is not None:  # room for the gradient that a player will write there
        room = 21 if 1 < node.value.size <= 3 else 13
        widths.append(room * SIZES[1])
    return float(round(max(widths) * CHARACTER + 2 * PADDING))


def _node(graph: Graph, node: Node, box: Box) -> str:
    kind = "mg-leaf" if node.leaf else "mg-op mg-root" if node is graph.root else "mg-op"
    fill, stroke = ("leaf", "leaf-line") if node.leaf else ("op", "line")
    if node is graph.root:
        stroke = "ink"
    second = "ink" if not node.leaf else "quiet" if node.grad is None else "grad"
    texts = "".join(
        text(box.x, box.y - BOX_HEIGHT / 2 + baseline, line, size, role, colour)
        for line, baseline, size, role, colour in zip(
            lines(graph, node), BASELINES, SIZES, ROLES, ("ink", second, "quiet")
        )
    )
    dashes = ' stroke-dasharray="5 4"' if node.freed else ""
    return (
        f'<g class="mg-node {kind}" data-id="{node.id}">'
        f'<rect x="{box.x - box.width / 2:g}" y="{box.y - box.height / 2:g}" '
        f'width="{box.width:g}" height="{box.height:g}" rx="{3 if node.leaf else 12}" '
        f'fill="{LIGHT[fill]}" stroke="{LIGHT[stroke]}" '
        f'stroke-width="{2 if node is graph.root else 1.3}"{dashes}/>{texts}</g>'
    )


def text(
    x: float, y: float, line: str, size: float, role: str, colour: str, anchor: str = "middle"
) -> str:
    """One line of text, with its role in the picture as its class."""
    weight = ' font-weight="600"' if role == "mg-name" else ""
    return (
        f'<text class="{role} mg-{colour}" x="{x:g}" y="{y:g}" text-anchor="{anchor}" '
        f'font-size="{size:g}"{weight} fill="{LIGHT[colour]}">{escape(line)}</text>'
    )


def _edge(key: str, route: Route) -> str:
    (x, y), label = route.points[-1], " ".join(f"{part}" for part in _label_place(route))
    return (
        f'<g class="mg-edge" data-id="{key}" data-label="{label}">'
        f'<path class="mg-line" d="{path(route)}" fill="none" stroke="{LIGHT["line"]}" '
        f'stroke-width="1.3"/>{tip(x, y)}</g>'
    )


def _label_place(route: Route) -> tuple[int, int, str]:
    """Where the number beside an edge stands, and which of its ends touches the edge.

    Below a slanting curve; beside a steep one, on the outer side of what enters the same box.
    """
    (x0, y0), (x1, y1) = route.points[-2:]
    if abs(x1 - x0) >= 24:
        x, y, leftwards = (x0 + x1) / 2, (y0 + y1) / 2 + 14, x0 < x1
        return round(x - 3 if leftwards else x + 3), round(y), "end" if leftwards else "start"
    leftwards = route.place < route.of / 2 and route.of > 1
    x = min(x0, x1) - 7 if leftwards else max(x0, x1) + 7
    return round(x), round((y0 + y1) / 2 + 4), "end" if leftwards else "start"


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


def _stub(box: Box) -> str:
    """The arrow that leaves the result, where backward will begin."""
    top, bottom = box.y + box.height / 2, box.y + box.height / 2 + STUB - 6
    word = text(box.x - 7, bottom - 10, "result", SIZES[2], "mg-note", "quiet", "end")
    return (
        f'<g class="mg-edge" data-id="seed" data-label="{box.x + 7:g} {bottom - 10:g} start">'
        f'<path class="mg-line" d="M{box.x:g} {top:g}V{bottom:g}" fill="none" '
        f'stroke="{LIGHT["line"]}" stroke-width="1.3"/>{tip(box.x, bottom)}{word}</g>'
    )
