"""A descent in words: each step, and how it went on the whole."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ..viz.figures import number
from ..viz.text import count
from .descent import Descent, ahead, bends, curvature
from .losses import Loss

_FLAT = 1e-3  # of the steepest gradient on the way: what counts as level
_ARRIVED = 0.01  # of what the loss has lost: so close, one is there
_AWAY = 0.03  # of the picture's width: further than this from the lowest point, one is not there
_RUN = 3  # steps in a row that make a habit
_ROUNDING = 2.5e-7  # of a loss: two steps of float32


def place(loss: Loss, point: Sequence[float]) -> str:
    """``w = 1.2, b = -0.5``."""
    return ", ".join(f"{name} = {number(x)}" for name, x in zip(loss.names, point))


def rule(loss: Loss) -> str:
    """What a step does, with the names of this loss."""
    names = loss.names[0] if len(loss.names) == 1 else f"({', '.join(loss.names)})"
    return (
        f"Each step goes against the gradient: new {names} = {names} − learning rate × gradient. "
        "Momentum adds a share of the step before."
    )


def captions(loss: Loss, descent: Descent) -> list[str]:
    """A sentence for each place on the way."""
    found = []
    for k, (point, value, gradient) in enumerate(
        zip(descent.points, descent.losses, descent.gradients)
    ):
        slope = ", ".join(map(number, gradient))
        slope = f"({slope})" if len(gradient) > 1 else slope
        head = f"Step {k}" if k else "Start"
        off = "" if _inside(loss, point) else " It is outside the picture."
        found.append(f"{head}: {place(loss, point)}. Loss {number(value)}, gradient {slope}.{off}")
    return found


def _inside(loss: Loss, point: Sequence[float]) -> bool:
    return all(low <= x <= high for x, (low, high) in zip(point, loss.bounds))


def verdict(
    loss: Loss, descent: Descent, lr: float, momentum: float, ground: np.ndarray
) -> tuple[str, str]:
    """How it went; and why, where steps were too long: how long they may be.

    Args:
        loss: where it went down.
        descent: how.
        lr: with which learning rate.
        momentum: and which momentum.
        ground: losses all over the picture, to tell whether there is a lower place.
    """
    if not descent.steps:
        return f"There is no finite loss or gradient at {place(loss, descent.points[0])}.", ""
    if not any(descent.gradients[0]):
        level = _level(loss, descent)
        return f"The gradient is 0 at the start, so no step moves. {level}".strip(), ""
    grown = _grown(descent.losses)
    if descent.ended or (grown >= _RUN and descent.losses[-1] > descent.losses[0]):
        return _diverged(descent, grown), _limit(loss, descent.points[0], lr, momentum)
    rest, way = ahead(loss, descent)
    drop = descent.losses[0] - descent.losses[-1]
    if rest <= _ARRIVED * abs(drop) or _flat(descent):
        if _goes_on(loss, descent, momentum):
            return "The ground is almost level here, but momentum carries it on.", ""
        return _arrived(loss, descent, rest, way, ground), ""
    if _turns(descent.points) > 0.5 * descent.steps:
        return _swings(descent, momentum), _limit(loss, descent.points[0], lr, momentum)
    share = rest / (rest + drop) if drop > 0 else math.inf
    return _under_way(loss, descent, lr, momentum, share)


def _flat(descent: Descent) -> bool:
    """Has the gradient become as good as 0?"""
    sizes = [math.hypot(*gradient) for gradient in descent.gradients]
    return sizes[-1] <= _FLAT * max(sizes)


def _goes_on(loss: Loss, descent: Descent, momentum: float) -> bool:
    """Would momentum alone carry it visibly further? It keeps a share of each step."""
    last = np.diff(descent.points[-2:], axis=0)[0]
    way = momentum * last / max(1 - momentum, 1e-9)
    return any(abs(way) > [_AWAY * (high - low) for low, high in loss.bounds])


def _grown(losses: Sequence[float]) -> int:
    """How many of the last steps, in a row, made the loss larger."""
    pairs = list(pairwise(losses))
    falls = [k for k, (before, after) in enumerate(pairs) if after <= before]
    return len(pairs) - (falls[-1] + 1 if falls else 0)


def _diverged(descent: Descent, grown: int) -> str:
    losses, last = descent.losses, descent.steps
    parts = []
    if grown:
        low, high = number(losses[last - grown]), number(losses[last])
        parts.append(f"The loss grew {count(grown, 'step')} in a row, from {low} to {high}.")
    if descent.ended:
        end = "there is no finite loss" if descent.ended == "not finite" else "it is far away"
        parts.append(f"After step {last} {end}, and nothing more to see.")
    return " ".join(parts)


def _limit(loss: Loss, start: Sequence[float], lr: float, momentum: float) -> str:
    """What the learning rate must stay below, where the loss bends alike everywhere."""
    middle = tuple((low + high) / 2 for low, high in loss.bounds)
    curve = curvature(loss, [start, middle, tuple(0.7 * x + 0.1 for x in start)])
    if curve is None:
        here = bends(loss, start)[1]
        if not here * lr > 2:  # what bends more lies elsewhere
            return ""
        return (
            f"A step can be longer than the valley is wide. At the start the curvature is "
            f"{number(here)}, so fast does the slope change; a valley that bends like that wants a "
            f"learning rate below 2 / {number(here)} = {number(2 / here)}. Yours is {number(lr)}."
        )
    top = f"2 × (1 + {number(momentum)})" if momentum else "2"
    where = "In the direction in which this loss bends most, its slope"
    return (
        f"{where if len(loss.names) > 1 else 'The slope of this loss'} changes by {number(curve)} "
        "per unit: that is its curvature. "
        f"{_eased(momentum, curve) if momentum else _factor(lr, curve)}So the learning rate must "
        "stay below "
        f"{top} / {number(curve)} = {number(2 * (1 + momentum) / curve)}. Yours is {number(lr)}."
    )


def _factor(lr: float, curve: float) -> str:
    return (
        f"A step multiplies the distance to the bottom by 1 − {number(lr)} × {number(curve)} = "
        f"{number(1 - lr * curve)}; below -1 it gets larger each time. "
    )


def _eased(momentum: float, curve: float) -> str:
    """Polyak's bound for gradient descent with momentum, on a parabola."""
    return (
        f"Without momentum, steps of more than 2 / {number(curve)} times the slope end further "
        "from the bottom than they began. A share of the step before, which went the other way, "
        f"shortens each: with momentum {number(momentum)} they may be 1 + {number(momentum)} times "
        "as long. "
    )


