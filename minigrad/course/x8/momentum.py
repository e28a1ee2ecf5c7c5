"""x8-momentum: SGD with momentum, as a class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import nn
from ...autograd.grad_mode import no_grad
from ...creation.filled import zeros_like
from ...tensor import Tensor
from ...testing.draws import plain
from ...testing.lives import recorded
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ...testing.values import brief
from ..x5.nets import flat
from .made import Made, Used


def steps_of(rounds: int = 3, missing: int = 2, *shape: int) -> Draw:
    """Parameters, a rate, a momentum, and gradients for some rounds; some are missing or 0."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        sizes = (shape or (2,), (2,), (1,))
        parameters = [nn.Parameter(plain(rng, *size)) for size in sizes]
        grads: list[list[Any]] = [[plain(rng, *p.shape) for p in parameters] for _ in range(rounds)]
        for one in grads:
            one[2] = None  # never: no loss depends on it
        if missing < rounds:
            grads[missing][0] = None  # in one round
        if rounds > 1:
            grads[-1][1] = zeros_like(grads[-1][1])  # 0 is a gradient, too
        return parameters, round(rng.uniform(0.1, 0.4), 1), round(rng.uniform(0.5, 0.9), 1), grads

    return draw


def _use_optimizer(
    made: Any, parameters: list[nn.Parameter], lr: float, momentum: float, grads: list[Any]
) -> Any:
    """Round after round; the first gradients are not cleared, so the second are added to them."""
    nodes = recorded()
    optimizer = made(iter(parameters), lr, momentum)
    found, beside, left = [], "nothing", "None"
    for i, one in enumerate(grads):
        for p, g in zip(parameters, one):
            if p.grad is not None and g is not None:
                p.grad += g  # as backward() does
            elif p.grad is None and g is not None:
                p.grad = g.clone()
        given = [None if p.grad is None else p.grad.clone() for p in parameters]
        optimizer.step()
        if not all(map(_same, parameters, given)):
            beside = "changes the gradients"
        found.append(flat(parameters))
        if i == 0 and len(grads) > 1:
            continue
        optimizer.zero_grad()
        still = [p.grad for p in parameters if p.grad is not None]
        left = left if not still else "numbers" if any(g.any() for g in still) else "zeros"
    if not all(p.requires_grad for p in parameters):
        beside = "turns requires_grad off"
    beside = "records a graph" if nodes() else beside
    return found[0], found[-1], beside, left


def _same(p: Tensor, g: Any) -> bool:
    """Has a parameter this gradient?"""
    return p.grad is g or (p.grad is not None and g is not None and p.grad.equal(g))


class _Momentum:
    """SGD with momentum; its subclasses have a fault each."""

    def __init__(self, parameters: Any, lr: float, momentum: float) -> None:
        self.parameters, self.lr, self.momentum = list(parameters), lr, momentum
        self.velocities = [zeros_like(p) for p in self.parameters]

    def step(self) -> None:
        with no_grad():
            for i, p in enumerate(self.parameters):
                if p.grad is not None:
                    self.move(p, i)

    def move(self, p: Any, i: int) -> None:
        v = self.velocities[i]
        v.mul_(self.momentum).add_(p.grad)
        p -= self.lr * v

    def zero_grad(self) -> None:
        for p in self.parameters:
            p.grad = None


def _moving(move: Callable[[Any, Any, int], None]) -> Used:
    """With another move."""
    return Used(type("SGD", (_Momentum,), {"move": move}), _use_optimizer)


def _with(**methods: Callable[..., Any]) -> Used:
    """With other methods."""
    return Used(type("SGD", (_Momentum,), methods), _use_optimizer)


def _plain(self: Any, p: Any, i: int) -> None:
    p -= self.lr * p.grad


def _averaged(self: Any, p: Any, i: int) -> None:
    v = self.velocities[i]
    v.mul_(self.momentum).add_((1 - self.momentum) * p.grad)
    p -= self.lr * v


