"""x1-shared: a graph in which one node has two uses."""

from __future__ import annotations

from ...testing.kinds import Graph

SHARED = Graph(
    "x1-shared",
    ask="a tensor computed from x and y, in which one node is used twice",
    reference=lambda x, y: (lambda s: s * s.sin())(x + y),
    leaves={"x": 2.0, "y": 5.0},
)

QUESTIONS = (SHARED,)
