"""Questions of exercise set 1, for lesson 01: read a graph, build one, walk one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...tensor import Tensor
from .. import graphs
from ..kinds import Entries, Function, Graph, Names
from ..mistakes import Mistake

# ------------------------------------------------------------------------------------ reading

NAMES = Names(
    "x1-names",
    ask="the names of the five nodes behind e, in the order in which a walk meets them",
    expected=("MulBackward0", "AddBackward0", "AddBackward0", "AccumulateGrad", "AccumulateGrad"),
    hints=(
        "the node of e itself; which operation ran last?",
        "what made its first input, (a + b)",
        "what made its second input, (b + 1)",
        "where a comes from, which nobody computed",
        "where b comes from; it is used twice, and it is one leaf",
    ),
)

BEFORE_AND_AFTER = Entries(
    "x1-before-and-after",
    ask="your prediction for each of the four",
    expected={
        "before": None,
        'hasattr(node, "variable")': True,
        "node.variable is x": True,
        "after": 5.0,
    },
    hints={
        "before": "nothing has run backward yet, so what can .grad hold?",
        'hasattr(node, "variable")': (
            "edges lead from the result back to its inputs; this input is a leaf."
        ),
        "node.variable is x": "is it a copy that the leaf's node keeps, or the tensor itself?",
        "after": "how fast does x * y grow with x?",
    },
)

# ----------------------------------------------------------------------------------- building


def _chain(x: Any, n: int) -> Any:
    result = x
    for _ in range(n):
        result = result * x
    return result


BUILDING = (
    Graph(
        "x1-quotient",
        ask="the denominator of the fraction, a tensor computed from x and y",
        reference=lambda x, y: (x - y) / (x + y),
        leaves={"x": 2.0, "y": 5.0},
    ),
    Graph(
        "x1-partly",
        ask="x * y + log(x), a tensor of which only the product and the sum are recorded",
        reference=lambda x, y: x * y + x.log().detach(),
        leaves={"x": 2.0, "y": 5.0},
    ),
    Graph(
        "x1-shared",
        ask="a tensor computed from x and y, in which one node is used twice",
        reference=lambda x, y: (lambda s: s * s.sin())(x + y),
        leaves={"x": 2.0, "y": 5.0},
    ),
    Graph(
        "x1-chain",
        ask="a tensor behind which n multiplications by x are recorded",
        reference=_chain,
        leaves={"x": 1.5, "n": 3},
    ),
)

# ------------------------------------------------------------------------------------ walking


def _uses(result: Tensor, leaf: Tensor, once: bool = True, same: Any = None) -> int:
    """How many edges lead to `leaf`.

    Args:
        result: where the walk begins.
        leaf: the leaf whose edges are counted.
        once: visit each node once; a walk that does not counts paths.
        same: how the leaf is recognised; by being it, unless told otherwise.
    """
    same = same or (lambda one, other: one is other)
    seen, waiting, count = {result.grad_fn}, [result.grad_fn], 0
    while waiting:
        for node, _ in waiting.pop().next_functions:
            if node is None:
                continue
            count += hasattr(node, "variable") and bool(same(node.variable, leaf))
            if not once or node not in seen:
                seen.add(node)
                waiting.append(node)
    return count


USES = Function(
    "x1-uses",
    ask="a function that counts the edges which lead to a leaf",
    reference=lambda result, leaf: _uses(result, leaf),
    draws=(
        graphs.log_product,
        graphs.square,
        graphs.plain,
        graphs.twins,
        graphs.absent,
        graphs.deep,
    ),
    mistakes=(
        Mistake(
            lambda result, leaf: _uses(result, leaf, once=False),
            "You count paths, not edges: a node that is reached on two paths is visited twice, and "
            "so is everything behind it. Remember which nodes you have seen.",
        ),
        Mistake(
            lambda result, leaf: min(1, _uses(result, leaf)),
            "You count the leaf, not its uses: it is one node, however many edges lead to it. "
            "Count when you look at an edge, before you ask whether its node is new.",
        ),
        Mistake(
            lambda result, leaf: _uses(result, leaf, same=lambda one, other: one == other),
            "Another leaf with the same value is counted too. Ask whether it `is` the leaf.",
        ),
        Mistake(
            lambda result, leaf: _uses(result, leaf, same=lambda one, other: True),
            "You count the edges to every leaf. Which one was asked for?",
        ),
        Mistake(
            lambda result, leaf: min(2, _uses(result, leaf)),
            "Yours never gets beyond 2: a leaf can be used any number of times.",
        ),
        *graphs.half_walks(lambda result, leaf: _uses(result, leaf)),
    ),
    show=graphs.graph_text,
    again=True,
)


def _leaves(result: Tensor, once: bool = True, by_value: bool = False) -> list[Any]:
    """The leaves behind a result, as a walk meets them, level by level."""
    found: list[Any] = []
    seen: set[Any] = set()
    waiting = [result.grad_fn]
    while waiting:
        node = waiting.pop(0)
        if node is None or (once and node in seen):
            continue
        seen.add(node)
        if hasattr(node, "variable") and not (by_value and _among(node.variable, found)):
            found.append(node.variable)
        waiting += [behind for behind, _ in node.next_functions]
    return found


def _among(leaf: Tensor, found: list[Tensor]) -> bool:
    return any(leaf.item() == other.item() for other in found)


LEAVES = Function(
    "x1-leaves",
    ask="the repaired function, which gives each leaf once",
    reference=lambda result: _leaves(result),
    draws=(
        lambda rng: graphs.log_product(rng)[:1],
        lambda rng: graphs.square(rng)[:1],
        lambda rng: graphs.plain(rng)[:1],
        lambda rng: graphs.twins(rng)[:1],
        graphs.many,
        lambda rng: graphs.absent(rng)[:1],
    ),
    mistakes=(
        Mistake(
            lambda result: _leaves(result, once=False),
            "A leaf that is used twice is in your list twice. Two edges lead to it, but it is one "
            "node.",
        ),
        Mistake(
            lambda result: _leaves(result, by_value=True),
            "Two leaves with the same value are two leaves, and yours has only one of them: `in` "
            "and `==` compare values. Remember nodes, or ask with `is`.",
        ),
        *graphs.no_leaves(lambda result: _leaves(result)),
        *graphs.half_walks(lambda result: _leaves(result)),
    ),
    show=lambda result: graphs.graph_text(result),
    observe=lambda result: lambda found: graphs.lettered(found, result),
    again=True,
)

# -------------------------------------------------------------------------------- gradients


def _point(rng: np.random.Generator) -> tuple[float, float]:
    x, y = (round(rng.uniform(0.3, 2.5), 2) for _ in range(2))
    return x, y


def _f(x: float, y: float) -> float:
    return float(x**2 + y**3 - np.sin(x * y))


def _slip(x_term: Any, y_term: Any, why: str) -> Mistake:
    """A wrong pair of derivatives, each a function of x, y and the cosine."""

    def wrong(x: float, y: float) -> tuple[float, float]:
        cosine = float(np.cos(x * y))
        return x_term(x, y, cosine), y_term(x, y, cosine)

    return Mistake(wrong, why)


GRADIENTS = Function(
    "x1-gradients",
    ask="the two derivatives of f = x² + y³ − sin(xy)",
    reference=lambda x, y: (2 * x - y * np.cos(x * y), 3 * y**2 - x * np.cos(x * y)),
    draws=(_point,),
    parts=("∂f/∂x", "∂f/∂y"),
    mistakes=(
        _slip(
            lambda x, y, c: 2 * x,
            lambda x, y, c: 3 * y**2,
            "Only one of the two paths is there. The variable reaches f through the sine as well, "
            "and both contributions are added.",
        ),
        _slip(
            lambda x, y, c: -y * c,
            lambda x, y, c: -x * c,
            "Only the path through the sine is there. The variable reaches f through its power as "
            "well, and both contributions are added.",
        ),
        _slip(
            lambda x, y, c: 2 * x + y * c,
            lambda x, y, c: 3 * y**2 + x * c,
            "The part that comes through the sine has the wrong sign: f subtracts it.",
        ),
        _slip(
            lambda x, y, c: 2 * x - c,
            lambda x, y, c: 3 * y**2 - c,
            "Almost: the chain rule has one factor more, the slope of what is inside the sine.",
        ),
        _slip(
            lambda x, y, c: 2 * x - x * c,
            lambda x, y, c: 3 * y**2 - y * c,
            "The inner derivative is swapped: vary one factor of x · y, and which one is left?",
        ),
        _slip(
            lambda x, y, c: 2 * x - y * np.sin(x * y),
            lambda x, y, c: 3 * y**2 - x * np.sin(x * y),
            "The sine is still a sine in it. What is the slope of a sine?",
        ),
        _slip(
            lambda x, y, c: x - y * c,
            lambda x, y, c: y**2 - x * c,
            "Everything fits but the factor in front of the power: its exponent comes down.",
        ),
        _slip(
            lambda x, y, c: 2 * x**2 - y * c,
            lambda x, y, c: 3 * y**3 - x * c,
            "Everything fits but the exponent of the power, which is to become one less.",
        ),
        _slip(
            lambda x, y, c: _f(x, y),
            lambda x, y, c: _f(x, y),
            "That is the value of f. Its slope is in the leaf's .grad after backward.",
        ),
    ),
)

QUESTIONS = (NAMES, *BUILDING, BEFORE_AND_AFTER, USES, LEAVES, GRADIENTS)
