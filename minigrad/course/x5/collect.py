"""x5-collect: gradients of chunks that come one by one."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...creation.filled import ones
from ...nn import Linear, Module, MSELoss, Parameter, Sequential
from ...tensor import Tensor
from ...testing.draws import plain
from ...testing.kinds import Function
from ...testing.lives import MOST, crowd
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted
from ...testing.question import Draw
from .nets import flat, layers, net, relative

ONE, GRAPHS, ROWS, TWICE, NONE = (
    "one chunk or two", "the graphs of many", "the rows of many", "read more than once", "nothing",
)  # fmt: skip


class Stream:
    """Chunks that come one by one, each made when it is asked for; it notes how many are alive.

    Read a second time it starts again where a generator would be at its end: `state` tells.
    """

    def __init__(self, rng: np.random.Generator, sizes: Sequence[int], inputs: int, outputs: int):
        self.seed = int(rng.integers(10**6))
        self.sizes, self.inputs, self.outputs = list(sizes), inputs, outputs
        self.alive: list[weakref.ref[Tensor]] = []
        self.at = self.most = self.readings = 0

    def __iter__(self) -> Stream:
        if self.at in (0, len(self.sizes)):
            self.at, self.readings = 0, self.readings + 1
        return self

    def __next__(self) -> tuple[Tensor, Tensor]:
        if self.at == len(self.sizes):
            raise StopIteration
        rng, rows = np.random.default_rng([self.seed, self.at]), self.sizes[self.at]
        self.at += 1
        x = plain(rng, self.inputs, rows).t()
        self.alive = [*(ref for ref in self.alive if ref() is not None), weakref.ref(x)]
        self.most = max(self.most, len(self.alive))
        return x, plain(rng, rows, self.outputs)

    def state(self, graphs: str) -> str:
        """What was in memory at once, in a phrase."""
        if graphs == MOST:
            return GRAPHS
        if self.readings > 1:
            return TWICE
        return ROWS if self.most > 3 else ONE if self.most else NONE


class Scaled(Module):
    """A parameter that belongs to no other layer: a factor for each column."""

    def __init__(self, columns: int) -> None:
        super().__init__()
        self.factor = Parameter(1.5 * ones(columns))

    def forward(self, x: Tensor) -> Tensor:
        """Scale each column."""
        product: Tensor = x * self.factor
        return product


def scaled(*sizes: int) -> Sequential:
    """A network whose inputs are scaled, by what is learnt, too."""
    return Sequential(Scaled(sizes[0]), *net(*sizes)).double()


def stream(model: Callable[[], Any], *sizes: int, loss_fn: Any = relative) -> Draw:
    """A model, a loss function, a stream of chunks of these sizes."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        made = model()
        ends = [layer for layer in made.modules() if isinstance(layer, Linear)]
        return made, loss_fn, Stream(rng, sizes, ends[0].in_features, ends[-1].out_features)

    return draw


def _collected(
    model: Any, loss_fn: Any, chunks: Stream, *, weighted: bool = True, by: str = "rows",
    last: bool = False, first: bool = False, joint: bool = False, kept: bool = False,
) -> float:  # fmt: skip
    """The mean loss, its gradient in .grad; or with a fault.

    Args:
        model: the model.
        loss_fn: gives a mean.
        chunks: the stream.
        weighted: does a chunk count by its rows?
        by: what is divided by: "rows", "chunks", "last" for the last one's rows, "one" for
            nothing; "each" if all rows so far, in every round.
        last: are gradients cleared in every round?
        first: is only the first one read?
        joint: is there one pass for all?
        kept: are all chunks read beforehand?
    """
    rows, count, total, waiting = 0, 0, 0.0, 0.0
    for x, y in list(chunks) if kept else chunks:
        if last:
            model.zero_grad()
        loss = loss_fn(model(x), y) * (len(x) if weighted else 1)
        rows, count, total = rows + len(x), count + 1, total + loss.item()
        if joint:
            waiting = waiting + loss
        else:
            loss.backward()
        if by == "each":
            total /= rows
            _divide(model, rows)
        if first:
            break
    if isinstance(waiting, Tensor):
        waiting.backward()
    by_what = {"rows": rows, "chunks": count, "last": len(x), "one": 1, "each": 1}[by]
    _divide(model, by_what)
    return total / by_what


def _divide(model: Any, by: int) -> None:
    for one in model.parameters():
        one.grad /= by


def _look_collected(model: Any, loss_fn: Any, chunks: Stream) -> Observed:
    heard = crowd()

    def look(result: Any) -> tuple[Any, ...]:
        grads = [one.grad for one in model.parameters()]
        lacking = any(grad is None for grad in grads)
        (mean,) = parted(result, "the mean loss")
        return mean, None if lacking else flat(grads), chunks.state(heard())

    return look


def _wrong_collect(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _collected(*args, **fault), why)


COLLECT = Function(
    "x5-collect",
    ask="a function that leaves the gradient of the mean over all rows and returns that mean",
    reference=lambda model, loss_fn, chunks: _collected(model, loss_fn, chunks),
    draws=(
        stream(lambda: net(3, 2), 4, 2, 5, 3, 2, 1),
        stream(lambda: net(2, 3, 1), 1, 3, 2, 6, 2, 4, 3, loss_fn=MSELoss()),
    ),
    parts=("the mean loss", "the gradients", "in memory at once"),
    trials=4,
    show=lambda model, loss_fn, chunks: f"chunks of {chunks.sizes} rows, layers: {layers(model)}",
    observe=_look_collected,
    mistakes=(
        _wrong_collect(
            "The graphs of all chunks are there at once: either there is no way back before the "
            "last of them, or what is added up leads to them, as a loss does, other than the "
            "number in it.", joint=True,
        ),
        _wrong_collect("All chunks are fetched before the first is used.", kept=True),
        Mistake(
            lambda model, loss_fn, chunks: _collected(model, loss_fn, chunks) + 0 * len(
                list(chunks)
            ),
            "The chunks are read twice. A generator gives each only once.",
        ),
        _wrong_collect(
            "The chunks' means are simply added up; a mean over all rows is wanted.",
            weighted=False, by="one",
        ),
        _wrong_collect(
            "Each chunk counts the same, however few its rows are.", weighted=False, by="chunks"
        ),
        _wrong_collect("Here every row counts the same, but it is a sum and no mean.", by="one"),
        _wrong_collect("It is divided by the last chunk's rows, not by all.", by="last"),
        _wrong_collect("It is divided by the number of chunks, not of rows.", by="chunks"),
        _wrong_collect(
            "What came from earlier chunks is divided again in every round.", by="each"
        ),
        _wrong_collect("The means are divided by rows, but do not count by them.", weighted=False),
        _wrong_collect("Only the last chunk is in it; all are to add up.", last=True),
        _wrong_collect("Only the first chunk is in it: does the loop end early?", first=True),
    ),
)  # fmt: skip

QUESTIONS = (COLLECT,)
