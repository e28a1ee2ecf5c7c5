"""x8-tune: a head that is trained alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import nn
from ...optim import SGD
from ...tensor import Tensor
from ...testing.draws import plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed
from ...testing.question import Draw
from ..x5.nets import flat


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

QUESTIONS = (TUNE,)
