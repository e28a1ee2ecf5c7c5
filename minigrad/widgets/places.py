"""Where the player writes: sums under the boxes where they form, other numbers clear of those."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

SVG = "{http://www.w3.org/2000/svg}"
SUM_BELOW, SUM_HEIGHT = 18.0, 15.0  # its middle below the box's edge: the arrows' heads stay free
SUM_ROOM = 20.0  # wider than its box: half of what lies between two boxes, on either side
LETTER = 7.4  # the width of a character of the labels
_ASCENT, _DESCENT = 10.0, 3.0  # of a label's text, from its baseline
_BAND = 60.0  # of a picture's height: what is further apart than two of these cannot meet

Json = dict[str, Any]


@dataclass(frozen=True)
class Area:
    """A rectangle that something written takes."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Area) -> bool:
        """Do they overlap?"""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def groups(drawing: ET.Element, kind: str) -> dict[str, ET.Element]:
    """The picture's nodes (``mg-node``) or edges (``mg-edge``), by their ids."""
    found = (g for g in drawing.iter(f"{SVG}g") if kind in (g.get("class") or "").split())
    return {g.get("data-id", ""): g for g in found}


def sum_area(node: ET.Element, words: str) -> Area:
    """What a sum of these words takes under a node's box."""
    box = next(node.iter(f"{SVG}rect"))
    x, y, width, height = (float(box.get(name, "0")) for name in ("x", "y", "width", "height"))
    half = min(len(words) * LETTER + 14, width + SUM_ROOM) / 2
    middle, below = x + width / 2, y + height + SUM_BELOW
    return Area(middle - half, below - SUM_HEIGHT / 2, middle + half, below + SUM_HEIGHT / 2)


def cleared(picture: str, spec: Json) -> str:
    """The picture, with the numbers beside its edges to stand where no sum will ever be."""
    sums = {node: words for step in spec["steps"] for node, words in step.get("sums", {}).items()}
    if not sums:
        return picture
    ET.register_namespace("", SVG[1:-1])
    drawing = ET.fromstring(picture)
    nodes, edges = groups(drawing, "mg-node"), groups(drawing, "mg-edge")
    taken: dict[int, list[Area]] = defaultdict(list)
    for area in (sum_area(nodes[node], words) for node, words in sums.items() if node in nodes):
        taken[int(area.top // _BAND)].append(area)
    for key, words in _sent(spec):
        if key in edges:
            _clear(edges[key], words, taken)
    return ET.tostring(drawing, encoding="unicode") + "\n"


def _sent(spec: Json) -> Iterator[tuple[str, str]]:
    for step in spec["steps"]:
        for edge, gradient in step.get("sent", {}).items():
            yield edge, gradient["brief"]


def _clear(edge: ET.Element, words: str, taken: Mapping[int, list[Area]]) -> None:
    """Lower the number beside an edge until it is below every sum it would touch."""
    x, y, anchor = edge.get("data-label", "0 0 start").split()
    left = float(x) - len(words) * LETTER * (anchor == "end")
    band = int(float(y) // _BAND)
    near = (area for number in range(band - 1, band + 2) for area in taken.get(number, ()))
    for area in sorted(near, key=lambda area: area.top):
        own = Area(left, float(y) - _ASCENT, left + len(words) * LETTER, float(y) + _DESCENT)
        if own.overlaps(area):
            y = f"{area.bottom + _ASCENT + 1:g}"
    edge.set("data-label", f"{x} {y} {anchor}")
