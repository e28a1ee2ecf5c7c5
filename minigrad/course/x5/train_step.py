"""x5-train-step: one whole step of training."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...nn import Module, Tanh
from ...optim import SGD
from ...tensor import Tensor
from ...testing.draws import plain
from ...testing.kinds import Function
from ...testing.lives import NOT_KEPT, passes, walked
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted
from ...testing.question import Draw
from .nets import flat, layers, net, relative


def training(
    *sizes: int, loss_fn: Any = relative, momentum: float = 0.0, old: bool = True,
    between: Callable[[], Module] = Tanh,
) -> Draw:  # fmt: skip
    """A model, a loss function, an optimizer, some rows; with gradients from a step before.

    Each parameter is in a group of its own.
    """

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        model = net(*sizes, between=between)
        groups = [{"params": [one]} for one in model.parameters()]
        optimizer = SGD(groups, lr=0.05, momentum=momentum)
        if old:
            loss_fn(model(plain(rng, 3, sizes[0])), plain(rng, 3, sizes[-1])).backward()
            optimizer.step()
        return model, loss_fn, optimizer, plain(rng, sizes[0], 4).t(), plain(rng, 4, sizes[-1])

    return draw


def _trained(
    model: Any,
    loss_fn: Any,
    optimizer: Any,
    x: Tensor,
    y: Tensor,
    *,
    order: str = "cbs",
    swap: bool = False,
    retain: bool = False,
    after: bool = False,
) -> Any:
    """One step; `order` has the letters of clear, backward, step; `after` measures behind it."""
    loss = loss_fn(y, model(x)) if swap else loss_fn(model(x), y)
    for letter in order:
        if letter == "b":
            loss.backward(retain_graph=retain)
        else:
            {"c": optimizer.zero_grad, "s": optimizer.step}[letter]()
    return loss_fn(model(x), y).item() if after else loss.item()


NUMBER = "a plain number"


def _look_trained(model: Any, loss_fn: Any, optimizer: Any, x: Tensor, y: Tensor) -> Observed:
    heard = passes()

    def look(result: Any) -> tuple[Any, ...]:
        (loss,) = parted(result, "the loss")
        kind = NUMBER if isinstance(loss, (int, float, np.generic)) else "a tensor"
        return loss, kind, flat(model.parameters()), walked(heard())

    return look


def _wrong_train(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _trained(*args, **fault), why)


TRAIN_STEP = Function(
    "x5-train-step",
    ask="a function that makes one whole step and returns the loss as a plain number",
    reference=lambda model, loss_fn, optimizer, x, y: _trained(model, loss_fn, optimizer, x, y),
    draws=(
        training(3, 2, old=False),
        training(3, 4, 2),
        training(2, 3, momentum=0.5),
    ),
    parts=("the loss", "it is", "the parameters", "the graph"),
    trials=3,
    show=lambda model, loss_fn, optimizer, x, y: f"{len(x)} rows, layers: {layers(model)}",
    observe=_look_trained,
    mistakes=(
        _wrong_train("No parameter has moved. Is step() called, and what does it find in .grad "
                     "then?", order="bcs"),
        _wrong_train("The gradients that stood there before the call are in it, too.", order="bs"),
        _wrong_train("That is the loss after the step. The one before it is wanted.", after=True),
        _wrong_train("loss_fn gets the prediction first, then the targets.", swap=True),
        _wrong_train("These are two steps.", order="cbss"),
        _wrong_train(NOT_KEPT, retain=True),
        Mistake(
            lambda model, loss_fn, optimizer, x, y: loss_fn(model(x), y),
            "This is a tensor, with its graph or without. What is wanted is the number in it.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (TRAIN_STEP,)
