"""Questions of lesson 05, "The training loop"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.kinds import Entries, Function, Order
from ...testing.kinds.order import Misplaced
from ...testing.mistakes import Mistake
from ...testing.prediction import Prediction

_NO_LEAF = "a result: no leaf, and its .grad is None"
_BARE = "a leaf that requires no grad, and its .grad is None"
_FRESH = "a leaf that requires grad, and its .grad is None"
_SAME = "a leaf that requires grad, with its gradient"

PREDICTIONS = (
    Prediction(
        "rebound",
        question="Inside `with torch.no_grad():` stands `weight = weight - 0.01 * weight.grad`. "
        "What is `weight` after it?",
        answer=_BARE,
        choices=(_SAME, _FRESH, _BARE, _NO_LEAF),
        why="The subtraction makes a new tensor. Nothing was recorded, so it is a leaf that "
        "requires no grad. The old tensor still has both, but has lost its name.",
        hints={
            _SAME: "That would be the old tensor. Does a subtraction change its operands?",
            _FRESH: "Who would have asked for `requires_grad`? A result requires grad only if its "
            "operation is recorded.",
            _NO_LEAF: "That is so outside of `no_grad`. What is recorded inside?",
        },
    ),
    Prediction(
        "parabola",
        question="`weight * x + bias` becomes `a * x**2 + b * x + c`, with leaves `a`, `b` and "
        "`c`; `x` is data. How many operations more are in the graph then?",
        answer=2,
        why="`a * x**2` and one more sum. The square is not in the graph: `x` requires no grad, so "
        "`x**2` is computed and not recorded.",
        hints={
            3: "You have counted a power, a product and a sum. Which of the three has an input "
            "that requires grad?",
            1: "Count the operations that have an input that requires grad: in the line, then in "
            "the parabola.",
        },
    ),
)


def _points(rng: np.random.Generator) -> tuple[Tensor, Tensor, float, int]:
    """Some points, a learning rate, and how many rounds."""
    n = int(rng.integers(5, 9))
    x, y = rng.uniform(-1.5, 1.5, (n, 1)), rng.uniform(1, 3, (n, 1))
    return (
        tensor(x).float(),
        tensor(y).float(),
        round(float(rng.uniform(0.03, 0.12)), 2),
        int(rng.integers(2, 7)),
    )


def _fit(
    x: Tensor,
    y: Tensor,
    lr: float,
    rounds: int,
    *,
    clear: bool = True,
    mean: bool = True,
    square: bool = True,
    root: bool = False,
) -> tuple[float, ...]:
    """Gradient descent on the squared error of a parabola, by hand; the options are mistakes."""
    points, heights = (t.numpy().astype(float).ravel() for t in (x, y))
    columns = np.stack([points**2, points, np.ones_like(points)])
    factors, total = np.zeros(3), np.zeros(3)
    for _ in range(rounds):
        off = factors @ columns - heights
        slopes = 2 * columns @ off if square else columns @ np.sign(off)
        slopes = slopes / (len(points) if mean else 1)
        slopes = slopes / (2 * np.sqrt(np.mean(off**2)) if root else 1)
        total = slopes if clear else total + slopes
        factors = factors - lr * total
    return tuple(factors.tolist())


def _shown(x: Tensor, y: Tensor, lr: float, rounds: int) -> str:
    return f"{len(x)} points, lr = {lr}, rounds = {rounds}"


def _rows(rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor, int]:
    """A leaf, some rows, and a size that does not divide them."""
    rows, size = ((7, 3), (10, 4), (8, 5), (11, 2))[int(rng.integers(4))]
    w, x, y = rng.uniform(1.5, 3, 3), rng.normal(size=(rows, 3)), rng.normal(size=rows)
    return tensor(w, requires_grad=True), tensor(x), tensor(y), size


def _in_chunks(
    w: Tensor, x: Tensor, y: Tensor, size: int, share: Callable[[int, int, int], float]
) -> Any:
    """The sum of the chunks' gradients, each times its share."""
    weights, inputs, targets = (t.detach().numpy() for t in (w, x, y))
    total = np.zeros_like(weights)
    for start in range(0, len(inputs), size):
        rows, wanted = inputs[start : start + size], targets[start : start + size]
        slope = 2 * (rows @ weights - wanted) @ rows / len(rows)
        total += slope * share(len(rows), len(inputs), size)
    return total


def _chunks(share: Callable[[int, int, int], float], why: str) -> Mistake:
    """Shares that are wrong."""
    return Mistake(lambda w, x, y, size: _in_chunks(w, x, y, size, share), why)


_UNUSED = (
    "Follow the loop round: between `backward()` and the next `step()` the gradients are cleared. "
    "`step()` finds none, and nothing moves."
)

