"""What the parameters did in a training, a row each: a small curve and a number per column."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .curves import Panel, line, power, words
from .scales import Scale, spaced, thinned
from .text import count
from .training import Training, Watched

GUIDE = 1e-3  # source: https://cs231n.github.io/neural-networks-3/#ratio
NOTES = (
    "Gradient norm: how large the gradient is, the root of the sum of its squares.",
    "Update ÷ weight: how far a step moved the parameter, compared with its size.",
    "About 10⁻³ (dashed) is a common rule of thumb for it (Stanford's CS231n).",
    "Measured at the first ten steps, then at every 10th, from step 200 on at every 50th.",
)
_DRAWN = "In the small curves 0 lies at the bottom, for a log scale has no place for it."
_HEADS = ("gradient norm", "update ÷ weight")
_LOOKS = ("grad", "leaf-line")
_ROW = 32.0
_TOP = 64.0
_LINE = 18.0
_SPARK, _MOST = 150.0, 24  # how wide a small curve is; how many parameters have a row
_PLACES = (2.0, 178.0, 300.0, 460.0, 532.0, 692.0)  # name, shape, curve, its end, curve, its end
_WIDE, _HIGH = 100.0, 24.0  # of a curve on a page, which stretches it
_READ = 500  # at most so many measurements can be read on a page


def panel(training: Training, width: float) -> Panel:
    """The table as a picture, with the numbers at the last step."""
    shown, more = _first_rows(training.watched)
    scales = _scales(shown)
    body = [words(_PLACES[0], 16, heads(training)[-1], "ink", size=13, weight=600)]
    for place, name, said in zip(_PLACES[2::2], _HEADS, _ranges(shown)):
        body.append(words(place, 36, name, "ink", weight=600))
        body += [words(place, 52, said, "quiet")] if said else []
    for i, watched in enumerate(shown):
        body += _row(watched, training, _TOP + i * _ROW, scales, width)
    floor = _TOP + len(shown) * _ROW + 12
    for note in _notes(more):
        body.append(words(_PLACES[0], floor, note, "quiet"))
        floor += _LINE
    numbers = [
        f"{w.name}: gradient norm {written(w.gradients)}, update by weight {written(w.ratios)}"
        for w in shown
    ]
    return Panel(width, floor - 8, "".join(body), f"Parameters at the end. {'; '.join(numbers)}.")


def page(training: Training, running: bool) -> dict[str, Any]:
    """The table for a page: every measurement to read, but only the last `running`.

    Returns:
        ``columns``: name and scale; ``rows``: name, shape, curves as SVG and, per column, what is
        written at each place; ``at``: the steps of these places; ``heads``: what the table is
        called there; ``span``: the first step and the last; ``notes``. Nothing if there are no
        parameters.
    """
    if not training.watched:
        return {}
    shown, more = _first_rows(training.watched)
    scales = _scales(shown)
    places = spaced(len(training.looks), _READ)[-1 if running else 0 :]
    return {
        "columns": [{"name": name, "scale": said} for name, said in zip(_HEADS, _ranges(shown))],
        "rows": [_cells(watched, training, places, scales) for watched in shown],
        "at": [training.looks[place] for place in places],
        "heads": heads(training, places),
        "span": [1, max(training.steps, 2)],
        "notes": _notes(more),
    }


def heads(training: Training, places: Sequence[int] = (-1,)) -> list[str]:
    """What the table is called when it shows these measurements."""
    if not training.looks:
        return ["Parameters"]
    return [f"Parameters, measured at step {training.looks[place]:,}" for place in places]


def written(values: Sequence[float], place: int = -1) -> str:
    """One measurement with two digits; a dash before the first."""
    if not len(values):
        return "–"
    if math.isnan(values[place]):
        return "none"
    return f"{values[place]:.2g}" if math.isfinite(values[place]) else "not finite"


def _first_rows(watched: Sequence[Watched]) -> tuple[list[Watched], str]:
    more = len(watched) - _MOST
    return list(watched[:_MOST]), f"and {count(more, 'parameter')} more" if more > 0 else ""


def _notes(more: str) -> list[str]:
    return [*([more] if more else []), *NOTES, _DRAWN]


def _measured(watched: Watched) -> tuple[Sequence[float], Sequence[float]]:
    return watched.gradients, watched.ratios


def _scales(shown: Sequence[Watched]) -> list[Scale]:
    """For each column the scale that all its curves share: between two powers of ten."""
    gradients, ratios = _positive(shown, 0), _positive(shown, 1)
    beside = (GUIDE / 2, GUIDE * 2)  # keep the dashed line off the bottom, where 0 lies
    return [_decades(gradients), _decades(np.append(ratios, beside))]


def _positive(shown: Sequence[Watched], column: int) -> np.ndarray:
    """All that a column measured and that has a place on a log scale."""
    values = np.array([_measured(watched)[column] for watched in shown]).ravel()
    found: np.ndarray = values[np.isfinite(values) & (values > 0)]
    return found


def _decades(values: np.ndarray) -> Scale:
    ends = np.log10([values.min(), values.max()]) if values.size else np.array([-3.0, 0.0])
    low, high = math.floor(ends[0] + 1e-6), math.ceil(ends[1] - 1e-6)
    return Scale(float(f"1e{low}"), float(f"1e{max(high, low + 1)}"), _HIGH - 2, 2.0, True)


def _ranges(shown: Sequence[Watched]) -> list[str]:
    """The scale of each column in words; ``""`` where no curve has a place on one."""
    return [
        f"curves: {power(up.low)} to {power(up.high)}, log scale"
        if _positive(shown, i).size
        else ""
        for i, up in enumerate(_scales(shown))
    ]


def _points(training: Training, values: Sequence[float], across: Scale, up: Scale) -> Any:
    """A curve's points; 0, which no such scale has, lies at its bottom."""
    looks = np.array(training.looks, dtype=np.float64)
    parts = thinned(looks, np.array(values), 50)
    return list(zip(across.positions(parts.x), up.positions(parts.mean)))


