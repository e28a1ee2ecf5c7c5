"""x2-error: an operation to repair, whose slope is too simple."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...testing.attempt import attempt
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ...testing.values import kind
from ...testing.verdict import Verdict, wrong
from .values import Value, a_value


def _error(w: Any, x: Any, target: Any) -> tuple[float, ...]:
    error = w.data * x.data - target.data
    return error**2, 2 * error * x.data, 2 * error * w.data, -2 * error


def _slip(change: Callable[..., tuple[float, ...]], why: str) -> Mistake:
    """Wrong slopes, as a function of w, x and the error."""

    def wrong(w: Value, x: Value, target: Value) -> Value:
        error = w.data * x.data - target.data
        return Value(error**2, (w, x, target), change(w.data, x.data, error))

    return Mistake(wrong, why)


def _look_at_slopes(*inputs: Value) -> Callable[[Value], Any]:
    def look(made: Value) -> tuple[float, ...]:
        slopes = {id(one): slope for one, slope in zip(made.inputs, made.slopes, strict=True)}
        return made.data, *(slopes[id(one)] for one in inputs)

    return look


class Operation(Function):
    """What an operation makes is looked at as a whole, before its numbers."""

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Judge its form, then its numbers; two of the four are right from the beginning."""
        args = self.args(0, draw)
        outcome = attempt(answer, args)
        text = "" if outcome.error or outcome.value is None else _form(outcome.value, args)
        if text:
            return wrong(self.name, text)
        found = super().verdict(answer, draw)
        return replace(found, score=max(0.0, 2 * found.score - 1))


def _form(made: Any, inputs: Sequence[Any]) -> str:
    """What is wrong with a Value, its numbers aside; empty if nothing is."""
    wanted = "Wanted is one Value with the inputs w, x and target, and a slope for each"
    if not hasattr(made, "slopes"):
        return f"{wanted}; yours is {kind(made)}."
    sizes = [len(part) if hasattr(part, "__len__") else 1 for part in (made.inputs, made.slopes)]
    if sizes != [3, 3]:
        return f"{wanted}; in yours, inputs: {sizes[0]}, slopes: {sizes[1]}."
    if {id(one) for one in made.inputs} != {id(one) for one in inputs}:
        return f"{wanted}; the inputs of yours are not these three Values themselves."
    return ""


ERROR = Operation(
    "x2-error",
    ask="the repaired operation, a Value of (w·x − target)² with its three slopes",
    reference=lambda w, x, target: Value(
        _error(w, x, target)[0], (w, x, target), _error(w, x, target)[1:]
    ),
    draws=(lambda rng: tuple(a_value(rng) for _ in range(3)),),
    parts=("data", "slope for w", "slope for x", "slope for target"),
    observe=_look_at_slopes,
    show=lambda w, x, target: f"w = {w.data:.4g}, x = {x.data:.4g}, target = {target.data:.4g}",
    mistakes=(
        _slip(
            lambda w, x, e: (2 * e * w, 2 * e * x, 2 * e),
            "Still as it was. Nudge this input and see what the result does.",
        ),
        _slip(
            lambda w, x, e: (e * x, e * w, -e), "The 2 of the square comes down as a factor."
        ),
        _slip(
            lambda w, x, e: (2 * x, 2 * w, -2.0),
            "The slope of the power is missing a factor: it is twice what is squared.",
        ),
        _slip(
            lambda w, x, e: (2 * e, 2 * e, 2 * e),
            "The slope of what is inside the square is missing.",
        ),
        _slip(
            lambda w, x, e: (x, w, -1.0), "That is the slope of w·x − target. And the square?"
        ),
        Mistake(
            lambda w, x, target: Value(w.data * x.data - target.data, (w, x, target), (1, 1, 1)),
            "That is w·x − target, not yet squared.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (ERROR,)
