"""x6-fall: two weights and one loss, to repair."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...autograd import grad
from ...autograd.grad_mode import no_grad
from ...tensor import Tensor
from ...testing.draws import leaf, plain, turned
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm, parted
from ...testing.question import Draw
from ...testing.values import kind
from .writes import QUIET


def two_weights(rows: int, columns: int, hidden: int) -> Draw:
    """Two leaves, some rows, a target for each, a rate."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        a, b, x = turned(rng, columns, hidden), leaf(rng, hidden), plain(rng, rows, columns)
        return a, b, x * 0.3, plain(rng, rows), round(float(rng.uniform(0.1, 0.4)), 2)

    return draw


def _fall(
    a: Tensor, b: Tensor, x: Tensor, y: Tensor, lr: float, *, order: str = "", anew: bool = True,
    after: bool = False, move: str = "ab", own: bool = False,
) -> float:  # fmt: skip
    """A step of both, or with a fault.

    Args:
        a: the first weight.
        b: the second.
        x: the rows.
        y: what is wanted for them.
        lr: the length of a step.
        order: weights that are moved one after the other; empty: both gradients come first.
        anew: is the loss computed anew for each of these, or the old graph walked past the counter?
        after: is the loss that of the weights afterwards?
        move: which are moved.
        own: is it written past the counter?
    """

    def loss_of() -> Tensor:
        found: Tensor = (((x @ a).tanh() @ b - y) ** 2).mean()
        return found

    loss = loss_of()
    weights, was = {"a": a, "b": b}, loss.item()
    if not order:
        slopes = dict(zip("ab", grad(loss, (a, b))))
    for name in order or "ab":
        if order:
            slopes = {
                name: grad(loss_of() if anew else loss, weights[name], retain_graph=not anew)[0]
            }
        if name in move:
            with no_grad():
                target = weights[name].data if own or not anew else weights[name]
                target -= lr * slopes[name]
    return loss_of().item() if after else was


COUNTED, UNCOUNTED, BARE, FILLED, STILL = (
    "counted", "not counted", "into what is no leaf any more", "counted, and .grad is filled",
    "none",
)  # fmt: skip


def _look_fall(a: Tensor, b: Tensor, *args: Any) -> Observed:
    before = [one.detach().clone() for one in (a, b)]

    def look(result: Any) -> tuple[Any, ...]:
        own = (a, b)
        (loss,) = parted(result, "the loss")
        if isinstance(loss, Tensor):
            raise OddForm(f"The loss is to be a plain number; yours is {kind(loss)}.")
        writes = COUNTED if all(one._version for one in own) else UNCOUNTED
        if any(one.grad is not None for one in own):
            writes = FILLED
        if not all(one.is_leaf and one.requires_grad for one in own):
            writes = BARE
        if all(one.detach().equal(was) for one, was in zip(own, before)):
            writes = STILL
        return loss, a.detach(), b.detach(), writes

    return look


def _wrong_fall(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _fall(*args, **fault), why)


def _bare(a: Tensor, b: Tensor, *args: Any) -> float:
    """As it should be, and then they require no grad any more."""
    loss = _fall(a, b, *args)
    a.requires_grad_(False), b.requires_grad_(False)
    return loss


def _filled(a: Tensor, b: Tensor, *args: Any) -> float:
    """As it should be, but something is in .grad."""
    loss = _fall(a, b, *args)
    a.grad = b.grad = None
    ((a**2).sum() + (b**2).sum()).backward()
    return loss


def _other_rate(change: Any, why: str) -> Mistake:
    return Mistake(lambda a, b, x, y, lr: _fall(a, b, x, y, change(lr)), why)


FALL = Function(
    "x6-fall",
    ask="the repaired function: both weights move along the slopes that they had before",
    reference=lambda a, b, x, y, lr: _fall(a, b, x, y, lr),
    draws=(two_weights(3, 2, 2), two_weights(4, 2, 3)),
    parts=("the loss", "a", "b", "the writes"),
    trials=4,
    show=lambda a, b, x, y, lr: f"{len(x)} rows, b = {b.tolist()}, lr = {lr}",
    observe=_look_fall,
    mistakes=(
        _wrong_fall("It runs, but a moves along the slope of another loss: one that was computed "
                    "anew, after b had moved. Both slopes are to be those of one loss.",
                    order="ba"),
        _wrong_fall("It runs, but b moves along the slope of another loss: one that was computed "
                    "anew, after a had moved. Both slopes are to be those of one loss.",
                    order="ab"),
        _wrong_fall("The numbers are right, but nobody has counted the writes: a graph that has "
                    "saved a or b would go on with wrong numbers. `no_grad` counts, `.data` and "
                    "NumPy do not.", own=True),
        _wrong_fall(QUIET + " The slope of a is computed with the b that was written.",
                    order="ba", anew=False),
        _wrong_fall("That is the loss after the step; the one before it is wanted.", after=True),
        _wrong_fall("a has not moved: do you write into the tensor that was handed over?",
                    move="b"),
        _wrong_fall("b has not moved: do you write into the tensor that was handed over?",
                    move="a"),
        _wrong_fall("Neither has moved: do you write into the tensors that were handed over?",
                    move=""),
        Mistake(_bare, "They are no leaves any more that require grad: the next call could not "
                       "find a slope."),
        Mistake(_filled, "Something is left in .grad, which was None before: the next backward() "
                         "would add to it."),
        _other_rate(lambda lr: -lr, "Uphill: they move along their slopes, not against them."),
        _other_rate(lambda lr: 1.0, "lr has no part in it."),
    ),
)  # fmt: skip

QUESTIONS = (FALL,)
