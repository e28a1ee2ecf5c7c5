"""Questions of lesson 04, "Life and death of a graph"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...dtype import float64
from ...tensor import Tensor
from ...testing import lives
from ...testing.draws import leaf, plain
from ...testing.kinds import Entries, Function
from ...testing.lives import passes, walked
from ...testing.mistakes import Mistake
from ...testing.prediction import Prediction
from ...testing.state import noticed

AGAIN = Entries(
    "again",
    ask="for each result whether a second backward() goes through, True or False",
    expected={
        "(-x).sum()": True,
        "(x * y).sum()": False,
        "(x + 1).sum()": True,
        "(x * 2).sum()": False,
        "x.exp().sum()": False,
        "(x - y).mean()": True,
        "(2 * (x + y)).sum()": False,
    },
    hints={
        "(x + 1).sum()": "does the slope of x + 1 depend on any value?",
        "(x * 2).sum()": "what is the gradient multiplied by on its way back?",
        "x.exp().sum()": "the slope of an exponential is its own result. Where is that kept?",
        "(x - y).mean()": "a mean divides by how many there are; does it need the values for that?",
        "(2 * (x + y)).sum()": "look at each of the three operations; one refusal is enough",
    },
    given=("(-x).sum()", "(x * y).sum()"),
)

CURES = Entries(
    "cures",
    ask='for each program one of "rebuild", "add", "detach", "retain"',
    expected={
        "a penalty on the weights is computed before the loop": "rebuild",
        "two losses share a trunk, and one step is to serve both": "add",
        "a state goes on from batch to batch": "detach",
        "two losses share a trunk, and each gradient is wanted by itself": "retain",
        "D judges a picture that network G has drawn; in this step only D learns": "detach",
    },
    hints={
        "two losses share a trunk, and one step is to serve both": (
            "what will be in .grad after two passes, and how does one pass get it?"
        ),
        "a state goes on from batch to batch": (
            "the value is to go on. Is the graph behind it to go on, too?"
        ),
        "two losses share a trunk, and each gradient is wanted by itself": (
            "here the same trunk is really to be walked twice"
        ),
        "D judges a picture that network G has drawn; in this step only D learns": (
            "what is the picture for D: something to learn from, or a constant?"
        ),
    },
    given=("a penalty on the weights is computed before the loop",),
)

# ------------------------------------------------------------------------- in the second round


def _data(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    size = int(rng.integers(2, 6))
    return plain(rng, size), plain(rng, size)


def _fit(
    xs: Tensor,
    ys: Tensor,
    rounds: int = 3,
    weight: float = 0.2,
    renewed: bool = True,
    cleared: bool = True,
) -> float:
    """What `fit` of the lesson returns, by hand.

    Args:
        xs: the inputs.
        ys: what ``w * xs`` shall come close to.
        rounds: how often w is changed.
        weight: of w in the penalty's slope.
        renewed: is that slope taken at the w of the round, or at the first one?
        cleared: does each round begin without the gradients of those before?
    """
    x, y, start = xs.numpy(), ys.numpy(), 0.5
    w, grad = start, 0.0
    for _ in range(rounds):
        slope = np.mean(2 * (w * x - y) * x) + weight * (w if renewed else start)
        grad = float(slope) + (0.0 if cleared else grad)
        w -= 0.1 * grad
    return w


KEPT = (
    "`retain_graph` is not needed here any more: no graph is walked twice, and each pass may free "
    "what it has used."
)


def _look_fit(xs: Tensor, ys: Tensor) -> Callable[[Any], Any]:
    """What it returns; it costs nothing to keep a graph for no use, but it is told."""
    heard = passes()

    def look(result: Any) -> Any:
        if walked(heard()) == lives.KEPT and KEPT not in noticed:
            noticed.append(KEPT)
        return result

    return look


SECOND_ROUND = Function(
    "second-round",
    ask="the repaired fit(xs, ys)",
    reference=lambda xs, ys: _fit(xs, ys),
    draws=(_data,),
    observe=_look_fit,
    mistakes=(
        Mistake(
            lambda xs, ys: _fit(xs, ys, weight=0),
            "It runs, but the penalty has no effect: it was left out, or its graph was cut off, "
            "and then it is a constant without a slope. It is to be computed anew.",
        ),
        Mistake(
            lambda xs, ys: _fit(xs, ys, renewed=False),
            "It runs, but the penalty's slope is still that of the first w, 0.5, in every round. "
            "It is to be computed anew, from the w of the round.",
        ),
        Mistake(
            lambda xs, ys: _fit(xs, ys, rounds=1),
            "Only one of the three rounds is in it: does the `return` stand in the loop, or does "
            "each round begin with a new w?",
        ),
        Mistake(
            lambda xs, ys: _fit(xs, ys, cleared=False),
            "Nobody clears the gradients: each round adds its own to those before. "
            "optimizer.zero_grad() belongs in the loop, too.",
        ),
    ),
)

# ------------------------------------------------------------------------- each loss by itself


def _of_mean(a: Tensor) -> Any:
    return 4 * a.detach().numpy() / a.numel()


def _of_sum(a: Tensor) -> Any:
    return 4 * a.detach().numpy()


SEPARATELY = Function(
    "separately",
    ask="the gradient of the mean by itself, and that of the sum by itself",
    reference=lambda a: (_of_mean(a), _of_sum(a)),
    draws=(lambda rng: (leaf(rng, 3),), lambda rng: (leaf(rng, 2, 3),)),
    parts=("first", "second"),
    mistakes=(
        Mistake(
            lambda a: (_of_mean(a), _of_mean(a) + _of_sum(a)),
            "Both gradients are in it: backward() adds to what .grad holds already. Clear it "
            "between the two.",
        ),
        Mistake(
            lambda a: (_of_mean(a) + _of_sum(a), _of_sum(a)),
            "Both gradients are in it. `first` is the tensor in a.grad itself, and the second "
            "backward() added into it. Give the attribute something new: a.grad = None.",
        ),
        Mistake(
            lambda a: (_of_sum(a), _of_sum(a)),
            "This is the other loss's gradient. `first` is the tensor in a.grad itself: zero_() "
            "empties it, and the second backward() writes into it. Give the attribute something "
            "new: a.grad = None.",
        ),
    ),
)

# --------------------------------------------------------------------------------- truncated


def _recurrent(rng: np.random.Generator) -> tuple[Tensor, list[float]]:
    inputs = np.round(rng.uniform(0.2, 0.9, int(rng.integers(3, 6))), 1).tolist()
    return tensor(round(rng.uniform(0.4, 0.8), 2), dtype=float64, requires_grad=True), inputs


def _truncated(
    w: Tensor, inputs: Sequence[float], through: bool = False, last: bool = False
) -> float:
    """The gradient that is left in ``w.grad``, by hand.

    Args:
        w: the weight.
        inputs: one for each round.
        through: does each pass go back through all rounds before?
        last: is only the last round's gradient kept?
    """
    weight, state, slope, total = w.item(), 0.0, 0.0, 0.0
    for x in inputs:
        new = float(np.tanh(weight * state + x))
        slope = (1 - new**2) * (state + (weight * slope if through else 0.0))
        total = 2 * new * slope + (0.0 if last else total)
        state = new
    return total


TRUNCATED = Function(
    "truncated",
    ask="the gradient in w.grad after all rounds, each pass walking one round",
    reference=lambda w, inputs: _truncated(w, inputs),
    draws=(_recurrent,),
    mistakes=(
        Mistake(
            lambda w, inputs: _truncated(w, inputs, through=True),
            "This is the full gradient, not the truncated one: each pass walks back through all "
            "rounds before it, so nothing was cut and everything was kept.",
        ),
        Mistake(
            lambda w, inputs: 0.0,
            "Yours is 0. Is w.grad emptied in the loop? The gradients of all rounds are to add up "
            "in it. Or is the state thrown away in each round? Its value is to go on; only the "
            "graph behind it is not.",
        ),
        Mistake(
            lambda w, inputs: _truncated(w, inputs, last=True),
            "Only the last round's gradient is in it: is w.grad emptied in the loop? The gradients "
            "of all rounds are to add up in it.",
        ),
    ),
)

QUESTIONS = (AGAIN, SECOND_ROUND, SEPARATELY, TRUNCATED, CURES)

# ------------------------------------------------------------------------------- predictions


def _retained() -> Tensor | None:
    x = tensor(3.0, requires_grad=True)
    y = x**2
    y.backward(retain_graph=True)
    y.backward()
    return x.grad


PREDICTIONS = (
    Prediction(
        "retained",
        question=(
            "`x` is 3 and `y = x**2`. After `y.backward(retain_graph=True)` and another "
            "`y.backward()`, what is `x.grad`?"
        ),
        answer=_retained,
        why="Each pass brings 6, and `backward()` adds to what is in `.grad`.",
        hints={
            6: "That is what one pass brings. What does the second do with what is there?",
            36: "That is 6 times 6. Does the second pass multiply?",
            None: "The first pass frees nothing, so the second goes through.",
        },
    ),
    Prediction(
        "refuses",
        question="`d.backward()` has run. Now `e.backward()`: which node cannot run?",
        answer="MulBackward0, of c",
        choices=(
            "SumBackward0, of e",
            "MulBackward0, of c",
            "PowBackward0, of b",
            "none: another loss, another pass",
        ),
        why="It is the first on the way that had saved something, and the pass of `d` freed it.",
        hints={
            "SumBackward0, of e": (
                "The pass of `d` never came there. And what does a sum need to have saved?"
            ),
            "PowBackward0, of b": "It has lost its value, too. But is it the first on the way?",
            "none: another loss, another pass": "The trunk is the same. Who has walked it already?",
        },
    ),
)