def _late(self: Any, p: Any, i: int) -> None:
    v = self.velocities[i]
    p -= self.lr * v
    v.mul_(self.momentum).add_(p.grad)


def _uphill(self: Any, p: Any, i: int) -> None:
    v = self.velocities[i]
    v.mul_(self.momentum).add_(p.grad)
    p += self.lr * v


def _sum(self: Any, p: Any, i: int) -> None:
    v = self.velocities[i]
    v.add_(p.grad)
    p -= self.lr * v


def _ahead(self: Any, p: Any, i: int) -> None:
    v = self.velocities[i]
    v.mul_(self.momentum).add_(p.grad)
    p -= self.lr * (p.grad + self.momentum * v)


def _into_the_gradient(self: Any, p: Any, i: int) -> None:
    p.grad.add_(self.momentum * self.velocities[i])
    self.velocities[i] = p.grad.clone()
    p -= self.lr * p.grad


def _elsewhere(self: Any, p: Any, i: int) -> None:
    v = self.velocities[i]
    v.mul_(self.momentum).add_(p.grad)
    self.parameters[i] = (p - self.lr * v).requires_grad_()


def _left_out(fades: bool, moves: bool) -> Used:
    """Where .grad is None, the velocity fades all the same, or the parameter moves."""

    def step(self: Any) -> None:
        with no_grad():
            for p, v in zip(self.parameters, self.velocities):
                if fades or p.grad is not None:
                    v.mul_(self.momentum)
                if p.grad is not None:
                    v.add_(p.grad)
                if moves or p.grad is not None:
                    p -= self.lr * v

    return _with(step=step)


def _forgetting(self: Any) -> None:
    _Momentum.zero_grad(self)
    for v in self.velocities:
        v.zero_()


def _walked_through(self: Any, parameters: Any, lr: float, momentum: float) -> None:
    _Momentum.__init__(self, parameters, lr, momentum)
    self.parameters = iter(self.parameters)


def _rebound(self: Any) -> None:
    for p in self.parameters:
        if p.grad is not None:
            p = p - self.lr * p.grad


def _for_all(self: Any, p: Any, i: int) -> None:
    v = self.velocities[0]
    v.mul_(self.momentum).add_(p.grad)
    p -= self.lr * v


def _kept(self: Any, p: Any, i: int) -> None:
    own = vars(self).setdefault("own", {})
    own[i] = self.momentum * own[i] + p.grad if i in own else p.grad
    p -= self.lr * own[i]


def _kept_in_place(self: Any, p: Any, i: int) -> None:
    own = vars(self).setdefault("own", {})
    own[i] = own[i].mul_(self.momentum).add_(p.grad) if i in own else p.grad
    p -= self.lr * own[i]


def _not_by_zero(self: Any, p: Any, i: int) -> None:
    if p.grad.any():
        _Momentum.move(self, p, i)


def _flagged_off(self: Any) -> None:
    _Momentum.step(self)
    for p in self.parameters:
        p.requires_grad_(False)


def _waiting(self: Any) -> None:
    with no_grad():
        for i, p in enumerate(self.parameters):
            if p.grad is None:
                break
            self.move(p, i)


def _idle(self: Any) -> Any:
    return self.parameters


def _clearing(self: Any) -> None:
    _Momentum.step(self)
    _Momentum.zero_grad(self)


def _to_zero(self: Any) -> None:
    for p in self.parameters:
        if p.grad is not None:
            p.grad.zero_()


def _told(parameters: Any, lr: float, momentum: float, grads: Any) -> str:
    rounds = "; then ".join(brief([[] if g is None else g for g in one]) for one in grads)
    return (
        f"parameters {', '.join(map(brief, parameters))}, lr = {lr}, momentum = {momentum}, "
        f"gradients ([]: none; the second are added to the first) {rounds}"
    )


