"""What happens during a backward pass, as plain data; and the gradients rebuilt from it alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from .graph import Edge


@dataclass(frozen=True)
class Seed:
    """Backward begins: `gradient` is placed at output `nr` of the result's node."""

    node: str
    nr: int
    gradient: np.ndarray


@dataclass(frozen=True)
class Change:
    """A hook put another gradient in place of the one that had arrived at output `nr` of `node`."""

    node: str
    nr: int
    before: np.ndarray | None
    after: np.ndarray | None


@dataclass(frozen=True)
class Enter:
    """A node's turn has come; everything that will ever arrive is there.

    Attributes:
        node: whose turn it is.
        gradients: one per output; None where nothing arrived.
        versions: the saved tensors that are about to be read, and the version found for each; the
            rule runs only if it is the version of the forward pass.
    """

    node: str
    gradients: tuple[np.ndarray | None, ...]
    versions: dict[str, int]


@dataclass(frozen=True)
class Send:
    """A node's rule gave `gradient` for one of its inputs, and it went along `edge`."""

    edge: Edge
    gradient: np.ndarray


@dataclass(frozen=True)
class Accumulate:
    """What arrived was added to a ``.grad``: a leaf's, or that of a tensor asked to retain it."""

    node: str
    before: np.ndarray | None
    after: np.ndarray


@dataclass(frozen=True)
class Release:
    """A node gave up what it had saved, under these names."""

    node: str
    names: tuple[str, ...]


Event = Seed | Change | Enter | Send | Accumulate | Release


class Arrivals:
    """The gradients on their way: what has arrived at each output of each node, added up."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, int], np.ndarray] = {}

    def add(self, node: str, nr: int, gradient: np.ndarray) -> np.ndarray | None:
        """Add one gradient; returns the sum that was waiting there, None if nothing was."""
        waiting = self._sums.get((node, nr))
        self._sums[node, nr] = gradient if waiting is None else np.asarray(waiting + gradient)
        return waiting

    def put(self, node: str, nr: int, gradient: np.ndarray | None) -> None:
        """Put `gradient` in place of the sum."""
        self._sums.pop((node, nr), None)
        if gradient is not None:
            self._sums[node, nr] = gradient

    def at(self, node: str, nr: int = 0) -> np.ndarray | None:
        """The sum so far."""
        return self._sums.get((node, nr))


def replay(events: Iterable[Event]) -> dict[str, np.ndarray]:
    """Every ``.grad`` rebuilt from what was sent: the proof that a recording misses nothing.

    Uses the seed and what each edge carried; of an `Accumulate` only what was there before.

    Returns:
        The gradient of each leaf and each retaining tensor, by the id of its node: equal bit for
        bit to the ``.grad`` that backward left.
    """
    arrivals, grads = Arrivals(), {}
    for event in events:
        if isinstance(event, Seed):
            arrivals.add(event.node, event.nr, event.gradient)
        elif isinstance(event, Send):
            arrivals.add(event.edge.to, event.edge.nr, event.gradient)
        elif isinstance(event, Change):
            arrivals.put(event.node, event.nr, event.after)
        elif isinstance(event, Accumulate):
            added = arrivals.at(event.node)
            if added is None:
                raise ValueError(f"nothing had arrived at {event.node}, yet its .grad changed")
            grads[event.node] = added if event.before is None else np.asarray(event.before + added)
    return grads
