"""x6-centre: a running mean that is written and not recorded."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...autograd.grad_mode import no_grad, set_grad_enabled
from ...tensor import Tensor
from ...testing.draws import plain, turned
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from .writes import WRITTEN, pulled, recorded


def layer(rows: int, columns: int, *, result: bool = True) -> Draw:
    """Rows that are a result, or a leaf; a running mean of their columns; and a rate."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = turned(rng, rows, columns)
        return (x * 1 if result else x), plain(rng, columns), round(float(rng.uniform(0.1, 0.4)), 2)

    return draw


def _centre(
    x: Tensor, mean: Tensor, rate: float, *, record: bool = False, open_: bool = False,
    early: bool = False, own: bool = False, new: bool = False, all_: bool = False,
    off: str = "mean", keep: float | None = None,
) -> Tensor:  # fmt: skip
    """The rows less the mean, which has moved; or with a fault.

    Args:
        x: the rows.
        mean: a buffer.
        rate: how far it moves.
        record: is the write recorded?
        open_: is the moved mean, as it is taken off, recorded, though the buffer is not?
        early: is the mean taken off as it was before?
        own: is it written past the counter?
        new: is another tensor made, and the buffer left alone?
        all_: is the mean of all entries taken?
        off: what is taken off: the "mean" or the mean of these "rows".
        keep: how much of the old mean is kept; default: 1 - rate.
    """
    keep = 1 - rate if keep is None else keep
    before, rows = mean.clone(), x.mean() if all_ else x.mean(0)
    moved = keep * before + rate * (rows if record or open_ else rows.detach())
    if record:
        mean.copy_(moved)
    elif not new:
        with no_grad():
            (mean.data if own else mean).copy_(moved)
    if off == "rows":
        return x - rows
    return x - (before if early else moved if new or open_ else mean)


MOVED, GRAPH, UNCOUNTED, STILL, WANTED = (
    "counted, not recorded", "recorded", "not counted", "none", "into what requires grad now",
)  # fmt: skip


def _look_centre(x: Tensor, mean: Tensor, rate: float) -> Observed:
    before, rows, version = mean.clone(), x.detach().clone(), mean._version

    def look(result: Any) -> tuple[Any, ...]:
        if not x.detach().equal(rows):
            raise OddForm(WRITTEN)
        set_grad_enabled(True)
        found = recorded(result)
        written = MOVED if mean._version > version else UNCOUNTED
        if mean.requires_grad:
            written = WANTED if mean.is_leaf else GRAPH
        elif mean.equal(before):
            written = STILL
        return found.detach(), *pulled(found, x), mean.detach(), written

    return look


def _wrong_centre(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda x, mean, rate: _centre(x, mean, rate, **fault), why)


CENTRE = Function(
    "x6-centre",
    ask="a function that moves the mean in place, unrecorded, and gives x less the mean",
    reference=lambda x, mean, rate: _centre(x, mean, rate),
    draws=(layer(3, 2), layer(4, 3), layer(3, 2, result=False)),
    parts=("the result", "x's gradient", "mean", "the write"),
    trials=3,
    observe=_look_centre,
    mistakes=(
        _wrong_centre("The mean that is taken off is to be a constant: your gradient of x comes "
                      "back through it as well.", open_=True),
        _wrong_centre("The write is recorded: a graph hangs on the buffer now, and with each call "
                      "it grows by all the graphs behind x.", record=True),
        _wrong_centre("The buffer has not moved: whoever holds it sees the old numbers. `mean = …` "
                      "gives the name to another tensor.", new=True),
        _wrong_centre("The buffer has not moved, and the mean that is taken off has a way back.",
                      new=True, open_=True),
        _wrong_centre("The numbers are right, but nobody has counted the write: a graph that has "
                      "saved the buffer would go on with wrong numbers. `.data` and NumPy write "
                      "past the counter.", own=True),
        Mistake(lambda x, mean, rate: (_centre(x, mean, rate), mean.requires_grad_())[0],
                "The buffer requires grad now: it is to be no parameter."),
        _wrong_centre("The mean is taken off as it was before; first it is to move.", early=True),
        _wrong_centre("The buffer has not moved: what was written into is a copy.",
                      new=True, early=True),
        _wrong_centre("It is the running mean that is taken off, not that of these rows.",
                      off="rows"),
        _wrong_centre("Each column has a mean of its own; yours moves towards the mean of all "
                      "entries.", all_=True),
        Mistake(lambda x, mean, rate: _centre(x, mean, 1 - rate),
                "It moves too far, or not far enough: rate is the share of the new, and 1 - rate "
                "that of the old."),
        _wrong_centre("The old mean is kept whole, and the new one added to it.", keep=1.0),
        Mistake(lambda x, mean, rate: _centre(x, mean, rate, keep=1 + rate),
                "It moves by rate times a sum. It is the way from the old mean to the new one, a "
                "difference, that it goes a part of."),
        Mistake(lambda x, mean, rate: _centre(x, mean, 1.0), "rate has no part in it."),
        Mistake(lambda x, mean, rate: _centre(x, mean, -rate),
                "It moves away from the mean of these rows."),
        Mistake(lambda x, mean, rate: _centre(x, mean, rate) + 2 * mean,
                "The mean is taken off, not added."),
        Mistake(lambda x, mean, rate: _centre(x, mean, rate) * -1,
                "It is x less the mean, not the other way round."),
    ),
)  # fmt: skip

QUESTIONS = (CENTRE,)
