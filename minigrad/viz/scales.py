"""From numbers to places on a chart: linear and logarithmic scales, their ticks, long series."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

POINTS = 300  # a line is drawn through at most so many points
READ = 5000  # of more places than this, a page can read only some
_WIDE = 50.0  # positive numbers that span more than this factor are easier to read by decades


@dataclass(frozen=True)
class Scale:
    """Numbers from `low` to `high` on a line from `start` to `end`, in the units of the drawing.

    Attributes:
        log: equal factors, rather than equal differences, are equally long.
    """

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        """Where `value` is; what lies beyond an end is put there."""
        return self.positions(np.array([value]))[0]

    def positions(self, values: np.ndarray) -> list[float]:
        """The same for ``(N,)`` values at once."""
        low, high = self.low, self.high
        if self.log:
            low = math.log10(low)
            high = math.log10(high)
            values = np.log10(values.clip(1e-300))
        share = ((values - low) / (high - low)).clip(0.0, 1.0)
        found: list[float] = (self.start + share * (self.end - self.start)).round(1).tolist()
        return found

    def ticks(self, most: int = 5) -> list[float]:
        """Round numbers along the scale, at most about `most`."""
        return (
            _decades(self.low, self.high, most) if self.log else _steps(self.low, self.high, most)
        )


def scale(values: np.ndarray, start: float, end: float, log: bool | None = None) -> Scale:
    """A scale that holds all `values`, with a little room; decides about `log` where that is None.

    Args:
        values: finite numbers, ``(N,)``; there may be none.
        start: where the lowest is to stand.
        end: where the highest is to stand.
        log: equal factors are to be equally long; then what is not positive does not count.
    """
    if log is None:
        log = values.size > 0 and values.min() > 0 and values.max() > _WIDE * values.min()
    if log:
        values = values[values > 0]
    if not values.size:
        return Scale(1e-3, 1.0, start, end, True) if log else Scale(0.0, 1.0, start, end)
    low, high = float(values.min()), float(values.max())
    if log:
        return Scale(low / 1.3, high * 1.3, start, end, True)
    room = 0.06 * (high - low) or 0.1 * abs(high) or 5.0
    # Near zero, and below a level line, zero itself is the best start.
    floor = 0.0 if 0 <= low and (low < 0.4 * high or low == high) else low - room
    return Scale(floor, high + room, start, end)


def _steps(low: float, high: float, most: int) -> list[float]:
    raw = (high - low) / most
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    count = math.floor(high / step + 1e-9) - first + 1
    return [float(f"{(first + i) * step:.10g}") for i in range(count)]


def _decades(low: float, high: float, most: int) -> list[float]:
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    stride = max(1, -(-(last - first + 1) // most))
    found = [float(f"1e{power}") for power in range(first, last + 1, stride)]
    if len(found) >= 2:
        return found
    between = [k * 10.0**power for power in range(first - 1, last + 1) for k in (1, 2, 5)]
    return [float(f"{value:.3g}") for value in between if low <= value <= high]


def spaced(count: int, most: int = READ) -> list[int]:
    """Which of `count` places to keep where `most` are too many: evenly spaced, with both ends.

    Example:
        >>> from minigrad.viz.scales import spaced
        >>> spaced(3), spaced(9, 3)
        ([0, 1, 2], [0, 4, 8])
    """
    return [int(place) for place in np.linspace(0, count - 1, min(most, count)).round()]


@dataclass(frozen=True)
class Thinned:
    """A series of numbers, so many at a time: the mean of each part, its least and its most.

    Attributes:
        x: the last place of each part, ``(M,)``.
        mean, low, high: of the finite numbers in each part, ``(M,)``.
        part: how many numbers a part has.
    """

    x: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    part: int


def thinned(x: np.ndarray, y: np.ndarray, most: int = POINTS) -> Thinned:
    """`y` over `x` in at most about `most` parts of equal size; what is not finite is left out."""
    finite = np.isfinite(y)
    x, y = x[finite], y[finite]
    if not y.size:
        return Thinned(x, y, y, y, 1)
    part = -(-y.size // most)
    starts = np.arange(0, y.size, part)
    ends = np.minimum(starts + part, y.size)
    mean = np.add.reduceat(y, starts) / (ends - starts)
    low, high = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    return Thinned(x[ends - 1], mean, low, high, part)
