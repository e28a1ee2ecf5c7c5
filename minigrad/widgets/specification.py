"""A recording as JSON for the player: what to write where, and what each step changes.

All words and numbers are made here, once; the browser only shows and hides them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..viz.data import Edge, Graph, Node, Saved
from ..viz.events import Accumulate, Change, Enter, Event, Fail, Release, Rewrite, Seed, Send
from ..viz.figures import brief, in_full, labelled, number, outputs, shape_text, shows_numbers
from ..viz.lettering import legend
from ..viz.recording import Recording
from ..viz.rules import function
from ..viz.state import State
from ..viz.steps import Step, added, backward_of
from ..viz.substitution import filled, filled_rule, formula, rule
from ..viz.svg import stubs
from ..viz.text import headline, kept_names
from .formulas import mathml
from .notes import notes

Json = dict[str, Any]
Gradients = Sequence[np.ndarray | None]

_LONGEST_SUM = 32  # characters beside a box; what is longer says only how many there are
_DEFAULTS = {"alpha": 1, "beta": 1, "keepdim": False}  # arguments that say nothing new
_SHAPE = "_sym_sizes"  # the shape of ``self`` is called ``self_sym_sizes``


def specification(recording: Recording) -> Json:
    """Everything the player shows besides the picture."""
    graph = recording.graph
    forward = [_forward(graph, step) for step in recording.forward]
    if forward:
        freed = any(node.freed for node in graph.nodes)
        done = "Done; an earlier backward has freed what it saved." if freed else ""
        forward[-1]["text"] += f" {done or 'The forward pass is done.'}"
    backward = list(_backward(graph, recording.steps))
    if backward and recording.failure is None:
        backward[-1]["text"] += " The backward pass is done."
    return {
        "title": headline(graph),
        "root": graph.root.id,
        "stubs": stubs(graph),
        "start": len(forward),
        "opening": _opening(graph),
        "fails": recording.failure is not None,
        "nodes": {node.id: node_facts(graph, node) for node in graph.nodes},
        "edges": {e.id: {"node": e.node, "to": e.to, "slot": e.slot} for e in graph.edges()},
        "steps": [*forward, *backward],
        "notes": notes(recording),
    }


def _opening(graph: Graph) -> str:
    leaves = ", ".join(node.name or "an unnamed tensor" for node in graph.leaves)
    return f"Nothing has been computed yet. There are only the leaves: {leaves}."


def node_facts(graph: Graph, node: Node) -> Json:
    """What a page shows of a node, whatever step it is at."""
    return {
        "op": node.op,
        "leaf": node.leaf,
        "title": node.title(),
        "label": node.title() if node.leaf else node.op,
        "output": outputs(node.names, node.value, node.shape),
        "value": tensor_facts(node.value),
        "grad": tensor_facts(node.grad),
        "retains": node.retains,
        "freed": node.freed,
        "version": node.version,
        "saved": [_saved(graph, saved) for saved in node.saved if saved.is_tensor or saved.problem],
        "arguments": [_argument(s) for s in node.saved if _is_argument(s) and not _is_shape(s)],
        "shapes": [_argument(s) for s in node.saved if _is_argument(s) and _is_shape(s)],
        "keeps": ", ".join(kept_names(graph, node)),
        "formula": mathml(formula(graph, node)),
        "filled": mathml(filled(graph, node)),
        "legend": legend(graph, node),
        "sends": [_send(graph, edge) for edge in node.edges],
    }


def _send(graph: Graph, edge: Edge) -> Json:
    """Whom a node sends to, and by which rule."""
    text = mathml(rule(graph, graph[edge.node], edge.slot))
    return {"edge": edge.id, "title": graph[edge.to].title(edge.nr), "formula": text}


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


def tensor_facts(array: np.ndarray | None) -> Json | None:
    """A tensor in a few characters, and in full."""
    if array is None:
        return None
    shape = f"shape {shape_text(array.shape)}" if array.ndim else "a single number"
    return {"brief": brief(array), "full": in_full(array), "kind": f"{array.dtype}, {shape}"}


def _forward(graph: Graph, step: Step) -> Json:
    """What one step of the forward pass changes: one more node has been computed."""
    node = graph[step.node]
    output = outputs(node.names, node.value, node.shape)
    then = [f"computes {output}"] if output else []
    row = {"node": function(node.op), "gradient": "", "sends": [], "then": then}
    return {"node": node.id, "text": step.text, "row": row}


def _backward(graph: Graph, steps: Sequence[Step]) -> Iterator[Json]:
    """What each step of the backward pass changes."""
    state, waiting = State(), iter(stubs(graph))
    for step in steps:
        row: Json = {"node": graph[step.node].op, "gradient": "", "sends": [], "then": []}
        if graph[step.node].leaf:
            row["node"] = graph[step.node].title()
        changes: Json = {"node": step.node, "text": step.text, "row": row, "sent": {}, "sums": {}}
        arrived: Gradients = ()
        for event in step.events:
            state.take(event)
            arrived = event.gradients if isinstance(event, Enter) else arrived
            _add(graph, state, event, arrived, changes)
            if isinstance(event, Seed):
                changes["stub"] = next(waiting)
        yield {**changes, "end": step.end}


def _add(graph: Graph, state: State, event: Event, arrived: Gradients, changes: Json) -> None:
    """What one event changes, in the picture and in the row of the table."""
    row = changes["row"]
    match event:
        case Seed(_, _, gradient):
            changes["seed"] = tensor_facts(gradient)
            row |= {
                "node": backward_of(graph),
                "gradient": brief(gradient),
            }
        case Change(_, _, before, after):
            row["then"].append(f"hook: {_brief(before)} becomes {_brief(after)}")
        case Enter(_, gradients, _):
            changes["incoming"] = [tensor_facts(g) for g in gradients if g is not None]
            row["gradient"] = ", ".join(brief(g) for g in gradients if g is not None)
        case Send(edge, gradient):
            changes["sent"][edge.id] = _sent(graph, arrived, event)
            row["sends"].append(f"{brief(gradient)} to {graph[edge.to].title(edge.nr)}")
            _add_sum(graph, state, edge, changes)
        case Accumulate(_, _, before, after) | Rewrite(_, _, before, after):
            if event.nr == 0:
                changes["grad"] = tensor_facts(after)
            row["then"].append(f".grad was {_brief(before)}, is {_brief(after)}")
        case Release(node, _):
            changes["freed"] = True
            row["then"].append(f"frees {', '.join(kept_names(graph, graph[node]))}")
        case Fail():
            changes |= {"failed": _failed(event), "error": _said(event)}
            row["then"].append(_failed(event))


def _add_sum(graph: Graph, state: State, edge: Edge, changes: Json) -> None:
    """What adds up at the end of an edge, in place of what was said of it before."""
    brief_sum, whole_sum = _sums(state, (edge.to, edge.nr))
    if brief_sum:
        row, at = changes["row"], f"at {graph[edge.to].title(edge.nr)}: "
        changes["sums"][edge.to] = brief_sum
        row["then"] = [line for line in row["then"] if not line.startswith(at)]
        row["then"].append(at + whole_sum)


def _failed(event: Fail) -> str:
    if event.problem == "freed":
        return "cannot run: what it saved is freed"
    saved, found = event.versions or ("?", "?")
    return f"cannot run: saved version {saved}, found version {found}"


def _said(event: Fail) -> str:
    """The library's own words, of a long message the first: whoever called has them all."""
    first, *more = re.split(r"\. | \(", event.message, maxsplit=1)
    return f"{event.error}: {first}{' …' if more else ''}"


def _sent(graph: Graph, arrived: Gradients, send: Send) -> Json:
    """The gradient that went along an edge, and how the rule came to it."""
    how = ""
    if not send.hooked:  # else it need not be what the rule gave
        how = filled_rule(graph, graph[send.edge.node], send.edge.slot, arrived, send.gradient)
    return {**(tensor_facts(send.gradient) or {}), "rule": mathml(how)}


def _sums(state: State, place: tuple[str, int]) -> tuple[str, str]:
    """``0.5 + 3 = 3.5`` where several gradients have met: for beside the box, and for a table."""
    parts, total = state.parts[place], state.arrived[place]
    if len(parts) < 2:
        return "", ""
    counted, whole = f"sum of {len(parts)}", added(parts, total)
    if not all(map(shows_numbers, [*parts, total])):
        return counted, counted
    return whole if len(whole) <= _LONGEST_SUM else counted, whole


def _brief(array: np.ndarray | None) -> str:
    return "None" if array is None else brief(array)
