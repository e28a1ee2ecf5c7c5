"""x6-chase: a target of its own making."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...nn import Flatten, Linear, Module, Sequential, Tanh
from ...tensor import Tensor
from ...testing.draws import plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from ...testing.values import kind
from .writes import recorded


def stretch(rows: int, width: int = 2, *, between: Callable[[], Module] = Tanh) -> Draw:
    """A model that gives a number for each row; rows, rewards, the rows after them; a discount."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        v = Sequential(Linear(width, 3), between(), Linear(3, 1), Flatten(0)).double()
        before, reward, after = plain(rng, rows, width), plain(rng, rows), plain(rng, rows, width)
        return v, before, reward, after, round(float(rng.uniform(0.7, 0.95)), 2)

    return draw


def _chased(
    v: Any, before: Tensor, reward: Tensor, after: Tensor, discount: float, *,
    cut: str = "target", more: str = "mean", swap: bool = False, paid: float = 1.0,
    power: int = 2,
) -> Tensor:  # fmt: skip
    """The loss, or with a fault.

    Args:
        v: the model.
        before: rows.
        reward: what was got on the way.
        after: the rows that came then.
        discount: how much a later reward counts.
        cut: what is a constant: the "target", the "guess", or "none".
        more: "mean" or "sum".
        swap: are the rows exchanged?
        paid: how much the reward counts.
        power: of the difference.
    """
    before, after = (after, before) if swap else (before, after)
    guess, target = v(before), paid * reward + discount * v(after)
    guess = guess.detach() if cut == "guess" else guess
    target = target.detach() if cut == "target" else target
    loss: Tensor = getattr((target - guess) ** power, more)()
    return loss


MODE = "v is left in another mode than it came in."
FROZEN = "v is left frozen: not all of its parameters require grad any more."
FILLED = (
    "backward() has been called in it already: return the loss with its graph, and no gradients."
)


def _look_chased(v: Any, *args: Any) -> Observed:
    own, modes = list(v.parameters()), [part.training for part in v.modules()]

    def look(result: Any) -> tuple[Any, ...]:
        loss = recorded(result)
        if not all(one.requires_grad for one in own):
            raise OddForm(FROZEN)
        if any(one.grad is not None for one in own):
            raise OddForm(FILLED)
        if [part.training for part in v.modules()] != modes:
            raise OddForm(MODE)
        if loss.numel() != 1:
            raise OddForm(f"The loss is to be one number; yours is {kind(loss)}.")
        loss.backward()
        slopes = [np.zeros(one.shape) if one.grad is None else one.grad.numpy() for one in own]
        return loss.detach(), np.concatenate([slope.ravel() for slope in slopes])

    return look


def _wrong_chase(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _chased(*args, **fault), why)


CHASE = Function(
    "x6-chase",
    ask="a function that gives the loss, in which the target is a constant",
    reference=lambda v, before, reward, after, discount: (
        _chased(v, before, reward, after, discount)
    ),
    draws=(stretch(3), stretch(2, 3)),
    parts=("the loss", "the gradients"),
    trials=4,
    show=lambda v, before, reward, after, discount: (
        f"{len(before)} rows, reward = {reward.tolist()}, discount = {discount}"
    ),
    observe=_look_chased,
    mistakes=(
        _wrong_chase("A second way back is open, through the target: it comes towards v(before) "
                     "as well. The target is to be a constant.", cut="none"),
        _wrong_chase("It is the wrong one that is a constant: v(before) is to move towards the "
                     "target, not the target towards it.", cut="guess"),
        _wrong_chase("The rows are exchanged: those after are for the target.", swap=True),
        _wrong_chase("The reward is missing in the target.", paid=0.0),
        _wrong_chase("The reward has the wrong sign.", paid=-1.0),
        Mistake(lambda v, before, reward, after, discount:
                _chased(v, before, reward, after, 1.0), "The discount has no part in it."),
        Mistake(lambda v, before, reward, after, discount:
                _chased(v, before, reward, after, -discount),
                "What v says of the rows after has the wrong sign in the target."),
        Mistake(lambda v, before, reward, after, discount:
                _chased(v, before, discount * reward, after, discount),
                "The discount is for v(after) alone, not for the reward."),
        Mistake(lambda v, before, reward, after, discount:
                _chased(v, before, reward, after, 0.0),
                "v(after) is missing in the target."),
        _wrong_chase("The loss is the mean, not the sum.", more="sum"),
        _wrong_chase("The differences are to be squared.", power=1),
    ),
)  # fmt: skip

QUESTIONS = (CHASE,)
