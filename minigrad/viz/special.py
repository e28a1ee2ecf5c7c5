r"""A rule's formula where that of the operation does not hold: at ties, at 0, for some orders.

The formulas of the operations are for elements in general. At a kink PyTorch has agreed on a value,
and a norm's rule is another for each order. The letters are those of the operations.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import numpy as np

from .data import Node
from .rules import stem

_TIES = r"g \odot ([{}] + [x = y] / 2)"
_OF_TIES = {
    "Maximum": (_TIES.format("x > y"), _TIES.format("y > x")),
    "Minimum": (_TIES.format("x < y"), _TIES.format("y < x")),
}


def rule_of(node: Node, slot: int, values: Mapping[str, Any]) -> str:
    r"""The formula of what `node` sends to an input; ``""`` where it has none that holds.

    Args:
        node: an operation.
        slot: which input.
        values: what its letters stand for, as far as that is known.

    Example:
        >>> import minigrad
        >>> from minigrad import viz
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> node = viz.graph(minigrad.maximum(x, minigrad.tensor(1.0))).root
        >>> print(rule_of(node, 0, {"x": 2.0, "y": 1.0}))
        g \odot [x > y]
        >>> print(rule_of(node, 0, {"x": 2.0, "y": 2.0}))
        g \odot ([x > y] + [x = y] / 2)
    """
    if slot >= len(node.rules):
        return ""
    if stem(node.op) in _OF_TIES and _equal(values.get("x"), values.get("y")):
        return _OF_TIES[stem(node.op)][slot]
    if stem(node.op) == "LinalgVectorNorm":
        return _of_norm(node.rules[slot], values)
    return node.rules[slot]


def _equal(a: Any, b: Any) -> bool:
    """Is an element of the one equal to its partner?"""
    return a is not None and b is not None and bool(np.any(np.equal(a, b)))


def _of_norm(general: str, values: Mapping[str, Any]) -> str:
    order = values.get("p", 2)
    if order == 1:
        return r"g \odot \mathrm{sign}\,x"
    if order in (inf, -inf):
        return r"g \odot \mathrm{sign}\,x \odot [|x| = z] / \#"
    if order == 0 or _equal(values.get("z"), 0) or (order < 2 and _equal(values.get("x"), 0)):
        return ""
    return general