QUESTIONS = (
    Order(
        "five-lines",
        ask="the letters of the five lines, in an order that works",
        lines={
            "A": "optimizer.step()",
            "B": "loss = loss_fn(prediction, y)",
            "C": "optimizer.zero_grad()",
            "D": "loss.backward()",
            "E": "prediction = model(x)",
        },
        expected=("C", "E", "B", "D", "A"),
        faults=(
            Misplaced(
                lambda at: at["B"] < at["E"],
                "The loss is computed from `prediction`, and in the first round nothing has made "
                "that yet.",
            ),
            Misplaced(
                lambda at: at["D"] < at["B"],
                "`loss.backward()` needs a loss, and in the first round there is none yet.",
            ),
            Misplaced(
                lambda at: (at["C"] - at["D"]) % 5 < (at["A"] - at["D"]) % 5,
                _UNUSED,
            ),
            Misplaced(
                lambda at: at["E"] < at["A"] < at["D"],
                "`step()` changes the parameters while `backward()` is still to go back through "
                "what they have computed, and it goes by the gradient of the round before.",
            ),
        ),
        unusual=Misplaced(
            lambda at: at["A"] < at["E"],
            "but one step late: the first `step()` finds no gradient, the last one is not used",
        ),
    ),
    Entries(
        "missing-line",
        ask="for each line the number of what happens without it: 1, 2 or 3",
        expected={
            "optimizer.zero_grad()": 3,
            "prediction = model(x)": 2,
            "loss = loss_fn(prediction, y)": 2,
            "loss.backward()": 1,
            "optimizer.step()": 1,
        },
        hints={
            "optimizer.zero_grad()": "what does backward() do with what is already in .grad?",
            "prediction = model(x)": "which graph does the second backward() walk?",
            "loss = loss_fn(prediction, y)": "which graph does the second backward() walk?",
            "loss.backward()": "what does step() find in .grad?",
            "optimizer.step()": "who changes the weights then?",
        },
    ),
    Function(
        "fit-parabola",
        ask="a function that takes x, y, lr and rounds and returns a, b and c, trained from 0",
        reference=_fit,
        draws=(_points,),
        parts=("a", "b", "c"),
        show=_shown,
        mistakes=(
            Mistake(
                lambda *args: _fit(*args, clear=False),
                "Each step goes along the sum of all gradients so far: nothing clears them.",
            ),
            Mistake(
                lambda *args: _fit(*args, mean=False),
                "That is the sum of the squared errors where their mean is asked for.",
            ),
            Mistake(
                lambda *args: _fit(*args, square=False),
                "That is the mean of the distances; square them first.",
            ),
            Mistake(
                lambda *args: _fit(*args, root=True),
                "That is the root of the mean squared error; the mean itself is asked for.",
            ),
            Mistake(
                lambda x, y, lr, rounds: _fit(x, y, -lr, rounds),
                "It walks uphill. The gradient points to where the loss grows.",
            ),
            Mistake(
                lambda x, y, lr, rounds: _fit(x, y, lr, 1),
                "That is one step, however many rounds: a `return` stands inside the loop, or the "
                "gradients are used only once.",
            ),
            Mistake(
                lambda x, y, lr, rounds: _fit(x, y, lr, rounds - 1),
                "That is one round too few.",
            ),
            Mistake(
                lambda *args: _fit(*args)[::-1],
                "The right numbers in the opposite order: a belongs to x², c stands alone.",
            ),
            Mistake(
                lambda *args: (0.0, 0.0, 0.0),
                "Still 0: no step has changed that. Is there a step for it, and is its gradient "
                "still there when the step comes?",
            ),
        ),
    ),
    Function(
        "chunks",
        ask="a function that takes w, x, y and size and returns the gradient of the mean over all "
        "rows, computed chunk by chunk",
        reference=lambda w, x, y, size: _in_chunks(w, x, y, len(x), lambda rows, total, size: 1),
        draws=(_rows,),
        show=lambda w, x, y, size: f"{len(x)} rows in chunks of {size}",
        mistakes=(
            _chunks(
                lambda rows, total, size: 1,
                "Each chunk counts in full, so several chunks are several gradients added up.",
            ),
            _chunks(
                lambda rows, total, size: 1 / -(-total // size),
                "Each chunk counts the same, the short one at the end like the others.",
            ),
            _chunks(
                lambda rows, total, size: rows / size,
                "Each full chunk counts in full: divide by all rows, not by those of a chunk.",
            ),
            _chunks(
                lambda rows, total, size: 1 / 3,
                "A third is right for three chunks of equal length. Here neither is certain.",
            ),
            _chunks(
                lambda rows, total, size: size / total,
                "The last chunk has fewer rows than `size`, and counts as if it were full.",
            ),
            _chunks(
                lambda rows, total, size: 1 / total,
                "Each chunk counts like one single row.",
            ),
            _chunks(
                lambda rows, total, size: rows,
                "Each chunk counts by its rows, which is right, but nobody divides by their total.",
            ),
            _chunks(
                lambda rows, total, size: total / rows,
                "The fraction is upside down: a small chunk counts most.",
            ),
        ),
    ),
    Entries(
        "eval-or-no-grad",
        ask="for each mode whether dropout acts and whether a graph is recorded, True or False",
        expected={
            "model.eval(): dropout acts": False,
            "model.eval(): a graph is recorded": True,
            "torch.no_grad(): dropout acts": True,
            "torch.no_grad(): a graph is recorded": False,
        },
        hints={
            "model.eval(): dropout acts": "eval() speaks to the layers of the model, to all of "
            "them. Which of them listens?",
            "model.eval(): a graph is recorded": "recording depends on requires_grad and on "
            "whether it is switched on. Does eval() touch either?",
            "torch.no_grad(): dropout acts": "does no_grad know the model?",
            "torch.no_grad(): a graph is recorded": "that is what no_grad is for",
        },
    ),
)
