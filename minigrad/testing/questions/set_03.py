"""Questions of exercise set 3, for lesson 03: which tensors keep a gradient, and why not."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...dtype import float32
from ...tensor import Tensor
from ..draws import leaf, numbers, plain
from ..kinds import Entries, Function
from ..mistakes import Mistake
from ..question import Draw

# ------------------------------------------------------------------------------------ sorting

CARDS = Entries(
    "x3-cards",
    ask='twenty kinds, in the order of the cards: "keeps", "passes" or "plain"',
    expected={
        "1 · x": "keeps",
        "2 · c / 2": "plain",
        "3 · x - c": "passes",
        "4 · q": "plain",
        "5 · x[1:]": "passes",
        "6 · x.reshape(1, 3)": "passes",
        "7 · x.clone()": "passes",
        "8 · x.detach()": "plain",
        "9 · x.detach().requires_grad_()": "keeps",
        "10 · x.data": "plain",
        "11 · x > 2": "plain",
        "12 · x.argmax()": "plain",
        "13 · x.int()": "plain",
        "14 · x.double()": "passes",
        "15 · x.float()": "keeps",
        "16 · torch.ones(2, requires_grad=True) / 2": "passes",
        "17 · (torch.ones(2) / 2).requires_grad_()": "keeps",
        "18 · torch.tensor(x.tolist())": "plain",
        "19 · nn.Linear(3, 2).weight": "keeps",
        "20 · nn.Linear(3, 2)(c)": "passes",
    },
    hints={
        "1 · x": "you made it, and asked for its gradient",
        "2 · c / 2": "does anything that goes into it require grad?",
        "3 · x - c": "one input that requires grad is enough for a node",
        "4 · q": "was recording on when it was computed?",
        "5 · x[1:]": "a part of x; is taking a part an operation?",
        "6 · x.reshape(1, 3)": "the numbers are those of x, but what made this tensor?",
        "7 · x.clone()": "copying is an operation, and it has a derivative",
        "8 · x.detach()": "what does it leave behind?",
        "9 · x.detach().requires_grad_()": "no node behind it; and what does the second call do?",
        "10 · x.data": "the numbers of x, without what lies behind them",
        "11 · x > 2": "truth values: can they have a slope?",
        "12 · x.argmax()": "a place, so an integer",
        "13 · x.int()": "integers cannot have a gradient",
        "14 · x.double()": "from float32 to float64: is there something to do?",
        "15 · x.float()": "x is float32 already: is there something to do?",
        "16 · torch.ones(2, requires_grad=True) / 2": "what comes out of a division?",
        "17 · (torch.ones(2) / 2).requires_grad_()": "was the division recorded?",
        "18 · torch.tensor(x.tolist())": "a list of numbers has no graph behind it",
        "19 · nn.Linear(3, 2).weight": "it is what an optimizer would change",
        "20 · nn.Linear(3, 2)(c)": "c is plain; are the layer's own numbers?",
    },
    given=(),
)

# ------------------------------------------------------------------------------ making leaves


def _scaled(table: list[list[float]]) -> Tensor:
    scaled: Tensor = tensor(table, dtype=float32) / math.sqrt(len(table))
    return scaled


def _tables(rng: np.random.Generator) -> tuple[list[list[list[float]]]]:
    """Three tables, one of whole numbers; small ones, for all of it is shown."""
    whole = rng.integers(2, 9, size=(3, 1)).tolist()
    return ([whole, numbers(rng, 1, 2).tolist(), numbers(rng, 2, 1).tolist()],)


def _look_at_leaves(tables: list[list[list[float]]]) -> Callable[[Any], Any]:
    def look(result: list[Tensor] | Tensor) -> tuple[Any, ...]:
        made = [result] if isinstance(result, Tensor) else result
        return (
            made is result,
            len(made),
            all(one.is_leaf for one in made),
            all(one.requires_grad for one in made),
            all(one.dtype == float32 for one in made),
            np.concatenate([np.ravel(one.detach().numpy()) for one in made]),
        )

    return look


def _only_one(place: int) -> Callable[[list[list[list[float]]]], Tensor]:
    return lambda tables: _scaled(tables[place]).requires_grad_()


LEAVES = Function(
    "x3-make-leaves",
    ask="a function that makes a list of leaves from a list of tables",
    reference=lambda tables: [_scaled(table).requires_grad_() for table in tables],
    draws=(_tables, lambda rng: ([numbers(rng, 4, 3).tolist()],)),
    parts=("a list", "how many", "all leaves", "all require grad", "all float32", "values"),
    observe=_look_at_leaves,
    mistakes=(
        Mistake(
            lambda tables: [
                tensor(t, dtype=float32, requires_grad=True) / math.sqrt(len(t)) for t in tables
            ],
            "A division after requires_grad=True gives a result, not a leaf: divide first.",
        ),
        Mistake(
            lambda tables: [_scaled(table) for table in tables],
            "Nobody has asked for their gradients.",
        ),
        Mistake(
            lambda tables: [tensor(t, dtype=float32).requires_grad_() for t in tables],
            "The numbers are not divided: by the square root of the number of rows.",
        ),
        Mistake(
            lambda tables: [tensor(t, dtype=float32).div(len(t)).requires_grad_() for t in tables],
            "Divided by the number of rows; asked for is its square root.",
        ),
        Mistake(
            lambda tables: [
                tensor(t, dtype=float32).div(math.sqrt(len(t[0]))).requires_grad_() for t in tables
            ],
            "Divided by the root of the number of columns; asked for is that of the rows.",
        ),
        Mistake(
            lambda tables: [
                tensor(t, dtype=float32).div(math.sqrt(len(t) * len(t[0]))).requires_grad_()
                for t in tables
            ],
            "Divided by the root of the number of entries; asked for is that of the rows.",
        ),
        *(
            Mistake(
                wrong,
                "Only one tensor comes back, where there should be a list of one for each table: "
                "does the function return too early, or does each tensor take the place of the one "
                "before?",
            )
            for one in map(_only_one, (0, -1))
            for wrong in (one, lambda tables, one=one: [one(tables)])
        ),
        Mistake(
            lambda tables: [_scaled(table).requires_grad_() for table in tables[:-1]],
            "The last table is missing.",
        ),
        Mistake(
            lambda tables: [_scaled(table).double().requires_grad_() for table in tables],
            "Asked for is float32.",
        ),
    ),
)

# ---------------------------------------------------------------------------------- repairing

HALF = Function(
    "x3-half",
    ask="the repaired function, which gives the gradient with respect to w",
    reference=lambda values: 3 * (np.asarray(values) / 2) ** 2,
    draws=(lambda rng: (numbers(rng, 4).tolist(),), lambda rng: (numbers(rng, 2, 3).tolist(),)),
    mistakes=(
        Mistake(
            lambda values: 1.5 * (np.asarray(values) / 2) ** 2,
            "That is the gradient with respect to the numbers before they are halved. Which tensor "
            "is the leaf in yours? It should be w.",
        ),
        Mistake(
            lambda values: 3 * np.asarray(values) ** 2,
            "The gradient is that of a w which was never halved.",
        ),
        Mistake(
            lambda values: 3 * (np.asarray(values) / 4) ** 2, "Halved twice.",
        ),
        Mistake(
            lambda values: (np.asarray(values) / 2) ** 3, "That is w cubed, not its slope.",
        ),
        Mistake(
            lambda values: np.asarray(values) / 2, "That is w itself. Its gradient is in `.grad`.",
        ),
    ),
)  # fmt: skip

COUNTED = Function(
    "x3-counted",
    ask="the repaired function, which gives the gradient for whole numbers too",
    reference=lambda counts: 2 * np.asarray(counts) / len(counts),
    draws=(
        lambda rng: (rng.integers(2, 9, size=3).tolist(),),
        lambda rng: (rng.integers(-9, -2, size=5).tolist(),),
    ),
    mistakes=(
        Mistake(
            lambda counts: 2 * np.asarray(counts),
            "That is the gradient of the sum. The loss is the mean.",
        ),
        Mistake(
            lambda counts: np.asarray(counts) / len(counts),
            "One of the two uses of w is missing: in w * w both factors are w.",
        ),
    ),
)


def _joined(x: Tensor, first: Tensor, second: Tensor) -> tuple[Any, Any]:
    hidden = (x * first).tanh()
    (hidden * second).sum().backward()
    return first.grad, second.grad


def _cut(x: Tensor, first: Tensor, second: Tensor) -> tuple[Any, Any]:
    """As the suspect does it: the first gradient stays None."""
    hidden = (x * first).tanh().detach()
    (hidden * second).sum().backward()
    return first.grad, second.grad


def _three(*shape: int) -> Draw:
    return lambda rng: (plain(rng, *shape), leaf(rng, *shape), leaf(rng, *shape))


def _joined_with(hidden: Callable[[Tensor, Tensor], Tensor]) -> Callable[..., Any]:
    def wrong(x: Tensor, first: Tensor, second: Tensor) -> tuple[Any, Any]:
        (hidden(x, first) * second).sum().backward()
        return first.grad, second.grad

    return wrong


CUT = Function(
    "x3-cut",
    ask="the repaired function, which gives both gradients",
    reference=_joined,
    draws=(_three(3), _three(5)),
    parts=("first.grad", "second.grad"),
    mistakes=(
        Mistake(
            _cut,
            "Still None: something between `first` and the loss leaves the graph, and comes back "
            "as plain numbers.",
        ),
        Mistake(
            _joined_with(lambda x, first: x * first),
            "The tanh is gone. Repair the cut and leave the computation as it was.",
        ),
    ),
)


QUESTIONS = (CARDS, LEAVES, HALF, COUNTED, CUT)
