"""What each node computed, where somebody can vouch for it.

A node does not keep its own output. Two witnesses are asked in turn: a variable that holds it (the
reader has asked those), and a later node that saved it. Where both are silent, the operation is run
again on its inputs as they are now. That is sure while nobody could have written into them unseen.
Once their memory is shared, a write through ``.data`` or NumPy leaves no trace: then what comes out
is a guess, until an operation that used it, run on the guess, gives just what a witness knows, and
gives something else for other leaves. An operation that keeps one of many numbers, as a maximum
does, tells too little and is not asked; a sum is, though it cannot tell the order of its numbers.
What a variable holds is taken as it is now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from . import library
from .data import Node, Output, Place
from .rules import stem

Values = dict[Place, np.ndarray]

# Operations whose result speaks of every element of their inputs.
_TELLING = frozenset(
    "Add Addmm Bmm Cat Clone Cumsum Div Exp Expand Flip Log Mean Mm Mul Mv Neg Permute Reciprocal "
    "Relu Repeat ReshapeAlias Roll Rsub Sigmoid Sqrt Squeeze Stack Sub Sum T Tanh ToCopy "
    "Transpose UnsafeView Unsqueeze View".split()
)


def with_values(nodes: Sequence[Node], live: dict[str, Any], held: dict[Place, Any]) -> list[Node]:
    """The nodes, each with its outputs' values where somebody can vouch for them.

    Args:
        nodes: each before its inputs.
        live: the library's own, by their ids.
        held: the tensors that variables hold, by the outputs that they are.
    """
    outputs = {(node.id, nr): node.output(nr) for node in nodes for nr in (0, *node.further)}
    known = {place: one.value for place, one in outputs.items() if one.value is not None}
    saved = {
        (s.source, s.nr): s.value for node in nodes for s in node.saved if s.source and s.is_tensor
    }
    certain = {place: value for place, value in saved.items() if not _shows(live[place[0]])}
    again = _Again({**certain, **known}, {**known, **saved}, held)
    with np.errstate(all="ignore"):
        for node in reversed(nodes):  # inputs first
            again.trust(node, live[node.id])
            if node.leaf or not again.run(node, live[node.id]):
                again.move(node.id)
    again.judge(nodes)
    return [again.with_outputs(node) for node in nodes]


def _shows(live: Any) -> bool:
    """Is a node's output in the memory of its input, into which others may write?"""
    return bool(getattr(library.operation(live), "view", False))


class _Again:
    """The forward pass run again on what is there now, and once more on other leaves.

    Args:
        known: what witnesses say of outputs, by their places.
        usable: those among them that an operation can be run on.
        held: the tensors that variables hold.
    """

    def __init__(self, known: Values, usable: Values, held: dict[Place, Any]) -> None:
        self._known = known
        self._usable = usable
        self._held = held
        self._kept: set[str] = set()  # whose inputs nobody can have written into unseen
        self._results: dict[str, np.ndarray] = {}
        self._moved: Values = {}  # other values of the leaves, and what comes of them
        self._random = np.random.default_rng(0)
        self._sure: set[Place] = set()  # computed from what nobody can have written into unseen
        self._right: set[str] = set()  # whose inputs are still those that it was given
        self._telling: set[str] = set()  # whose result would be another, were the leaves others
        self._vouched: set[Place] = set()

    def trust(self, node: Node, live: Any) -> None:
        """Note whether what a leaf holds, or an operation was given, is surely what it was."""
        given = {(edge.to, edge.nr) for edge in node.edges}
        witnessed = not node.leaf and (node.id, 0) in self._known
        untouched = given <= self._sure and library.untouched(live)
        if witnessed or untouched:
            self._sure.add((node.id, 0))
        held = [self._held[place] for place in (*given, (node.id, 0)) if place in self._held]
        if untouched and all(map(library.is_fresh, held)):
            self._kept.add(node.id)

    def move(self, key: str) -> None:
        """Think of other numbers where none are computed, not far from those that are there."""
        value = self._usable.get((key, 0))
        if value is not None and value.dtype.kind in "fc":
            by = self._random.uniform(0.01, 0.02, value.shape)
            self._moved[key, 0] = (value + by * (1 + np.abs(value))).astype(value.dtype)

    def run(self, node: Node, live: Any) -> bool:
        """Run an operation on its inputs, and on the others; False where one is unknown."""
        op = library.operation(live)
        inputs = None if op is None else _inputs(node, op, live, self._usable, self._held)
        result = None if inputs is None else forward(op, inputs, live)
        if inputs is None or result is None:
            return False
        self._results[node.id] = result
        place = node.id, 0
        self._usable.setdefault(place, result)
        other = forward(op, self._others(node, op, inputs), live)
        if other is None:
            return False
        if place not in self._known and any((e.to, e.nr) in self._moved for e in node.edges):
            self._moved[place] = other
        elif place not in self._known:  # all inputs are known, but perhaps not as they were given
            self.move(node.id)
        if stem(node.op) in _TELLING and _differ(result, other) and not _is_cut(node, result):
            self._telling.add(node.id)
        return True

    def _others(self, node: Node, op: Any, inputs: list[Any]) -> list[Any]:
        """The inputs as they would be if the leaves were others."""
        places = range(len(inputs)) if op.variadic else op.edge_places
        moved = {places[e.slot]: self._moved.get((e.to, e.nr)) for e in node.edges}
        return [value if moved.get(i) is None else moved[i] for i, value in enumerate(inputs)]

    def judge(self, nodes: Sequence[Node]) -> None:
        """Find the results that are right: known, or vouched for by what is right."""
        for node in nodes:  # each before its inputs
            place, result = (node.id, 0), self._results.get(node.id)
            if result is not None and place in self._sure:
                self._vouched.add(place)
            expected = (self._usable if place in self._vouched else self._known).get(place)
            if result is not None and expected is not None and _same(result, expected):
                self._right.add(node.id)
                if node.id in self._telling:
                    self._vouched |= {(edge.to, edge.nr) for edge in node.edges}

    def with_outputs(self, node: Node) -> Node:
        """The node with what is known now of its outputs."""
        again = node.id in self._right if node.id in self._results else node.id in self._kept
        further = {
            nr: _valued(output, self._known.get((node.id, nr)))
            for nr, output in node.further.items()
        }
        value = self._known.get((node.id, 0))
        if value is None and (node.id, 0) in self._vouched:
            value = self._usable.get((node.id, 0))
        first = _valued(node.output(), value)
        if not first.dtype:  # the type is sure where the numbers are not
            first = replace(first, dtype=library.dtype_name(self._results.get(node.id)))
        return replace(node, repeats=again, further=further, **vars(first))


