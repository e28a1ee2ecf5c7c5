"""A recorded graph as plain data: nodes and edges that hold no tensor and keep nothing alive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

NUMBER = "a number"  # why no gradient goes to a constant
Place = tuple[str, int]  # an output: the id of its node, and its number


@dataclass(frozen=True)
class Saved:
    """One value that a node keeps for its derivative rule.

    Attributes:
        name: the library's name for it without ``_saved_``: ``"self"``, ``"other"``, ``"result"``.
        value: a copy if it is a tensor; the thing itself if it is a number, a tuple, None.
        version: how often its memory had been written to when it was read; None if no tensor.
        source: the id of the node whose output it is, ``""`` if none in this graph.
        nr: which output of that node.
        problem: why its value is not known: ``""``, ``"freed"``, ``"changed"`` in place since,
            ``"packed"`` by a saved-tensors hook, or ``"unreadable"`` for any other reason.
    """

    name: str
    value: Any = None
    version: int | None = None
    source: str = ""
    nr: int = 0
    problem: str = ""

    @property
    def is_tensor(self) -> bool:
        """Is it a tensor (and can still be read)?"""
        return isinstance(self.value, np.ndarray)


@dataclass(frozen=True)
class Edge:
    """Where a node sends the gradient of one of its inputs.

    Attributes:
        node: the id of the node that sends.
        slot: which of its inputs, counted from 0.
        to: the id of the node that receives: the one that made that input, or a leaf.
        nr: which output of `to` that input was.
        times: how many edges it stands for, where it leaves a closed module.
    """

    node: str
    slot: int
    to: str
    nr: int = 0
    times: int = 1

    @property
    def id(self) -> str:
        """The edge's name in pictures and events: ``"n0.1"`` is the second input of ``n0``."""
        return f"{self.node}.{self.slot}"


@dataclass(frozen=True)
class Output:
    """What is known of one output of a node.

    Attributes:
        shape: None if unknown.
        value: the numbers, a copy; None if nobody can vouch for them.
        version: how often that memory had been written to; None if nobody holds it.
        grad: its ``.grad``, if it retains one; None if there is none.
        dtype: ``"float32"``; ``""`` if unknown.
        retains: whether ``retain_grad()`` was called on it.
    """

    shape: tuple[int, ...] | None = None
    value: np.ndarray | None = None
    version: int | None = None
    grad: np.ndarray | None = None
    dtype: str = ""
    retains: bool = False


@dataclass(frozen=True)
class Node:
    """One node: a recorded operation, or a leaf together with its AccumulateGrad.

    Attributes:
        id: ``"n0"`` is the result's node; the same program gives the same ids every time.
        op: the library's name for it: ``"MulBackward0"``, ``"AccumulateGrad"``.
        kind: ``"op"``, ``"leaf"``, where the graph ends, or ``"group"``: a closed module.
        names: the variable that holds each output, by the output's number, where one was found.
        shape: the shape of its output; None if unknown. Of several, this is output 0, and so are
            the value, the version, the gradient and the dtype; `output` has those of any.
        value: the numbers of its output, a copy; None if nobody can vouch for them.
        version: how often that memory had been written to; None if nobody holds it.
        grad: ``.grad`` of a leaf, or of a tensor that retains it; None if there is none.
        edges: one per input that wants a gradient.
        saved: what it keeps for its derivative rule.
        tex: the formula of what it computed, ``""`` if the library gives none; `x` and `y` are the
            inputs, `z` is the result.
        rules: the formula of the gradient for each input; `g` is the gradient that arrives.
        dtype: of its (first) output, ``"float32"``; ``""`` if unknown.
        bytes: of the tensors that it saved; what two nodes save counts at both.
        modules: the module calls in which it ran, outermost first: ``("model", "model.0")``.
        inside: what a closed module hides.
        further: its other outputs by their numbers, from 1: those that variables hold.
        repeats: whether its inputs as they are now give the same output again, run by us: so they
            are still what it was given. Version 0 does not say so: a write through ``.data`` or
            NumPy is not counted.
        retains: whether ``retain_grad()`` was called on its (first) output, which is no leaf.
        written: of a write in place, the version that it brought its memory to; else None.
    """

    id: str
    op: str
    kind: str
    names: Mapping[int, str]
    shape: tuple[int, ...] | None
    value: np.ndarray | None
    version: int | None
    grad: np.ndarray | None
    edges: tuple[Edge, ...] = ()
    saved: tuple[Saved, ...] = ()
    tex: str = ""
    rules: tuple[str, ...] = ()
    dtype: str = ""
    bytes: int = 0
    modules: tuple[str, ...] = ()
    inside: tuple[Node, ...] = ()
    further: Mapping[int, Output] = field(default_factory=dict)
    repeats: bool = False
    retains: bool = False
    written: int | None = None

    def output(self, nr: int = 0) -> Output:
        """What is known of output `nr`."""
        if nr:
            return self.further.get(nr, Output())
        return Output(self.shape, self.value, self.version, self.grad, self.dtype, self.retains)

    @property
    def grads(self) -> dict[int, np.ndarray]:
        """The ``.grad`` of each output that has one, by the output's number."""
        outputs = {nr: self.output(nr) for nr in (0, *sorted(self.further))}
        return {nr: output.grad for nr, output in outputs.items() if output.grad is not None}

    @property
    def keeping(self) -> dict[int, np.ndarray | None]:
        """The ``.grad`` of each output that has one or will: of a leaf, after ``retain_grad()``."""
        outputs = {nr: self.output(nr) for nr in (0, *sorted(self.further))}
        return {
            nr: output.grad
            for nr, output in outputs.items()
            if self.leaf or output.retains or output.grad is not None
        }

    @property
    def leaf(self) -> bool:
        """Does the graph end here?"""
        return self.kind == "leaf"

    @property
    def freed(self) -> bool:
        """Have the saved values been given up, so that backward cannot run here again?"""
        return any(
            saved.problem == "freed" for node in (self, *self.inside) for saved in node.saved
        )

    @property
    def name(self) -> str:
        """The variable that holds its output, ``"a, b"`` for several outputs, ``""`` for none."""
        return ", ".join(name for _, name in sorted(self.names.items()))

    def title(self, nr: int = 0) -> str:
        """What to call output `nr` in a sentence: its variable's name, else the operation."""
        return self.names.get(nr) or ("the leaf" if self.leaf else self.op)


