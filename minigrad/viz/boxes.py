"""The box of one node: its shape, its lines of text, and how large that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from .data import Constant, Graph, Node
from .figures import outputs
from .layout import Box
from .paper import LIGHT, shortened, text, text_width
from .text import contents_of, kept_gradients, saves, why

BOX_HEIGHT = 66.0
PADDING = 15.0
CONSTANT_HEIGHT = 48.0
FOURTH = 18.0  # a line more, for the .grad of a result that retains it
BASELINES = (21.0, 39.0, 55.0)
SIZES = (13.0, 13.0, 10.5)
# characters; longer lines are shortened, whole in a tooltip
OUTPUT = 28
NOTE = 36
TITLE = 48
ROLES = ("mg-name", "mg-value", "mg-note")
KEPT = "mg-kept"
ENTRY = 12.0  # room for each edge into a box of many inputs, which is made wider for them
WIDEST = 480.0


@dataclass(frozen=True)
class Words:
    """The lines in a node's box: three, and of a result that retains it a ``.grad`` between.

    Attributes:
        whole: as they are.
        short: as they are written, none too long for the widest box.
    """

    whole: tuple[str, ...]
    short: tuple[str, ...]


def node_box(node: Node, words: Words, box: Box, result: bool) -> str:
    """Rounded for an operation, square for a leaf, a stack for a module, heavy for the result."""
    kind = "mg-leaf" if node.leaf else "mg-op mg-group" if node.kind == "group" else "mg-op"
    fill, stroke = ("leaf", "leaf-line") if node.leaf else ("op", "line")
    if result:
        kind, stroke = f"{kind} mg-root", "ink"
    tooltip = f"<title>{escape(chr(10).join(words.whole))}</title>"
    kept = "grad" if node.grads else "quiet"
    looks = list(zip(BASELINES, SIZES, ROLES, ("ink", kept if node.leaf else "ink", "quiet")))
    if len(words.short) > len(looks):
        looks[2:] = [(57.0, SIZES[1], KEPT, kept), (BASELINES[2] + FOURTH, *looks[2][1:])]
    texts = "".join(
        text(box.x, box.y - box.height / 2 + baseline, line, size, role, colour)
        for line, (baseline, size, role, colour) in zip(words.short, looks)
    )
    dashes = ' stroke-dasharray="5 4"' if node.freed else ""
    return (
        f'<g class="mg-node {kind}" data-id="{escape(node.id)}">'
        f'<rect x="{box.x - box.width / 2:g}" y="{box.y - box.height / 2:g}" '
        f'width="{box.width:g}" height="{box.height:g}" rx="{3 if node.leaf else 12}" '
        f'fill="{LIGHT[fill]}" stroke="{LIGHT[stroke]}" '
        f'stroke-width="{2 if result else 1.3}"{dashes}/>'
        f"{_stack(box, stroke) if node.kind == 'group' else ''}{texts}"
        f"{tooltip if words.short != words.whole else ''}</g>"
    )


def constant_size(one: Constant) -> tuple[float, float]:
    """Room for two lines."""
    first, second = constant_lines(one)
    widths = text_width(first, SIZES[1]), text_width(second, SIZES[2])
    return float(round(max(widths) + 2 * PADDING)), CONSTANT_HEIGHT


def constant_lines(one: Constant) -> tuple[str, str]:
    """What a constant is, and why no gradient goes there."""
    return shortened(contents_of(one), OUTPUT), shortened(why(one, ""), NOTE)


def constant_box(one: Constant, box: Box) -> str:
    """Square as a leaf, but pale: an outline and quiet words."""
    first, second = constant_lines(one)
    whole = f"<title>{escape(contents_of(one))}\n{escape(why(one))}</title>"
    return (
        f'<g class="mg-node mg-constant" data-id="{one.id}">'
        f'<rect x="{box.x - box.width / 2:g}" y="{box.y - box.height / 2:g}" '
        f'width="{box.width:g}" height="{box.height:g}" rx="{12 if one.op else 3}" '
        f'fill="{LIGHT["paper"]}" fill-opacity="0" stroke="{LIGHT["line"]}" stroke-opacity="0.6"/>'
        + text(box.x, box.y - 3, first, SIZES[1], ROLES[1], "quiet")
        + text(box.x, box.y + 14, second, SIZES[2], ROLES[2], "quiet")
        + f"{whole}</g>"
    )


def _stack(box: Box, colour: str) -> str:
    """Two more sheets that look out from under a box."""
    left, bottom = box.x - box.width / 2, box.y + box.height / 2
    sheets = "".join(
        f"M{left + 5 * i + 5:g} {bottom + 4 * i:g}h{box.width - 10 * i - 10:g}" for i in (1, 2)
    )
    return (
        f'<path class="mg-stack" d="{sheets}" fill="none" stroke="{LIGHT[colour]}" '
        f'stroke-width="1.3" stroke-linecap="round"/>'
    )


def lines(graph: Graph, node: Node) -> tuple[str, ...]:
    """The lines in a node's box, however long."""
    output = outputs(node.names, node.value, node.shape)
    kept = kept_gradients(graph, node)
    if node.leaf:
        return output, kept, "AccumulateGrad"
    return (node.op, output, *([kept] if kept else []), saves(graph, node))


def words(graph: Graph, node: Node) -> Words:
    """The lines, those too long shortened; a name that is loses its beginning, not the value."""
    whole, name = lines(graph, node), node.names.get(0, "")
    of_output = 0 if node.leaf else 1
    short = [shortened(line, OUTPUT) for line in whole[:-1]] + [shortened(whole[-1], NOTE)]
    over = len(whole[of_output]) - OUTPUT
    if name and over > 0 and whole[of_output].startswith(name):
        kept = "…" + whole[of_output][min(over + 1, len(name) - 1) :]
        short[of_output] = shortened(kept, OUTPUT)
    if not node.leaf:  # the name of an operation is always whole, that of a module nearly
        short[0] = whole[0] if len(whole[0]) <= TITLE else "…" + whole[0][1 - TITLE :]
    return Words(whole, tuple(short))


def box_size(node: Node, words: Words) -> tuple[float, float]:
    """Room for the lines, and for the arrows of many inputs side by side."""
    widths = [text_width(line, SIZES[0]) for line in words.short[:-1]]
    widths.append(text_width(words.short[-1], SIZES[2]))
    if (
        node.keeping and node.value is not None
    ):  # room for the gradient that a player will write there
        widths.append(text_width(" " * (21 if 1 < node.value.size <= 3 else 13), SIZES[1]))
    widths.append(min(ENTRY * len(node.edges), WIDEST))
    height = BOX_HEIGHT + FOURTH * (len(words.short) - len(SIZES))
    return float(round(max(widths) + 2 * PADDING)), height
