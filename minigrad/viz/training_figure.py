"""A training run as a picture and as text; both are the same however fast the machine was."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import numpy as np

from .curves import GAP, Panel, Series, chart, figure, sentences
from .figures import number
from .scales import spaced
from .training import Training, Watched
from .training_table import NOTES, heads, panel, written

WIDTH = 760.0
_HEIGHT = 220.0
_WHEN = "when monitor.step() was called"


def picture(training: Training) -> str:
    """The whole figure as an SVG document."""
    said = findings(training)
    rows = [charts(training), [sentences(said, WIDTH)] if said else [], tables(training)]
    return figure([row for row in rows if row], headline(training), text(training))


def charts(training: Training) -> list[Panel]:
    """Loss and metrics over the steps, side by side."""
    steps = np.arange(1, training.steps + 1, dtype=np.float64)
    losses = Series("loss", steps, np.array(training.losses))
    mark = (
        (training.trouble_at, f"from step {training.trouble_at:,}: not finite")
        if training.trouble
        else None
    )
    metrics = [
        Series(name, np.array(at, dtype=np.float64), np.array(values))
        for name, (at, values) in training.metrics.items()
    ]
    half = (WIDTH - GAP) / 2
    top = [chart("Loss", [losses], half if metrics else WIDTH, _HEIGHT, mark=mark)]
    if metrics:
        name = _capital(metrics[0].name) if len(metrics) == 1 else "Metrics"
        top.append(chart(name, metrics, half, _HEIGHT))
    return top


def tables(training: Training) -> list[Panel]:
    """What the parameters did, one row each; no table if there are none."""
    return [panel(training, WIDTH)] if training.watched else []


def reading(training: Training) -> dict[str, Any]:
    """What to read at each step; of more than a page can hold, at some, and then it says so.

    Returns:
        ``{"at": [...], "says": [...], "note": "..."}``
    """
    at = [place + 1 for place in spaced(training.steps)]
    left_out = len(at) < training.steps
    note = (
        f"The slider stops at {len(at):,} of the {training.steps:,} steps, evenly spaced. "
        "monitor.training has all."
    )
    says = [_read(training, step) for step in at]
    return {"at": at, "says": says, "note": note if left_out else ""}


def headline(training: Training) -> str:
    """One line: how many steps, and from where to where."""
    if not training.steps:
        return "Training: no step yet"
    said = [_way("loss", training.losses)]
    said += [_way(name, values) for name, (_, values) in training.metrics.items()]
    return f"Training, {training.steps:,} step{'s' * (training.steps > 1)}: {', '.join(said)}"


def text(training: Training) -> str:
    """The figure in words and numbers."""
    lines = [headline(training), *findings(training)]
    if training.looks:
        lines += ["", heads(training)[-1]]
        lines += _aligned(
            [("parameter", "shape", "gradient norm", "update / weight")]
            + [(w.name, w.shape, written(w.gradients), written(w.ratios)) for w in training.watched]
        )
        lines += [note.replace(" (dashed)", "") for note in NOTES]
    return "\n".join(lines)


def findings(training: Training) -> list[str]:
    """What is wrong, in sentences: numbers that are not finite, parameters that stand still."""
    found = [training.trouble] if training.trouble else []
    if not training.looks:
        return found
    still = [w.name for w in training.watched if w.ratios[-1] == 0 < w.gradients[-1]]
    if not any(w.gradients[-1] > 0 for w in training.watched):
        found += _cleared(training.watched)
    elif not training.trouble:
        found += _unreached(training.watched)
    if still:
        found.append(
            f"{_list(still)} had a gradient but did not change: is the optimizer given "
            f"{'them' if len(still) > 1 else 'it'}, and is its step() called before this one?"
        )
    return found


def _cleared(watched: Sequence[Watched]) -> list[str]:
    """What to say where no gradient is left to be measured, though parameters may move."""
    moved, still = _without(watched)
    zero = [w.name for w in watched if w.gradients[-1] == 0 < w.ratios[-1]]
    if moved:
        return [f"{_list(moved)} moved, but had no gradient {_WHEN}: call zero_grad() after it."]
    if zero:
        return [
            f"{_list(zero)} moved, but had a gradient of 0 {_WHEN}: if zero_grad() had made it 0, "
            "call that after monitor.step()."
        ]
    if len(still) == len(watched) > 0:
        after = "call backward() before it, and zero_grad() after it."
        return [f"No parameter had a gradient {_WHEN}: {after}"]
    return _unreached(watched)


def _unreached(watched: Sequence[Watched]) -> list[str]:
    """What to say of the parameters that have no gradient where others have one."""
    moved, still = _without(watched)
    found = [f"No gradient reaches {_list(still)}."] if still else []
    return found + ([f"{_list(moved)} moved, but had no gradient {_WHEN}."] if moved else [])


def _without(watched: Sequence[Watched]) -> tuple[list[str], list[str]]:
    """The names of those without a gradient: those that moved, and the others."""
    none = [w for w in watched if math.isnan(w.gradients[-1])]
    moved = [w.name for w in none if w.ratios[-1] > 0]
    return moved, [w.name for w in none if w.name not in moved]


def _way(name: str, values: Sequence[float]) -> str:
    first, last = number(values[0]), number(values[-1])
    return f"{name} {first} → {last}" if len(values) > 1 else f"{name} {first}"


def _read(training: Training, step: int) -> str:
    said = [f"loss {number(training.losses[step - 1])}"]
    for name, (at, values) in training.metrics.items():
        place = bisect_right(at, step)
        said += [f"{name} {number(values[place - 1])}"] if place else []
    return f"Step {step:,}: {', '.join(said)}"


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _list(names: list[str]) -> str:
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), row[1].ljust(widths[1])]
            + [cell.rjust(width) for cell, width in zip(row[2:], widths[2:])]
        )
        for row in rows
    ]
