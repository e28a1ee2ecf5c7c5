"""x4-players: two networks, each trained on its own loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...tensor import Tensor
from ...testing.draws import leaf, plain, turned
from ...testing.kinds import Function
from ...testing.lives import NOT_KEPT, passes, walked
from ...testing.mistakes import Mistake
from ...testing.observed import Counted, Observed, parted
from ...testing.question import Draw


def _game(*shape: int) -> Draw:
    """One who draws, one who judges, their numbers, and what the picture is made from."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        return (
            Counted(lambda g, z: (g * z).tanh()),
            Counted(lambda d, picture: d * picture + d.sin()),
            leaf(rng, *shape),
            leaf(rng, *shape),
            plain(rng, *shape),
        )

    return draw


def _wide(rng: np.random.Generator) -> tuple[Any, ...]:
    """Numbers that are broadcast."""
    paint, judge, *_ = _game()(rng)
    return paint, judge, leaf(rng, 3), turned(rng, 2, 3), plain(rng, 2, 1)


def _players(
    paint: Any, judge: Any, g: Tensor, d: Tensor, z: Tensor, fault: str = ""
) -> tuple[Any, ...]:
    """Two gradients, the faults being those that PLAYERS knows."""
    picture = paint(g, z)
    seen = picture if fault in ("joined", "kept") else picture.detach()
    more = "sum" if fault == "sum" else "mean"
    hold = fault in ("joined", "kept", "hold")
    getattr(judge(d, seen) ** 2, more)().backward(retain_graph=hold)
    for_d = d.grad if fault == "both" else None if d.grad is None else d.grad.clone()
    if fault != "joined":
        g.grad = None
    picture = paint(g, z) if fault == "again" else picture
    getattr((judge(d, picture) - (0 if fault == "goal" else 1)) ** 2, more)().backward()
    return for_d, g.grad


def _faulty(fault: str) -> Callable[..., tuple[Any, ...]]:
    def wrong(paint: Any, judge: Any, g: Tensor, d: Tensor, z: Tensor) -> tuple[Any, ...]:
        return _players(paint, judge, g, d, z, fault)

    return wrong


def _look_players(paint: Any, judge: Any, g: Tensor, d: Tensor, z: Tensor) -> Observed:
    heard = passes()

    def look(result: Any) -> tuple[Any, ...]:
        grads = parted(result, "d's gradient", "g's gradient")
        return *grads, paint.calls, walked(heard())

    return look


PLAYERS = Function(
    "x4-players",
    ask="a function that gives d's gradient of D's loss, and g's gradient of G's loss",
    reference=lambda paint, judge, g, d, z: _players(paint, judge, g, d, z),
    draws=(_game(3), _game(2, 3), _wide),
    parts=("d's gradient", "g's gradient", "pictures", "the graphs"),
    trials=3,
    observe=_look_players,
    show=lambda paint, judge, g, d, z: (
        f"g = {g.tolist()}, d = {d.tolist()}, z = {z.tolist()}"
    ),
    mistakes=(
        Mistake(
            _faulty("both"),
            "G's loss is in it, too: its way back to g leads through the judge, and d's gradients "
            "add up in d.grad. Take D's away before, or ask for g's alone.",
        ),
        Mistake(
            _faulty("kept"),
            "D's pass has walked the picture's graph as well, which was kept for that. For D the "
            "picture is a constant.",
        ),
        Mistake(
            _faulty("joined"),
            "D's loss is in it, too: it went back through the picture to g. For D the picture is "
            "a constant.",
        ),
        Mistake(_faulty("hold"), NOT_KEPT),
        Mistake(_faulty("sum"), "The losses are means, not sums."),
        Mistake(
            lambda paint, judge, g, d, z: _players(paint, judge, g, d, z)[::-1],
            "d's and g's gradients are swapped: d's comes first.",
        ),
        Mistake(_faulty("again"), "One picture is enough for both."),
        Mistake(_faulty("goal"), "G wants the judge to say 1: its loss is (verdict - 1)²."),
    ),
)  # fmt: skip

QUESTIONS = (PLAYERS,)
