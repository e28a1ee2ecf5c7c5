"""Questions of lesson 10, "From minigrad to PyTorch"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import nn
from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...creation.filled import ones
from ...nn.functional import cross_entropy
from ...optim import SGD
from ...tensor import Tensor
from ...testing.draws import plain
from ...testing.kinds import Entries, Function
from ...testing.mistakes import Mistake
from ...testing.prediction import Prediction
from ...testing.values import is_tensor

# ------------------------------------------------------------------------------------- needed

Program = list[tuple[Any, ...]]


def _program(rng: np.random.Generator) -> tuple[Program]:
    """Steps on two inputs, some of which nobody needs."""
    steps: Program = [("input",), ("input",)]
    for _ in range(int(rng.integers(3, 7))):
        op = str(rng.choice(["mul", "add", "sin"]))
        places = rng.integers(0, len(steps), 1 if op == "sin" else 2)
        steps.append((op, *map(int, places)))
    return (steps,)


def _needed(program: Program) -> list[int]:
    wanted = {len(program) - 1}
    for place in reversed(range(len(program))):
        if place in wanted:
            wanted.update(program[place][1:])
    return sorted(wanted)


def _named(program: Program) -> Callable[[Any], Any]:
    return lambda result: [str(place) for place in sorted(result)]


def _direct(program: Program) -> set[int]:
    return {len(program) - 1, *program[-1][1:]}


def _upwards(program: Program) -> set[int]:
    wanted = {len(program) - 1}
    for place, (_, *places) in enumerate(program):
        if place in wanted:
            wanted.update(places)
    return wanted


NEEDED = Function(
    "needed",
    ask="a function of a program: the places of all steps that its last one needs, itself included",
    reference=_needed,
    draws=(_program,),
    observe=_named,
    show=lambda program: f"program = {program}",
    mistakes=(
        Mistake(_direct, "The last step is there, and what it takes. And what do those take?"),
        Mistake(
            lambda program: set(range(len(program))),
            "All steps are kept. Start from the last one, and add what is needed for that.",
        ),
        Mistake(
            lambda program: set(_needed(program)) - {len(program) - 1},
            "The last step itself is missing: it is what is asked for.",
        ),
        Mistake(
            lambda program: {n for n in _needed(program) if program[n][0] != "input"},
            "The inputs are missing: they are steps, too.",
        ),
    ),
)

# ------------------------------------------------------------------------------------- errors

ERRORS = Entries(
    "causes",
    ask='for each message the letter of its cause, "a" to "h"',
    expected={
        "element 0 of tensors does not require grad": "c",
        "grad can be implicitly created only for scalar outputs": "f",
        "Trying to backward through the graph a second time": "a",
        "modified by an inplace operation": "h",
        "a leaf Variable that requires grad is being used in an in-place operation": "b",
        "Can't call numpy() on Tensor that requires grad": "g",
        "can't optimize a non-leaf Tensor": "e",
        "appears to not have been used in the graph": "d",
    },
    hints={
        "grad can be implicitly created only for scalar outputs": (
            "where does a pass begin, and with which number?"
        ),
        "Trying to backward through the graph a second time": (
            "what does the first pass do with what the nodes had saved?"
        ),
        "modified by an inplace operation": "who counts writes, and who reads the count?",
        "a leaf Variable that requires grad is being used in an in-place operation": (
            "what would the leaf be after a write that is recorded?"
        ),
        "Can't call numpy() on Tensor that requires grad": "does NumPy record?",
        "can't optimize a non-leaf Tensor": "who has a .grad after backward()?",
        "appears to not have been used in the graph": (
            "of which two tensors is there a path from the one to the other?"
        ),
    },
    given=("element 0 of tensors does not require grad",),
)

# ----------------------------------------------------------------------------------- exhibits

EXHIBITS = Entries(
    "exhibits",
    ask="for each sentence True or False, of PyTorch as it is",
    expected={
        "no_grad() is evaluation mode": False,
        "torch.tensor(2.0, required_grad=True) is a leaf": False,
        "e = (a + b) * (b + 1) at a = 2, b = 6 has b.grad 4": False,
        "of a leaf d, d + 1 can go backward twice, d * d cannot": True,
        "every leaf has a gradient after backward()": False,
        "updating the parameters frees the graph": False,
        "the autograd graph cannot be drawn": False,
        "x.data and x.detach() share x's memory": True,
    },
    hints={
        "torch.tensor(2.0, required_grad=True) is a leaf": "read it letter by letter, or run it",
        "e = (a + b) * (b + 1) at a = 2, b = 6 has b.grad 4": (
            "two paths lead from b to e, one over each factor"
        ),
        "of a leaf d, d + 1 can go backward twice, d * d cannot": (
            "which of the two has saved something?"
        ),
        "every leaf has a gradient after backward()": "also a plain one, or an unused one?",
        "updating the parameters frees the graph": "lesson 04: who frees what, and when?",
        "the autograd graph cannot be drawn": (
            "what is in `next_functions`? And what have you looked at in lesson 01?"
        ),
        "x.data and x.detach() share x's memory": "what one of them writes, who sees it?",
    },
    given=("no_grad() is evaluation mode",),
)

# ----------------------------------------------------------------------------------- capstone


class _Net(nn.Module):
    """The script's network, mended; what is wrong with it is to be said."""

    def __init__(self, width: int, held: Callable[[Any], Any] = nn.ModuleList) -> None:
        super().__init__()
        self.layers = held([nn.Linear(2, width), nn.Linear(width, 2)])

    def forward(self, x: Any) -> Any:
        first, last = self.layers
        return last(first(x).tanh())


