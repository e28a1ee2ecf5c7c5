"""x1-uses: how many edges lead to a leaf."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from .. import graphs


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

QUESTIONS = (USES,)
