"""The gradients that a backward pass sends, worked out without running it.

The rules of the graph's own operations run on copies of what is known: no hook runs, no ``.grad``
changes, nothing is freed. What was freed is taken from the tensors that are still there.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._mode import switched
from ..autograd.op import match_inputs
from . import library
from .data import Edge, Graph, Node, as_given
from .reader import Reader

START = "start"  # for an edge: what one of several results starts with


@dataclass(frozen=True)
class Flow:
    """Gradients of one backward pass that starts with 1, as far as they can be known.

    Attributes:
        sent: by the id of an edge, what goes along it.
        arrived: by the id of a node, the sum for each of its outputs; None where nothing arrives.
            A node that something unknown reaches is not there.
        parts: by the id of a node, what arrives for its first output, edge by edge. A node that
            something unknown reaches keeps the parts that were worked out before it.
    """

    sent: dict[str, np.ndarray] = field(default_factory=dict)
    arrived: dict[str, list[np.ndarray | None]] = field(default_factory=dict)
    parts: dict[str, list[tuple[str, np.ndarray]]] = field(default_factory=dict)


def flow(reader: Reader) -> Flow:
    """What ``backward()`` sends through a graph; nothing, unless each result is one number.

    Only rules of the library's own operations are run; what leaves any other node is unknown, and
    so is all that it reaches.
    """
    found, graph = Flow(), reader.graph
    for root in (graph[node] for node, _ in graph.results):
        if root.value is None or root.value.size != 1 or root.value.dtype.kind not in "fc":
            return Flow()
        if len(_outputs(reader, root)) != 1:
            return Flow()
        one, before = np.ones_like(root.value), found.arrived.get(root.id)
        found.arrived[root.id] = [one if before is None else one + before[0]]  # a result twice
        if len(graph.results) > 1:
            found.parts.setdefault(root.id, []).append((START, one))
    lost: set[str] = set()  # what something unknown reaches
    for node in sorted(graph.operations, key=lambda node: -reader.live[node.id]._sequence_nr()):
        gradients = None if node.id in lost else found.arrived.get(node.id)
        sent = None if gradients is None else _sent(reader, node, gradients)
        for edge in node.edges:
            gradient = None if sent is None else sent[edge.slot]
            if gradient is None:
                lost.add(edge.to)
                found.arrived.pop(edge.to, None)
            elif edge.to not in lost:
                found.sent[edge.id] = gradient
                _arrive(found, reader, edge, gradient)
    return found


def _arrive(found: Flow, reader: Reader, edge: Edge, gradient: np.ndarray) -> None:
    count = len(_outputs(reader, reader.graph[edge.to]))
    sums = found.arrived.setdefault(edge.to, [None] * count)
    before = sums[edge.nr]
    sums[edge.nr] = gradient if before is None else before + gradient
    if edge.nr == 0:
        found.parts.setdefault(edge.to, []).append((edge.id, gradient))


def _outputs(reader: Reader, node: Node) -> Any:
    return getattr(reader.live[node.id], "shapes", None) or [node.shape]


def _sent(reader: Reader, node: Node, gradients: list[np.ndarray | None]) -> Any:
    """What a node's rules give for each input; None if that cannot be known."""
    live = reader.live[node.id]
    if library.operation(live) is None or any(saved.problem == "packed" for saved in node.saved):
        return None  # to unpack what was saved would run the hook that packed it
    try:
        with switched(grad_enabled=False, raw=True), np.errstate(all="ignore"):
            if node.freed:
                return _from_what_is_left(reader.graph, node, live, gradients)
            return live.op.vjp(live, list(gradients), None, True)
    except Exception:  # whatever it lacks: a gradient that is not known must not cost the picture
        return None


def _from_what_is_left(graph: Graph, node: Node, live: Any, gradients: Any) -> Any:
    """The rules of a freed node, with its inputs and its output as they are still known."""
    op, known = live.op, {**live.op.attrs, **(live.attrs or {})}
    if node.repeats or node.version is None:
        known["result"] = node.value
    inputs = [name for name, _, _ in op.rules]
    for edge in node.edges:
        name, maker = inputs[edge.slot], graph[edge.to]
        known[f"{name}_shape"] = live.parents[edge.slot].shapes[edge.nr]
        known[name] = as_given(node, maker.output(edge.nr))
    sent: list[Any] = [None] * len(inputs)
    for edge in node.edges:
        rule = op.rules[edge.slot][1]
        gradient, *asked = inspect.signature(rule).parameters
        values = [known.get(name) for name in asked]
        if gradient != "grads" and all(value is not None for value in values):
            sent[edge.slot] = rule(gradients[0], *values)
    return match_inputs(live, sent)
