"""Inputs that want no gradient, and what a detached value was cut off from.

Of such an input a graph has only ``(None, 0)``. What it was is known where the operation saved it;
and where exactly one variable, taken for that input, gives the result bit for bit, that one fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import library
from .data import NUMBER, Constant, Node, Place
from .modules import shared
from .names import Names
from .outputs import forward

UNWANTED, OUTSIDE = "no gradient wanted", "no gradient gets here"


@dataclass
class _Given:
    """What one or several operations were given.

    Attributes:
        value: a tensor, or a number; None if it is not known.
        why: why it is not known, or how it is: ``"fits"`` for a variable that was found so.
        uses: the inputs that it is.
    """

    value: Any
    why: str = ""
    uses: list[Place] = field(default_factory=list)


def constants(
    nodes: Sequence[Node], live: Mapping[str, Any], ids: Mapping[int, str], names: Names
) -> tuple[Constant, ...]:
    """The constants of a graph, in the order of its nodes and their inputs.

    Args:
        nodes: of the graph, with the values of their outputs.
        live: the library's own, by their ids.
        ids: the id of each of those, and of each leaf, by its `id`.
        names: the variables of the code that called.
    """
    given: dict[int, _Given] = {}
    known = {node.id: node for node in nodes}
    for node in nodes:
        for slot, (to, _) in enumerate(live[node.id].next_functions if not node.leaf else ()):
            if to is None:
                found = _given(node, live[node.id], slot, known, names)
                one = given.setdefault(id(found.value if _is_tensor(found) else found), found)
                one.uses.append((node.id, slot))
    return tuple(_Described(known, live, ids, names).all(list(given.values())))


def _is_tensor(given: _Given) -> bool:
    return library.is_tensor(given.value)


def _given(node: Node, live: Any, slot: int, nodes: Mapping[str, Node], names: Names) -> _Given:
    """What an operation was given as the input `slot`."""
    value, problem = library.saved_input(live, slot)
    if value is not None:
        return _Given(value)
    fitting = [x for _, x in names.untracked if _fits(x, node, live, slot, nodes)]
    alone = len(set(map(id, fitting))) == 1
    return _Given(fitting[0], "fits") if alone else _Given(None, problem or "not kept")


def _fits(x: Any, node: Node, live: Any, slot: int, nodes: Mapping[str, Node]) -> bool:
    """Would the operation have given its result for `x` as that input, and the others as known?"""
    op, count = library.operation(live), len(live.next_functions)
    if op is None or node.value is None or not (op.variadic or op.n == count):
        return False
    inputs = {edge.slot: nodes[edge.to].output(edge.nr).value for edge in node.edges}
    arrays = [library.snapshot(x) if i == slot else inputs.get(i) for i in range(count)]
    result = None if any(array is None for array in arrays) else forward(op, arrays, live)
    return result is not None and np.array_equal(result, node.value, equal_nan=True)


class _Described:
    """Puts what was found into words and places."""

    def __init__(
        self,
        nodes: Mapping[str, Node],
        live: Mapping[str, Any],
        ids: Mapping[int, str],
        names: Names,
    ) -> None:
        self._nodes = nodes
        self._live = live
        self._ids = ids
        self._names = names
        self._outside: dict[int, Constant] = {}  # results that are not in the graph, by their ids

    def all(self, given: Sequence[_Given]) -> Iterator[Constant]:
        """Each of them, then the results outside the graph that some were detached from."""
        for number, one in enumerate(given):
            yield self._constant(f"c{number}", one, len(given))
        yield from self._outside.values()

    def _constant(self, key: str, given: _Given, count: int) -> Constant:
        value, uses = given.value, tuple(given.uses)
        modules = shared([self._nodes[node].modules for node, _ in uses])
        if not _is_tensor(given):
            known = None if value is None else np.asarray(value)
            reason = UNWANTED if value is None else NUMBER
            return Constant(key, reason, value=known, uses=uses, note=given.why, modules=modules)
        name = next((name for name, x in self._names.untracked if x is value), "")
        origin = self._origin(value, count)
        return Constant(
            key,
            f"detached from {origin[1]}" if origin else UNWANTED,
            name,
            tuple(value.shape),
            library.snapshot(value),
            library.dtype_name(value),
            uses,
            (origin[0],) if origin else (),
            given.why,
            modules if "." in name or not name else (),
        )

    def _origin(self, value: Any, count: int) -> tuple[Place, str] | None:
        """Where a value is that shares its memory and has a history, and what to call that."""
        for node, nr, name, tensor in self._names.tracked():
            if not library.shares(tensor, value):
                continue
            if node in self._ids:
                key = self._ids[node]
                return (key, nr), self._nodes[key].title(nr)
            one = self._outside.setdefault(id(tensor), self._cut_off(name, tensor, count))
            return (one.id, 0), name or one.op
        return None

    def _cut_off(self, name: str, tensor: Any, count: int) -> Constant:
        """A result outside the graph: no gradient gets there."""
        made = tensor.grad_fn
        inputs = made.next_functions if made is not None else ()
        return Constant(
            f"c{count + len(self._outside)}",
            OUTSIDE,
            name,
            tuple(tensor.shape),
            library.snapshot(tensor),
            library.dtype_name(tensor),
            origins=tuple((self._ids[id(to)], nr) for to, nr in inputs if id(to) in self._ids),
            op="" if made is None else library.name_of(made),
        )