def _arrived(
    loss: Loss, descent: Descent, rest: float, way: Sequence[float], ground: np.ndarray
) -> str:
    losses = descent.losses
    target = losses[-1] + _ARRIVED * (losses[0] - losses[-1])
    late = [k for k, value in enumerate(losses) if value > target]
    first = late[-1] + 1 if late else 0
    end = f"After {count(first, 'step')} 99 % of the way down was done."
    widths = [high - low for low, high in loss.bounds]
    if any(abs(move) > _AWAY * width for move, width in zip(way, widths)):
        end += " The rest goes slowly, along a floor almost level: a small gradient, small steps."
    else:
        end = f"It has arrived. {end}"
    floor = losses[-1] - (rest if math.isfinite(rest) else 0.0)
    return f"{end} {_level(loss, descent) or _lower(floor, ground)}".strip()


def _level(loss: Loss, descent: Descent) -> str:
    """What kind of level place the descent ended at, unless it is a valley's floor."""
    least, most = bends(loss, descent.points[-1])
    slack = 1e-3 * max(abs(least), abs(most))
    if least < -slack and most > slack:
        return "It is a saddle: level, but downhill on two sides. A little push would set it going."
    if most < -slack:
        return "It is the top of a hill: the smallest push would set it going."
    return ""


def _lower(value: float, ground: np.ndarray) -> str:
    """What to say where the picture has a lower place than the valley's own, `value` high."""
    finite = ground[np.isfinite(ground)]
    if not finite.size or value <= finite.min() + 0.02 * (np.median(finite) - finite.min()):
        return ""
    return (
        f"There is a lower place in the picture, with a loss of {number(finite.min())}: the "
        "gradient leads down into the valley one starts in, not into the deepest."
    )


