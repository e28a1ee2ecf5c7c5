"""A recorded graph as names and edges: read from a tensor, drawn as text, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

CONSTANT = "a constant"
COMMUTES = {"AddBackward0", "MulBackward0", "MaximumBackward0", "MinimumBackward0"}
MOST_LINES = 30  # of a larger tree only the beginning is shown

Edge = tuple[int, int]  # (index of a node, which of its inputs)
TOP: Edge = (-1, 0)  # leads to the result


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
        edge: the edge of the first one that leads there.
        text: what is different there.
    """

    edge: Edge
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


def drawn(tree: Tree, mark: Edge | None = None) -> str:
    """A graph as indented text, from the result to the leaves; where `mark` leads is an arrow.

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
    stack = [(0, TOP, "", "")]
    while stack:
        node, edge, own, below = stack.pop()
        again = node in seen and tree.inputs[node]
        seen.add(node)
        arrow = "   ← here" if edge == mark else ""
        lines.append(f"{own}{tree.names[node]}{', the same one' if again else ''}{arrow}")
        if len(lines) == MOST_LINES:
            return "\n".join([*lines, f"… {len(tree.names)} nodes in all"])
        places = () if again else tree.inputs[node]
        for i, place in reversed(list(enumerate(places))):
            branch, rest = ("└─ ", "   ") if i == len(places) - 1 else ("├─ ", "│  ")
            stack.append((place, (node, i), below + branch, below + rest))
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
            text = _sharing(yours.names[place], counts[key], goal_counts[key])
            return Difference(_edge_to(yours, place), text)
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


def _edge_to(tree: Tree, place: int) -> Edge:
    """The first edge that leads to a node."""
    edges = ((node, i) for node, places in enumerate(tree.inputs) for i in range(len(places)))
    return next((edge for edge in edges if tree.inputs[edge[0]][edge[1]] == place), TOP)


def _first(yours: Tree, wanted: Tree, keys: list[int], goals: list[int]) -> Difference:
    """Walk both graphs side by side, down to where they part."""
    a = 0
    b = 0
    edge = TOP
    while yours.names[a] == wanted.names[b]:
        mine, theirs = yours.inputs[a], wanted.inputs[b]
        if len(mine) != len(theirs):
            text = (
                f"{yours.names[a]} has {len(mine)} inputs at the arrow; {len(theirs)} are wanted."
            )
            return Difference(edge, text)
        if sorted(keys[place] for place in mine) == sorted(goals[place] for place in theirs):
            return Difference(edge, f"The inputs of {yours.names[a]} are swapped.")
        i, j = _differing(yours, wanted, keys, goals, a, b)
        edge = (a, i)
        a = mine[i]
        b = theirs[j]
    return Difference(edge, _names_differ(yours, wanted, a, b))


def _differing(
    yours: Tree, wanted: Tree, keys: list[int], goals: list[int], a: int, b: int
) -> tuple[int, int]:
    """Two inputs that differ: of a sum or a product, two that are left over, alike if possible."""
    mine, theirs = list(enumerate(yours.inputs[a])), list(enumerate(wanted.inputs[b]))
    if yours.names[a] not in COMMUTES:
        return next((i, i) for (i, p), (_, q) in zip(mine, theirs) if keys[p] != goals[q])
    for slot in list(mine):
        match = next((other for other in theirs if goals[other[1]] == keys[slot[1]]), None)
        if match is not None:
            mine.remove(slot)
            theirs.remove(match)
    pairs = [(p, q) for p in mine for q in theirs]
    alike = (pair for pair in pairs if yours.names[pair[0][1]] == wanted.names[pair[1][1]])
    (i, _), (j, _) = next(alike, pairs[0])
    return i, j


def _names_differ(yours: Tree, wanted: Tree, a: int, b: int) -> str:
    mine, theirs = yours.names[a], wanted.names[b]
    if mine == CONSTANT:
        return (
            "At the arrow yours has a number, or a tensor that needs no gradient, where "
            f"{theirs} is wanted."
        )
    if yours.inputs[a] and wanted.inputs[b]:
        return f"At the arrow yours has {mine}; wanted is {theirs}."
    if yours.inputs[a]:
        return f"At the arrow yours goes on with {mine}, where {theirs} is wanted."
    return f"At the arrow yours ends in {mine}, where {theirs} is wanted."


def _sharing(name: str, yours: int, wanted: int) -> str:
    if yours > wanted:
        return (
            f"There are {yours} separate {name} with the same inputs, where {wanted} "
            f"{'is' if wanted == 1 else 'are'} wanted: compute it once, keep it in a variable, and "
            "use it twice."
        )
    return f"Yours uses one {name} where {wanted} are wanted, each computed anew."


def count_remark(yours: Tree, wanted: Tree) -> str:
    """Say so if both consist of the same operations, in different numbers; else empty."""
    mine, theirs = (
        Counter(name for name, inputs in zip(t.names, t.inputs) if inputs) for t in (yours, wanted)
    )
    if mine.keys() != theirs.keys():
        return ""
    off = [
        f"{mine[name]} {name}, where {theirs[name]} {'is' if theirs[name] == 1 else 'are'} wanted"
        for name in mine
        if mine[name] != theirs[name]
    ]
    many = sum((mine - theirs).values()) - sum((theirs - mine).values())
    once = {1: ": one too many", -1: ": one too few"}.get(many, "") if len(off) == 1 else ""
    return f"In all, yours has {'; '.join(off)}{once}." if off else ""


def leaves(tensor: Any) -> list[Any]:
    """The leaves behind a tensor, each once."""
    found: list[Any] = []
    read(tensor, lambda leaf: found.append(leaf) or "")  # type: ignore[func-returns-value]
    return found


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
