"""Gradient descent to play with: drag the start, turn the learning rate and the momentum."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import traitlets

from ..viz.curves import alone
from ..viz.figures import number
from ._widget import Widget, script, style
from .descent import descend
from .descent_figure import still
from .descent_picture import CurveBeside, Ground, Json, LineBeside, arrow
from .descent_words import captions, place, rule, verdict
from .losses import Loss, find, line

_RATES = [float(f"{10 ** (k / 20):.3g}") for k in range(-60, 21)]  # 0.001 to 10
_MOMENTA = [k / 100 for k in range(100)]
_MOST_STEPS = 500


class _Place(traitlets.Any):
    """Whatever the explorer's validator accepts; None is not exempt from it."""

    allow_none = False


class DescentExplorer(Widget):
    """Gradient descent on a loss of one number or two, with the start, `lr` and `momentum` to try.

    Every step is minigrad's own: ``backward()`` gives the gradient, ``optim.SGD`` makes the step.
    The way down is drawn on the loss, beside it the loss over the steps. Given `xs` and `ys`, the
    loss is the mean squared error of the line ``w * x + b``, and beside it the line moves through
    the points. Where steps are too long the words below say so; what the curvature allows is kept
    back behind "Why?".

    Drag the starting point, or move it with the arrow keys (with Shift further). The sliders have
    their usual keys; in the step's slider, and anywhere else in the widget, Space plays.

    The point itself follows the pointer at once (1 ms of script a move); the way is Python's, and
    comes one round trip later. While one is under way only the newest position waits. Measured for
    50 steps: 2 to 4 ms to go down, 5 to 7 with all words and places, 1.5 ms of script to show a
    step, some 60 ms from key to picture on a busy machine. To make one takes 10 to 60 ms.

    Args:
        loss: ``"parabola"`` (the default), ``"double well"``, ``"bowl"``, ``"narrow valley"``,
            ``"saddle"``, or a function of one number or two that returns the loss, written
            with tensors: ``lambda a, b: a**2 + 5 * b**2``. Its arguments name the axes.
        xs: for a line, instead of `loss`: where the points are, ``(N,)``.
        ys: and how high, ``(N,)``.
        start: where to begin; one number or two.
        lr: the learning rate; None for one that suits the loss.
        momentum: as in `minigrad.optim.SGD`, from 0 to below 1.
        steps: how many steps to make.
        bounds: which part of the loss to show: ``(low, high)``, or such a pair for each number. Two
            numbers have equal scales, unless one reaches much further than the other.

    Attributes:
        start: as above; assign to it to begin elsewhere.
        lr, momentum: likewise.
        step: how many steps are shown as done; all of them at first.
        descent: places, losses and gradients on the way, as numbers.

    Raises:
        TypeError: `loss` is neither a name nor a function, or its result is no tensor that
            depends on its numbers.
        ValueError: no such loss, not one or two numbers, not two or more points, bad `bounds`.
        TraitError: `start`, `lr`, `momentum` or `step` is out of its range.

    Example:
        >>> from minigrad.widgets import DescentExplorer
        >>> explorer = DescentExplorer(lambda w: w**2, start=2.0, lr=0.25, steps=3)
        >>> explorer.descent.points
        ((2.0,), (1.0,), (0.5,), (0.25,))
        >>> explorer.lr = 1.5
        >>> explorer.descent.losses
        (4.0, 16.0, 64.0, 256.0)
    """

    _esm = script("descent_explorer")
    _css = style("charts", "descent_explorer")
    _spec = traitlets.Dict().tag(sync=True)
    _path = traitlets.Dict().tag(sync=True)
    start = _Place(()).tag(sync=True)
    lr = traitlets.Float(0.1).tag(sync=True)
    momentum = traitlets.Float(0.0).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        loss: str | Callable[..., Any] | None = None,
        xs: Any = None,
        ys: Any = None,
        *,
        start: Any = None,
        lr: float | None = None,
        momentum: float = 0.0,
        steps: int = 50,
        bounds: Any = None,
    ) -> None:
        self._loss = _loss(loss, xs, ys, bounds)
        self._steps = _whole(steps)
        self._ground = Ground(self._loss)
        self._line = LineBeside(self._loss) if self._loss.data else None
        super().__init__(
            start=self._loss.start if start is None else start,
            lr=self._loss.lr if lr is None else lr,
            momentum=momentum,
            step=self._steps,
        )
        self._spec = self._specification()
        self._compute()
        self.observe(self._compute, ["start", "lr", "momentum"])

    # ---------------------------------------------------------- what may be assigned

    @traitlets.validate("start")
    def _check_start(self, proposal: Any) -> tuple[float, ...]:
        given, names = proposal["value"], self._loss.names
        try:
            numbers = tuple(np.array(given, dtype=float).reshape(len(names)).tolist())
        except (TypeError, ValueError):
            numbers = ()
        inside = all(low <= x <= high for x, (low, high) in zip(numbers, self._loss.bounds))
        if not numbers or not inside:
            spans = " and ".join(
                f"{name} from {number(low)} to {number(high)}"
                for name, (low, high) in zip(names, self._loss.bounds)
            )
            raise traitlets.TraitError(
                f"start is {given!r}, but the picture shows {spans}: begin there, or give bounds"
            )
        return numbers

    @traitlets.validate("lr")
    def _check_lr(self, proposal: Any) -> float:
        if not 0 < proposal["value"] < math.inf:
            raise traitlets.TraitError(f"lr is {proposal['value']}, but must be above 0 and finite")
        return float(proposal["value"])

    @traitlets.validate("momentum")
    def _check_momentum(self, proposal: Any) -> float:
        if not 0 <= proposal["value"] < 1:
            raise traitlets.TraitError(
                f"momentum is {proposal['value']}, but must be from 0 to below 1"
            )
        return float(proposal["value"])

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] <= self._steps:
            raise traitlets.TraitError(
                f"step is {proposal['value']}, but must be from 0 to {self._steps}"
            )
        return int(proposal["value"])

    # ---------------------------------------------------------- what the browser shows

    def _specification(self) -> Json:
        ground = self._ground
        profile = None
        if len(self._loss.names) == 1:
            heights = zip(np.linspace(*self._loss.bounds[0], ground.heights.size), ground.heights)
            profile = [ground.plane.at(x, y)[1] if np.isfinite(y) else None for x, y in heights]
        return {
            "title": self._title(),
            "about": " ".join([self._loss.letters, rule(self._loss), *self._scales()]),
            "ground": alone(ground.panel),
            "plane": ground.plane.spec(),
            "names": self._loss.names,
            "legend": _legend(self._loss),
            "profile": profile,
            "side": alone(self._line.panel) if self._line else "",
            "side_plane": self._line.plane.spec() if self._line else None,
            "dots": self._line.dots if self._line else [],
            "rates": _RATES,
            "rate_texts": [number(rate) for rate in _RATES],
            "momentum_texts": [number(momentum) for momentum in _MOMENTA],
            "steps": self._steps,
        }

    def _title(self) -> str:
        formula = self._loss.formula
        return f"Gradient descent on the {self._loss.title}{f', loss = {formula}' * bool(formula)}"

    def _scales(self) -> list[str]:
        """What to say where the picture is stretched."""
        if self._ground.equal or len(self._loss.names) == 1:
            return []
        one, other = self._loss.names
        return [f"{one} and {other} are drawn at different scales, so right angles are not seen."]

    def _compute(self, change: Any = None) -> None:
        """Go down anew, and tell the browser."""
        self.descent = descend(self._loss, self.start, self.lr, self.momentum, self._steps)
        self._beside = self._line or CurveBeside(self.descent, _floor(self._ground), self._steps)
        down, two = self.descent, len(self._loss.names) > 1
        said, why = verdict(self._loss, down, self.lr, self.momentum, self._ground.heights)
        self._path = {
            "pixels": [self._ground.pixel(*pair) for pair in zip(down.points, down.losses)],
            "slopes": [arrow(ends, tip=two) for ends in self._ground.slopes(down)],
            "captions": captions(self._loss, down),
            "verdict": f"The whole way: {said}",
            "why": why,
            "start": place(self._loss, down.points[0]),
            "lr": number(self.lr),
            "momentum": number(self.momentum),
            **self._side(),
        }

    def _side(self) -> Json:
        if isinstance(self._beside, LineBeside):
            return {"lines": self._beside.ends(self.descent)}
        return {
            "side": alone(self._beside.panel),
            "curve": self._beside.points,
            "side_plane": self._beside.plane.spec(),
        }

    # ---------------------------------------------------------- where no widget can run

    def _current_step(self) -> int:
        return min(self.step, self.descent.steps)

    def _said(self) -> list[str]:
        settings = f"Learning rate {number(self.lr)}, momentum {number(self.momentum)}."
        said = [settings, self._path["captions"][self._current_step()], self._path["verdict"]]
        return said + [self._path["why"]] * bool(self._path["why"])

    def __repr__(self) -> str:
        start = self._path["captions"][0]
        return "\n".join([self._title(), start, *self._said()])

    def picture(self) -> str:
        """The way down to the present step, on the loss, and what stands beside it."""
        title, step = self._title(), self._current_step()
        said = [f"{title}. {self._loss.letters}", *self._said()]
        return still(self._ground, self._beside, self.descent, step, title, said)


def _loss(loss: Any, xs: Any, ys: Any, bounds: Any) -> Loss:
    if xs is None and ys is None:
        return find("parabola" if loss is None else loss, bounds)
    if loss is not None:
        raise ValueError("give a loss, or the points xs and ys of a line, not both")
    return line(xs, ys, bounds)


def _legend(loss: Loss) -> list[tuple[str, str]]:
    """What the marks in the picture mean."""
    two = len(loss.names) > 1
    found = [("start", "start: drag it"), ("now", "now")]
    found.append(("arrow", "straight downhill") if two else ("slope", "its slope, the gradient"))
    if loss.data:
        found += [("line-start", "the line at the start"), ("line-now", "the line now")]
    return found


def _whole(steps: Any) -> int:
    if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= _MOST_STEPS:
        raise ValueError(f"steps must be a whole number from 1 to {_MOST_STEPS}, but is {steps!r}")
    return steps


def _floor(ground: Ground) -> float:
    finite = ground.heights[np.isfinite(ground.heights)]
    return float(finite.min()) if finite.size else math.inf