def _swings(descent: Descent, momentum: float) -> str:
    each = "Each step jumps" if _turns(descent.points) == descent.steps - 1 else "Most steps jump"
    over = "It" if momentum else f"{each} over the floor of the valley: it"
    rises = _rises(descent)
    if rises and not momentum:
        grew = f"In {rises} of {count(descent.steps, 'step')} the loss grew."
        return f"{over} swings from side to side. {grew}"
    if _falls_still(descent.losses):
        return f"{over} swings from side to side, and gets lower all the same."
    lower = descent.losses[-1] < 0.999 * descent.losses[0]
    return f"{over} swings from side to side, and gets no lower{' any more' if lower else ''}."


def _falls_still(losses: Sequence[float]) -> bool:
    """Is the highest of the last swings lower than that of those before?"""
    some = max(2, len(losses) // 4)
    return _grows(max(losses[-some:]), max(losses[-2 * some : -some]))


def _under_way(
    loss: Loss, descent: Descent, lr: float, momentum: float, share: float
) -> tuple[str, str]:
    before, last = descent.losses[-2:]
    if not _grows(min(descent.losses), max(descent.losses)) or last == before:
        return _stands(descent, lr), ""
    if momentum and _grows(before, last) and _carried(descent, lr):
        return "Carried by its momentum, it is just going uphill: it has overshot.", ""
    rises = _rises(descent)
    if _grows(before, last) or (rises and not momentum):
        text = (
            f"In {rises} of {count(descent.steps, 'step')} the loss grew: a step this long goes "
            "down at first and then up the other side."
        )
        return text, _limit(loss, descent.points[0], lr, momentum)
    if last >= descent.losses[0]:
        return "It is going down, but the loss is no lower than at the start.", ""
    rest = f" About {share:.0%} of the way down is left." if 0.005 < share < 1 else ""
    cure = "" if momentum else " A larger learning rate or some momentum gets it further."
    return f"After {count(descent.steps, 'step')} it is still on its way down.{rest}{cure}", ""


def _stands(descent: Descent, lr: float) -> str:
    """What to say where the loss does not change, or no longer."""
    before, last = np.array(descent.gradients[-2:])
    if before @ last < 0:
        return "It jumps from one side of the valley to the other, and gets no lower."
    now = "By now the" if _grows(min(descent.losses), max(descent.losses)) else "The"
    return (
        f"{now} steps are too small to change the loss: the gradient here is about "
        f"{number(math.hypot(*last))}, the learning rate {number(lr)}."
    )


def _carried(descent: Descent, lr: float) -> bool:
    """Was more of the last step what momentum kept of those before than the gradient's part?"""
    start, end = np.array(descent.points[-2:])
    pull = lr * np.array(descent.gradients[-2])
    return bool(math.hypot(*(end - start + pull)) > math.hypot(*pull))


def _rises(descent: Descent) -> int:
    """How many steps made the loss larger."""
    return sum(_grows(*pair) for pair in pairwise(descent.losses))


def _grows(before: float, after: float) -> bool:
    """Is `after` larger, by more than float32 rounds?"""
    return after - before > _ROUNDING * max(abs(before), abs(after))


def _turns(points: Sequence[Sequence[float]]) -> int:
    """How often a step went back against the one before."""
    moves = np.diff(np.array(points, dtype=float), axis=0)
    return int(np.sum(np.sum(moves[1:] * moves[:-1], axis=1) < 0))
