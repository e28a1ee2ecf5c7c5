"""The strong Wolfe conditions: a line search for a step that is neither too long nor too short.

Along a direction the loss is a function of one number, the step `t`. A step is taken that goes down
far enough for its length, and where the function is much flatter than at its start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

_ENOUGH = 1e-4  # of the descent that the slope at the start promises
_FLATTER = 0.9  # times as steep as at the start, at most


class Point(NamedTuple):
    """A step, the loss after it, the gradient there, and its slope along the direction."""

    t: float
    loss: float
    grad: Any
    slope: Any


def strong_wolfe(
    evaluate: Callable[[float], Point], start: Point, t: float, shortest: float, most: int
) -> tuple[Point, int]:
    """Find a step that meets both conditions, or the best within the evaluations that are left.

    Args:
        evaluate: Takes a step from the start, and gives the point.
        start: The point of the step 0.
        t: The step to try first.
        shortest: Steps that differ by less are the same.
        most: How many evaluations are allowed after the first.

    Returns:
        The point, and how often `evaluate` was called.
    """
    bracket, tried = _bracket(evaluate, start, t, most)
    if len(bracket) == 1:
        return bracket[0], tried + 1
    low, high, stuck = *_order(bracket), False
    while tried < most and not abs(bracket[1].t - bracket[0].t) < shortest:
        t, stuck = _between(bracket, stuck)
        point = evaluate(t)
        tried += 1
        if _too_high(point, start) or point.loss >= bracket[low].loss:
            bracket[high] = point
            low, high = _order(bracket)
            continue
        flat = _flat(point, start)
        if not flat and point.slope * (bracket[high].t - bracket[low].t) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = point
        if flat:
            break
    return bracket[low], tried + 1


def _bracket(
    evaluate: Callable[[float], Point], start: Point, t: float, most: int
) -> tuple[list[Point], int]:
    """Two points with a good step between them, or one that is good; go further until then."""
    previous, point = start, evaluate(t)
    for tried in range(most):
        if _too_high(point, start) or (tried > 1 and point.loss >= previous.loss):
            return [previous, point], tried
        if _flat(point, start):
            return [point], tried
        if point.slope >= 0:
            return [previous, point], tried
        nearest = point.t + 0.01 * (point.t - previous.t)
        t = _lowest(previous, point, nearest, point.t * 10)
        previous, point = point, evaluate(t)
    return [start, point], most


def _too_high(point: Point, start: Point) -> bool:
    return bool(point.loss > start.loss + _ENOUGH * point.t * start.slope)


def _flat(point: Point, start: Point) -> bool:
    return bool(abs(point.slope) <= -_FLATTER * start.slope)


def _order(bracket: list[Point]) -> tuple[int, int]:
    """The places of the lower and of the higher end."""
    return (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)


def _between(bracket: list[Point], stuck: bool) -> tuple[float, bool]:
    """A step within the bracket, off its ends after two that were near one."""
    least, greatest = sorted(point.t for point in bracket)
    t = _lowest(bracket[0], bracket[1], least, greatest)
    margin = 0.1 * (greatest - least)
    if not min(greatest - t, t - least) < margin:
        return t, False
    if not (stuck or t >= greatest or t <= least):
        return t, True
    return (greatest - margin if abs(t - greatest) < abs(t - least) else least + margin), False


def _lowest(one: Point, other: Point, least: float, greatest: float) -> float:
    """Where the cubic through both points, with their slopes, is lowest, within bounds."""
    first, second = (one, other) if one.t <= other.t else (other, one)
    bend = one.slope + other.slope - 3 * (one.loss - other.loss) / (one.t - other.t)
    square = bend * bend - one.slope * other.slope
    if not square >= 0:
        return (least + greatest) / 2
    root = square**0.5
    part = (second.slope + root - bend) / (second.slope - first.slope + 2 * root)
    return min(max(second.t - (second.t - first.t) * part, least), greatest)
