"""x1-before-and-after: what is there before a backward pass, and after it."""

from __future__ import annotations

from ...testing.kinds import Entries

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

QUESTIONS = (BEFORE_AND_AFTER,)
