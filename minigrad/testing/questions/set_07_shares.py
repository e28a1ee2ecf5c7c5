"""Exercise set 7, second part: who gets which share of what arrives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...creation.filled import ones_like
from ...nn.functional import softmax
from ...tensor import Tensor
from ..draws import leaf, numbers, plain
from ..kinds import Operation
from ..kinds.operation import Halves
from ..mistakes import Mistake
from ..question import Draw
from .lesson_07_operations import IGNORED
from .set_07 import halves

# -------------------------------------------------------------------------------- logsumexp


def rows(*shape: int) -> Draw:
    """A leaf, and what arrives at one number for each of its rows."""
    return lambda rng: (leaf(rng, *shape), plain(rng, *shape[:-1]))


def far_apart(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """A row of numbers whose exponential is too large, and one where it is next to nothing."""
    x = np.array([[800.0, -799.0, -800.0], [-800.0, -801.0, -799.5]])
    return tensor(x + numbers(rng, 2, 3) / 10, requires_grad=True), plain(rng, 2)


def far_down(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """A single row, of numbers whose exponentials are next to nothing."""
    x = np.array([-800.0, -801.0, -799.5]) + numbers(rng, 3) / 10
    return tensor(x, requires_grad=True), plain(rng)


def _stable(x: Tensor) -> Any:
    return x.logsumexp(-1)


def _share(x: Tensor, result: Tensor) -> Any:
    return (x - result.unsqueeze(-1)).exp()


def _sum_of_exp(
    compute: Callable[[Tensor], Any] = _stable,
    share: Callable[[Tensor, Tensor], Any] = _share,
    lay: Callable[[Tensor, Tensor], Any] = lambda g, x: g.unsqueeze(-1),
) -> Halves:
    return halves(lambda x: compute(x), lambda g, result, x: lay(g, x) * share(x, result))


def _naive(x: Tensor) -> Any:
    return x.exp().sum(-1).log()


def _top(x: Tensor) -> Any:
    return x.amax(-1, keepdim=True)


_LARGE = (
    "The formula is right, and for large entries the exponential is more than a number can be; for "
    "very small ones nothing is left of it, and its logarithm is -inf. "
)
LOGSUMEXP = Operation(
    "x7-logsumexp",
    ask="a Function of x: the logarithm of the sum of exponentials of each row, whatever is in it",
    reference=_sum_of_exp(),
    draws=(rows(2, 3), rows(4), far_apart, far_down, rows(3, 3), rows(2, 2, 3)),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(_sum_of_exp(_naive), _LARGE + "Take the largest entry of each row out first."),
        Mistake(
            _sum_of_exp(lambda x: x.max() + _naive(x - x.max())),
            "The largest entry of all is taken out of every row. In a row that lies far below it "
            "nothing is left: each row has a largest entry of its own.",
        ),
        Mistake(
            _sum_of_exp(lambda x: _naive(x - _top(x).relu()) + _top(x).relu().squeeze(-1)),
            "What is taken out of a row is far above it if all of its entries are negative, and "
            "nothing is left. Its largest entry is negative, too: neither 0 nor an absolute value.",
        ),
        Mistake(
            _sum_of_exp(lambda x: _naive(x - x.mean(-1, keepdim=True)) + x.mean(-1)),
            "What is taken out lies below the largest entry, so an exponent may be far above 0. "
            "With the largest of the row none is.",
        ),
        Mistake(
            _sum_of_exp(lambda x: _naive(x - _top(x))),
            "What was taken out of the exponentials has to come back: add the largest entry to the "
            "logarithm.",
        ),
        Mistake(
            _sum_of_exp(lambda x: _stable(x) - 2 * x.amax(-1)),
            "The largest entry is taken off once more, where it is to be added.",
        ),
        Mistake(_sum_of_exp(lambda x: _stable(x).exp()), "The logarithm is missing."),
        *(Mistake(_sum_of_exp(compute), "The logarithm is missing.") for compute in (
            lambda x: x.exp().sum(-1), lambda x: (x - _top(x)).exp().sum(-1) + _top(x).squeeze(-1),
        )),
        Mistake(_sum_of_exp(lambda x: _naive(x - _top(x)) + _top(x)),
                "The largest entries stand in a column, for `keepdim` left them there, and the "
                "logarithms in a row: added, they make a table. `squeeze(-1)`."),
        Mistake(
            _sum_of_exp(share=lambda x, _: x.exp() / x.exp().sum(-1, keepdim=True)),
            _LARGE + "The result is the logarithm of that sum: e^x / e^result is e^(x - result).",
        ),
        Mistake(
            _sum_of_exp(share=lambda x, _: (x - _top(x)).exp()),
            "These are not shares yet: the largest has 1, and together they are more. Divide by "
            "their sum.",
        ),
        Mistake(
            _sum_of_exp(share=lambda x, _: softmax(x, 0)),
            "The shares are those of the columns. A row's result has a share for each of its own "
            "entries.",
        ),
        Mistake(_sum_of_exp(lay=lambda g, x: ones_like(g).unsqueeze(-1)), IGNORED),
        Mistake(_sum_of_exp(share=lambda x, _: ones_like(x)),
                "That is the slope of a plain sum. Here an entry counts with its share."),
        Mistake(_sum_of_exp(share=lambda x, _: (x == _top(x)) * 1.0),
                "That is the slope of the largest entry. The others count, too, with their "
                "shares."),
        Mistake(_sum_of_exp(share=lambda x, _: x.exp()),
                "That is the slope of the sum of exponentials. The logarithm has one, too: it "
                "divides by that sum."),
        Mistake(_sum_of_exp(share=lambda x, result: softmax(x, -1) * softmax(x, -1)),
                "The share is there twice."),
        Mistake(_sum_of_exp(share=lambda x, result: softmax(x, -1) * (1 - softmax(x, -1))),
                "That is a slope of softmax. The slope of this one is softmax itself."),
        Mistake(_sum_of_exp(share=lambda x, result: (result.unsqueeze(-1) - x).exp()),
                "The exponent has the wrong sign: a share is at most 1."),
        Mistake(_sum_of_exp(share=lambda x, result: x - result.unsqueeze(-1)),
                "These are the logarithms of the shares."),
        Mistake(_sum_of_exp(share=lambda x, result: _share(result, result)),
                "This is computed from the result where the input is wanted: look at what was "
                "saved, and in which order."),
        Mistake(_sum_of_exp(lay=lambda g, x: g.sum()),
                "Every row gets all that arrives. To each belongs one number of it."),
    ),
)  # fmt: skip

# ---------------------------------------------------------------------- borders that can learn


def bordered(count: int = 3, shape: tuple[int, ...] = ()) -> Draw:
    """Entries below, at, between, at and above two borders; the borders; what arrives."""

    def draw(rng: np.random.Generator) -> tuple[Tensor, ...]:
        low, high = -abs(numbers(rng)) - 0.02, abs(numbers(rng)) + 0.02
        sides = [low - 1.5, low - 0.25, low, low / 3, high / 3, high, high + 0.4]
        x = rng.permutation(np.append(numbers(rng, count), sides))
        x = x.reshape(shape or x.shape)
        return (*(tensor(v, requires_grad=True) for v in (x, low, high)), plain(rng, *x.shape))

    return draw


def _between(x: Tensor, low: Tensor, high: Tensor) -> Tensor:
    return ((x >= low) & (x <= high)) * 1.0


def _clamped(
    sides: Callable[..., tuple[Any, ...]] = lambda x, result, low, high: (
        _between(x, low, high), (x < low) * 1.0, (x > high) * 1.0,
    ),
    total: Callable[[Tensor], Any] = lambda part: part.sum(),
    result: Callable[..., Any] = lambda x, low, high: x.clamp(low.item(), high.item()),
    arrives: bool = True,
) -> Halves:  # fmt: skip
    def pull(g: Tensor, found: Tensor, x: Tensor, low: Tensor, high: Tensor) -> tuple[Any, ...]:
        g = g if arrives else ones_like(g)
        inside, below, above = sides(x, found, low, high)
        return g * inside, total(g * below), total(g * above)

    return halves(lambda x, low, high: result(x, low, high), pull)


_AT = "What lies exactly on a border counts as inside: what arrives there goes to `x`"
CLAMP = Operation(
    "x7-clamp",
    ask="a Function of x, low and high: x, but not below low and not above high, which learn, too",
    reference=_clamped(),
    draws=(bordered(), bordered(5, (3, 4)), bordered(1, (2, 4)), bordered(2, (3, 3))),
    parts=("the result", "the gradient of x", "the gradient of low", "the gradient of high"),
    mistakes=(
        Mistake(_clamped(total=lambda part: part),
                "It still has the shape of x. A border is one number that is used in several "
                "places, and what comes from each of them is added up."),
        Mistake(_clamped(total=lambda part: part, arrives=False), IGNORED),
        Mistake(_clamped(arrives=False), IGNORED),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), (x <= low) * 1.0, (x >= high) * 1.0)),
                f"{_AT} alone. Here the border gets it as well: more than has arrived."),
        Mistake(_clamped(lambda x, r, low, high: (
                    ((x > low) & (x < high)) * 1.0, (x < low) * 1.0, (x > high) * 1.0)),
                f"{_AT}. Here nobody gets it."),
        Mistake(_clamped(lambda x, r, low, high: (
                    ((x > low) & (x < high)) * 1.0, (x <= low) * 1.0, (x >= high) * 1.0)),
                f"{_AT}, not to the border."),
        Mistake(_clamped(lambda x, r, low, high: (ones_like(x), (x < low) * 1.0, (x > high) * 1.0)),
                "All of it goes to x. Where the result is a border, x can move and the result does "
                "not."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), (x > high) * 1.0, (x < low) * 1.0)),
                "The two borders are exchanged: `low` is the result where x lies below it."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), _between(x, low, high), _between(x, low, high))),
                "A border moves the result where it *is* the result, not where x is."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), (x < low) * -1.0, (x > high) * -1.0)),
                "Where the border is the result, its slope is 1: if it rises, so does the result."),
        Mistake(_clamped(lambda x, r, low, high: (_between(x, low, high), 0.0 * x, 0.0 * x)),
                "A border learns nothing here. Where x lies beyond it, it is the result."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), (x > low) * 1.0, (x < high) * 1.0)),
                "The comparison is turned round: a border is the result where x lies beyond it."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(r, low, high), (r < low) * 1.0, (r > high) * 1.0)),
                "You compare the result with the borders, and it is never beyond them: there "
                "the input has to be looked at. Was the right one saved?"),
        Mistake(_clamped(total=lambda part: part.sum(0)),
                "A border is one number: added up are all places, not those along one dimension."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), ones_like(x), ones_like(x))),
                "A border gets all that arrives. It is the result only where x lies beyond it."),
        Mistake(_clamped(lambda x, r, low, high: (
                    _between(x, low, high), 1 - _between(x, low, high), 1 - _between(x, low, high),
                )),
                "A border gets what belongs to the other one, too: `low` is the result where x "
                "lies below it, `high` where x lies above."),
        Mistake(_clamped(total=lambda part: part.mean()), "Summed, not averaged."),
        Mistake(_clamped(result=lambda x, low, high: x * _between(x, low, high)),
                "What lies outside becomes 0. It should become the border that it is beyond."),
        Mistake(_clamped(result=lambda x, low, high: x.clamp(min=low.item())),
                "Nothing is cut off above."),
        Mistake(_clamped(result=lambda x, low, high: x.clamp(max=high.item())),
                "Nothing is cut off below."),
    ),
)  # fmt: skip

# ----------------------------------------------------------------------- the largest along a dim


def tied(*shape: int, dim: int, shift: float = 0.0) -> Draw:
    """Numbers of which the largest along a dimension may be there several times, and `dim`.

    Some of the others lie just below it.
    """

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = numbers(rng, *shape)
        top = np.abs(numbers(rng, *np.expand_dims(x.sum(dim), dim).shape)) + 3
        there = rng.random(shape) < 0.4
        first = np.argmax(rng.random(shape), dim)
        np.put_along_axis(there, np.expand_dims(first, dim), True, dim)
        arrives = plain(rng, *first.shape)
        x = np.where(rng.random(shape) < 0.4, top - 0.1, x)
        return tensor(np.where(there, top, x) + shift, requires_grad=True), dim, arrives

    return draw


def _amax(
    share: Callable[[Tensor, int], Any],
    lay: Callable[[Tensor, int], Any] = lambda g, dim: g.unsqueeze(dim),
    result: Callable[[Tensor, int], Any] = lambda x, dim: x.amax(dim),
    wins: Callable[[Tensor, int], Any] = lambda x, dim: x == x.amax(dim, keepdim=True),
) -> Halves:
    def pull(g: Tensor, _: Tensor, x: Tensor, dim: int) -> Any:
        return lay(g, dim) * share(wins(x, dim) * 1.0, dim)

    return halves(lambda x, dim: result(x, dim), pull)


def _even(wins: Tensor, dim: int) -> Any:
    return wins / wins.sum(dim, keepdim=True)


def _one(wins: Tensor, dim: int) -> Any:
    return wins * (wins.cumsum(dim) == 1)


AMAX = Operation(
    "x7-amax",
    ask="a Function of x and dim: the largest along it; entries that tie share evenly",
    reference=_amax(_even),
    draws=(
        tied(2, 4, dim=1),
        tied(4, 3, dim=0),
        tied(5, dim=0),
        tied(2, 4, 3, dim=-2),
        tied(3, 3, dim=1, shift=-9.0),
    ),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(_amax(lambda wins, dim: wins),
                "Each of those that tie gets all that arrives. Together that is more than has "
                "arrived."),
        Mistake(_amax(_one), "The first of those that tie gets everything, as in `max(dim)`. Here "
                             "they are to share."),
        Mistake(_amax(lambda wins, dim: _one(wins.flip(dim), dim).flip(dim)),
                "The last of those that tie gets everything. They are to share."),
        Mistake(_amax(lambda wins, dim: wins / wins.sum()),
                "It is divided by the number of all that are largest anywhere. How many share one "
                "gradient?"),
        Mistake(_amax(lambda wins, dim: wins / wins.shape[dim]),
                "It is divided by the number of all entries along `dim`. How many share?"),
        Mistake(_amax(_even, lambda g, dim: ones_like(g).unsqueeze(dim)), IGNORED),
        Mistake(_amax(lambda wins, dim: wins, lambda g, dim: ones_like(g).unsqueeze(dim)), IGNORED),
        Mistake(_amax(_even, wins=lambda x, dim: x == x.max()),
                "Compared with the largest of all. Each place of the result has a largest of its "
                "own."),
        Mistake(_amax(lambda wins, dim: wins / wins.sum(dim, keepdim=True).clamp(min=1),
                      wins=lambda x, dim: x == x.max()),
                "Compared with the largest of all. Each place of the result has a largest of its "
                "own."),
        Mistake(_amax(lambda wins, dim: wins / wins.sum(0, keepdim=True).clamp(min=1)),
                "The winners are counted along the first dimension. Those along `dim` share."),
        Mistake(halves(lambda x, dim: x.amax(dim),
                       lambda g, _, x, dim: g.unsqueeze(dim) * softmax(x, dim)),
                "Everybody has a share, as in logsumexp. Here only the largest moves the result."),
        Mistake(halves(lambda x, dim: x.amax(dim), lambda g, _, x, dim: (
                    g.unsqueeze(dim) * _even((x == x.amax(dim, keepdim=True)) * 1.0, dim) * x)),
                "The slope for the largest entry is 1, whatever the entry is."),
        Mistake(_amax(_even, result=lambda x, dim: x.abs().amax(dim),
                      wins=lambda x, dim: x.abs() == x.abs().amax(dim, keepdim=True)),
                "Absolute values are compared. A number far below 0 is small."),
        Mistake(_amax(lambda wins, dim: ones_like(wins)),
                "All of them get what arrives. Only the largest moves the result."),
        Mistake(_amax(lambda wins, dim: ones_like(wins) / wins.shape[dim]),
                "That is the slope of a mean. Only the largest moves the result."),
        Mistake(_amax(_even, result=lambda x, dim: x.amin(dim)), "That is the smallest."),
        Mistake(_amax(_even, result=lambda x, dim: x.amin(dim),
                      wins=lambda x, dim: x == x.amin(dim, keepdim=True)), "That is the smallest."),
        Mistake(_amax(_even, result=lambda x, dim: x.amax()),
                "The largest of all, not of each place along `dim`."),
        Mistake(_amax(_even, result=lambda x, dim: x.amax(dim, keepdim=True)),
                "The numbers are right, and the dimension is still there, with the size 1."),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------- bug hunt: shares


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

QUESTIONS = (LOGSUMEXP, CLAMP, AMAX, SHARES)
