"""x8-adam: one step of Adam.

Source: Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015, algorithm 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...creation.filled import zeros_like
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.lives import recorded
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from ...testing.values import brief

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

QUESTIONS = (ADAM,)
