"""x5-descend: a loop by hand, until it is level."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.draws import plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted
from ...testing.question import Draw


def curve(bound: float, most: int, exact: bool = False) -> Draw:
    """Points, three coefficients to start from, a rate, a bound, and how many steps at most."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x, start = tensor(rng.uniform(-1.5, 1.5, (7, 2)))[:, 0], plain(rng, 3)
        fitted = start[0] + start[1] * x + start[2] * x**2
        y = fitted if exact else fitted + plain(rng, 7)
        return x, y, start, round(float(rng.uniform(0.08, 0.16)), 2), bound, most

    return draw


def _largest(slope: Tensor, loss: Tensor) -> Tensor:
    largest: Tensor = slope.abs().max()
    return largest


def _descended(
    x: Tensor, y: Tensor, start: Tensor, lr: float, bound: float, most: int, *,
    size: Callable[[Tensor, Tensor], Tensor] = _largest, clear: bool = True, more: str = "mean",
    behind: bool = False, turn: bool = False, first: int = 0, own: str = "copy",
) -> tuple[Tensor, int]:  # fmt: skip
    """Coefficients and the number of steps, or with a fault.

    Args:
        x: the points.
        y: their heights.
        start: the first coefficients.
        lr: the length of a step.
        bound: how level it has to be.
        most: how many steps there may be.
        size: what is compared with the bound.
        clear: does each gradient stand alone?
        more: "mean" or "sum" of the squares.
        behind: is there a step before the bound is looked at?
        turn: does the first coefficient belong to the square?
        first: from which number steps are counted.
        own: what the leaf is: a "copy" of the start, its "detached" twin, or the start "itself".
    """
    made = {"copy": start.clone(), "detached": start.detach(), "itself": start}[own]
    a = made.requires_grad_()
    steps = 0
    while steps < most:
        c = a.flip(0) if turn else a
        loss = getattr((c[0] + c[1] * x + c[2] * x**2 - y) ** 2, more)()
        a.grad = None if clear else a.grad
        loss.backward()
        assert a.grad is not None
        level = bool(size(a.grad, loss) <= bound)
        if level and not behind:
            break
        with no_grad():
            a -= lr * a.grad
        steps += 1
        if level:
            break
    return a.detach(), steps + first


KEPT_START, WRITTEN, ASKED = "as it was", "written into", "it requires grad"


def _look_descended(
    x: Tensor, y: Tensor, start: Tensor, lr: float, bound: float, most: int
) -> Observed:
    before = start.clone()

    def look(result: Any) -> tuple[Any, ...]:
        same = bool((start == before).all())
        state = WRITTEN if not same else ASKED if start.requires_grad else KEPT_START
        return *parted(result, "the coefficients", "the steps"), state

    return look


def _wrong_descent(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _descended(*args, **fault), why)


TOGETHER = "The three components are taken together. Each by itself has to be within the bound."

DESCEND = Function(
    "x5-descend",
    ask="a function that gives the coefficients and the number of steps",
    reference=lambda x, y, start, lr, bound, most: _descended(x, y, start, lr, bound, most),
    draws=(curve(0.4, 25), curve(0.25, 4), curve(0.1, 20, exact=True)),
    parts=("the coefficients", "the steps", "start"),
    show=lambda x, y, start, lr, bound, most: (
        f"{len(x)} points, start = {start.tolist()}, lr = {lr}, bound = {bound}, most = {most}"
    ),
    observe=_look_descended,
    mistakes=(
        _wrong_descent("start has been written into: the leaf is another tensor, but its numbers "
                       "are the same piece of memory.", own="detached"),
        _wrong_descent("start itself is the leaf, and has been written into.", own="itself"),
        Mistake(
            lambda x, y, start, *rest: (_descended(x, y, start, *rest), start.requires_grad_())[0],
            "start requires grad now: the leaf is to be another tensor.",
        ),
        _wrong_descent(
            "A component that is far below zero is not level either: it is its size that counts.",
            size=lambda slope, loss: slope.max(),
        ),
        _wrong_descent(
            "It stops as soon as one component is small; all three have to be.",
            size=lambda slope, loss: slope.abs().min(),
        ),
        _wrong_descent(TOGETHER, size=lambda slope, loss: slope.norm()),
        _wrong_descent(TOGETHER, size=lambda slope, loss: slope.abs().mean()),
        _wrong_descent(TOGETHER, size=lambda slope, loss: slope.abs().sum()),
        _wrong_descent(
            "It is the loss that is compared with the bound, not its slopes.",
            size=lambda slope, loss: loss,
        ),
        _wrong_descent(
            "It goes on to the last step, however level it is.",
            size=lambda slope, loss: slope.abs().max() + np.inf,
        ),
        Mistake(
            lambda x, y, start, lr, bound, most: _descended(x, y, start, lr, bound, 10**3),
            "There are more steps than `most` allows.",
        ),
        _wrong_descent(
            "There is a step too many: where the gradient is within the bound, none is made.",
            behind=True,
        ),
        _wrong_descent("Steps are to be counted; yours counts one more.", first=1),
        _wrong_descent("Steps are to be counted; yours counts one less.", first=-1),
        Mistake(
            lambda *args: ((found := _descended(*args))[0], min(found[1], args[-1] - 1)),
            "Where `most` steps are made, one is missing in the count.",
        ),
        _wrong_descent("The gradients add up: nothing clears them.", clear=False),
        _wrong_descent("The loss is the mean of the squares, not their sum.", more="sum"),
        _wrong_descent("The first coefficient stands alone, the last belongs to x².", turn=True),
        Mistake(
            lambda x, y, start, lr, bound, most: _descended(x, y, start, -lr, bound, most),
            "Uphill: the step goes along the gradient, not against it.",
        ),
        Mistake(
            lambda x, y, start, lr, bound, most: _descended(x, y, start, lr, bound, 1),
            "There is one step at most: does the function end within the loop?",
        ),
    ),
)  # fmt: skip

QUESTIONS = (DESCEND,)
