"""Exercise set 8, fourth part: one step of Adam, and a head that is trained alone.

Source of Adam: Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015, algorithm 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import nn
from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...creation.filled import zeros_like
from ...optim import SGD
from ...tensor import Tensor
from ..draws import leaf, plain
from ..kinds import Function
from ..lives import recorded
from ..mistakes import Mistake
from ..observed import Observed, OddForm
from ..question import Draw
from ..values import brief
from .set_05 import flat

# ----------------------------------------------------------------------------------- adam

EPS = 1e-8


def started(*shape: int, first: bool = False) -> Draw:
    """A parameter with its gradient, two running means, the number of the step, a rate."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        p = leaf(rng, *shape)
        p.grad = plain(rng, *shape)
        means = plain(rng, *shape), plain(rng, *shape) ** 2
        if first:
            p.grad.flatten()[:2] = tensor([0.0, 1e-3])  # where the ε is seen
            means = zeros_like(means[0]), zeros_like(means[1])
        return p, *means, 1 if first else int(rng.integers(2, 6)), 0.1

    return draw


def _look_adam(p: Tensor, mean: Tensor, square: Tensor, t: int, lr: float) -> Observed:
    given = None if p.grad is None else p.grad.clone()
    nodes = recorded()

    def look(result: Any) -> tuple[Any, ...]:
        if result is not None:
            raise OddForm("It returns nothing: what it computes stands in p, mean and square.")
        same = p.grad is not None and given is not None and p.grad.equal(given)
        left = "recorded" if nodes() else "as it was" if same else "changed"
        return p.detach(), mean.detach(), square.detach(), left

    return look


def _adam(p: Any, mean: Any, square: Any, t: int, lr: float, *, fault: str = "") -> None:
    """One step with the betas 0.9 and 0.999; fault names what is done wrong."""
    g = p.grad
    if fault == "elsewhere":
        p, mean, square = p.clone(), mean.clone(), square.clone()
    b1, b2 = (0.999, 0.9) if fault == "swapped" else (0.9, 0.999)
    before = mean.clone(), square.clone()
    with no_grad():
        mean *= b1
        mean += g if fault in ("sum", "mean sum") else (1 - b1) * g
        square *= b2
        share = 1.0 if fault in ("sum", "square sum") else 1 - b2
        square += share * (g if fault == "plain" else g * g)
        power = t - 1 if fault == "late" and t > 1 else t
        by = before if fault == "before" else (mean, square)
        m = by[0] if fault in ("raw", "raw mean") else by[0] / (1 - b1**power)
        s = by[1] if fault in ("raw", "raw square") else by[1] / (1 - b2**power)
        root = s.abs().sqrt()
        below = {"no root": s + EPS, "no eps": root, "under": (s + EPS).sqrt()}.get(
            fault, root + EPS
        )
        step = lr * (g if fault == "gradient" else m) / below
        p -= {"up": -step, "still": 0 * step}.get(fault, step)
        if fault == "cleared":
            p.grad = None
        if fault == "hats":
            mean.copy_(m)
            square.copy_(s)


def _but(fault: str) -> Callable[..., None]:
    return lambda p, mean, square, t, lr: _adam(p, mean, square, t, lr, fault=fault)


ADAM = Function(
    "x8-adam",
    ask="a function that writes one step of Adam into p and its two running means",
    reference=lambda p, mean, square, t, lr: _adam(p, mean, square, t, lr),
    draws=(started(3), started(2, 2), started(3, first=True), started(1)),
    parts=("p", "mean", "square", "p.grad"),
    observe=_look_adam,
    show=lambda p, mean, square, t, lr: (
        f"p = {brief(p)} with p.grad = {brief(p.grad)}, mean = {brief(mean)}, "
        f"square = {brief(square)}, t = {t}, lr = {lr}"
    ),
    mistakes=(
        *(Mistake(_but(fault), "The new goes in whole: its share is 1 - 0.9, or 1 - 0.999.")
          for fault in ("sum", "mean sum", "square sum")),
        Mistake(_but("hats"), "The corrected means are written back. They are for this step only: "
                              "the next goes on with those without a hat."),
        Mistake(_but("plain"), "square is to be a mean of the squares: square the gradient first."),
        Mistake(_but("swapped"), "0.9 belongs to mean, and 0.999 to square."),
        Mistake(_but("raw"), "Neither mean is corrected for its start at 0."),
        Mistake(_but("raw mean"), "mean is not corrected for its start at 0."),
        Mistake(_but("raw square"), "square is not corrected for its start at 0."),
        Mistake(_but("late"), "The powers in the correction are those of the step before."),
        Mistake(_but("no root"), "Divide by the root of the corrected square."),
        Mistake(_but("no eps"), "Where a gradient was always 0, this is 0 divided by 0: ε is added "
                                "below, to the root."),
        Mistake(_but("under"), "ε is added to the root, and not under it: it is not the same where "
                               "a gradient is small."),
        Mistake(_but("before"), "p moves by the means of the step before: first both means, then "
                                "p."),
        Mistake(_but("gradient"), "p moves by the gradient, and not by its running mean."),
        Mistake(_but("up"), "p moves uphill: look at the sign."),
        Mistake(_but("still"), "p does not move: `p = p - …` makes a new tensor, and the one that "
                               "was handed over stays as it was."),
        Mistake(_but("cleared"), "p.grad is to be left as it was."),
        Mistake(_but("elsewhere"),
                "Nothing is written into what was handed over: all three are to change in place."),
    ),
)  # fmt: skip

