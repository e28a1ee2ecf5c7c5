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

_DEFAULTS = {"alpha": 1, "beta": 1, "keepdim": False}  # arguments that say nothing new
_SHAPE = "_sym_sizes"  # the shape of ``self`` is called ``self_sym_sizes``


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
        "saved": [_saved(graph, saved) for saved in node.saved if saved.is_tensor or saved.problem],
        "arguments": [_argument(s) for s in node.saved if _is_argument(s) and not _is_shape(s)],
        "shapes": [_argument(s) for s in node.saved if _is_argument(s) and _is_shape(s)],
        "formula": mathml(node.tex),
        "legend": legend(_inputs(graph, node), node.tex, *node.rules) if node.tex else "",
        "sends": [
            {"edge": e.id, "title": graph[e.to].title(e.nr), "formula": _rule(node, e.slot)}
            for e in node.edges
        ],
    }


def _rule(node: Node, slot: int) -> str:
    return mathml(node.rules[slot]) if slot < len(node.rules) else ""


def _inputs(graph: Graph, node: Node) -> list[str]:
    """What to call each input that has a rule."""
    found = {edge.slot: _input(graph[edge.to], edge.nr) for edge in node.edges}
    return [found.get(slot, "an input without gradient") for slot in range(len(node.rules))]


def _input(maker: Node, nr: int) -> str:
    unnamed = "a leaf without a name" if maker.leaf else f"the result of {maker.op}"
    return maker.names.get(nr) or unnamed


def _saved(graph: Graph, saved: Saved) -> Json:
    source = graph[saved.source].names.get(saved.nr, "") if saved.source else ""
    text = saved.problem or labelled(source, saved.value)
    return {"name": saved.name, "text": text, "version": saved.version}


def _is_argument(saved: Saved) -> bool:
    """Is it a number, a shape or the like, and not what every call has that leaves it out?"""
    known = saved.value is not None and not saved.is_tensor
    return known and _DEFAULTS.get(saved.name) != saved.value


def _is_shape(saved: Saved) -> bool:
    return saved.name.endswith(_SHAPE)


def _argument(saved: Saved) -> Json:
    text = number(saved.value) if np.isscalar(saved.value) else str(saved.value)
    return {"name": saved.name.removesuffix(_SHAPE), "text": text}


def _tensor(array: np.ndarray | None) -> Json | None:
    """A tensor in a few characters, and in full."""
    if array is None:
        return None
    shape = f"shape {shape_text(array.shape)}" if array.ndim else "a single number"
    return {"brief": brief(array), "full": in_full(array), "kind": f"{array.dtype}, {shape}"}


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
