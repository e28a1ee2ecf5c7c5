"""x6-states: a table of states, to repair."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ops.joining import stack
from ...tensor import Tensor
from ...testing.draws import leaf, turned
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from .writes import QUIET, pulled, recorded


def chain(steps: int, width: int, *, result: bool = False) -> Draw:
    """Two weights, a state to begin with, an input for each step; all of them leaves."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        w, u, start = (leaf(rng, width) for _ in range(3))
        return w, u, (start * 1 if result else start), turned(rng, steps, width)

    return draw


def _run(
    w: Tensor, u: Tensor, start: Tensor, xs: Tensor, *, cut: str = "", stay: bool = False,
    more: int | None = None, first: int = 0,
) -> Tensor:  # fmt: skip
    """All states, or with a fault.

    Args:
        w: weight of the state.
        u: weight of the input.
        start: the first state.
        xs: the inputs.
        cut: what is a constant: the state "before" each step, the "start" of the steps, the first
            row of what is given ("head"), both of these ("gone"), or all other rows ("kept").
        stay: does each step begin with the start?
        more: how many steps there are; default: all.
        first: how many states are missing at the head.
    """
    state = start.detach() if cut in ("start", "gone") else start
    states = [start]
    for x in xs[:more]:
        before = start if stay else state.detach() if cut == "before" else state
        state = (w * before + u * x).tanh()
        states.append(state.detach() if cut == "kept" else state)
    states[0] = start.detach() if cut in ("head", "gone") else states[0]
    found: Tensor = stack(states[first:])
    return found


def _look_run(w: Tensor, u: Tensor, start: Tensor, xs: Tensor) -> Observed:
    before = [one.detach().clone() for one in (w, u, start, xs)]

    def look(result: Any) -> tuple[Any, ...]:
        if not all(one.detach().equal(was) for one, was in zip((w, u, start, xs), before)):
            raise OddForm("One of the arguments was written into.")
        found = recorded(result)
        return found.detach(), *pulled(found, w, u, start)

    return look


def _wrong_run(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _run(*args, **fault), why)


STATES = Function(
    "x6-states",
    ask="the repaired function: the same states, and backward() gives the gradients of all steps",
    reference=lambda w, u, start, xs: _run(w, u, start, xs),
    draws=(chain(3, 2), chain(4, 3, result=True)),
    parts=("the states", "w's gradient", "u's gradient", "start's gradient"),
    trials=4,
    observe=_look_run,
    mistakes=(
        _wrong_run("The steps lead back to one another, and not to start.", cut="start"),
        _wrong_run("No way leads back to start, not from any row.", cut="gone"),
        _wrong_run(QUIET + " No way leads from a state to the one before it: each step takes that "
                           "for a constant.", cut="before"),
        _wrong_run("The first row leads back to start, too.", cut="head"),
        _wrong_run(QUIET + " All rows but the first are constants.", cut="kept"),
        _wrong_run("Each step begins with start, not with the state before it.", stay=True),
        _wrong_run("The last step is missing.", more=-1),
        _wrong_run("There is one step alone: does the function end within the loop?", more=1),
        _wrong_run("The first row is to be start.", first=1),
        Mistake(lambda w, u, start, xs: stack([start * 0, *_run(w, u, start, xs)[1:]]),
                "The first row is to be start; yours is zero."),
        Mistake(lambda w, u, start, xs: stack([*_run(w, u, start, xs)[1:], start * 0]),
                "The states stand one row too high: start is missing, the last row is zero."),
        Mistake(lambda w, u, start, xs: _run(u, w, start, xs),
                "The two weights are exchanged: w is for the state, u for the input."),
        Mistake(lambda w, u, start, xs: _run(w, u, start, xs)[-1],
                "That is the last state. All of them are wanted, start first."),
    ),
)  # fmt: skip

QUESTIONS = (STATES,)
