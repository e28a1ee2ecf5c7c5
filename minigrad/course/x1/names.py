"""x1-names: the nodes behind a result, named in the order of a walk."""

from __future__ import annotations

from ...testing.kinds import Names

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

QUESTIONS = (NAMES,)