# ----------------------------------------------------------------------- bug hunt: a head alone


def pretrained(rows: int, rounds: int, stale: bool = True) -> Draw:
    """A body and a head, both with gradients from before; rows, targets, a rate, rounds."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        body = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Tanh())
        model = nn.Sequential(body, nn.Linear(4, 2)).double()
        if stale:
            for p in model.parameters():
                p.grad = plain(rng, *p.shape)
        return model, plain(rng, rows, 3), plain(rng, rows, 2), 0.1, rounds

    return draw


def _tune(
    model: Any, x: Tensor, y: Tensor, lr: float, rounds: int, *, whole: bool = False,
    clear: str = "before", quiet: bool = True, decay: float = 0.1, one: bool = False,
    frozen: bool = False, swapped: bool = False,
) -> None:  # fmt: skip
    """Train the head; or with a fault.

    Args:
        model: a body and a head.
        x: rows.
        y: what is wanted of them.
        lr: the rate.
        rounds: how many.
        whole: is the body trained, too?
        clear: when gradients are cleared: "before" each backward, the "head"'s alone, "after" each
            step, "first" alone, or "never".
        quiet: is the body in eval mode?
        decay: how much weights are pulled towards 0.
        one: is there one round only?
        frozen: does the body require no grad any more?
        swapped: is the body trained, and not the head?
    """
    body, head = model
    body.train(not quiet)
    body.requires_grad_(not frozen)
    trained = body if swapped else model if whole else head
    optimizer = SGD(trained.parameters(), lr=lr, weight_decay=decay)
    if clear == "first":
        model.zero_grad()
    for _ in range(1 if one else rounds):
        if clear in ("before", "head"):
            (model if clear == "before" else head).zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        if clear == "after":
            model.zero_grad()


def _look_tune(model: Any, x: Tensor, y: Tensor, lr: float, rounds: int) -> Observed:
    body, head = model

    def look(result: Any) -> tuple[Any, ...]:
        return flat(head.parameters()), flat(body.parameters()), flat(body.buffers())

    return look


def _badly(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda model, x, y, lr, rounds: _tune(model, x, y, lr, rounds, **fault), why)


_OLD = (
    "The first step is made with gradients that were there before: clear them before the first "
    "backward(), not after the step."
)
_UP = "Gradients add up from round to round."
_BODY = (
    "The body moves. eval() stops dropout and running means, and no gradient: a parameter moves "
    "as long as it has a .grad and the optimizer has it."
)
_FLAG = (
    "The body requires no grad any more, and moves: the flag only keeps new gradients from coming. "
    "The old ones are still there, and an optimizer asks for nothing else."
)
TUNE = Function(
    "x8-tune",
    ask="the repaired function: the head learns, and the body stays as it is",
    reference=lambda model, x, y, lr, rounds: _tune(model, x, y, lr, rounds),
    draws=(pretrained(5, 3), pretrained(4, 1), pretrained(6, 2, stale=False)),
    parts=("the head", "the body's parameters", "the body's running means"),
    trials=3,
    observe=_look_tune,
    show=lambda model, x, y, lr, rounds: (
        f"{len(x)} rows, lr = {lr}, rounds = {rounds}, each .grad "
        f"{'None' if model[0][0].bias.grad is None else 'left from before'}"
    ),
    mistakes=(
        _badly(_OLD, clear="after"),
        _badly(f"{_UP} Those from before the call were cleared, and then none.", clear="first"),
        _badly(f"{_UP} Those from before the call are among them.", clear="never"),
        _badly(_BODY, whole=True),
        _badly(f"{_BODY} And {_UP.lower()}", whole=True, clear="never"),
        _badly(f"{_BODY} And gradients from before the call are used.", whole=True, clear="after"),
        _badly(f"{_BODY} And {_UP.lower()}", whole=True, clear="first"),
        *(_badly(_FLAG, whole=True, frozen=True, clear=clear)
          for clear in ("head", "after", "never")),
        _badly("The body's running means move: in training mode each batch moves them, whatever "
               "requires_grad says.", quiet=False),
        _badly("The pull of the weights towards 0 is gone: `weight_decay` was to stay.", decay=0.0),
        _badly("It is one round only.", one=True),
        Mistake(lambda model, x, y, lr, rounds: _tune(model, x, y, lr, 0),
                "Nothing learns any more, the head neither. In each round, are there gradients "
                "when `step()` runs? Whoever clears them between backward() and step() has none."),
        *(_badly("The optimizer has the body, which is model[0]. The head is model[1].",
                 swapped=True, clear=clear) for clear in ("before", "never")),
    ),
)  # fmt: skip

QUESTIONS = (ADAM, TUNE)
