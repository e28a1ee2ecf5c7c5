"""The player's picture at one step, for places where no widget can run."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

from ..viz.boxes import KEPT
from ..viz.paper import LIGHT
from .places import LETTER, SVG, Area, groups, sum_area

Json = dict[str, Any]


def still(picture: str, spec: Json, count: int) -> str:
    """The picture after `count` steps: what has been computed, sent, added up, kept and freed."""
    ET.register_namespace("", SVG[1:-1])
    drawing = ET.fromstring(picture)
    nodes, edges = groups(drawing, "mg-node"), groups(drawing, "mg-edge")
    for node, facts in _changed(spec, count).items():
        if node in nodes:
            _node(drawing, nodes[node], spec["nodes"][node], facts)
    for step in spec["steps"][spec["start"] : count]:
        sent = {step["stub"]: step["seed"]} if "seed" in step else step["sent"]
        for edge, gradient in sent.items():
            if edge in edges:
                _edge(drawing, edges[edge], gradient["brief"])
    return ET.tostring(drawing, encoding="unicode") + "\n"


def _changed(spec: Json, count: int) -> dict[str, Json]:
    """What differs from the picture, by node: it shows the end of the forward pass."""
    found: dict[str, Json] = {}
    for step in spec["steps"][count : spec["start"]]:
        found.setdefault(step["node"], {})["later"] = True
    for step in spec["steps"][spec["start"] : count]:
        facts = found.setdefault(step["node"], {})
        facts |= {key: step[key] for key in ("grad", "freed", "failed") if key in step}
        for node, total in step["sums"].items():
            found.setdefault(node, {})["sum"] = total
    current = spec["steps"][count - 1]["node"] if count > spec["start"] else None
    if current is not None:
        found[current]["now"] = True
    return found


def _node(drawing: ET.Element, g: ET.Element, node: Json, facts: Json) -> None:
    texts = {(text.get("class") or "").split()[0]: text for text in g.iter(f"{SVG}text")}
    box = next(g.iter(f"{SVG}rect"))
    if facts.get("later"):
        g.set("opacity", "0.3")
        texts["mg-value"].text, texts["mg-note"].text = "…", ""
    if facts.get("now"):
        box.set("stroke", LIGHT["grad"])
        box.set("stroke-width", "3")
    if facts.get("freed"):
        box.set("stroke-dasharray", "5 4")
        texts["mg-note"].text = f"{node['keeps']} freed"
    if facts.get("failed"):
        texts["mg-note"].text = "✕ cannot run"
    role = "mg-value" if node["leaf"] else KEPT
    line = texts.get(role)
    if line is not None and facts.get("grad"):
        line.text = f"grad {facts['grad']['brief']}"
        line.set("class", f"{role} mg-grad")
        line.set("fill", LIGHT["grad"])
    if facts.get("sum"):
        drawing.append(_pill(sum_area(g, facts["sum"]), facts["sum"]))


def _edge(drawing: ET.Element, g: ET.Element, gradient: str) -> None:
    """The gradient beside its edge, and its arrow turned round."""
    x, y, anchor = (g.get("data-label") or "0 0 start").split()
    for path in list(g.iter(f"{SVG}path")):
        if path.get("class") == "mg-line":
            path.set("stroke", LIGHT["grad"])
            left, top = map(float, re.findall(r"[\d.]+", path.get("d") or "")[:2])
            tip = {"d": f"M{left - 4:g} {top + 9:g}h8l-4 -8z", "fill": LIGHT["grad"]}
            ET.SubElement(g, f"{SVG}path", tip)
        else:
            path.set("opacity", "0")
    drawing.append(_text(float(x), float(y), gradient, anchor))


def _pill(area: Area, words: str) -> ET.Element:
    group = ET.Element(f"{SVG}g")
    width, height = area.right - area.left, area.bottom - area.top
    place = {"x": area.left, "y": area.top, "width": width, "height": height, "rx": height / 2}
    rect = ET.SubElement(group, f"{SVG}rect", {k: f"{v:g}" for k, v in place.items()})
    rect.attrib |= {"class": "mg-paper", "fill": LIGHT["paper"], "stroke": LIGHT["grad"]}
    written = _text(area.left + width / 2, area.bottom - 3.5, words, "middle")
    if len(words) * LETTER + 14 > width:
        written.attrib |= {"textLength": f"{width - 10:g}", "lengthAdjust": "spacingAndGlyphs"}
    group.append(written)
    return group


def _text(x: float, y: float, words: str, anchor: str) -> ET.Element:
    place = {"x": f"{x:g}", "y": f"{y:g}", "text-anchor": anchor, "font-size": "12"}
    element = ET.Element(f"{SVG}text", {"class": "mg-grad", **place, "fill": LIGHT["grad"]})
    element.text = words
    return element
