"""x4-tuned: a program to repair, whose scale was computed once."""

from __future__ import annotations

import numpy as np

from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.draws import numbers, plain
from ...testing.kinds import Function
from ...testing.lives import NOT_KEPT, passes, walked
from ...testing.mistakes import Mistake
from ...testing.observed import Observed
from ...testing.question import Draw


def small(rng: np.random.Generator, *shape: int) -> Tensor:
    """A leaf of small numbers, whose exponentials stay small."""
    return tensor(numbers(rng, *shape) / 5, requires_grad=True)


def _pairs(*shape: int, rounds: int = 3, of: tuple[int, ...] | None = None) -> Draw:
    """A leaf of a shape, rounds of inputs and targets of another or the same."""
    size = (rounds, *(shape if of is None else of))
    return lambda rng: (small(rng, *shape), plain(rng, *size) / 2, plain(rng, *size) / 2)


def _tuned(
    log_scale: Tensor,
    xs: Tensor,
    ys: Tensor,
    *,
    rate: float = 0.1,
    of: str = "now",
    clear: bool = True,
    rounds: int | None = None,
    error: str = "mean",
    retain: bool = False,
) -> None:
    """As it should be, or with a fault.

    Args:
        log_scale: the leaf.
        xs: the inputs of each round.
        ys: the targets of each round.
        rate: the length of a step.
        of: the scale is of log_scale as it is "now", as it was at the "first", or "before" the step
            of the last round.
        clear: does each round begin without a gradient?
        rounds: how many there are; default: all.
        error: "mean" or "sum" of the squares.
        retain: are the graphs kept?
    """
    scale = log_scale.exp()
    for x, y in list(zip(xs, ys))[:rounds]:
        scale = log_scale.exp() if of == "now" else scale
        getattr((scale * x - y) ** 2, error)().backward(retain_graph=of == "first" or retain)
        scale = log_scale.exp() if of == "before" else scale
        assert log_scale.grad is not None
        with no_grad():
            log_scale -= rate * log_scale.grad
        if clear:
            log_scale.grad = None


def _look_tuned(log_scale: Tensor, xs: Tensor, ys: Tensor) -> Observed:
    heard = passes()
    return lambda result: (log_scale.detach(), walked(heard()))


TUNED = Function(
    "x4-tuned",
    ask="the repaired function, which moves log_scale once for each pair",
    reference=lambda log_scale, xs, ys: _tuned(log_scale, xs, ys),
    draws=(_pairs(3), _pairs(2, 3, rounds=4), _pairs(3, of=(2, 3), rounds=2)),
    parts=("log_scale", "the graphs"),
    trials=3,
    observe=_look_tuned,
    mistakes=(
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, of="first"),
            "Every step is the one from where log_scale was at the beginning. Compute the scale "
            "anew in each round, from the log_scale that the round before has left.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, of="before"),
            "The scale is one step behind: it is computed before log_scale has moved.",
        ),
        Mistake(lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, retain=True), NOT_KEPT),
        Mistake(
            lambda log_scale, xs, ys: log_scale.detach(),
            "log_scale has not moved: do you write into the tensor that was handed over?",
        ),
        Mistake(lambda log_scale, xs, ys: _tuned(log_scale, ys, xs), "xs and ys are swapped."),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, clear=False),
            "The gradient of the round before is still there, and the next is added to it: "
            "clear it in every round.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rounds=1),
            "Only the first pair is used: does the function end too early?",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rounds=-1),
            "The last pair is not used.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rate=-0.1),
            "Uphill: the step goes against the gradient.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rate=1.0),
            "The steps are ten times as long as they should be.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, error="sum"),
            "The loss is the mean of the squares, not the sum.",
        ),
    ),
)

QUESTIONS = (TUNED,)