_ALIAS = (
    "The first velocity *is* `p.grad`, the same tensor: what is written into one stands in the "
    "other, such as a second gradient that backward() adds. `p.grad.clone()` is one of its own."
)
MOMENTUM = Made(
    "x8-momentum",
    ask="a class SGD(parameters, lr, momentum) with step() and zero_grad()",
    reference=Used(_Momentum, _use_optimizer),
    draws=(steps_of(), steps_of(1), steps_of(4, 2, 2, 2)),
    parts=("the parameters after one step", "after the last", "what else step() does",
           "what zero_grad() leaves"),
    trials=3,
    show=_told,
    mistakes=(
        Mistake(_moving(_plain), "The momentum has no part in it: this is plain SGD."),
        Mistake(_moving(_averaged), "The gradient goes into the velocity whole, not with 1 - μ."),
        Mistake(_moving(_late), "p moves with the velocity of the step before: first v, then p."),
        Mistake(_moving(_uphill), "p moves uphill."),
        Mistake(_moving(_sum), "The velocity does not fade: in each step it is multiplied by μ."),
        Mistake(_moving(_ahead), "It looks a step ahead, as Nesterov's way does. Here p moves by "
                                 "lr times v."),
        Mistake(_moving(_into_the_gradient),
                "The gradients have other numbers after a step: they are to be read alone. (If "
                "the first velocity *is* `p.grad`, what is written into it is written there.)"),
        Mistake(_moving(_kept_in_place), _ALIAS),
        Mistake(_moving(_kept), _ALIAS),
        Mistake(_moving(_for_all), "Each parameter has a velocity of its own: here several have "
                                   "one together."),
        Mistake(_moving(_not_by_zero), "A gradient of 0 is a gradient: p goes on with the rest of "
                                       "its velocity. Only where .grad is None it is left out."),
        Mistake(_left_out(fades=True, moves=True),
                "A parameter whose .grad is None is left out of a step, with its velocity. Yours "
                "goes on with the old one."),
        Mistake(_left_out(fades=False, moves=True),
                "A parameter whose .grad is None is left out of a step: yours moves on by its "
                "velocity."),
        Mistake(_with(zero_grad=_forgetting), "zero_grad() is for the gradients. The velocities go "
                                              "on."),
        Mistake(_with(__init__=_walked_through),
                "A generator is walked through once, and empty after that: from the second time on "
                "nothing moves, and nothing is cleared. `list(parameters)` keeps what it gives."),
        Mistake(_with(zero_grad=_to_zero), "zero_grad() leaves zeros. It is to leave None."),
        Mistake(_with(zero_grad=_idle), "zero_grad() leaves the gradients there."),
        Mistake(_with(step=_idle),
                "The parameters that were handed over have not moved. `p = p - …` makes a new "
                "tensor; a layer holds the old one."),
        Mistake(_with(step=_rebound),
                "The parameters that were handed over have not moved, and something is recorded: "
                "`p = p - …` makes a new tensor, and a layer holds the old one. Write into p, and "
                "under `torch.no_grad()`."),
        Mistake(_moving(_elsewhere),
                "The parameters that were handed over have not moved, and their gradients are "
                "still there. Was a generator walked through before? `list(parameters)` keeps what "
                "it gives. Or is there a `p = p - …`? It makes a new tensor, and a layer holds the "
                "old one."),
        Mistake(_left_out(fades=True, moves=False),
                "The velocity of a parameter whose .grad is None is left out of a step, too: yours "
                "fades all the same."),
        Mistake(_with(step=_flagged_off),
                "A step leaves parameters that require no grad: the next loss has nothing to go "
                "back to. `no_grad` turns recording off, and leaves the tensors as they are."),
        Mistake(_with(step=_waiting),
                "One without a gradient ends the step: those after it do not move any more."),
        Mistake(_with(step=_clearing), "The gradients are gone after a step: that is for "
                                       "zero_grad() to do."),
    ),
)  # fmt: skip

QUESTIONS = (MOMENTUM,)
