"""Questions of exercise set 4, for lesson 04: three programs that fail in the second pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...autograd.grad_mode import no_grad
from ...creation import tensor
from ...tensor import Tensor
from ..draws import leaf, numbers, plain, turned
from ..kinds import Function
from ..lives import passes, walked
from ..mistakes import Mistake
from ..question import Draw

Observed = Callable[[Any], tuple[Any, ...]]

KEPT = (
    "No graph has to be kept here: without `retain_graph` (or `create_graph`) each pass frees what "
    "it has used."
)


def parted(result: Any, count: int) -> list[Any]:
    """As many parts as were asked for; None for those that are not there."""
    found = list(result) if isinstance(result, (tuple, list)) else [result]
    if result is None or len(found) > count:
        raise TypeError
    return found + [None] * (count - len(found))


# ------------------------------------------------------------------------------------- rebuild


def small(rng: np.random.Generator, *shape: int) -> Tensor:
    """A leaf of small numbers, whose exponentials stay small."""
    return tensor(numbers(rng, *shape) / 5, requires_grad=True)


def _pairs(*shape: int, rounds: int = 3, of: tuple[int, ...] | None = None) -> Draw:
    """A leaf of a shape, rounds of inputs and targets of another or the same."""
    size = (rounds, *(shape if of is None else of))
    return lambda rng: (small(rng, *shape), plain(rng, *size) / 2, plain(rng, *size) / 2)


def _tuned(
    log_scale: Tensor,
    xs: Tensor,
    ys: Tensor,
    *,
    rate: float = 0.1,
    early: bool = False,
    clear: bool = True,
    rounds: int | None = None,
    error: str = "mean",
    retain: bool = False,
) -> None:
    """As it should be, or with a fault.

    Args:
        log_scale: the leaf.
        xs: the inputs of each round.
        ys: the targets of each round.
        rate: the length of a step.
        early: is the scale computed before the loop?
        clear: does each round begin without a gradient?
        rounds: how many there are; default: all.
        error: "mean" or "sum" of the squares.
        retain: are the graphs kept?
    """
    scale = log_scale.exp()
    for x, y in list(zip(xs, ys))[:rounds]:
        scale = scale if early else log_scale.exp()
        getattr((scale * x - y) ** 2, error)().backward(retain_graph=early or retain)
        assert log_scale.grad is not None
        with no_grad():
            log_scale -= rate * log_scale.grad
        if clear:
            log_scale.grad = None


STAYED = "log_scale has not moved: do you write into the tensor that was handed over?"


def _look_tuned(log_scale: Tensor, xs: Tensor, ys: Tensor) -> Observed:
    heard = passes()
    return lambda result: (log_scale.detach(), log_scale.grad, walked(heard()))


TUNED = Function(
    "x4-tuned",
    ask="the repaired function, which moves log_scale once for each pair",
    reference=lambda log_scale, xs, ys: _tuned(log_scale, xs, ys),
    draws=(_pairs(3), _pairs(2, 3, rounds=4), _pairs(3, of=(2, 3), rounds=2)),
    parts=("log_scale", "log_scale.grad", "the graphs"),
    trials=3,
    observe=_look_tuned,
    mistakes=(
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, early=True),
            "Every step is the one from where log_scale was at the beginning. Compute the scale "
            "anew in each round, from the log_scale that the round before has left.",
        ),
        Mistake(lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, retain=True), KEPT),
        Mistake(
            lambda log_scale, xs, ys: log_scale.detach(),
            STAYED,
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rate=0, rounds=1, clear=False),
            STAYED,
        ),
        Mistake(lambda log_scale, xs, ys: _tuned(log_scale, ys, xs), "xs and ys are swapped."),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, clear=False),
            "The gradient of the round before is still there, and the next is added to it: "
            "clear it in every round.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rounds=1),
            "Only the first pair is used: does the function end too early?",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rounds=-1),
            "The last pair is not used.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rate=-0.1),
            "Uphill: the step goes against the gradient.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, rate=1.0),
            "The steps are ten times as long as they should be.",
        ),
        Mistake(
            lambda log_scale, xs, ys: _tuned(log_scale, xs, ys, error="sum"),
            "The loss is the mean of the squares, not the sum.",
        ),
    ),
)

# ----------------------------------------------------------------------------------------- add


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
        return *parted(result, 1), trunks, walked(runs)

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
        Mistake(lambda w, x: _heads(w, x, way="keep"), KEPT),
    ),
)

# -------------------------------------------------------------------------------------- detach


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
    return lambda result: (*parted(result, 1), walked(heard()))


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
        Mistake(lambda w, batches: _centred(w, batches, retain=True), KEPT),
    ),
)

QUESTIONS = (TUNED, HEADS, CENTRED)
