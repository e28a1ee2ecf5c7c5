"""Modules closed to one node each, so that a deep network stays readable."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from .data import Constant, Edge, Graph, Node, Place
from .succession import in_circles, inputs_last

PREFIX = "group:"  # before a call's id: the id of the node that it becomes
_OPEN = " (stays open: its data leaves it and comes back)"


def collapsed(graph: Graph, closed: Collection[str]) -> Graph:
    """The same graph with some module calls closed: each is one node of kind ``"group"``.

    Such a node is called ``"group:model.0"``; ``node.inside`` has the nodes that it hides, and its
    bytes are their sum. Its outputs are those that others use, its value that of the first. Edges
    of its nodes that lead to the same output become one; ``edge.times`` says how many it was.

    A call that cannot be closed, because data leave it and come back, stays open; its title says
    so. Calls of modules never do that, only graphs put together by hand.

    Args:
        graph: from `graph`.
        closed: ids of calls, as ``graph.groups()`` has them; those inside a closed one are hidden.

    Raises:
        KeyError: there is no such call in the graph.

    Example:
        >>> import minigrad
        >>> from minigrad import nn, viz
        >>> model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
        >>> loss = model(minigrad.ones(4, 2)).mean()
        >>> whole = viz.graph(loss)
        >>> len(whole.nodes), list(whole.groups())
        (10, ['model', 'model.2', 'model.1', 'model.0'])
        >>> small = viz.collapsed(whole, {"model.0", "model.2"})
        >>> [(node.id, node.op) for node in small.nodes]
        [('n0', 'MeanBackward0'), ('group:model.2', 'model.2 · Linear(3, 1)'), \
('n2', 'TanhBackward0'), ('group:model.0', 'model.0 · Linear(2, 3)')]
    """
    groups = graph.groups()
    unknown = [key for key in closed if key not in groups]
    if unknown:
        known = ", ".join(groups) or "none"
        raise KeyError(f"no module call {unknown[0]!r} in this graph; there are: {known}")
    owner = _owners(graph, closed)
    circle = in_circles(_inputs(graph, owner))
    stuck = {key.removeprefix(PREFIX) for key in circle if key.startswith(PREFIX)}
    if stuck:
        notes = {key: groups[key].title + _OPEN for key in groups if key in stuck}
        noted = replace(graph, titles={**graph.titles, **notes})
        return collapsed(noted, set(closed) - stuck)
    return _Closing(graph, owner).graph


def readable(graph: Graph, most: int) -> Graph:
    """The graph with as few levels of modules closed as leave no more than `most` nodes.

    Where even the outermost would leave more, those are closed.
    """
    deepest = max(len(node.modules) for node in graph.nodes)
    closed: set[str] = set()
    for level in reversed(range(deepest)):
        if len(set(_owners(graph, closed).values())) <= most:
            break
        closed = {key for node in graph.nodes for key in node.modules[level : level + 1]}
    return collapsed(graph, closed) if closed else graph


def _owners(graph: Graph, closed: Collection[str]) -> dict[str, str]:
    """The node that each node becomes: its outermost closed call, or itself."""
    return {
        node.id: next((PREFIX + key for key in node.modules if key in closed), node.id)
        for node in graph.nodes
    }


def _inputs(graph: Graph, owner: Mapping[str, str]) -> dict[str, list[str]]:
    """What goes into each new node, once per edge between different ones."""
    inputs: dict[str, list[str]] = {key: [] for key in owner.values()}
    for edge in graph.edges():
        if owner[edge.node] != owner[edge.to]:
            inputs[owner[edge.node]].append(owner[edge.to])
    return inputs


class _Closing:
    """The nodes of the new graph, made from those of the old one."""

    def __init__(self, graph: Graph, owner: Mapping[str, str]) -> None:
        self._old, self._owner = graph, owner
        self._outputs = self._used_outputs()
        inside: dict[str, list[Node]] = defaultdict(list)
        for node in graph.nodes:
            inside[owner[node.id]].append(node)
        made = {key: self._node(key, nodes) for key, nodes in inside.items()}
        order = inputs_last(_inputs(graph, owner))
        leaves = [key for key in made if made[key].leaf]
        order = [key for key in order if not made[key].leaf] + leaves
        nodes, constants = tuple(made[key] for key in order), self._constants(made)
        results = tuple(self._place(*place) for place in graph.results)
        self.graph = Graph(nodes, graph.titles, results, constants)

    def _used_outputs(self) -> dict[str, dict[Place, int]]:
        """What comes out of each group, and as which of its outputs: in the order of use."""
        owner = self._owner
        used: dict[str, dict[Place, int]] = defaultdict(dict)
        for node, nr in self._old.results:
            outputs = used[owner[node]]
            outputs.setdefault((node, nr), len(outputs))
        edges = [(edge.node, edge.to, edge.nr) for edge in self._old.edges()]
        saved = [(n.id, s.source, s.nr) for n in self._old.nodes for s in n.saved if s.source]
        cut = [(one.id, of, nr) for one in self._old.constants for of, nr in one.origins]
        inner = [place for place in cut if place[1] in owner]
        for node, source, nr in edges + saved + inner:
            if owner.get(node, node) != owner[source]:
                outputs = used[owner[source]]
                outputs.setdefault((source, nr), len(outputs))
        return used

    def _node(self, key: str, nodes: Sequence[Node]) -> Node:
        if not key.startswith(PREFIX):
            return self._open(nodes[0])
        call, outputs = key.removeprefix(PREFIX), list(self._outputs[key])
        first = self._old[outputs[0][0]]
        names = [self._old[of].names.get(nr, "") for of, nr in outputs]
        shown = [self._old[of].output(nr) for of, nr in outputs]
        return replace(
            first,
            **vars(shown[0]),
            further=dict(enumerate(shown[1:], 1)),
            id=key,
            op=self._old.titles.get(call, call),
            kind="group",
            names={nr: name for nr, name in enumerate(names) if name},
            edges=self._edges_out_of(key, nodes),
            saved=(),
            tex="",
            rules=(),
            bytes=sum(node.bytes for node in nodes),
            modules=first.modules[: first.modules.index(call)],
            inside=tuple(nodes),
        )

    def _open(self, node: Node) -> Node:
        """A node as it was, but for where its inputs and what it saved come from."""
        edges = [(edge, self._place(edge.to, edge.nr)) for edge in node.edges]
        saved = [(one, self._place(one.source, one.nr)) for one in node.saved]
        return replace(
            node,
            edges=tuple(replace(edge, to=to, nr=nr) for edge, (to, nr) in edges),
            saved=tuple(replace(one, source=source, nr=nr) for one, (source, nr) in saved),
        )

    def _place(self, node: str, nr: int) -> Place:
        """Where an output of the old graph is in the new one."""
        owner = self._owner.get(node, node)
        return (node, nr) if owner == node else (owner, self._outputs[owner][node, nr])

    def _constants(self, made: Mapping[str, Node]) -> tuple[Constant, ...]:
        """The constants, but for those that are inside with all that uses them."""
        found = []
        for number, one in enumerate(self._old.constants):
            ends = dict.fromkeys(self._owner[node] for node, _ in one.uses)
            slots = {
                key: len(made[key].edges) + number for key in ends
            }  # of a group: any that is free
            uses = [(node, slot) for node, slot in one.uses if node in slots]
            uses += [(key, slots[key]) for key in ends if key.startswith(PREFIX)]
            if not set(ends) & {PREFIX + key for key in one.modules}:
                origins = tuple(self._place(node, nr) for node, nr in one.origins)
                found.append(replace(one, uses=tuple(uses), origins=origins))
        needed = {place[0] for one in found for place in one.origins}
        return tuple(one for one in found if one.uses or one.id in needed)

    def _edges_out_of(self, key: str, nodes: Sequence[Node]) -> tuple[Edge, ...]:
        ends = [(edge.to, edge.nr) for node in nodes for edge in node.edges]
        times = Counter(self._place(*end) for end in ends if self._owner[end[0]] != key)
        return tuple(Edge(key, i, *place, n) for i, (place, n) in enumerate(times.items()))
