"""Questions of exercise set 6, third part: three programs that raise the error about versions."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ...autograd import grad
from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...ops.joining import stack
from ...tensor import Tensor
from ..draws import leaf, plain, turned
from ..kinds import Function
from ..mistakes import Mistake
from ..observed import Observed, OddForm, parted
from ..question import Draw
from ..values import Array, kind
from .set_06_constants import WRITTEN, recorded

WHOSE = re.compile(r"which is (output \d of \w+)")
LOOK = (
    "If that operation is itself a write, something has saved what was there before; if not, look "
    "for the next write after it. (detach() shares the memory, and so the counter.)"
)
VIEW = (
    "That is a part of a memory, a row of a table for instance: it was saved, and later something "
    "was written into that memory, be it another row."
)


def pulled(result: Tensor, *inputs: Tensor) -> list[Array]:
    """The gradients of a weighted sum; zeros where no way leads.

    Raises:
        OddForm: something that was saved has been written over.
    """
    weights = tensor(np.linspace(-2.0, 3.1, result.numel())).reshape(result.shape)
    try:
        slopes = grad(result, inputs, weights.type(result.dtype), allow_unused=True)
    except RuntimeError as error:
        if "inplace" not in str(error):
            raise OddForm("backward() from it stops: has it run already?") from None
        whose = WHOSE.search(str(error))
        text = f": {whose[1]} is written over" if whose else ""
        advice = VIEW if "AsStrided" in text else LOOK
        raise OddForm(
            f"backward() stops with the error about a write in place{text}. {advice}"
        ) from None
    return [np.zeros(x.shape) if slope is None else slope.numpy()
            for x, slope in zip(inputs, slopes)]  # fmt: skip


# --------------------------------------------------------------------------------- columns


def table(rows: int, columns: int, *, result: bool = False) -> Draw:
    """Rows of numbers that lie apart; a leaf, or a result."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = turned(rng, rows, columns)
        return (x * 1 if result else x,)

    return draw


def _levelled(
    x: Tensor, *, cut: str = "", little: float = 0.01, inside: bool = False, middle: bool = True,
    dim: int = 0, less: int = 0,
) -> Tensor:  # fmt: skip
    """The columns with mean 0 and spread 1, or with a fault.

    Args:
        x: the rows.
        cut: what is a constant: the "spread", the "mean", or "both"; or the graph does not know
            that there is a "division", or that the spread was "raised" by a little.
        little: is added to the spread.
        inside: is it added under the root?
        middle: is the mean taken off?
        dim: over what the means are taken.
        less: how many rows less are divided by in the spread.
    """
    mean = x.mean(dim, keepdim=True)
    mean = mean.detach() if cut in ("mean", "both") else mean
    y = x - mean if middle else x
    square = (y**2).sum(dim, keepdim=True) / (x.shape[dim] - less)
    spread = (square + little).sqrt() if inside else square.sqrt() + little
    if cut == "raised":
        spread = square.sqrt()
        spread.data += little
    if cut == "division":
        return y + (y / spread - y).detach()
    found: Tensor = y / (spread.detach() if cut in ("spread", "both") else spread)
    return found


def _look_levelled(x: Tensor) -> Observed:
    before = x.detach().clone()

    def look(result: Any) -> tuple[Any, ...]:
        if not x.detach().equal(before):
            raise OddForm(WRITTEN)
        found = recorded(result)
        return found.detach(), *pulled(found, x)

    return look


def _wrong_level(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda x: _levelled(x, **fault), why)


QUIET = (
    "No error, and a wrong gradient: `.data`, `detach()` and `item()` quiet the error, and leave "
    "the mistake."
)
LEVEL = Function(
    "x6-level",
    ask="the repaired function: the same values, and backward() gives their gradient",
    reference=lambda x: _levelled(x),
    draws=(table(4, 2), table(3, 3, result=True)),
    parts=("the values", "x's gradient"),
    trials=4,
    observe=_look_levelled,
    mistakes=(
        _wrong_level(QUIET + " For the graph, what is divided by is a constant now, but the spread "
                             "depends on x as well.", cut="spread"),
        _wrong_level(QUIET + " The root has saved its result, and its slope is that of another "
                             "number now.", cut="raised"),
        _wrong_level(QUIET + " The graph knows of no division at all.", cut="division"),
        _wrong_level("The mean depends on x as well: it is no constant.", cut="mean"),
        _wrong_level("Mean and spread depend on x as well: they are no constants.", cut="both"),
        _wrong_level("0.01 is to be added to the spread, and is missing.", little=0.0),
        _wrong_level("0.01 is added to the root, not under it.", inside=True),
        _wrong_level("The mean is not taken off.", middle=False),
        _wrong_level("The spread is the root of a mean: it divides by the number of rows, not by "
                     "one less, as std() does unless it is told otherwise.", less=1),
        _wrong_level("It is the columns that are to be levelled, each over its rows.", dim=1),
        Mistake(lambda x: (x - x.mean(0)) / (((x - x.mean(0)) ** 2).mean(0) + 0.01),
                "The spread is the root of the mean square: the root is missing."),
        Mistake(lambda x: (x - x.mean()) / (((x - x.mean()) ** 2).mean().sqrt() + 0.01),
                "Each column has a mean and a spread of its own; yours are those of all entries."),
        Mistake(lambda x: (x - x.mean(0)) / ((x**2).mean(0).sqrt() + 0.01),
                "The spread is computed before the mean is taken off."),
    ),
)  # fmt: skip

# ---------------------------------------------------------------------------- a chain of states


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

# --------------------------------------------------------------------------- two weights, one loss


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

QUESTIONS = (LEVEL, STATES, FALL)
