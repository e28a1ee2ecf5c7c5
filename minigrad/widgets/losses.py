"""Losses of one number or two: some to choose by name, a learner's own, and that of a line.

Each is written with tensors, as one writes any loss.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..autograd.grad_mode import no_grad
from ..creation import data as creation
from ..nn.functional import mse_loss
from ..tensor import Tensor
from ..testing.values import as_array

Bounds = tuple[tuple[float, float], ...]

_MEAN = "mean of (w x + b − y)² over the points"
_LINE = (
    "x and y are a point's place. w and b are the numbers to choose: the line's slope, and its "
    "height at x = 0."
)
_SLENDER = 4.0  # of a line's picture: how much wider than high, or higher than wide, to make square
_WIDE = 3.0  # how far a picture reaches from 0 where nobody says


@dataclass(frozen=True)
class Loss:
    """A loss and the part of its domain that is shown.

    Attributes:
        function: takes one number or two, as tensors of no dimension; returns a tensor like that.
        names: what the numbers are called.
        bounds: from where to where each is shown.
        start: where to begin if nobody says.
        title: what to call it.
        lr: a learning rate that works.
        formula: what the loss is, in letters that `names` or `letters` explain; ``""`` if unknown.
        letters: what the letters stand for.
        data: what a line is fitted to: an array for `xs` and one for `ys`; None for other losses.
    """

    function: Callable[..., Any]
    names: tuple[str, ...]
    bounds: Bounds
    start: tuple[float, ...]
    title: str
    lr: float
    formula: str
    letters: str
    data: tuple[np.ndarray, np.ndarray] | None = None

    def __call__(self, *numbers: Any) -> Tensor:
        """The loss there, checked."""
        value = self.function(*numbers)
        if not isinstance(value, Tensor) or value.numel() != 1:
            raise TypeError(
                f"{self.title} must return a tensor with one element, computed from "
                f"{' and '.join(self.names)}, but returned {value!r}"
            )
        return value

    def value(self, *numbers: float) -> float:
        """The loss at these numbers; ``nan`` or ``inf`` where it has no finite value."""
        with no_grad():
            return float(self(*(creation.tensor(float(number)) for number in numbers)).item())

    def grid(self, points: int) -> np.ndarray:
        """The losses at evenly spaced places of the picture, `points` in each direction.

        Returns:
            For one number of shape ``(points,)``; for two ``(points, points)``, where a row goes
            through the first number and the last row is at the top of the picture.
        """
        axes = [np.linspace(low, high, points).tolist() for low, high in self.bounds]
        if len(axes) == 1:
            return np.array([self.value(x) for x in axes[0]])
        return np.array([[self.value(x, y) for x in axes[0]] for y in axes[1]])


def _bowl(a: Any, b: Any) -> Any:
    return a**2 + b**2


def _valley(a: Any, b: Any) -> Any:
    return 0.1 * a**2 + 2 * b**2


def _saddle(a: Any, b: Any) -> Any:
    return (a**2 - 1) ** 2 / 2 + b**2


def _wells(w: Any) -> Any:
    return (w**2) ** 2 / 4 - w**2 + w / 4


def _parabola(w: Any) -> Any:
    return w**2


def _letters(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return f"{names[0]} is the number to choose."
    return f"{' and '.join(names)} are the numbers to choose."


_SQUARE = ((-_WIDE, _WIDE), (-_WIDE, _WIDE))
_ONE, _TWO = ("w",), ("a", "b")
LOSSES = {
    title: Loss(function, names, bounds, start, title, lr, formula, _letters(names))
    for title, formula, function, names, bounds, start, lr in (
        ("parabola", "w²", _parabola, _ONE, ((-_WIDE, _WIDE),), (2.5,), 0.1),
        ("double well", "w⁴ / 4 − w² + w / 4", _wells, _ONE, ((-2.2, 2.2),), (2.0,), 0.05),
        ("bowl", "a² + b²", _bowl, _TWO, _SQUARE, (-2.5, 2.0), 0.1),
        ("narrow valley", "0.1 a² + 2 b²", _valley, _TWO, _SQUARE, (-2.6, 1.2), 0.1),
        (
            "saddle", "(a² − 1)² / 2 + b²", _saddle, _TWO,
            ((-2.0, 2.0), (-2.0, 2.0)), (0.05, 1.6), 0.1,
        ),
    )
}  # fmt: skip


def find(loss: Any, bounds: Any = None) -> Loss:
    """The loss that a caller means.

    Args:
        loss: one of the names in `LOSSES`, or a function of one number or two.
        bounds: from where to where to show a function's numbers: ``(low, high)`` for one or all,
            or a pair for each.

    Raises:
        TypeError: neither a name nor a function; or one that returns no tensor of one element.
        ValueError: no loss has that name, the function takes more or fewer numbers, or `bounds` is
            no such pair.
    """
    if isinstance(loss, str):
        if loss not in LOSSES:
            raise ValueError(f"no loss is called {loss!r}: there are {', '.join(LOSSES)}")
        found = LOSSES[loss]
    elif callable(loss):
        found = _own(loss)
    else:
        raise TypeError(
            f"loss must be a function of one number or two, or one of {', '.join(LOSSES)}, but is "
            f"{loss!r}"
        )
    if bounds is not None:
        found = _within(found, _pairs(bounds, len(found.names)))
    start = [creation.tensor(number, requires_grad=True) for number in found.start]
    if not found(*start).requires_grad:
        raise TypeError(
            f"{found.title} must compute its result from {' and '.join(found.names)}, but there "
            "is no gradient: was something turned into plain numbers on the way?"
        )
    return found


def _own(function: Callable[..., Any]) -> Loss:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    needed = [p.name for p in parameters if p.kind in kinds and p.default is p.empty]
    if len(needed) not in (1, 2):
        raise ValueError(
            f"loss must take one number or two, but takes {', '.join(needed) or 'none'}"
        )
    bounds = ((-_WIDE, _WIDE),) * len(needed)
    name = getattr(function, "__name__", "loss")
    title = "loss" if name == "<lambda>" else name
    formula = "" if title == "loss" else f"{title}({', '.join(needed)})"
    names = tuple(needed)
    return Loss(function, names, bounds, _corner(bounds), title, 0.1, formula, _letters(names))


def _corner(bounds: Bounds) -> tuple[float, ...]:
    """A place to begin: to the left, and above."""
    shares = (0.15, 0.8)
    return tuple(round(low + s * (high - low), 3) for (low, high), s in zip(bounds, shares))


def _pairs(bounds: Any, n: int) -> Bounds:
    try:
        pairs = np.broadcast_to(np.array(bounds, dtype=float), (n, 2)).tolist()
    except (TypeError, ValueError):
        pairs = []
    if not pairs or any(not low < high or not math.isfinite(high - low) for low, high in pairs):
        wanted = "(low, high)" if n == 1 else "((low, high), (low, high))"
        raise ValueError(f"bounds must be {wanted} with low < high, but is {bounds!r}")
    return tuple((low, high) for low, high in pairs)


def _within(loss: Loss, bounds: Bounds) -> Loss:
    inside = all(low <= x <= high for x, (low, high) in zip(loss.start, bounds))
    return replace(loss, bounds=bounds, start=loss.start if inside else _corner(bounds))


def line(xs: Any, ys: Any, bounds: Any = None) -> Loss:
    """The mean squared error of ``w * xs + b`` as a function of `w` and `b`.

    Args:
        xs: of shape ``(N,)``; numbers, an array, a tensor.
        ys: likewise.
        bounds: from where to where to show `w` and `b`, see `find`; None for around the best.

    Raises:
        ValueError: they are not numbers, not of one shape ``(N,)``, or all `xs` are the same; or
            `bounds` is no such pair.
    """
    x, y = (as_array(values) for values in (xs, ys))
    if x is None or y is None or x.ndim != 1 or x.shape != y.shape or len(set(x.tolist())) < 2:
        raise ValueError(
            "xs and ys must be numbers, equally many, with two different xs or more, but are "
            f"{xs!r} and {ys!r}"
        )
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("xs and ys must be finite numbers")
    inputs, targets = creation.tensor(x.tolist()), creation.tensor(y.tolist())

    def error(w: Any, b: Any) -> Any:
        return mse_loss(w * inputs + b, targets)

    shown = _around(x, y) if bounds is None else _pairs(bounds, 2)
    steepest = np.linalg.eigvalsh(2 * np.array([[np.mean(x * x), x.mean()], [x.mean(), 1.0]]))[-1]
    lr = float(f"{0.5 / steepest:.1g}")  # a quarter of what would be too much
    title = "mean squared error"
    start = _corner(shown)
    data = (x, y)
    return Loss(error, ("w", "b"), shown, start, title, lr, _MEAN, _LINE, data)


def _around(x: np.ndarray, y: np.ndarray) -> Bounds:
    """A picture with the best line in its middle and 0 inside; square, unless it would be empty."""
    best = np.polyfit(x.astype(float), y.astype(float), 1)
    widths = [1.4 * max(abs(float(value)), 0.5) for value in best]
    if max(widths) <= _SLENDER * min(widths):
        widths = [max(widths)] * 2
    return tuple(
        (float(f"{value - width:.2g}"), float(f"{value + width:.2g}"))
        for value, width in zip(best, widths)
    )
