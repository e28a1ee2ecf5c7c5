"""x5-step: an update to repair, which loses its leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...autograd.grad_mode import no_grad
from ...tensor import Tensor
from ...testing.draws import leaf, plain, turned
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed
from ...testing.question import Draw
from .nets import flat


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

QUESTIONS = (STEP,)
