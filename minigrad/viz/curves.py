"""Curves as SVG: one chart is a `Panel`, and several make a figure; no Matplotlib, no Jupyter.

As in the pictures of graphs, the light colours are attributes, a style sheet adds the dark ones,
and by their classes a widget restyles them. Series are told apart by dashes and words, too.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from .figures import number
from .paper import COLOURS, FONT, document
from .scales import Scale, Thinned, scale, thinned

COLOUR_OF = ("leaf-line", "grad", "ink", "quiet")  # the first series, the second, ...
DASH_OF = ("", "6 4", "2 3", "9 3 2 3")
INKS = {
    **{name: COLOURS[name] for name in ("ink", "quiet", "leaf-line", "grad", "paper")},
    "rule": ("#dfe3e9", "#343b47"),
}
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
GAP = 18.0  # between panels
_SIZE, _SMALL = 13.0, 12.0  # of letters: pages show them as large as they are drawn
_LEFT = 54.0
_RIGHT = 16.0
_TOP = 34.0
_BOTTOM = 30.0
_LINE = 18.0  # from one line of small text to the next
_DASH = 24.0  # how long a line's sample is
_LETTER = 0.56  # of a font's size: the width of a letter on average, rather more


@dataclass(frozen=True)
class Series:
    """One line of a chart.

    Attributes:
        name: what to write beside it.
        x: ``(N,)``, ascending.
        y: ``(N,)``; what is not finite is not drawn.
    """

    name: str
    x: np.ndarray
    y: np.ndarray


@dataclass(frozen=True)
class Panel:
    """A part of a figure: what is drawn in it, and the same in words.

    Attributes:
        words: what it shows, for those who do not see it.
        axis: where it begins and ends from left to right, and which numbers stand there: ``(left,
            right, first, last, top, bottom)``, the last two the heights it is drawn at; None where
            there is no such axis.
    """

    width: float
    height: float
    body: str
    words: str
    axis: tuple[float, float, float, float, float, float] | None = None


def chart(
    title: str,
    series: Sequence[Series],
    width: float,
    height: float,
    *,
    write: Callable[[float], str] = number,
    over: str = "step",
    log: bool | None = None,
    mark: tuple[float, str] | None = None,
) -> Panel:
    """Lines over a common horizontal axis of whole numbers.

    Where there are many numbers it shows the mean of so many at a time, and says so.

    Args:
        title: stands above it.
        series: the lines; if they are several, below the title stands which is which.
        width: of the whole, in the units of the drawing.
        height: likewise.
        write: how a number of the vertical axis is written.
        over: what the horizontal axis counts.
        log: whether the vertical axis goes by factors; None leaves that to the numbers.
        mark: a place on the horizontal axis and a word to write there.
    """
    parts = [thinned(one.x, one.y) for one in series]
    looks = [(COLOUR_OF[i % 4], DASH_OF[i % 4]) for i in range(len(series))]
    names = [(one.name, *look) for one, look in zip(series, looks)] if len(series) > 1 else []
    key, top = _key(names, max((part.part for part in parts), default=1), over, width)
    ends = [one.x[[0, -1]] for one in series if one.x.size]
    across = _across(ends, mark, _LEFT, width - _RIGHT)
    values = np.concatenate([np.concatenate([p.low, p.high]) for p in parts] or [np.empty(0)])
    up = scale(values, height - _BOTTOM, top, log)
    by_factors = " · log scale" if up.log else ""
    body = [words(2, 16, title + by_factors, "ink", weight=600, size=_SIZE), *key]
    body += _axes(across, up, write, over, width)
    if mark is not None:
        body.append(_mark(across(mark[0]), mark[1], up))
    drawn = [found for found in zip(parts, looks) if found[0].x.size]
    body += [_band(part, across, up, colour) for part, (colour, _) in drawn if part.part > 1]
    body += [line(_points(part.x, part.mean, across, up), *look) for part, look in drawn]
    axis = (across.start, across.end, across.low, across.high, top, up.start)
    return Panel(width, height, "".join(body), _said(title, series, write, over, mark), axis)


def _key(
    names: Sequence[tuple[str, str, str]], part: int, over: str, width: float
) -> tuple[list[str], float]:
    """Which line is which, and what a point stands for: in rows; and where the plot begins."""
    found = []
    left = 2.0
    row = 0
    for name, colour, dash in names:
        wide = _DASH + 8 + len(name) * _SMALL * _LETTER
        if left > 2 and left + wide > width:
            left, row = 2.0, row + 1
        y = _TOP + _LINE * row
        found.append(line([(left, y - 4), (left + _DASH, y - 4)], colour, dash))
        found.append(words(left + _DASH + 8, y, name, colour, weight=600))
        left += wide + 16
    row += bool(names)
    if part > 1:
        said = f"means of {part:,} {over}s; the band: from least to most"
        found.append(words(2, _TOP + _LINE * row, said, "quiet"))
        row += 1
    return found, _TOP + _LINE * row


def _across(
    ends: list[np.ndarray], mark: tuple[float, str] | None, left: float, right: float
) -> Scale:
    """The horizontal axis: exactly from the first number to the last."""
    numbers = [*np.concatenate(ends or [np.empty(0)]), *([mark[0]] if mark else [])]
    low, high = (float(min(numbers)), float(max(numbers))) if numbers else (0.0, 1.0)
    return Scale(low, high if high > low else low + 1, left, right)


def _axes(
    across: Scale, up: Scale, write: Callable[[float], str], over: str, width: float
) -> list[str]:
    found = []
    for tick in up.ticks():
        y = up(tick)
        found.append(line([(across.start, y), (across.end, y)], "rule", "", 1))
        written = power(tick) if up.log else write(tick)
        found.append(words(across.start - 7, y + 4, written, "quiet", "end"))
    whole = [tick for tick in across.ticks(6) if tick == int(tick)]
    found += [words(across(t), up.start + 17, f"{int(t):,}", "quiet", "middle") for t in whole]
    found.append(words(width - 2, 16, f"by {over}", "quiet", "end"))
    return found


def power(value: float) -> str:
    """A number on a logarithmic axis: powers of ten that take room as such, ``10⁻⁵``."""
    exponent = math.log10(value)
    if exponent != round(exponent) or -4 < exponent < 4:
        return number(value)
    return "10" + f"{exponent:.0f}".translate(_RAISED)


def _mark(x: float, word: str, up: Scale) -> str:
    left = x > 200
    return line([(x, up.start), (x, up.end)], "grad", "3 3", 1.5) + words(
        x - 6 if left else x + 6, up.end + 10, word, "grad", "end" if left else "start", weight=600
    )


def _band(part: Thinned, across: Scale, up: Scale, colour: str) -> str:
    """From the least to the most of each part, pale behind its mean."""
    there = _points(part.x, part.high, across, up)
    back = _points(part.x, part.low, across, up)[::-1]
    return (
        f'<path class="mg-fill-{colour}" d="{_path(there + back)}z" fill="{INKS[colour][0]}" '
        f'fill-opacity="0.18"/>'
    )


def _points(x: np.ndarray, y: np.ndarray, across: Scale, up: Scale) -> list[tuple[float, float]]:
    return list(zip(across.positions(x), up.positions(y)))


def _said(
    title: str,
    series: Sequence[Series],
    write: Callable[[float], str],
    over: str,
    mark: tuple[float, str] | None,
) -> str:
    parts = [
        f"{line.name} from {write(line.y[0])} to {write(line.y[-1])}"
        for line in series
        if line.y.size
    ]
    parts += [mark[1]] if mark else []
    return f"{title} by {over}: {'; '.join(parts) or 'nothing yet'}."


def line(
    points: Sequence[tuple[float, float]], colour: str, dash: str = "", weight: float = 1.8
) -> str:
    """A line through `points`; a single one is a dot."""
    if len(points) == 1:
        (x, y), ink = points[0], INKS[colour][0]
        return f'<circle class="mg-fill-{colour}" cx="{x:g}" cy="{y:g}" r="2.5" fill="{ink}"/>'
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path class="mg-stroke-{colour}" d="{_path(points)}" fill="none" '
        f'stroke="{INKS[colour][0]}" stroke-width="{weight:g}" stroke-linejoin="round"{dashes}/>'
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def words(
    x: float,
    y: float,
    text: str,
    colour: str,
    anchor: str = "start",
    *,
    size: float = _SMALL,
    weight: int = 400,
    code: bool = False,
) -> str:
    """One line of text; `code` keeps it in the font of code."""
    family = "" if code else ' font-family="system-ui,sans-serif"'
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    return (
        f'<text class="mg-fill-{colour}" x="{x:g}" y="{y:g}" text-anchor="{anchor}" '
        f'font-size="{size:g}"{family}{bold} fill="{INKS[colour][0]}">{escape(text)}</text>'
    )


def sentences(lines: Sequence[str], width: float) -> Panel:
    """Sentences below one another, broken where they are too long for `width`."""
    most = int(width / (_SIZE * 0.53))
    broken = [part for each in lines for part in textwrap.wrap(each, most)]
    body = [words(2, 14 + 19 * i, part, "ink", size=_SIZE) for i, part in enumerate(broken)]
    return Panel(width, 19.0 * len(broken), "".join(body), " ".join(lines))


def drawings(panels: Sequence[Panel]) -> list[dict[str, Any]]:
    """For a page: each panel as an SVG of its own, and its horizontal axis."""
    return [{"svg": alone(panel), "axis": panel.axis} for panel in panels]


def alone(panel: Panel) -> str:
    """A panel as an SVG of its own, for a page that brings its own colours."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {panel.width:g} {panel.height:g}" '
        f'width="{panel.width:g}" height="{panel.height:g}" font-family="{FONT}" role="img" '
        f'aria-label="{escape(panel.words)}">{panel.body}</svg>'
    )


def figure(rows: Sequence[Sequence[Panel]], title: str, description: str) -> str:
    """Rows of panels as one SVG document, readable on light and dark pages."""
    body = [_dark()]
    top = GAP
    width = 0.0
    for row in rows:
        left = GAP
        for panel in row:
            body.append(f'<g transform="translate({left:g} {top:g})">{panel.body}</g>')
            left += panel.width + GAP
        top += max(panel.height for panel in row) + GAP
        width = max(width, left)
    return document(width, top, "".join(body), title, description)


def _dark() -> str:
    rules = "".join(
        f".mg-graph .mg-stroke-{name}{{stroke:{dark}}}.mg-graph .mg-fill-{name}{{fill:{dark}}}"
        for name, (_, dark) in INKS.items()
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
