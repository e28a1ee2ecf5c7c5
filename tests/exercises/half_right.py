"""Of each set some answers with mistakes in them, and the marks they are to get.

A set that is not here is handed in with its first half right and the rest as it was.
"""

from typing import NamedTuple


class HalfRight(NamedTuple):
    """Answers, by the cell's id; the marks of the checks they cost any; words of the feedback."""

    answers: dict[str, str]
    marks: dict[str, float]
    explained: tuple[str, ...]


HALF_RIGHT = {
    # Two visible checks fail: b is counted as two nodes, and the walk is right only on graphs that
    # are not thousands of nodes deep. That is one case of three of a hidden check, which fails in
    # part.
    "x1-graphs": HalfRight(
        answers={
            "x1-names": """names = [
    "MulBackward0", "AddBackward0", "AddBackward0",
    "AccumulateGrad", "AccumulateGrad", "AccumulateGrad",
]""",
            "x1-uses": """def uses(result, leaf):
    seen = set()

    def count(node):
        if node is None or node in seen:
            return 0
        seen.add(node)
        own = sum(getattr(n, "variable", None) is leaf for n, _ in node.next_functions)
        return own + sum(count(n) for n, _ in node.next_functions)

    return count(result.grad_fn)""",
        },
        marks={"x1-names-check": 0, "x1-uses-check": 0, "x1-uses-hidden": 1.5},
        explained=(
            "AccumulateGrad is there 3 times: each node counts once",
            "It calls itself once per node",
        ),
    ),
}
