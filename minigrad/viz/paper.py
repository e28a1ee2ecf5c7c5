"""What every picture is made of: colours, lines of text, and the document round them.

The light colours are attributes, which every viewer knows; a style sheet adds the dark ones where
the page asks for them, and classes let a widget restyle all.
"""

from __future__ import annotations

import hashlib
from html import escape

CHARACTER = 0.61  # the width of a character of a monospaced font, in units of its size
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
    "frame-line": ("#c3cad4", "#454e5c"),
    "grad": ("#b0430a", "#ffb26b"),
}
LIGHT = {name: light for name, (light, _) in COLOURS.items()}

_DARK_RULES = (
    (".mg-paper,.mg-halo", "fill", "paper"),
    (".mg-op rect", "fill", "op"),
    (".mg-op rect,.mg-op .mg-stack,.mg-edge path", "stroke", "line"),
    (".mg-edge .mg-tip", "fill", "line"),
    (".mg-leaf rect", "fill", "leaf"),
    (".mg-leaf rect", "stroke", "leaf-line"),
    (".mg-root rect,.mg-root .mg-stack", "stroke", "ink"),
    (".mg-frame rect", "stroke", "frame-line"),
    ("text", "fill", "ink"),
    ("text.mg-quiet", "fill", "quiet"),
    ("text.mg-grad", "fill", "grad"),
    ("text.mg-title", "stroke", "paper"),
)


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


def text(
    x: float, y: float, line: str, size: float, role: str, colour: str, anchor: str = "middle"
) -> str:
    """One line of text, with its role in the picture as its class."""
    weight = ' font-weight="600"' if role == "mg-name" else ""
    return (
        f'<text class="{role} mg-{colour}" x="{x:g}" y="{y:g}" text-anchor="{anchor}" '
        f'font-size="{size:g}"{weight} fill="{LIGHT[colour]}">{escape(line)}</text>'
    )


def text_width(line: str, size: float) -> float:
    """How wide a line of text is at the most, in pixels."""
    return len(line) * size * CHARACTER


def shortened(line: str, most: int) -> str:
    """At most so many characters: what is too long loses its end, and says so with three dots."""
    return line if len(line) <= most else line[: most - 1].rstrip(" ,") + "…"
