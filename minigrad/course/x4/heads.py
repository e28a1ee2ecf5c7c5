"""x4-heads: a program to repair, in which two heads share a trunk."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from ...testing.draws import leaf, plain, turned
from ...testing.kinds import Function
from ...testing.lives import NOT_KEPT, passes, walked
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted


def _heads(
    w: Tensor,
    x: Tensor,
    *,
    first: float = 1.0,
    second: float = 0.1,
    way: str = "add",
    spread_of: str = "mean",
) -> Any:
    """The gradient of the two losses, by one of several ways.

    Args:
        w: the leaf.
        x: the input.
        first: how much the first loss counts.
        second: how much the second one counts.
        way: "add", "retain", "keep" or "rebuild".
        spread_of: "mean" or "sum" of the squares.
    """
    trunk = (x * w).tanh()
    spread = first * getattr(trunk**2, spread_of)()
    lean = second * trunk.sum()
    if way == "add":
        (spread + lean).backward()
    elif way == "retain":
        spread.backward(retain_graph=True)
        lean.backward()
    elif way == "keep":
        (spread + lean).backward(retain_graph=True)
    else:
        spread.backward()
        (second * (x * w).tanh().sum()).backward()
    return w.grad


def _look_heads(w: Tensor, x: Tensor) -> Observed:
    heard = passes()

    def look(result: Any) -> tuple[Any, ...]:
        runs = heard()
        trunks = sum(node.name() == "TanhBackward0" for node in runs)
        return *parted(result, "w.grad"), trunks, walked(runs)

    return look


HEADS = Function(
    "x4-heads",
    ask="the repaired function, which gives the gradient of both losses from one pass",
    reference=lambda w, x: _heads(w, x),
    draws=(
        lambda rng: (leaf(rng, 4), plain(rng, 4)),
        lambda rng: (leaf(rng, 3), plain(rng, 2, 3)),
        lambda rng: (turned(rng, 2, 3), plain(rng, 3)),
    ),
    parts=("w.grad", "trunks on the way back", "the graphs"),
    trials=3,
    observe=_look_heads,
    mistakes=(
        Mistake(
            lambda w, x: _heads(w, x, second=0),
            "Only the first loss has arrived: the second is left out, or has no way back to w.",
        ),
        Mistake(
            lambda w, x: _heads(w, x, first=0), "Only the second loss has arrived. Both count."
        ),
        Mistake(lambda w, x: _heads(w, x, second=1), "The second loss counts a tenth, not whole."),
        Mistake(
            lambda w, x: _heads(w, x, second=-0.1),
            "The second loss is subtracted: look at its sign.",
        ),
        Mistake(
            lambda w, x: _heads(w, x, first=0.1),
            "Both losses count a tenth; the first counts whole.",
        ),
        Mistake(
            lambda w, x: _heads(w, x, first=0.1, second=1.0),
            "The factor 0.1 is at the wrong one of the two losses.",
        ),
        Mistake(
            lambda w, x: _heads(w, x, way="retain"),
            "The gradient is right, but the trunk was walked twice, and kept for that. Let the "
            "two losses meet before the way back.",
        ),
        Mistake(
            lambda w, x: _heads(w, x, way="rebuild"),
            "The gradient is right, but the trunk was computed twice. Once is enough: let the "
            "two losses meet before the way back.",
        ),
        Mistake(
            lambda w, x: _heads(w, x, second=0.01),
            "The second loss counts a tenth of a tenth: is the factor in it twice?",
        ),
        Mistake(
            lambda w, x: _heads(w, x, spread_of="sum"),
            "The first loss is the mean of the squares, not their sum.",
        ),
        Mistake(lambda w, x: _heads(w, x, way="keep"), NOT_KEPT),
    ),
)

QUESTIONS = (HEADS,)
