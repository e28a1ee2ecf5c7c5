"""x5-roll: a loop by hand, with momentum and a brake."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...dtype import float64
from ...tensor import Tensor
from ...testing.draws import leaf, plain, turned
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Counted, Observed
from ...testing.question import Draw


def bowl(*shape: int, k: int = 9, lean: bool = False) -> Draw:
    """A loss whose values go up and down on the way, a leaf, a rate, a momentum, a number."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        w = (turned if len(shape) == 2 else leaf)(rng, *shape)
        goal = plain(rng, *shape) + (2.0 if lean else 0.0)
        steep = tensor(rng.uniform(0.8, 2.5, (2, *shape)))
        loss_of = Counted(lambda w: (steep * (w - goal) ** 2).sum())
        return loss_of, w, 0.07, round(float(rng.uniform(0.8, 0.95)), 2), k

    return draw


def pit(lr: float, k: int) -> Draw:
    """The square of one number, from 1: at rate 1 losses repeat, beyond it they rise in a row."""
    start = partial(tensor, 1.0, requires_grad=True)
    return lambda rng: (Counted(lambda w: w**2), start(dtype=float64), lr, 0.5, k)


def _rolled(
    loss_of: Any, w: Tensor, lr: float, momentum: float, k: int, *,
    restart: str = "rise", least: bool = False, new: float = 1.0, order: str = "halt first",
    clear: bool = True, calls: int = 1,
) -> list[float]:  # fmt: skip
    """The losses of k steps, or with a fault.

    Args:
        loss_of: gives the loss.
        w: the leaf.
        lr: the length of a step.
        momentum: how much of the velocity is kept.
        k: how many steps.
        restart: when the velocity is 0 again: at a "rise", "always" or "never".
        least: is a loss compared with the least before it, or with the last?
        new: how much the gradient counts.
        order: "halt first", or "halt last" if the gradient is lost with the velocity.
        clear: does each gradient stand alone?
        calls: how often the loss is computed in each round.
    """
    velocity: Any = 0.0
    losses: list[float] = []
    for _ in range(k):
        loss = [loss_of(w) for _ in range(calls)][-1]
        w.grad = None if clear else w.grad
        loss.backward()
        if losses:
            risen = loss.item() > (min(losses) if least else losses[-1])
            halt = {"rise": risen, "always": True, "never": False}[restart]
        else:
            halt = False
        if halt and order == "halt first":
            velocity = 0.0
        assert w.grad is not None
        velocity = momentum * velocity + new * w.grad
        if halt and order == "halt last":
            velocity = velocity * 0
        with no_grad():
            w -= lr * velocity
        losses.append(loss.item())
    return losses


def _shared(
    loss_of: Any, w: Tensor, lr: float, momentum: float, k: int, *, always: bool = True
) -> list[float]:
    """The velocity is the tensor in w.grad, which is made 0 in place; at first or `always`."""
    velocity: Any = None
    losses: list[float] = []
    for _ in range(k):
        loss = loss_of(w)
        loss.backward()
        assert w.grad is not None
        if losses and loss.item() > losses[-1]:
            velocity = None
        if velocity is not None and not always:
            velocity = velocity.clone()
        velocity = w.grad if velocity is None else velocity.mul_(momentum).add_(w.grad)
        with no_grad():
            w -= lr * velocity
        w.grad.zero_()
        losses.append(loss.item())
    return losses


NUMBERS, TENSORS = "plain numbers", "tensors"


def _look_rolled(loss_of: Counted, w: Tensor, lr: float, momentum: float, k: int) -> Observed:
    def look(result: Any) -> tuple[Any, ...]:
        if not isinstance(result, (list, tuple)):
            raise TypeError
        tensors = any(isinstance(one, Tensor) for one in result)
        return w.detach(), result, TENSORS if tensors else NUMBERS, loss_of.calls

    return look


def _wrong_roll(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _rolled(*args, **fault), why)


def _other(change: Callable[..., Any], why: str) -> Mistake:
    """Called with other numbers, or with another end."""
    return Mistake(lambda loss_of, w, lr, momentum, k: change(loss_of, w, lr, momentum, k), why)


ITSELF = "The velocity is the tensor in w.grad itself, and is cleared with it."
AFTER = "These are the losses after each step; wanted are those before."

ROLL = Function(
    "x5-roll",
    ask="a function that makes k steps with momentum and gives the loss before each of them",
    reference=lambda loss_of, w, lr, momentum, k: _rolled(loss_of, w, lr, momentum, k),
    draws=(bowl(2), bowl(2, 3, k=12), bowl(3, k=8)),
    parts=("w", "the losses", "they are", "calls of loss_of"),
    show=lambda loss_of, w, lr, momentum, k: (
        f"w = {w.tolist()}, lr = {lr}, momentum = {momentum}, k = {k}"
    ),
    observe=_look_rolled,
    mistakes=(
        _wrong_roll("The velocity is never stopped, not even where the loss has risen.",
                    restart="never"),
        _wrong_roll("The velocity begins anew in every round.", restart="always"),
        _wrong_roll("A loss is compared with the one of the round before, not with the least.",
                    least=True),
        _wrong_roll("Where the velocity is stopped, the round's own gradient is lost as well.",
                    order="halt last"),
        _wrong_roll("The gradients of all rounds add up in w.grad.", clear=False),
        Mistake(_shared, ITSELF),
        _other(partial(_shared, always=False), ITSELF),
        _wrong_roll("loss_of is called twice in each round; once is enough.", calls=2),
        _other(lambda f, w, lr, m, k: _rolled(f, w, lr, m, k, new=1 - m),
               "The gradient counts whole in the velocity; only the old velocity is scaled."),
        _other(lambda f, w, lr, m, k: _rolled(f, w, lr, m, k, new=m),
               "momentum scales the gradient, too; only the old velocity is scaled."),
        _other(lambda f, w, lr, m, k: _rolled(f, w, -lr, m, k),
               "Uphill: w moves along the velocity, not against it."),
        _other(lambda f, w, lr, m, k: _rolled(f, w, lr, 1.0, k), "momentum has no part in it."),
        _other(lambda f, w, lr, m, k: _rolled(f, w, 0.0, m, k),
               "w has not moved: do you write into the tensor that was handed over?"),
        _other(lambda *args: [tensor(one) for one in _rolled(*args)],
               "These are tensors. The number in a tensor of one element is its .item()."),
        _other(lambda f, w, lr, m, k: _rolled(f, w, lr, m, k - 1), "One round is missing."),
        _other(lambda f, w, lr, m, k: _rolled(f, w, lr, m, k + 1), "There is one round too many."),
        _other(lambda f, w, lr, m, k: _rolled(f, w, lr, m, 1),
               "There is one round alone: does the function end within the loop?"),
        _other(lambda f, w, lr, m, k: _rolled(f, w, lr, m, k + 1)[1:], AFTER),
        _other(lambda f, w, lr, m, k: _rolled(f, w, lr, m, k + 1, restart="never")[1:], AFTER),
    ),
)  # fmt: skip

QUESTIONS = (ROLL,)
