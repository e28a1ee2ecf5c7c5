"""From live tensors to a `Graph`: walk `next_functions`, copy what is there."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from . import library
from .graph import Edge, Graph, Node, Saved
from .names import Names, names_around
from .outputs import with_values


def graph_of(tensor: Any, params: Mapping[str, Any] | None = None) -> Graph:
    """Read the graph behind `tensor` as plain data.

    The names of tensors are those of the variables of the code that called, and of the parameters
    of any module among them; `params` adds to these and goes first.

    Args:
        tensor: the result, any shape; it must require a gradient.
        params: names for tensors, ``{name: tensor}``, as `make_dot` takes them.

    Returns:
        The graph; changing a tensor afterwards does not change it.

    Raises:
        TypeError: `tensor` is no tensor.
        ValueError: `tensor` requires no gradient, so there is no graph behind it.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> y = (x * 3).log()
        >>> [(node.op, node.name) for node in minigrad.viz.graph_of(y).nodes]
        [('LogBackward0', 'y'), ('MulBackward0', ''), ('AccumulateGrad', 'x')]
    """
    return Reader(tensor, names_around(params)).graph


class Reader:
    """The graph behind one tensor, and the library's own node for each of its ids.

    Attributes:
        live: the library's nodes by id; they keep the recorded graph alive.
        holders: by id, the tensor that can have a ``.grad`` there: the leaf, or the output held.
        graph: the same as plain data.
    """

    def __init__(self, tensor: Any, names: Names) -> None:
        library.check(tensor)
        names.add("", tensor)
        found = discover(library.node_of(tensor))
        self.live = {f"n{number}": node for number, node in enumerate(found)}
        self._ids = {id(node): key for key, node in self.live.items()}
        self._ids |= {id(n.variable): k for k, n in self.live.items() if library.is_leaf(n)}
        self.holders: dict[str, Any] = {}
        nodes = [self._node(key, names) for key in self.live]
        self.graph = Graph(tuple(with_values(nodes, self.live)))

    def _node(self, key: str, names: Names) -> Node:
        node = self.live[key]
        leaf = library.is_leaf(node)
        held = names.outputs_of(node.variable if leaf else node)
        holder = node.variable if leaf else held[0][1] if set(held) == {0} else None
        if holder is not None:
            self.holders[key] = holder
        tex, rules = library.formulas(node)
        return Node(
            id=key,
            op=library.name_of(node),
            leaf=leaf,
            names={nr: name for nr, (name, _) in held.items() if name},
            shape=library.output_shape(node) if holder is None else tuple(holder.shape),
            value=None if holder is None else library.snapshot(holder),
            version=None if holder is None else holder._version,
            grad=None if holder is None else library.kept_gradient(holder),
            edges=tuple(
                Edge(key, slot, self._ids[id(to)], nr)
                for slot, (to, nr) in enumerate(node.next_functions)
                if to is not None
            ),
            saved=tuple(self._saved(*value) for value in library.saved_values(node)),
            tex=tex,
            rules=rules,
        )

    def _saved(self, name: str, value: Any, problem: str) -> Saved:
        if not library.is_tensor(value):
            return Saved(name, value, problem=problem)
        maker, nr = library.origin(value) or (0, 0)
        return Saved(name, library.snapshot(value), value._version, self._ids.get(maker, ""), nr)


def discover(root: Any) -> list[Any]:
    """The library's nodes behind `root`: operations, each before its inputs, then the leaves."""
    consumers = _count_consumers(root)
    operations: list[Any] = []
    leaves: dict[Any, None] = {}
    ready = deque([root])
    while ready:
        node = ready.popleft()
        if library.is_leaf(node):
            leaves[node] = None
            continue
        operations.append(node)
        for parent, _ in node.next_functions:
            if parent is None:
                continue
            consumers[parent] -= 1
            if library.is_leaf(parent):
                leaves[parent] = None
            elif not consumers[parent]:
                ready.append(parent)
    return operations + list(leaves)


def _count_consumers(root: Any) -> dict[Any, int]:
    """How many edges lead to each node behind `root`."""
    consumers, stack = {root: 0}, [root]
    while stack:
        for parent, _ in stack.pop().next_functions:
            if parent is None:
                continue
            if parent not in consumers:
                consumers[parent] = 0
                stack.append(parent)
            consumers[parent] += 1
    return consumers
