"""A large graph in one small figure: how many nodes of which kind, instead of a web of lines."""

from __future__ import annotations

from collections import Counter

from .data import Graph
from .paper import CHARACTER, LIGHT, document, text
from .text import headline, listing

MARGIN = 20.0
ROW = 24.0
SIZE = 12.0
BAR = 260.0
MOST_KINDS = 12


def summary(graph: Graph) -> str:
    """The SVG of the summary: one bar for each kind of operation, and one for the leaves."""
    kinds = Counter(node.op for node in graph.operations).most_common()
    rows = [*kinds[:MOST_KINDS], ("leaves", len(graph.leaves))]
    rest = sum(n for _, n in kinds[MOST_KINDS:])
    if rest:
        rows.insert(-1, ("other operations", rest))
    longest = max(len(name) for name, _ in rows)
    left = MARGIN + longest * SIZE * CHARACTER + 12
    most = max(n for _, n in rows)
    body = [text(MARGIN, MARGIN + 12, headline(graph), SIZE, "mg-name", "ink", "start")]
    for i, (name, n) in enumerate(rows):
        y = MARGIN + 30 + i * ROW
        kind = "leaf" if i == len(rows) - 1 else "op"
        width = max(2.0, float(round(BAR * n / most)))
        body.append(text(MARGIN, y + 15, name, SIZE, "mg-value", "ink", "start"))
        body.append(
            f'<g class="mg-{kind}"><rect x="{left:g}" y="{y + 3:g}" width="{width:g}" height="16" '
            f'rx="{3 if kind == "leaf" else 8}" fill="{LIGHT[kind]}" '
            f'stroke="{LIGHT["leaf-line" if kind == "leaf" else "line"]}" stroke-width="1.3"/></g>'
        )
        body.append(text(left + width + 10, y + 15, f"{n:,}", SIZE, "mg-note", "quiet", "start"))
    height = MARGIN + 30 + len(rows) * ROW + MARGIN
    return document(left + BAR + 90, height, "".join(body), headline(graph), listing(graph))
