"""x1-quotient: a graph built to a plan."""

from __future__ import annotations

from ...testing.kinds import Graph

QUOTIENT = Graph(
    "x1-quotient",
    ask="the denominator of the fraction, a tensor computed from x and y",
    reference=lambda x, y: (x - y) / (x + y),
    leaves={"x": 2.0, "y": 5.0},
)

QUESTIONS = (QUOTIENT,)
