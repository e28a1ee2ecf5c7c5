"""What each node computed, as far as it can be known for certain.

A node does not keep its own output. Three witnesses are asked in turn: a variable that holds it
(the reader has asked those), a later node that saved it, and the operation itself, run again on
inputs that are known not to have changed since.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from . import library
from .data import Node


def with_values(nodes: list[Node], live: dict[str, Any]) -> list[Node]:
    """The nodes, each with its output's value where somebody can vouch for it."""
    everything = [saved for node in nodes for saved in node.saved]
    trusted = {saved.source: saved.value for saved in everything if saved.source and not saved.nr}
    trusted |= {node.id: node.value for node in nodes if node.version == 0}
    values = trusted | {node.id: node.value for node in nodes if node.value is not None}
    for node in reversed(nodes):  # inputs first
        if node.id not in values and not node.leaf:
            value = _run_again(node, live[node.id], trusted)
            if value is not None:
                values[node.id] = trusted[node.id] = value
    return [_with_value(node, values.get(node.id)) for node in nodes]


def _with_value(node: Node, value: np.ndarray | None) -> Node:
    if value is None or value is node.value:
        return node
    return replace(node, value=value, shape=value.shape, dtype=library.dtype_name(value))


def _run_again(node: Node, live: Any, trusted: dict[str, np.ndarray]) -> np.ndarray | None:
    """The operation's forward on the same inputs; None if one of them is unknown."""
    op = library.operation(live)
    if op is None:
        return None
    saved = {name: _read(live, attribute) for attribute, name in op.saved_names.items()}
    inputs = _inputs(node, op, saved, trusted)
    if any(value is None for value in inputs):
        return None
    try:
        with np.errstate(all="ignore"):
            value = op.forward(*inputs, **{**op.attrs, **(live.attrs or {})})
    except Exception:  # whatever it lacks: a value that is not known must not cost the picture
        return None
    if not isinstance(value, (np.ndarray, np.generic)) or np.shape(value) != tuple(live.shapes[0]):
        return None
    value = np.array(value)
    value.flags.writeable = False
    return value


def _read(live: Any, attribute: str) -> Any:
    """What a node saved, as operations on bare arrays take it; None if it cannot be read."""
    value, _ = library.read_saved(live, attribute)
    return library.snapshot(value) if library.is_tensor(value) else value


def _inputs(
    node: Node, op: Any, saved: dict[str, Any], trusted: dict[str, np.ndarray]
) -> list[Any]:
    """The values of the inputs: what is saved of them, else the outputs that they were."""
    arrived = {edge.slot: trusted.get(edge.to) for edge in node.edges if edge.nr == 0}
    if op.variadic:
        return [arrived.get(slot) for slot in range(max(arrived, default=0) + 1)]
    slots = {name: slot for slot, (name, _, _) in enumerate(op.rules)}
    inputs = []
    for name in op.inputs:
        kept = saved.get(name)
        inputs.append(arrived.get(slots.get(name, -1)) if kept is None else kept)
    return inputs
