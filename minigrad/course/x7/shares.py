"""x7-shares: a softmax to repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...creation.filled import ones_like
from ...nn.functional import softmax
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Operation
from ...testing.kinds.operation import Halves
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ..lessons.lesson_07_operations import IGNORED
from .halves import halves


def like(*shape: int) -> Draw:
    """A leaf, and what arrives in its shape."""
    return lambda rng: (leaf(rng, *shape), plain(rng, *shape))


def _softmax(pull: Callable[[Tensor, Tensor], Any]) -> Halves:
    return halves(lambda x: softmax(x, -1), lambda g, shares, x: pull(g, shares))


def _less(g: Tensor, shares: Tensor, dim: int = -1, keepdim: bool = True) -> Any:
    return shares * (g - (g * shares).sum(dim, keepdim))


SHARES = Operation(
    "x7-shares",
    ask="the repaired Function: the softmax of each row",
    reference=_softmax(_less),
    draws=(like(2, 3), like(3, 3), like(4), like(2, 2, 3)),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(
            halves(lambda x: softmax(x, -1), lambda g, shares, x: _less(g, x)),
            "The axis is right now. And `shares` in the backward: is it what its name says? Look "
            "at what forward has saved.",
        ),
        Mistake(
            halves(lambda x: softmax(x, -1), lambda g, shares, x: _less(g, x, 0, keepdim=False)),
            "Two things are wrong still: what is called `shares` in the backward is what forward "
            "has saved, and the sum is to run along each row.",
        ),
        Mistake(_softmax(lambda g, shares: _less(g, shares, 0)),
                "It is summed down the columns. Each row's shares depend on each other, and on "
                "nothing in another row."),
        Mistake(_softmax(lambda g, shares: shares * (g - (g * shares).sum())),
                "All of it is summed. Each row's shares depend on each other, and on nothing in "
                "another row."),
        Mistake(_softmax(lambda g, shares: g * shares * (1 - shares)),
                "That is how an entry moves its own share. It moves all others of its row, too."),
        Mistake(_softmax(lambda g, shares: g * shares),
                "The part that is taken off is missing: as one share grows, the others shrink."),
        Mistake(_softmax(lambda g, shares: g - (g * shares).sum(-1, keepdim=True)),
                "The factor in front is missing: the share itself."),
        Mistake(_softmax(lambda g, shares: shares * (g + (g * shares).sum(-1, keepdim=True))),
                "The sign in the middle: as one share grows, the others shrink."),
        Mistake(_softmax(lambda g, shares: shares * (g - g.sum(-1, keepdim=True))),
                "In the sum, each gradient counts with its share."),
        Mistake(_softmax(lambda g, shares: shares * (g - (g * shares).mean(-1, keepdim=True))),
                "In the bracket stands a sum, not a mean."),
        Mistake(_softmax(lambda g, shares: shares * g - (g * shares).sum(-1, keepdim=True)),
                "A bracket is missing: the share in front multiplies what is taken off, too."),
        Mistake(halves(lambda x: softmax(x, -1), lambda g, _, x: _less(g, x.exp())),
                "These are not shares yet: the exponentials have to be divided by their sum."),
        Mistake(halves(lambda x: softmax(x, 0), lambda g, shares, x: _less(g, shares, 0)),
                "These are the shares of the columns. The forward was right: along each row."),
        Mistake(_softmax(lambda g, shares: shares * (1 - shares)), IGNORED),
        Mistake(_softmax(lambda g, shares: ones_like(g) * 0.0), IGNORED),
    ),
)  # fmt: skip

QUESTIONS = (SHARES,)
