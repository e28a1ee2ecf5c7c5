"""Questions of lesson 01, "A graph is recorded while you compute"."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.kinds import Entries, Function, Graph
from ...testing.mistakes import Mistake
from .. import graphs


def _leaves(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Two leaves with values that are neither 0 nor 1."""
    x, y = (tensor(np.round(rng.uniform(1.5, 4, 2), 1), requires_grad=True) for _ in range(2))
    return x, y


def _sum_of_two(rng: np.random.Generator) -> tuple[Tensor]:
    x, y = _leaves(rng)
    return (x * y + x.log(),)


def _shared(rng: np.random.Generator) -> tuple[Tensor]:
    x, y = _leaves(rng)
    half = x * 0.5
    return (((half - y) * half.sin()).sum(),)


def _walk(result: Tensor, once: bool = True, leaves: bool = True) -> list[str]:
    """The names of all nodes behind `result`, in the order in which they are first met."""
    names: list[str] = []
    seen: set[Any] = set()
    waiting = [result.grad_fn]
    while waiting:
        node = waiting.pop(0)
        if node is None or (once and node in seen):
            continue
        seen.add(node)
        if leaves or node.next_functions:
            names.append(node.name())
        waiting += [behind for behind, _ in node.next_functions]
    return names


QUESTIONS = (
    Entries(
        "names",
        ask="for each expression the name of the node behind its result",
        expected={
            "x - y": "SubBackward0",
            "x / y": "DivBackward0",
            "x**2": "PowBackward0",
            "(x * y).sum()": "SumBackward0",
            "torch.exp(x) * y": "MulBackward0",
        },
        hints={
            "x**2": "Python calls this a power; the node shortens the word to three letters",
            "(x * y).sum()": "which operation made the result, and which only made its input?",
            "torch.exp(x) * y": "two operations ran; which one was the last?",
        },
        given=("x - y", "x / y"),
    ),
    Entries(
        "recorded",
        ask="for each expression whether its result requires grad, True or False",
        expected={
            "c + 1": False,
            "c * y": True,
            "x > 1": False,
            "(x * y).sum()": True,
            "x * x.item()": True,
        },
        hints={
            "c + 1": "does any of its inputs require grad?",
            "c * y": "one input that requires grad is enough",
            "x > 1": "what kind of values does a comparison give, and can they have a slope?",
            "(x * y).sum()": "the habit spreads from input to result, step by step",
            "x * x.item()": "one factor is a plain number. What about the other?",
        },
        given=("c + 1", "c * y"),
    ),
    Function(
        "walk",
        ask="a function that takes a tensor and returns the names of the nodes behind it",
        reference=lambda tensor: _walk(tensor),
        draws=(_sum_of_two, _shared),
        mistakes=(
            Mistake(
                lambda tensor: _walk(tensor, once=False),
                "A node that is reached on two paths is in your list twice. Remember it when you "
                "first meet it.",
            ),
            Mistake(
                lambda tensor: _walk(tensor, leaves=False),
                "The nodes of the leaves are missing. They lead nowhere, but they are nodes too.",
            ),
            Mistake(
                lambda tensor: [tensor.grad_fn.name()],
                "Only the last operation is there: nothing was queued behind it, or a `return` "
                "stands inside the loop.",
            ),
            Mistake(
                lambda tensor: list(dict.fromkeys(_walk(tensor))),
                "Each name is in your list once, but different nodes can have the same name. "
                "Remember the nodes, not their names.",
            ),
            *graphs.half_walks(lambda tensor: _walk(tensor)),
        ),
        show=lambda result: graphs.graph_text(result),
        again=True,
    ),
    Graph(
        "build",
        ask="a tensor, computed from x and y, with the wanted graph behind it",
        reference=lambda x, y: x * x - y.sin(),
        leaves={"x": 2.0, "y": 3.0},
    ),
)