def _valued(output: Output, value: np.ndarray | None) -> Output:
    """What is known of an output, with a value that was found for it."""
    if value is None or value is output.value:
        return output
    return replace(output, value=value, shape=value.shape, dtype=library.dtype_name(value))


def forward(op: Any, inputs: list[Any], live: Any) -> np.ndarray | None:
    """The operation's result; None if it has several, or cannot be run on raw arrays."""
    try:
        value = library.computed(op, inputs, live.attrs)
    except Exception:  # whatever it lacks: a value that is not known must not cost the picture
        return None
    if not isinstance(value, (np.ndarray, np.generic)) or np.shape(value) != tuple(live.shapes[0]):
        return None
    value = np.array(value)
    value.flags.writeable = False
    return value


def _inputs(node: Node, op: Any, live: Any, usable: Values, held: Any) -> list[Any] | None:
    """The values of the inputs: what is saved of them, else the outputs that they were."""
    arrived = {edge.slot: usable.get((edge.to, edge.nr)) for edge in node.edges}
    if op.variadic:
        inputs = [arrived.get(slot) for slot in range(max(arrived, default=0) + 1)]
    else:
        saved = {name: _read(live, attribute) for attribute, name in op.saved_names.items()}
        slots = {name: slot for slot, (name, _, _) in enumerate(op.rules)}
        changed = {slots[s.name] for s in node.saved if s.problem == "changed" and s.name in slots}
        if any(e.slot in changed and (e.to, e.nr) in held for e in node.edges):
            return None  # what a variable holds now is known not to be what it was given
        inputs = []
        for name in op.inputs:
            kept, slot = saved.get(name), slots.get(name, -1)
            inputs.append(arrived.get(slot) if kept is None else _given(kept, slot in arrived))
    return None if any(value is None for value in inputs) else inputs


def _read(live: Any, attribute: str) -> Any:
    """What a node saved, as operations on raw arrays take it; None if it cannot be read."""
    value, _ = library.read_saved(live, attribute)
    return library.snapshot(value) if library.is_tensor(value) else value


def _given(kept: Any, tracked: bool) -> Any:
    """A saved input as it was given: a number, shown as a tensor, decides on no type."""
    return kept.item() if isinstance(kept, np.ndarray) and not (tracked or kept.ndim) else kept


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")


def _is_cut(node: Node, result: np.ndarray) -> bool:
    """Does one element stand for many inputs, as the 0 of a relu does for all below 0?"""
    return stem(node.op) == "Relu" and not np.all(result)


def _differ(a: np.ndarray, b: np.ndarray) -> bool:
    """Is every element another? Infinity and not-a-number say nothing."""
    return bool(np.all(np.isfinite(a) & (a != b)))