class _Shares(_Net):
    def forward(self, x: Any) -> Any:
        return super().forward(x).softmax(1)


def _look_net(width: int) -> Callable[[Any], Any]:
    def look(model: Any) -> Any:
        with no_grad():
            scores = model(ones(3, 2) * 5.0)
        sums = scores.sum(1)
        shares = "yes" if (sums - 1).abs().max() < 1e-5 else "no"
        return len(list(model.parameters())), shares

    return look


NET = Function(
    "net",
    ask="the class Net, mended: two faults",
    reference=lambda width: _Net(width),
    draws=(lambda rng: (int(rng.integers(3, 9)),),),
    parts=("the number of parameters that an optimizer gets", "do its outputs add up to 1"),
    observe=_look_net,
    mistakes=(
        Mistake(
            lambda width: _Net(width, list),
            "SGD would say: optimizer got an empty parameter list. The module does not see into "
            "what holds its layers (lesson 08).",
        ),
        Mistake(
            lambda width: _Shares(width),
            "The loss cannot fall below 0.31. cross_entropy takes scores and makes shares of them "
            "itself; it gets shares already.",
        ),
    ),
)


def _pairs(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    points = plain(rng, 12, 2)
    return points, points[:, 0] * 10 + points[:, 1]


def _look_pairs(points: Tensor, labels: Tensor) -> Callable[[Any], Any]:
    """Whether each point still has its label, and all are there, in another order."""

    def look(result: Any) -> Any:
        mixed, own = result
        together = bool((mixed[:, 0] * 10 + mixed[:, 1] - own).abs().max() < 1e-6)
        whole = sorted(own.tolist()) == sorted(labels.tolist())
        moved = mixed.tolist() != points.tolist() or own.tolist() != labels.tolist()
        return together, whole, moved

    return look


def _together(points: Tensor, labels: Tensor) -> Any:
    order = np.random.default_rng(0).permutation(len(points)).tolist()
    return points[order], labels[order]


def _apart(points: Tensor, labels: Tensor) -> Any:
    rng = np.random.default_rng(0)
    first, second = (rng.permutation(len(points)).tolist() for _ in range(2))
    return points[first], labels[second]


SHUFFLED = Function(
    "shuffled",
    ask="the function that shuffles, mended: one fault",
    reference=_together,
    draws=(_pairs,),
    parts=("does each point keep its label", "are all there", "is the order another"),
    observe=_look_pairs,
    show=lambda points, labels: "12 points, each with its label",
    mistakes=(
        Mistake(
            _apart,
            "The loss stays at 0.69, which is guessing between two. A point and its label have to "
            "move to the same place: how many orders are drawn?",
        ),
        Mistake(
            lambda points, labels: (points, labels),
            "Nothing is shuffled any more. Draw one order, and use it for both.",
        ),
    ),
)


def _training(rng: np.random.Generator) -> tuple[Any, Tensor, Tensor, int]:
    model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
    points = plain(rng, 6, 2).float()
    return model, points, tensor([0, 1, 0, 1, 1, 0]), int(rng.integers(4, 7))


def _look_trained(model: Any, points: Tensor, labels: Tensor, rounds: int) -> Callable[[Any], Any]:
    def look(history: Any) -> Any:
        held = any(getattr(loss, "grad_fn", None) is not None for loss in history)
        losses = tensor([float(loss.detach() if is_tensor(loss) else loss) for loss in history])
        return losses, "yes" if held else "no"

    return look


def _train(*, clear: str = "before", keep: bool = False) -> Callable[..., list[Any]]:
    def train(model: Any, points: Tensor, labels: Tensor, rounds: int) -> list[Any]:
        optimizer, history = SGD(model.parameters(), lr=0.5), []
        for _ in range(rounds):
            loss = cross_entropy(model(points), labels)
            if clear == "before":
                optimizer.zero_grad()
            loss.backward()
            if clear == "too late":
                optimizer.zero_grad()
            optimizer.step()
            history.append(loss if keep else loss.item())
        return history

    return train


TRAIN = Function(
    "train",
    ask="the function that trains, mended: two faults",
    reference=_train(),
    draws=(_training,),
    parts=("the losses", "does the history hold graphs"),
    observe=_look_trained,
    show=lambda model, points, labels, rounds: f"a model, points, labels, rounds = {rounds}",
    mistakes=(
        Mistake(
            _train(clear="never"),
            "The first losses are right, then the curve leaves its course: each step goes by the "
            "gradients of all rounds so far.",
        ),
        Mistake(
            _train(clear="too late"),
            "The loss stays where it is: the gradients are cleared after backward() has brought "
            "them, and the step finds none.",
        ),
        Mistake(
            _train(keep=True),
            "Memory grows with every round: what is kept in the history has a grad_fn, and that "
            "holds the graph of its round.",
        ),
    ),
)


class _Dropping(nn.Module):
    """A model whose answers in training are another each time."""

    def __init__(self) -> None:
        super().__init__()
        self.drop = nn.Dropout(0.5)

    def forward(self, x: Any) -> Any:
        return self.drop(x)


def _examined(rng: np.random.Generator) -> tuple[Any, Tensor, Tensor]:
    scores = (plain(rng, 40, 2) + 4.0).float()
    return _Dropping(), scores, tensor(rng.integers(0, 2, 40).tolist())


def _share(model: Any, points: Tensor, labels: Tensor) -> float:
    model.eval()
    with no_grad():
        return (model(points).argmax(1) == labels).float().mean().item()


def _share_in_training(model: Any, points: Tensor, labels: Tensor) -> float:
    model.train()
    with no_grad():
        return (model(points).argmax(1) == labels).float().mean().item()


ACCURACY = Function(
    "accuracy",
    ask="the function that examines, mended: one fault",
    reference=_share,
    draws=(_examined,),
    show=lambda model, points, labels: "a model with Dropout, 40 points, their labels",
    mistakes=(
        Mistake(
            _share_in_training,
            "Asked twice, it gives two answers: the model still drops half of what it computes. "
            "no_grad() does not change what a module does (lesson 05).",
        ),
    ),
)

QUESTIONS = (NEEDED, ERRORS, EXHIBITS, NET, SHUFFLED, TRAIN, ACCURACY)

# -------------------------------------------------------------------------------- predictions

PREDICTIONS = (
    Prediction(
        "frozen-branch",
        "`f` was traced at `x = 1`, where it takes the branch `y + x`. Now the program is executed "
        "at `x = -2`. `f(-2)` is 6. What does the program give?",
        2,
        why="The program holds the branch that was taken while it was traced: 4 + -2.",
        hints={
            6: "That is what `f` gives. Where in the program is an `if`?",
            -2: "That is the input. Which steps are there, one by one?",
        },
    ),
)
