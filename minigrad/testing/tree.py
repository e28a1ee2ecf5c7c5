"""A recorded graph as names and edges: read from a tensor, drawn as text, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

CONSTANT = "a constant"
COMMUTES = {"AddBackward0", "MulBackward0", "MaximumBackward0", "MinimumBackward0"}
MOST_LINES = 30  # of a larger tree only the beginning is shown


@dataclass(frozen=True)
class Tree:
    """A graph: what its nodes are called, and which nodes their inputs come from.

    Attributes:
        names: of each node; the result's is the first. A leaf has its own name, and what needs no
            gradient is `CONSTANT`.
        inputs: of each node, the indices of its inputs' nodes.
    """

    names: tuple[str, ...]
    inputs: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Difference:
    """Where two graphs part.

    Attributes:
        place: the index of a node in the first of them.
        text: what is different there.
    """

    place: int
    text: str


def read(tensor: Any, leaf_name: Callable[[Any], str]) -> Tree:
    """Read the graph behind a tensor through its nodes' ``next_functions`` and ``variable``.

    Args:
        tensor: the result; it has a ``grad_fn``.
        leaf_name: what to call a leaf, given the leaf.
    """
    nodes, index = [tensor.grad_fn], {tensor.grad_fn: 0}
    inputs: list[tuple[int, ...]] = []
    for node in nodes:  # grows while it is walked
        places = []
        for parent, _ in node.next_functions if node is not None else ():
            if parent is None or parent not in index:
                index[parent] = len(nodes)  # every constant is a node of its own
                nodes.append(parent)
            places.append(index[parent])
        inputs.append(tuple(places))
    return Tree(tuple(_name(node, leaf_name) for node in nodes), tuple(inputs))


def _name(node: Any, leaf_name: Callable[[Any], str]) -> str:
    if node is None:
        return CONSTANT
    return leaf_name(node.variable) if hasattr(node, "variable") else str(node.name())


def drawn(tree: Tree, mark: int | None = None) -> str:
    """A graph as indented text, from the result to the leaves; `mark` gets an arrow.

    Example:
        >>> from minigrad.testing.tree import Tree, drawn
        >>> print(drawn(Tree(("MulBackward0", "AddBackward0", "x"), ((1, 1), (2, 2), ()))))
        MulBackward0
        ├─ AddBackward0
        │  ├─ x
        │  └─ x
        └─ AddBackward0, the same one
    """
    lines: list[str] = []
    seen: set[int] = set()
    stack = [(0, "", "")]
    while stack:
        node, own, below = stack.pop()
        again = node in seen and tree.inputs[node]
        seen.add(node)
        arrow = "   ← here" if node == mark and not again else ""
        lines.append(f"{own}{tree.names[node]}{', the same one' if again else ''}{arrow}")
        if len(lines) == MOST_LINES:
            return "\n".join([*lines, f"… {len(tree.names)} nodes in all"])
        if again:
            continue
        places = tree.inputs[node]
        for i, place in reversed(list(enumerate(places))):
            branch, rest = ("└─ ", "   ") if i == len(places) - 1 else ("├─ ", "│  ")
            stack.append((place, below + branch, below + rest))
    return "\n".join(lines)


def difference(yours: Tree, wanted: Tree) -> Difference | None:
    """The first place at which two graphs differ; the order of a sum's inputs does not count.

    Two graphs are taken for the same if they unfold to the same tree and have equally many of each
    node, so a value computed twice is told from one used twice.
    """
    table: dict[Any, int] = {}
    keys, goals = _keys(yours, table), _keys(wanted, table)
    if keys[0] != goals[0]:
        return _first(yours, wanted, keys, goals)
    counts, goal_counts = Counter(keys), Counter(goals)
    for place, key in enumerate(keys):
        if counts[key] != goal_counts[key] and yours.names[place] != CONSTANT:
            return Difference(place, _sharing(yours.names[place], counts[key], goal_counts[key]))
    return None


def _keys(tree: Tree, table: dict[Any, int]) -> list[int]:
    """A number for each node, equal for two nodes that unfold to the same tree."""
    keys: dict[int, int] = {}
    stack = [0]
    while stack:
        node = stack[-1]
        waiting = [place for place in tree.inputs[node] if place not in keys]
        if waiting:
            stack.extend(waiting)
            continue
        stack.pop()
        below = [keys[place] for place in tree.inputs[node]]
        name = tree.names[node]
        key = (name, *(sorted(below) if name in COMMUTES else below))
        keys[node] = table.setdefault(key, len(table))
    return [keys[node] for node in range(len(tree.names))]


def _first(yours: Tree, wanted: Tree, keys: list[int], goals: list[int]) -> Difference:
    """Walk both graphs side by side, down to where they part."""
    a, b = 0, 0
    while yours.names[a] == wanted.names[b]:
        mine, theirs = yours.inputs[a], wanted.inputs[b]
        left = Counter(goals[place] for place in theirs)
        if len(mine) != len(theirs):
            text = (
                f"{yours.names[a]} has {len(mine)} inputs here, and {len(theirs)} in the picture."
            )
            return Difference(a, text)
        if Counter(keys[place] for place in mine) == left:
            return Difference(a, f"The inputs of {yours.names[a]} are exchanged.")
        a, b = _next_pair(yours, wanted, keys, goals, a, b)
    return Difference(a, _names_differ(yours, wanted, a, b))


def _next_pair(
    yours: Tree, wanted: Tree, keys: list[int], goals: list[int], a: int, b: int
) -> tuple[int, int]:
    """Two inputs that differ: of a sum or a product, two that are left over, alike if possible."""
    mine, theirs = list(yours.inputs[a]), list(wanted.inputs[b])
    if yours.names[a] not in COMMUTES:
        return next((i, j) for i, j in zip(mine, theirs) if keys[i] != goals[j])
    for i in list(mine):
        match = next((j for j in theirs if goals[j] == keys[i]), None)
        if match is not None:
            mine.remove(i)
            theirs.remove(match)
    pairs = [(i, j) for i in mine for j in theirs]
    return next((p for p in pairs if yours.names[p[0]] == wanted.names[p[1]]), pairs[0])


def _names_differ(yours: Tree, wanted: Tree, a: int, b: int) -> str:
    mine, theirs = yours.names[a], wanted.names[b]
    if mine == CONSTANT:
        return (
            "At the arrow yours has a number, or a tensor that needs no gradient, where the "
            f"picture has {theirs}."
        )
    if yours.inputs[a] and wanted.inputs[b]:
        return f"At the arrow yours has {mine}; the picture has {theirs} there."
    if yours.inputs[a]:
        return f"At the arrow yours goes on with {mine}, where the picture has {theirs}."
    return f"At the arrow yours ends in {mine}, where the picture has {theirs}."


def _sharing(name: str, yours: int, wanted: int) -> str:
    if yours > wanted:
        return (
            f"The same {name} is there {yours} times; the picture has {wanted}. Compute it once, "
            "keep it in a variable, and use that variable again."
        )
    return f"Yours uses one {name} where the picture has {wanted}, each computed anew."


def leaf_names(leaves: Mapping[str, Any]) -> Callable[[Any], str]:
    """Names for leaves: their own; for a stranger, whose value it has, if anyone's."""

    def name(leaf: Any) -> str:
        for key, value in leaves.items():
            if leaf is value:
                return key
        for key, value in leaves.items():
            if tuple(leaf.shape) == tuple(value.shape) and bool(
                (leaf.detach() == value.detach()).all()
            ):
                return f"another tensor with {key}'s value"
        return "a leaf from elsewhere"

    return name
