"""x1-chain: a graph as long as the loop that built it."""

from __future__ import annotations

from typing import Any

from ...testing.kinds import Graph


def _chain(x: Any, n: int) -> Any:
    result = x
    for _ in range(n):
        result = result * x
    return result


CHAIN = Graph(
    "x1-chain",
    ask="a tensor behind which n multiplications by x are recorded",
    reference=_chain,
    leaves={"x": 1.5, "n": 3},
)

QUESTIONS = (CHAIN,)
