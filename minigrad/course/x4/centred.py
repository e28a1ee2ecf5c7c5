"""x4-centred: a program to repair, whose average is carried on."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.lives import NOT_KEPT, passes, walked
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted

EMPTIED = "Yours is 0 everywhere: is w.grad emptied in the loop? The gradients are to add up in it."


def _centred(
    w: Tensor,
    batches: Tensor,
    *,
    cut: str = "before",
    last: bool = False,
    new: float = 0.5,
    rounds: int | None = None,
    error: str = "sum",
    retain: bool = False,
) -> Any:
    """The gradient of all rounds.

    Args:
        w: the leaf.
        batches: one for each round.
        cut: what of the average is a constant: what comes from the rounds "before", what a round
            adds to it ("now"), "both", or "none"; or it is thrown away ("lost"); or it is what
            the average is compared with ("f").
        last: does the last round count alone?
        new: how much a round counts in the average.
        rounds: how many there are; default: all.
        error: "sum" or "mean" of the squares.
        retain: are the graphs kept?
    """
    average: Any = 0.0
    for x in batches[:rounds]:
        if last:
            w.grad = None
        f = (x * w).tanh()
        own = f.mean().detach() if cut in ("now", "both") else f.mean()
        average = (1 - new) * average + new * own
        getattr(((f.detach() if cut == "f" else f) - average) ** 2, error)().backward(
            retain_graph=retain or cut == "none"
        )
        if cut in ("before", "both", "f"):
            average = average.detach()
        elif cut == "lost":
            average = 0.0
    return w.grad


def _look_centred(w: Tensor, batches: Tensor) -> Observed:
    heard = passes()
    return lambda result: (*parted(result, "w.grad"), walked(heard()))


CENTRED = Function(
    "x4-centred",
    ask="the repaired function, which gives the gradient of all rounds",
    reference=lambda w, batches: _centred(w, batches),
    draws=(
        lambda rng: (leaf(rng, 3), plain(rng, 4, 3)),
        lambda rng: (leaf(rng, 3), plain(rng, 3, 2, 3)),
    ),
    parts=("w.grad", "the graphs"),
    trials=4,
    observe=_look_centred,
    mistakes=(
        Mistake(
            lambda w, batches: _centred(w, batches, cut="none"),
            "It runs now, but each pass walks the rounds before it as well. The average that comes "
            "from them is to be a constant.",
        ),
        Mistake(
            lambda w, batches: _centred(w, batches, cut="both"),
            "Too much is cut: what the round itself adds to the average is no constant. Cut when "
            "the round is over.",
        ),
        Mistake(
            lambda w, batches: _centred(w, batches, cut="f"),
            "The way back through f itself is cut; only that through the average is there.",
        ),
        Mistake(
            lambda w, batches: _centred(w, batches, cut="lost"),
            "The average begins with 0 in each round. Its value is to go on; only the graph behind "
            "it is not.",
        ),
        Mistake(
            lambda w, batches: _centred(w, batches, last=True),
            "Only the last round's gradient is in it; those of all rounds add up.",
        ),
        Mistake(
            lambda w, batches: _centred(w, batches, rounds=1),
            "Only the first round's gradient is in it: does the function end too early?",
        ),
        Mistake(lambda w, batches: _centred(w, batches, rounds=-1), "The last round is not in it."),
        Mistake(
            lambda w, batches: _centred(w, batches, new=1.0),
            "The rounds before have no part in the average.",
        ),
        Mistake(
            lambda w, batches: _centred(w, batches, new=0.0),
            "The average stays 0: nothing is added to it.",
        ),
        Mistake(
            lambda w, batches: _centred(w, batches, error="mean"),
            "The loss is the sum of the squares, not their mean.",
        ),
        Mistake(lambda w, batches: w.detach() * 0, EMPTIED),
        Mistake(lambda w, batches: _centred(w, batches, retain=True), NOT_KEPT),
    ),
)

QUESTIONS = (CENTRED,)
