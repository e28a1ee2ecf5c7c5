"""x4-summary: a report to repair, which keeps every graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.lives import crowd
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted

ROUNDS = 12


def _summary(
    w: Tensor,
    batches: Tensor,
    *,
    keep: bool = False,
    error: str = "mean",
    rounds: int | None = None,
    backward: bool = True,
    last: bool = False,
) -> tuple[Any, ...]:
    losses: list[Any] = []
    for x in batches[:rounds]:
        loss = getattr((w * x).tanh() ** 2, error)()
        if last:
            w.grad = None
        if backward:
            loss.backward()
        losses.append(loss if keep else loss.item())
    kept = [float(loss) for loss in losses]
    return sum(kept) / len(kept), max(kept), w.grad


def _look_summary(w: Tensor, batches: Tensor) -> Observed:
    heard = crowd()

    def look(result: Any) -> tuple[Any, ...]:
        return *parted(result, "average", "largest", "w.grad"), heard()

    return look


def _report(change: Callable[[float, float, Any], Any]) -> Callable[..., Any]:
    return lambda w, batches: change(*_summary(w, batches))


SUMMARY = Function(
    "x4-summary",
    ask="the repaired function: average, largest, gradient, and no graph outlives its round",
    reference=lambda w, batches: _summary(w, batches),
    draws=(
        lambda rng: (leaf(rng, 3), plain(rng, ROUNDS, 3)),
        lambda rng: (leaf(rng, 3), plain(rng, ROUNDS, 2, 3)),
        lambda rng: (leaf(rng, 2, 1), plain(rng, ROUNDS, 2, 3)),
    ),
    parts=("average", "largest", "w.grad", "graphs alive at once"),
    trials=3,
    observe=_look_summary,
    mistakes=(
        Mistake(
            lambda w, batches: _summary(w, batches, keep=True),
            "The graphs of the rounds before are still alive: something that outlives the round "
            "leads to them, a sum or a list of losses. There are two such places: have you mended "
            "both?",
        ),
        Mistake(
            lambda w, batches: _summary(w, batches, error="sum"),
            "The loss is the mean of the squares, not the sum.",
        ),
        Mistake(
            lambda w, batches: _summary(w, batches, rounds=1),
            "Only the first round is in it: does the function end too early?",
        ),
        Mistake(lambda w, batches: _summary(w, batches, rounds=-1), "The last round is not in it."),
        Mistake(
            lambda w, batches: _summary(w, batches, backward=False),
            "There is no gradient: has backward() run in each round, and is the gradient among the "
            "three results?",
        ),
        Mistake(
            lambda w, batches: _summary(w, batches, last=True),
            "Only the last round's gradient is in it; those of all rounds add up.",
        ),
        Mistake(
            lambda w, batches: (0, _summary(w, batches[-1:])[1], 0),
            "That is the last loss, not the largest.",
        ),
        Mistake(
            _report(lambda average, largest, grad: (average * ROUNDS, average, grad)),
            "That is the sum of the losses, or their average, where the other is wanted.",
        ),
        Mistake(
            _report(lambda average, largest, grad: (largest, average, grad)),
            "That is the other of the two numbers.",
        ),
    ),
)

QUESTIONS = (SUMMARY,)
