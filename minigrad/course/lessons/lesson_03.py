"""Questions of lesson 03, "Leaves"."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.kinds import Entries, Function
from ...testing.mistakes import Mistake
from ...testing.prediction import Prediction


def _values(rng: np.random.Generator) -> tuple[list[float]]:
    return ([round(value, 1) for value in rng.uniform(1.5, 4, rng.integers(3, 6))],)


def _leaf(rng: np.random.Generator, wanted: bool = True) -> Tensor:
    return tensor(_values(rng)[0], requires_grad=wanted)


def _retained(rng: np.random.Generator) -> Tensor:
    result: Tensor = _leaf(rng) * 2
    result.retain_grad()
    return result


def _used(rng: np.random.Generator) -> Tensor:
    """A leaf that has a gradient already; larger than the others, so that those are shown first."""
    made = tensor(rng.normal(size=6)).requires_grad_()
    (made * 2).sum().backward()
    return made


def described(tensor: Tensor) -> str:
    """What a tensor says about itself, for a report."""
    made = f"made by {tensor.grad_fn.name()}" if tensor.grad_fn else "no node behind it"
    asked = ", retain_grad() called" if tensor.retains_grad else ""
    there = ", a gradient in .grad already" if tensor.is_leaf and tensor.grad is not None else ""
    return f"requires_grad={tensor.requires_grad}, {made}{asked}{there}"


def _stepped(values: list[float], factor: float) -> tuple[bool, Any]:
    """A leaf and the gradient of a sum of squares, up to a factor."""
    return True, factor * np.array(values)


QUESTIONS = (
    Entries(
        "cards",
        ask="for each expression its kind: keeps, passes or plain",
        expected={
            "x": "keeps",
            "x * 2": "passes",
            "c * 2": "plain",
            "x + c": "passes",
            "q": "plain",
            "x[0]": "passes",
            "x.view(3, 1)": "passes",
            "x.detach()": "plain",
            "x.long()": "plain",
            "x.to(torch.float64)": "passes",
            'x.to("cpu")': "keeps",
            "torch.ones(3, requires_grad=True) / 2": "passes",
        },
        hints={
            "c * 2": "it was computed, but was that recorded?",
            "x + c": "one input that requires grad is enough to be recorded",
            "q": "recording was off when it was computed",
            "x[0]": "taking a part is an operation too",
            "x.view(3, 1)": "the memory is that of x; is the tensor?",
            "x.detach()": "the same numbers, without what lies behind them",
            "x.long()": "can an integer require grad?",
            "x.to(torch.float64)": "another type, so other memory: what made that tensor?",
            'x.to("cpu")': "what is there to do, if it is there already?",
            "torch.ones(3, requires_grad=True) / 2": "which operation made what you get?",
        },
        given=("x", "x * 2"),
    ),
    Entries(
        "middle",
        ask="the gradients of d, t and v after e.backward(), and that u keeps none",
        expected={"d": 0.5, "t": 5.0, "v": 1.0, "u.retains_grad": False},
        hints={
            "t": "it is a result. Did you ask, before backward, that its gradient be kept?",
            "v": "it is a result. Did you ask, before backward, that its gradient be kept?",
            "u.retains_grad": "its gradient was not asked for, and is kept",
        },
    ),
    Function(
        "scaled",
        ask="the repaired function: whether w is a leaf, and the gradient with respect to w",
        reference=lambda values: _stepped(values, 2 / math.sqrt(len(values))),
        draws=(_values,),
        parts=("w.is_leaf", "w.grad"),
        mistakes=(
            Mistake(
                lambda values: (False, _stepped(values, 2 / math.sqrt(len(values)))[1]),
                "w still is the result of a division, and no leaf. `retain_grad()` keeps its "
                "gradient, and does not change that.",
            ),
            Mistake(
                lambda values: _stepped(values, 2.0),
                "That is the gradient for the values before the division, or the division is gone.",
            ),
            Mistake(
                lambda values: _stepped(values, 2 / len(values)),
                "That is the gradient with respect to the values before the division: w shall be "
                "the leaf.",
            ),
        ),
    ),
    Entries(
        "reasons",
        ask="for each tensor the number of the question that finds why its .grad is None",
        expected={"p": 2, "q": 3, "r": 4, "s": 3},
        hints={
            "p": "a tensor was made, and then divided. Which of the two is p?",
            "q": "how was it made, and what was not asked for?",
            "r": "it is a leaf that requires grad. What of it goes into the loss?",
            "s": "ask in the order given: what does `s.requires_grad` say?",
        },
    ),
    Function(
        "filled",
        ask="a function of a tensor: True if backward will fill its .grad, else False",
        reference=lambda tensor: tensor.requires_grad and (tensor.is_leaf or tensor.retains_grad),
        draws=(
            lambda rng: (_leaf(rng),),
            lambda rng: (_leaf(rng, wanted=False),),
            lambda rng: (_leaf(rng) * 2,),
            lambda rng: (_retained(rng),),
            lambda rng: (_leaf(rng, wanted=False) * 2,),
            lambda rng: (_used(rng),),
        ),
        mistakes=(
            Mistake(
                lambda tensor: tensor.is_leaf,
                "A leaf need not require grad, and then it gets none.",
            ),
            Mistake(
                lambda tensor: tensor.requires_grad,
                "A result requires grad too, and its gradient only passes through.",
            ),
            Mistake(
                lambda tensor: tensor.is_leaf and tensor.requires_grad,
                "Nearly: it is right for all tensors but those of which `retain_grad()` was asked.",
            ),
            Mistake(
                lambda tensor: tensor.is_leaf or tensor.retains_grad,
                "A leaf need not require grad, and then it gets none.",
            ),
            Mistake(
                lambda tensor: tensor.retains_grad,
                "A leaf that requires grad keeps its gradient unasked: `retains_grad` is False.",
            ),
            Mistake(
                lambda tensor: False,
                "It is False for every tensor. A leaf that requires grad keeps its gradient "
                "unasked, so its `retains_grad` is False.",
            ),
            Mistake(
                lambda tensor: tensor.grad is not None,
                "You look at what is in .grad now, before backward. The question is what will be.",
            ),
        ),
        show=described,
        guesses=(),
    ),
)


def _asked_late() -> Any:
    x = tensor([1.0, 3.0], requires_grad=True)
    a = x * 2
    (a * a).sum().backward()
    a.retain_grad()
    return a.grad


def _two_kinds_of_path() -> Any:
    x = tensor(3.0, requires_grad=True)
    (x * x).backward()
    (x * 5).backward()
    return x.grad


PREDICTIONS = (
    Prediction(
        "late",
        "`a.retain_grad()` is called after `loss.backward()`. What is `a.grad`?",
        _asked_late,
        choices=(None, "[4, 12]", "an error"),
        why="The gradient passed through while `backward()` ran; afterwards there is none to keep.",
        hints={
            "[4, 12]": "That gradient was there. But when?",
            "an error": "Nothing is refused. But what is left to keep?",
        },
    ),
    Prediction(
        "where",
        "Which box will have a gradient after `loss.backward()`?",
        "n3",
        why="It is the only leaf. No variable leads to it: what the program calls `w` is a result.",
        hints={"w": "`w` has a node behind it: it is the result of the division."},
    ),
    Prediction(
        "sums",
        "`x` is 3. First `(x * x).backward()` runs, then `(x * 5).backward()`. What is `x.grad`?",
        _two_kinds_of_path,
        why="6 arrives first, then 5, and they are added.",
        hints={
            5: "That would be so if the second took the place of the first.",
            6: "That is there after the first.",
            30: "They are added, not multiplied.",
        },
    ),
)
