"""x7-logsumexp: the logarithm of a sum of exponentials."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...creation.filled import ones_like
from ...nn.functional import softmax
from ...tensor import Tensor
from ...testing.draws import leaf, numbers, plain
from ...testing.kinds import Operation
from ...testing.kinds.operation import Halves
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ..lessons.lesson_07_operations import IGNORED
from .halves import halves


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

QUESTIONS = (LOGSUMEXP,)
