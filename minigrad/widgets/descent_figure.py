"""A descent drawn for pages that run no script: the ground, the way down to a step, the side."""

from __future__ import annotations

from collections.abc import Sequence

from ..viz.curves import INKS, figure, line, sentences
from .descent import Descent
from .descent_picture import SIDE, WIDTH, CurveBeside, Ground, LineBeside, Pixel, Plane, arrow

_WARM = INKS["grad"][0]
_PAPER = INKS["paper"][0]
_INK = INKS["ink"][0]


def still(
    ground: Ground,
    beside: LineBeside | CurveBeside,
    descent: Descent,
    step: int,
    title: str,
    said: Sequence[str],
) -> str:
    """The whole picture, as it is after `step` steps, as the text of an SVG file.

    Args:
        ground: what one goes down on.
        beside: what stands to its right.
        descent: the way down.
        step: how many steps of it are done.
        title: what it is.
        said: sentences to write below.
    """
    pixels = [ground.pixel(*pair) for pair in zip(descent.points, descent.losses)]
    left = _clipped(ground.plane, _way(pixels, step) + _slope(ground, descent, step))
    right = _clipped(beside.plane, _beside(beside, descent, step))
    panels = [
        type(ground.panel)(WIDTH, ground.panel.height, ground.panel.body + left, ""),
        type(ground.panel)(SIDE, ground.panel.height, beside.panel.body + right, ""),
    ]
    return figure([panels, [sentences(said, WIDTH + SIDE)]], title, " ".join(said))


def _clipped(plane: Plane, body: str) -> str:
    """`body`, as far as it is inside: a drawing within the drawing, which needs no id for it."""
    x = plane.x.start
    y = plane.y.end
    right = plane.x.end
    top = plane.y.start
    box = f"{x:g} {y:g} {right - x:g} {top - y:g}"
    place = f'x="{x:g}" y="{y:g}" width="{right - x:g}" height="{top - y:g}"'
    return f'<svg {place} viewBox="{box}" overflow="hidden">{body}</svg>'


def _way(pixels: Sequence[Pixel], step: int) -> str:
    """All of it, pale; what is done of it, strong; a ring at the start, a dot where it is now."""
    (x, y), (a, b) = pixels[0], pixels[step]
    whole = line(pixels, "grad", "", 1) if len(pixels) > 1 else ""
    done = line(pixels[: step + 1], "grad", "", 2) if step else ""
    dots = "".join(
        f'<circle class="mg-fill-grad" cx="{u:g}" cy="{v:g}" r="2.4" fill="{_WARM}"/>'
        for u, v in pixels[1 : step + 1]
    )
    return (
        f'<g opacity="0.35">{whole}</g>{done}{dots}'
        f'<circle class="mg-fill-paper mg-stroke-ink" cx="{x:g}" cy="{y:g}" r="8" fill="{_PAPER}" '
        f'stroke="{_INK}" stroke-width="2"/>'
        f'<circle class="mg-fill-grad" cx="{a:g}" cy="{b:g}" r="5" fill="{_WARM}"/>'
    )


def _slope(ground: Ground, descent: Descent, step: int) -> str:
    d = arrow(ground.slopes(descent)[step], len(ground.loss.names) > 1)
    return f'<path class="mg-stroke-ink" d="{d}" fill="none" stroke="{_INK}" stroke-width="1.8"/>'


def _beside(beside: LineBeside | CurveBeside, descent: Descent, step: int) -> str:
    if isinstance(beside, CurveBeside):
        return _way(beside.points, step)
    lines = beside.ends(descent)
    first, (x1, y1, x2, y2) = lines[0], lines[step]
    misses = "".join(
        line([(x, y), (x, round(y1 + (y2 - y1) * (x - x1) / (x2 - x1), 1))], "quiet", "", 1)
        for x, y in beside.dots
    )
    start = line([(first[0], first[1]), (first[2], first[3])], "quiet", "4 3", 1.2)
    return misses + start + line([(x1, y1), (x2, y2)], "grad", "", 2.4)