def as_given(node: Node, output: Output) -> np.ndarray | None:
    """The value of an input of `node` when it ran; None if that is not certain.

    `output` is what is known of it now. What no variable holds, nobody has written into.
    """
    return output.value if node.repeats or output.version is None else None


@dataclass(frozen=True)
class Constant:
    """A value to which no gradient goes: an input that wants none, or what one was detached from.

    Attributes:
        id: ``"c0"``.
        reason: ``"a number"``, ``"no gradient wanted"``, ``"detached from h"``; of a result
            outside the graph, from which a value was detached, ``"no gradient gets here"``.
        name: the variable that holds it, ``""`` if none was found.
        shape: None if unknown.
        value: the numbers, a copy; None if they are not known.
        dtype: ``"float32"``; ``""`` if unknown.
        uses: which inputs of which nodes it is.
        origins: the outputs, or the constant, that its value came from: no gradient goes back.
        note: ``"not kept"``, or a saved value's problem, if it is not known; ``"fits"`` if it was
            not kept either, but is the only variable with which the operation gives its result.
        modules: the module calls in which all its uses are, unless a variable holds it.
        op: the node that recorded a result outside the graph.
    """

    id: str
    reason: str
    name: str = ""
    shape: tuple[int, ...] | None = None
    value: np.ndarray | None = None
    dtype: str = ""
    uses: tuple[Place, ...] = ()
    origins: tuple[Place, ...] = ()
    note: str = ""
    modules: tuple[str, ...] = ()
    op: str = ""

    @property
    def known(self) -> bool:
        """Is there more to say of it than that it was there?"""
        return self.value is not None or self.shape is not None


@dataclass(frozen=True)
class Group:
    """What ran in one call of a module.

    Attributes:
        id: the module's name, ``"model.0"``; of a later call with its number, ``"model.0#2"``.
        title: what to write over it: ``"model.0 · Linear(2, 3)"``.
        nodes: the ids of all nodes in it, those of the groups inside too, in the graph's order.
        parent: the id of the group that it lies in, ``""`` for none.
    """

    id: str
    title: str
    nodes: tuple[str, ...]
    parent: str = ""


@dataclass(frozen=True)
class Graph:
    """Everything behind a result, or behind several, as it was when read.

    Attributes:
        nodes: operations first, the result's node leading and each one before its inputs; then the
            leaves, in the order in which that walk meets them.
        titles: what to write over each group, by its id.
        results: the outputs that were asked for; if none are given, the first of the first node.
        constants: the values to which no gradient goes, if they were asked for.
    """

    nodes: tuple[Node, ...]
    titles: Mapping[str, str] = field(default_factory=dict)
    results: tuple[Place, ...] = ()
    constants: tuple[Constant, ...] = ()
    _by_id: dict[str, Node] = field(init=False, repr=False, compare=False)
    _used: dict[str, set[int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        used = {node.id: set(node.names) for node in self.nodes}
        for edge in self.edges():
            used.setdefault(edge.to, set()).add(edge.nr)
        if not self.results:
            object.__setattr__(self, "results", ((self.nodes[0].id, 0),))
        for node, nr in self.results:
            used.setdefault(node, set()).add(nr)
        object.__setattr__(self, "_by_id", {node.id: node for node in self.nodes})
        object.__setattr__(self, "_used", used)

    def __getitem__(self, id: str) -> Node:
        return self._by_id[id]

    @property
    def root(self) -> Node:
        """The node of the (first) result."""
        return self[self.results[0][0]]

    @property
    def result(self) -> Output:
        """What is known of the (first) result itself: of that output of its node."""
        return self.root.output(self.results[0][1])

    @property
    def name(self) -> str:
        """The variable that holds the (first) result, ``""`` for none."""
        node, nr = self.results[0]
        return self[node].names.get(nr, "")

    @property
    def operations(self) -> tuple[Node, ...]:
        """The nodes that stand for a recorded operation."""
        return tuple(node for node in self.nodes if not node.leaf)

    @property
    def leaves(self) -> tuple[Node, ...]:
        """The nodes where gradients are kept."""
        return tuple(node for node in self.nodes if node.leaf)

    def outputs_of(self, node: Node) -> list[int]:
        """Which outputs of a node matter: the result, what has a name, what other nodes use."""
        return sorted(self._used[node.id])

    def edges(self) -> Iterator[Edge]:
        """Every edge, in the order of the nodes and of their inputs."""
        for node in self.nodes:
            yield from node.edges

    def groups(self) -> dict[str, Group]:
        """The module calls in which the nodes ran, by id, each one before those inside it."""
        parents: dict[str, str] = {}
        members: dict[str, list[str]] = {}
        for node in self.nodes:
            for parent, key in zip(("", *node.modules), node.modules):
                parents.setdefault(key, parent)
                members.setdefault(key, []).append(node.id)
        return {
            key: Group(key, self.titles.get(key, key), tuple(members[key]), parent)
            for key, parent in parents.items()
        }
