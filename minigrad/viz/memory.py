"""How much memory recorded graphs keep alive, counted while a loop runs.

Each node is known by a weak reference from the moment it is recorded, so watching keeps nothing
alive; where nobody watches, it costs nothing.
"""

from __future__ import annotations

import weakref
from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np

from .._mode import current
from ..autograd.wrap import is_tensor


class GraphWatch:
    """The nodes recorded in this thread between `start` and `stop`, as far as they are alive.

    Attributes:
        nodes: how many were alive at each mark.
        bytes: how much memory their saved tensors kept at each mark.
        oldest: from which mark on the oldest has been alive, at each mark; 0 for none.
        rounds: which round of the loop each mark is in.
        counted: what a mark is: ``"iteration"``; ``"mark"`` if somebody makes some besides.
    """

    def __init__(self) -> None:
        self.nodes = array("q")
        self.bytes = array("q")
        self.oldest = array("q")
        self.rounds = array("q")
        self.counted = "iteration"
        self._round = 1
        self._born: list[tuple[int, weakref.ref[Any]]] = []

    def start(self) -> None:
        """Listen to what this thread records."""
        mode = current.mode
        mode.on_record = (*mode.on_record, self._on_record)

    def stop(self) -> None:
        """Listen no more."""
        mode = current.mode
        mode.on_record = tuple(hear for hear in mode.on_record if hear != self._on_record)

    def mark(self, within: bool = False) -> None:
        """An iteration ends, or is within: count what is alive."""
        alive = [(iteration, node) for iteration, ref in self._born if (node := ref()) is not None]
        self.nodes.append(len(alive))
        self.bytes.append(held(node for _, node in alive))
        self.oldest.append(alive[0][0] if alive else 0)
        self.rounds.append(self._round)
        self._round += not within
        self._born = [born for born in self._born if born[1]() is not None]

    def alive(self) -> dict[int, int]:
        """The living nodes, by their `id`, and the iteration in which each was recorded."""
        return {id(node): iteration for iteration, ref in self._born if (node := ref()) is not None}

    def _on_record(self, node: Any) -> None:
        self._born.append((len(self.nodes) + 1, weakref.ref(node)))


def held(nodes: Iterator[Any]) -> int:
    """Bytes that the saved tensors of `nodes` keep alive, each piece of memory counted once.

    Not counted are tensors that live without the graph: leaves that require a gradient. Of data, a
    slice counts as large as the slice; of a result, a slice keeps the whole alive and counts so.
    """
    found: dict[int, int] = {}
    for node in nodes:
        saved = getattr(node.saved, "saved", node.saved)  # a write through a view saves a node
        for value in saved or ():
            for address, size in _pieces(value):
                found[address] = max(size, found.get(address, 0))
    return sum(found.values())


def _pieces(value: Any) -> Iterator[tuple[int, int]]:
    """Where in memory a saved value lies, and how many bytes it keeps there."""
    if isinstance(value, tuple):  # several tensors that are one argument
        for part in value:
            yield from _pieces(part)
    elif is_tensor(value):
        if value._node is not None:
            yield _piece(_whole(value._array))
        elif not value._requires_grad:
            yield _piece(value._array)
    elif hasattr(value, "nbytes"):
        yield _piece(_whole(value))


def _whole(memory: Any) -> Any:
    """The array that owns the memory: it lives as long as any slice of it."""
    while getattr(memory, "base", None) is not None and hasattr(memory.base, "nbytes"):
        memory = memory.base
    return memory


def _piece(memory: Any) -> tuple[int, int]:
    if isinstance(memory, np.generic):
        return id(memory), memory.nbytes
    if isinstance(memory, np.ndarray):
        return int(memory.__array_interface__["data"][0]), memory.nbytes
    return int(memory.data.ptr), int(memory.nbytes)
