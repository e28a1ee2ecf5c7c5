"""x1-partly: a graph of which a part is not recorded."""

from __future__ import annotations

from ...testing.kinds import Graph

PARTLY = Graph(
    "x1-partly",
    ask="x * y + log(x), a tensor of which only the product and the sum are recorded",
    reference=lambda x, y: x * y + x.log().detach(),
    leaves={"x": 2.0, "y": 5.0},
)

QUESTIONS = (PARTLY,)
