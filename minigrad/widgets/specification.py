"""A recording as JSON for the player: what to write where, and what each step changes.

All words and numbers are made here, once; the browser only shows and hides them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..viz.events import Accumulate, Enter, Release, Seed, Send
from ..viz.figures import brief, in_full, labelled, number, shape_text
from ..viz.graph import Graph, Node, Saved
from ..viz.record import Recording
from ..viz.steps import Step
from ..viz.text import headline
from .formulas import legend, mathml

Json = dict[str, Any]


def specification(recording: Recording) -> Json:
    """Everything the player shows besides the picture."""
    graph = recording.graph
    forward = [{"node": step.node, "text": step.text} for step in recording.forward]
    if forward:
        forward[-1]["text"] += " The forward pass is done."
    return {
        "title": headline(graph),
        "root": graph.root.id,
        "start": len(forward),
        "opening": _opening(graph),
        "nodes": {node.id: _node(graph, node) for node in graph.nodes},
        "edges": {e.id: {"node": e.node, "to": e.to, "slot": e.slot} for e in graph.edges()},
        "steps": [*forward, *map(_step, recording.steps)],
    }


def _opening(graph: Graph) -> str:
    leaves = ", ".join(node.name or "an unnamed tensor" for node in graph.leaves)
    return f"Nothing has been computed yet. There are only the leaves: {leaves}."


def _node(graph: Graph, node: Node) -> Json:
    return {
        "op": node.op,
        "leaf": node.leaf,
        "title": node.title(),
        "output": labelled(node.name, node.value, node.shape),
        "value": _tensor(node.value),
        "grad": _tensor(node.grad),
        "freed": node.freed,
        "version": node.version,
        "saved": [_saved(graph, saved) for saved in node.saved if _is_worth_showing(saved)],
        "formula": mathml(node.tex),
        "legend": legend(node.tex, *node.rules) if node.tex else "",
        "sends": [
            {"edge": e.id, "title": graph[e.to].title(e.nr), "formula": _rule(node, e.slot)}
            for e in node.edges
        ],
    }


def _rule(node: Node, slot: int) -> str:
    return mathml(node.rules[slot]) if slot < len(node.rules) else ""


def _is_worth_showing(saved: Saved) -> bool:
    return saved.value is not None or bool(saved.problem)


def _saved(graph: Graph, saved: Saved) -> Json:
    if not saved.is_tensor:
        value = number(saved.value) if np.isscalar(saved.value) else str(saved.value)
        text = saved.problem or value
        return {"name": saved.name, "text": text, "tensor": False}
    source = graph[saved.source].names.get(saved.nr, "") if saved.source else ""
    text = labelled(source, saved.value)
    return {"name": saved.name, "text": text, "tensor": True, "version": saved.version}


def _tensor(array: np.ndarray | None) -> Json | None:
    """A tensor in a few characters, and in full."""
    if array is None:
        return None
    kind = f"{array.dtype}, shape {shape_text(array.shape)}"
    return {"brief": brief(array), "full": in_full(array), "kind": kind}


def _step(step: Step) -> Json:
    """What one step of the backward pass changes."""
    changes: Json = {"node": step.node, "text": step.text, "sent": {}}
    for event in step.events:
        if isinstance(event, Seed):
            changes["seed"] = _tensor(event.gradient)
        elif isinstance(event, Enter):
            changes["incoming"] = [_tensor(g) for g in event.gradients if g is not None]
        elif isinstance(event, Send):
            changes["sent"][event.edge.id] = _tensor(event.gradient)
        elif isinstance(event, Accumulate):
            changes["grad"] = _tensor(event.after)
        elif isinstance(event, Release):
            changes["freed"] = True
    return changes