def _row(
    watched: Watched, training: Training, top: float, scales: Sequence[Scale], width: float
) -> list[str]:
    name = watched.name if len(watched.name) <= 22 else "…" + watched.name[-21:]
    body = [
        words(_PLACES[0], top + 10, name, "ink", code=True),
        words(_PLACES[1], top + 10, watched.shape, "quiet", code=True),
    ]
    for i, (values, up) in enumerate(zip(_measured(watched), scales)):
        left = _PLACES[2 + 2 * i]
        across = Scale(1, max(training.steps, 2), left, left + _SPARK)
        here = Scale(up.low, up.high, up.start + top - 6, up.end + top - 6, True)
        if i:
            body.append(line([(left, here(GUIDE)), (across.end, here(GUIDE))], "quiet", "4 3", 1))
        if points := _points(training, values, across, here):
            body.append(line(points, _LOOKS[i], "", 1.5))
        body.append(words(across.end + 8, top + 10, written(values), "ink", code=True))
    body.append(line([(_PLACES[0], top + _ROW - 13), (width, top + _ROW - 13)], "rule", "", 1))
    return body


def _cells(
    watched: Watched, training: Training, places: Sequence[int], scales: Sequence[Scale]
) -> dict[str, Any]:
    across = Scale(1, max(training.steps, 2), 0.0, _WIDE)
    curves, numbers = [], []
    for i, (values, up) in enumerate(zip(_measured(watched), scales)):
        guide = line([(0, up(GUIDE)), (_WIDE, up(GUIDE))], "quiet", "4 3", 1) if i else ""
        points = _points(training, values, across, up)
        curves.append(_alone(guide + (_stretched(points, _LOOKS[i]) if points else "")))
        numbers.append([written(values, place) for place in places])
    return {"name": watched.name, "shape": watched.shape, "curves": curves, "numbers": numbers}


def _stretched(points: list[tuple[float, float]], colour: str) -> str:
    """A line for a drawing that is stretched, where a dot would be no circle."""
    (x, y), *others = points
    return line(points if others else [(x, y), (min(x + 2, _WIDE), y)], colour, "", 1.5)


def _alone(body: str) -> str:
    """A small curve as an SVG that fills its place; the number beside it says what it shows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE:g} {_HIGH:g}" '
        f'preserveAspectRatio="none" aria-hidden="true">{body}</svg>'
    )
