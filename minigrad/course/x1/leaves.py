"""x1-leaves: a walk to repair, which is to give each leaf once."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from .. import graphs


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

QUESTIONS = (LEAVES,)
