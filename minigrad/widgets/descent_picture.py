"""Where everything of a descent is drawn: the ground, the way down, and what stands beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..viz.curves import INKS, Panel, line, words
from ..viz.figures import number
from ..viz.scales import Scale
from .contours import levels, regions
from .descent import Descent
from .losses import Loss

Json = dict[str, Any]
Pixel = tuple[float, float]

# a page shows them so large, side by side if it can
WIDTH = 404.0
SIDE = 374.0
HEIGHT = 364.0
_LEFT = 52.0
_RIGHT = 14.0
_TOP = 30.0
_BOTTOM = 40.0
_LEAST = 100.0  # so wide and high a picture is at least; so unequal scales are, where they must be
_GROWTH = 10.0  # a loss that grows is shown up to so many times its first height
_POINTS_1, _POINTS_2 = 241, 49  # in each direction, where the loss is computed
_ARROW = 38.0  # how long the arrow down the slope is,
_LEVEL = 0.05  # unless the gradient is less than this share of the steepest
_BARB, _DOT = 8.0, 6.0  # how long its tip is; what is shorter lies under the dot it starts from
_OUTSIDE = 1e7  # nothing is drawn further out than this


@dataclass(frozen=True)
class Plane:
    """A rectangle of the drawing, and the numbers along its edges.

    Attributes:
        x, y: the scales across and upwards.
    """

    x: Scale
    y: Scale

    def at(self, across: float, up: float) -> Pixel:
        """Where a pair of numbers is, inside or outside."""
        return _on(self.x, across), _on(self.y, up)

    def spec(self) -> Json:
        """For the browser: edges in pixels, and the numbers there."""
        return {
            "pixels": [self.x.start, self.y.start, self.x.end, self.y.end],
            "numbers": [self.x.low, self.y.low, self.x.high, self.y.high],
        }


def _on(scale: Scale, value: float) -> float:
    share = (value - scale.low) / (scale.high - scale.low) if math.isfinite(value) else 0.0
    place = scale.start + share * (scale.end - scale.start)
    return round(min(max(place, -_OUTSIDE), _OUTSIDE), 1)


def plane(
    x: tuple[float, float], y: tuple[float, float], width: float, equal: bool = False
) -> Plane:
    """The rectangle of a panel of this width; if it shall be, and can be, at equal scales."""
    across, up = width - _RIGHT - _LEFT, HEIGHT - _BOTTOM - _TOP
    if equal:
        unit = min(across / (x[1] - x[0]), up / (y[1] - y[0]))
        sides = unit * (x[1] - x[0]), unit * (y[1] - y[0])
        across, up = sides if min(sides) >= _LEAST else (across, up)
    return Plane(Scale(*x, _LEFT, _LEFT + across), Scale(*y, _TOP + up, _TOP))


class Ground:
    """The loss all over the picture.

    The two numbers of a loss have equal scales, unless one reaches much further than the other:
    only so does the way down cross the outlines at right angles, as the gradient does.

    Attributes:
        heights: the losses on a grid.
        plane: where they are drawn.
        panel: the drawing.
    """

    def __init__(self, loss: Loss) -> None:
        self.loss = loss
        flat = len(loss.names) == 1
        self.heights = loss.grid(_POINTS_1 if flat else _POINTS_2)
        up = _range(self.heights) if flat else loss.bounds[1]
        self.plane = plane(loss.bounds[0], up, WIDTH, equal=not flat)
        names = (loss.names[0], "loss" if flat else loss.names[1])
        what = loss.title if flat else f"{loss.title}: the bluer, the lower"
        drawn = _curve(self) if flat else _hills(self)
        body = drawn + axes(self.plane, names, what)
        said = f"{loss.title} over {' and '.join(loss.names)}"
        self.panel = Panel(WIDTH, HEIGHT, body, said)

    @property
    def equal(self) -> bool:
        """Is a unit as long across as it is upwards?"""
        across, up = self._units()
        return math.isclose(across, -up)

    def _units(self) -> list[float]:
        """How many pixels a unit is, across and upwards."""
        return [(s.end - s.start) / (s.high - s.low) for s in (self.plane.x, self.plane.y)]

    def pixel(self, point: Sequence[float], value: float) -> Pixel:
        """Where a place of the descent is drawn."""
        return self.plane.at(point[0], point[1] if len(point) > 1 else value)

    def slopes(self, descent: Descent) -> list[list[float]]:
        """A short line at each place: along the curve; or downhill, shorter where it is level."""
        sizes = [math.hypot(*g) if len(g) > 1 else 1.0 for g in descent.gradients]
        most = max(sizes) or 1.0
        shares = [min(1.0, size / (_LEVEL * most)) for size in sizes]
        places = zip(descent.points, descent.losses, descent.gradients, shares)
        return [self._slope(*place) for place in places]

    def _slope(
        self, point: Sequence[float], value: float, gradient: Sequence[float], share: float
    ) -> list[float]:
        steps = self._units()
        x, y = self.pixel(point, value)
        two = len(point) > 1
        across, up = (-gradient[0], -gradient[1]) if two else (1.0, gradient[0])
        move = np.array([across * steps[0], up * steps[1]])
        length = float(np.hypot(*move))
        dx, dy = (move * (share * _ARROW / length)).round(1).tolist() if length > 0 else (0.0, 0.0)
        return [x, y, x + dx, y + dy] if two else [x - dx, y - dy, x + dx, y + dy]


def arrow(ends: Sequence[float], tip: bool) -> str:
    """What to draw for a slope: a line, with a tip at its end or without, as an SVG path."""
    x, y, u, v = ends
    length = math.hypot(u - x, v - y)
    shaft = f"M{x:g} {y:g}L{u:g} {v:g}"
    if not tip:
        return shaft
    if length < _DOT:
        return f"M{x:g} {y:g}"
    across, along = np.array([v - y, x - u]) / length, np.array([u - x, v - y]) / length
    barb = min(_BARB, length / 2)
    left, right = (np.array([u, v]) - barb * (along + side * across) for side in (0.5, -0.5))
    return f"{shaft}M{left[0]:.1f} {left[1]:.1f}L{u:g} {v:g}L{right[0]:.1f} {right[1]:.1f}"


def _range(heights: np.ndarray) -> tuple[float, float]:
    finite = heights[np.isfinite(heights)]
    if not finite.size:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room


def _curve(ground: Ground) -> str:
    """A curve, in as many pieces as there are gaps in it plus one."""
    (low, high), pieces = ground.loss.bounds[0], [[]]  # type: tuple[float, float], list[list[Pixel]]
    for x, y in zip(np.linspace(low, high, _POINTS_1).tolist(), ground.heights.tolist()):
        if np.isfinite(y):
            pieces[-1].append(ground.plane.at(x, y))
        elif pieces[-1]:
            pieces.append([])
    return "".join(line(piece, "leaf-line", "", 2.2) for piece in pieces if len(piece) > 1)


def _hills(ground: Ground) -> str:
    """The parts below each of some levels, one pale sheet upon the other."""
    size = _POINTS_2 - 1
    x, y = ground.plane.x, ground.plane.y
    found = []
    for level in reversed(levels(ground.heights)):
        outlines = [
            "L".join(
                f"{x.start + column / size * (x.end - x.start):.1f} "
                f"{y.start + row / size * (y.end - y.start):.1f}"
                for column, row in outline
            )
            for outline in regions(ground.heights, level)
        ]
        d = "".join(f"M{outline}z" for outline in outlines)
        found.append(
            f'<path class="mg-fill-leaf-line mg-stroke-leaf-line" d="{d}" fill-rule="evenodd" '
            f'fill="{INKS["leaf-line"][0]}" fill-opacity="0.075" stroke="{INKS["leaf-line"][0]}" '
            'stroke-opacity="0.3" stroke-width="0.8"/>'
        )
    return "".join(found)


def axes(where: Plane, names: Sequence[str], title: str) -> str:
    """Ticks, names of the axes, and the frame."""
    x, y = where.x, where.y
    corners = [(x.start, y.start), (x.end, y.start), (x.end, y.end), (x.start, y.end)]
    found = [line([*corners, corners[0]], "rule", "", 1)]
    found += [words(x(t), y.start + 16, number(t), "quiet", "middle") for t in x.ticks(5)]
    found += [words(x.start - 7, y(t) + 4, number(t), "quiet", "end") for t in y.ticks(5)]
    middle = (x.start + x.end) / 2
    found.append(words(middle, y.start + 33, names[0], "ink", "middle", size=13, code=True))
    found.append(words(2, y.end - 12, names[1], "ink", size=13, code=True))
    if title:
        found.append(words(x.end, y.end - 12, title, "quiet", "end"))
    return "".join(found)


class LineBeside:
    """The data, and the line that each place of the descent means."""

    def __init__(self, loss: Loss) -> None:
        assert loss.data is not None, "this loss is no line's"
        xs, ys = (values.astype(float) for values in loss.data)
        ranges = [(float(v.min()), float(v.max())) for v in (xs, ys)]
        wide = [(low - 0.08 * (high - low), high + 0.08 * (high - low)) for low, high in ranges]
        low, high = wide[1]
        self.plane = plane(wide[0], (low, high) if low < high else (low - 1, high + 1), SIDE)
        self.dots = [self.plane.at(x, y) for x, y in zip(xs.tolist(), ys.tolist())]
        body = axes(self.plane, ("x", "y"), "the line y = w x + b, and how far it misses")
        ink = INKS["ink"][0]
        body += "".join(
            f'<circle class="mg-fill-ink" cx="{x:g}" cy="{y:g}" r="3.2" fill="{ink}"/>'
            for x, y in self.dots
        )
        self.panel = Panel(SIDE, HEIGHT, body, f"{len(self.dots)} points and a line through them")

    def ends(self, descent: Descent) -> list[list[float]]:
        """Each place's line, from the left edge to the right."""
        left, right = self.plane.x.low, self.plane.x.high
        return [
            [*self.plane.at(left, w * left + b), *self.plane.at(right, w * right + b)]
            for w, b in descent.points
        ]


class CurveBeside:
    """The loss over the steps; how high it reaches depends on the start."""

    def __init__(self, descent: Descent, floor: float, steps: int) -> None:
        losses = [loss for loss in (*descent.losses, floor) if math.isfinite(loss)] or [0.0]
        low = min(losses)
        height = max(losses[0] - low, 1e-6 + 1e-3 * abs(low))
        high = low + min(max(max(losses) - low, height), _GROWTH * height)
        room = 0.06 * (high - low)
        across = (-0.02 * steps, 1.02 * steps)
        self.plane = plane(across, (low - room, high + room), SIDE)
        body = axes(self.plane, ("step", "loss"), "")
        self.panel = Panel(SIDE, HEIGHT, body, "the loss over the steps")
        self.points = [self.plane.at(float(k), loss) for k, loss in enumerate(descent.losses)]
