"""x4-truncated: back at most k steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.draws import numbers, plain
from ...testing.kinds import Function
from ...testing.lives import NOT_KEPT, passes, walked
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted
from ...testing.question import Draw
from .centred import EMPTIED


def _sequence(length: int, k: int, *shape: int, of: tuple[int, ...] | None = None) -> Draw:
    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        inputs = plain(rng, length, *(of or shape)) / 2
        return tensor(numbers(rng, *shape) / 2, requires_grad=True), plain(rng, *shape), inputs, k

    return draw


def _truncated(
    w: Tensor,
    h: Any,
    xs: Sequence[Tensor],
    k: int,
    *,
    cut: str = "state",
    rest: bool = True,
    more: str = "sum",
    ends: bool = False,
    first: int = 1,
    last: bool = False,
    every: str = "",
    retain: bool = False,
) -> tuple[Any, Any]:
    """The gradient and the last state.

    Args:
        w: the leaf.
        h: the first state.
        xs: the inputs.
        k: how many steps a pass goes back.
        cut: "state", or "none", or "lost" if the state begins anew.
        rest: is there a pass for the steps left over?
        more: "sum" or "mean" of the squares.
        ends: does only the last step of each piece count?
        first: what the steps are counted from.
        last: does the last pass count alone?
        every: is there a pass after each step, through its own loss ("one"), or through the "sum"?
        retain: are the graphs kept?
    """
    loss: Any = 0.0
    for place, x in enumerate(xs, first):
        h = (w * h + x).tanh()
        one = getattr(h**2, more)()
        loss = one if ends else loss + one
        due = place % k == 0 or (rest and place - first + 1 == len(xs))
        if due or every:
            w.grad = None if last else w.grad
            loss.backward(retain_graph=retain or bool(every) or cut == "none")
        if due or every == "one":
            loss = 0.0
        if due:
            h = {"state": h.detach(), "none": h, "lost": h.detach() * 0}[cut]
    return w.grad, h


def _look_truncated(w: Tensor, h: Tensor, xs: Tensor, k: int) -> Observed:
    heard = passes()

    def look(result: Any) -> tuple[Any, ...]:
        grad, state = parted(result, "w.grad", "the last state")
        return grad, state, bool(getattr(state, "requires_grad", False)), walked(heard())

    return look


def _fault(**changes: Any) -> Callable[..., tuple[Any, Any]]:
    return lambda w, h, xs, k: _truncated(w, h, xs, k, **changes)


FROM_0 = "The first pass comes after one step, not after k: from which number do you count?"

TWICE = (
    "Some nodes run more than once: a pass comes to what an earlier one has walked. There is one "
    "pass after every k steps, and from there on the state has no graph."
)

TRUNCATED = Function(
    "x4-truncated",
    ask="a function that gives w.grad after all steps and the last state, a pass every k steps",
    reference=lambda w, h, xs, k: _truncated(w, h, xs, k),
    draws=(
        _sequence(6, 2, 3),
        _sequence(7, 3, 2, 3),
        _sequence(4, 3),
        _sequence(5, 4, 2, 3, of=(3,)),
    ),
    parts=("w.grad", "the last state", "it requires grad", "the graphs"),
    trials=4,
    observe=_look_truncated,
    mistakes=(
        Mistake(
            lambda w, h, xs, k: (0, _truncated(w, h, xs, k)[1].detach().requires_grad_()),
            "The state that you return requires grad. Hand it over without a graph, detached.",
        ),
        Mistake(_fault(every="one"), TWICE),
        Mistake(_fault(every="sum"), TWICE),
        Mistake(
            _fault(cut="none"),
            "The way back leads to the very first step, so nothing was cut. There is a pass after "
            "every k steps, and the state goes on without the graph behind it.",
        ),
        Mistake(
            lambda w, h, xs, k: _truncated(w, h, xs, k)[::-1],
            "The gradient comes first, then the state.",
        ),
        Mistake(
            lambda w, h, xs, k: (_truncated(w, h, xs, k)[0], 0.0),
            "The second result is to be the last state.",
        ),
        Mistake(
            lambda w, h, xs, k: _truncated(w, h, xs, 1),
            "There is a pass, and a cut, after every step; asked for is one after every k steps.",
        ),
        Mistake(
            lambda w, h, xs, k: _truncated(w, h, xs, k + 1),
            "The passes are k + 1 steps apart: off by one.",
        ),
        Mistake(_fault(first=0), FROM_0),
        Mistake(_fault(first=0, rest=False), FROM_0),
        Mistake(
            lambda w, h, xs, k: _truncated(w, h, xs[: len(xs) // k * k], k),
            "The steps that are left over at the end, fewer than k, are not gone through.",
        ),
        Mistake(
            _fault(rest=False),
            "The steps that are left over at the end, fewer than k, have no pass.",
        ),
        Mistake(
            _fault(ends=True),
            "Only the last step before each pass counts; the loss is a sum over all steps.",
        ),
        Mistake(
            _fault(cut="lost"),
            "The state begins with 0 after each pass. Its value is to go on; only the graph behind "
            "it is not.",
        ),
        Mistake(
            _fault(last=True),
            "Only the last pass's gradient is in it; those of all passes add up.",
        ),
        Mistake(lambda w, h, xs, k: (w.detach() * 0, _truncated(w, h, xs, k)[1]), EMPTIED),
        Mistake(_fault(more="mean"), "The squares are to be summed, not averaged."),
        Mistake(_fault(retain=True), NOT_KEPT),
    ),
)

QUESTIONS = (TRUNCATED,)
