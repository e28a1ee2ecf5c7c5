"""Questions of exercise set 5, for lesson 05: an update of leaves, and one whole step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ...autograd.grad_mode import no_grad
from ...nn import Linear, Module, Sequential, Tanh
from ...optim import SGD
from ...tensor import Tensor
from ..draws import leaf, plain, turned
from ..kinds import Function
from ..lives import NOT_KEPT, passes, walked
from ..mistakes import Mistake
from ..observed import Observed, parted
from ..question import Draw
from ..values import Array

# -------------------------------------------------------------------------------------- update


def flat(tensors: Iterable[Tensor]) -> Array:
    """All entries of some tensors, one after the other."""
    return np.concatenate([one.detach().numpy().ravel() for one in tensors])


def parameters(*shapes: tuple[int, ...], without: Sequence[int] = ()) -> Draw:
    """Leaves of these shapes and their gradients, some of them without; and a learning rate."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        made = [(turned if len(shape) == 2 else leaf)(rng, *shape) for shape in shapes]
        for place, one in enumerate(made):
            one.grad = None if place in without else plain(rng, *one.shape)
        return made, round(float(rng.uniform(0.05, 0.4)), 2)

    return draw


SAME, OTHERS, BARE, LEFT = (
    "the same leaves without gradients", "other tensors", "leaves that require no grad",
    "leaves with gradients left",
)  # fmt: skip


def _stepped(
    tensors: list[Tensor],
    lr: float,
    *,
    some: slice = slice(None),
    clear: bool = True,
    new: str = "",
    stop: bool = False,
) -> None:
    """As it should be, or with a fault.

    Args:
        tensors: the leaves.
        lr: the length of a step.
        some: those that are looked at.
        clear: are gradients cleared?
        new: OTHERS or BARE, if the list has such afterwards.
        stop: does it end at the first one without a gradient?
    """
    for place, one in list(enumerate(tensors))[some]:
        if one.grad is None and stop:
            break
        with no_grad():
            if new == OTHERS:
                tensors[place] = one.clone()
            elif one.grad is not None:
                one -= lr * one.grad
        one.grad = None if clear else one.grad
        one.requires_grad_(new != BARE)


def _look_step(tensors: list[Tensor], lr: float) -> Observed:
    before = list(tensors)

    def look(result: Any) -> tuple[Any, ...]:
        same = len(tensors) == len(before) and all(map(lambda a, b: a is b, tensors, before))
        left = any(one.grad is not None and one.grad.any() for one in before)
        state = BARE if not all(one.requires_grad for one in before) else LEFT if left else SAME
        return flat(before), state if same else OTHERS

    return look


def _wrong_step(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda tensors, lr: _stepped(tensors, lr, **fault), why)


STEP = Function(
    "x5-step",
    ask="the repaired function, which moves the leaves themselves",
    reference=lambda parameters, lr: _stepped(parameters, lr),
    draws=(
        parameters((3,), (2, 3)),
        parameters((2, 3), (), (2,), without=[1]),
        parameters((3,), (2,), (3, 2), without=[0]),
    ),
    parts=("the values", "in the list"),
    show=lambda parameters, lr: f"lr = {lr}, parameters: " + "; ".join(
        f"{one.tolist()}, .grad {one.grad if one.grad is None else one.grad.tolist()}"
        for one in parameters
    ),
    observe=_look_step,
    mistakes=(
        Mistake(
            lambda parameters, lr: _stepped(parameters, 0.0),
            "Nothing has moved: is anything written into the tensors that were handed over, where "
            "`w = …` makes another one, and is the gradient still there at that moment?",
        ),
        _wrong_step(
            "The list has other tensors in it than before. The model computes with those that were "
            "handed over; do you write into them, or make new ones?",
            new=OTHERS,
        ),
        _wrong_step("They do not require grad any more, so the next loss misses them.", new=BARE),
        _wrong_step("A gradient is still there, and the next one would be added.", clear=False),
        _wrong_step("Only the first has moved: does the function end early?", some=slice(1)),
        _wrong_step("The last one has not moved.", some=slice(-1)),
        _wrong_step("Those behind one without a gradient have not moved.", stop=True),
        Mistake(
            lambda parameters, lr: _stepped(parameters, -lr),
            "Uphill: each moves along its gradient, not against it.",
        ),
        Mistake(lambda parameters, lr: _stepped(parameters, 1.0), "lr has no part in it."),
    ),
)  # fmt: skip

# -------------------------------------------------------------------------------- a whole step


def net(*sizes: int, between: Callable[[], Module] = Tanh) -> Sequential:
    """A network in float64: layers of these sizes, and something between them."""
    made: list[Module] = []
    for pair in pairwise(sizes):
        made += [Linear(*pair), between()]
    return Sequential(*made[:-1]).double()


def layers(model: Sequential) -> str:
    """What a network is made of, in a line."""
    return ", ".join(type(layer).__name__ for layer in model)


def relative(prediction: Tensor, target: Tensor) -> Tensor:
    """The mean squared error as a share of the target: what comes first makes a difference."""
    error: Tensor = ((prediction / target - 1) ** 2).mean()
    return error


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

QUESTIONS = (STEP, TRAIN_STEP)
