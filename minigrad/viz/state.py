"""What is true after some of the events of a backward pass, rebuilt from them alone."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import numpy as np

from .data import Place
from .events import Accumulate, Change, Enter, Event, Fail, Release, Rewrite, Seed, Send


class State:
    """One moment of a backward pass.

    Attributes:
        arrived: the gradient so far at each output of each node, ``{("n1", 0): sum}``.
        parts: what that sum was added up from, in the order of arrival.
        sent: what went along each edge, by the edge's id.
        grads: every ``.grad`` that the pass has changed, ``{("n3", 0): gradient}``; None where a
            hook took it away.
        ran: the nodes whose turn has come, in order.
        checked: the versions of the saved tensors that each of them found.
        freed: what each node gave up of what it had saved.
        failure: how the pass ended early; None if it has not.
    """

    def __init__(self) -> None:
        self.arrived: dict[Place, np.ndarray] = {}
        self.parts: dict[Place, tuple[np.ndarray, ...]] = {}
        self.sent: dict[str, np.ndarray] = {}
        self.grads: dict[Place, np.ndarray | None] = {}
        self.ran: list[str] = []
        self.checked: dict[str, dict[str, int]] = {}
        self.freed: dict[str, tuple[str, ...]] = {}
        self.failure: Fail | None = None

    def take(self, event: Event) -> None:
        """Go one event further."""
        match event:
            case Seed(node, nr, gradient):
                self._add((node, nr), gradient)
            case Send(edge, gradient):
                self.sent[edge.id] = gradient
                self._add((edge.to, edge.nr), gradient)
            case Change(node, nr, _, after):
                self._put((node, nr), after)
            case Enter(node, _, versions):
                self.ran.append(node)
                self.checked[node] = versions
            case Accumulate(node, nr, before, _):
                self._accumulate((node, nr), before)
            case Rewrite(node, nr, _, after):
                self.grads[node, nr] = after
            case Release(node, names):
                self.freed[node] = names
            case Fail():
                self.failure = event

    def _add(self, place: Place, gradient: np.ndarray) -> None:
        waiting = self.arrived.get(place)
        self.arrived[place] = gradient if waiting is None else np.asarray(waiting + gradient)
        self.parts[place] = (*self.parts.get(place, ()), gradient)

    def _put(self, place: Place, gradient: np.ndarray | None) -> None:
        self.arrived.pop(place, None)
        self.parts.pop(place, None)
        if gradient is not None:
            self.arrived[place], self.parts[place] = gradient, (gradient,)

    def _accumulate(self, place: Place, before: np.ndarray | None) -> None:
        added = self.arrived.get(place)
        if added is None:
            raise ValueError(f"nothing had arrived at {place[0]}, yet its .grad changed")
        self.grads[place] = added if before is None else np.asarray(before + added)


def replay(events: Iterable[Event], k: int | None = None) -> State:
    """The state after the first `k` events: the proof that a recording misses nothing.

    It uses the seed, what each edge carried and what hooks put in place of that; of a ``.grad``
    only what was there before. So after all events `State.grads` equals, bit for bit, every
    ``.grad`` that backward left.

    Args:
        events: a `Recording`, or any part of its events.
        k: how many of them; None for all.

    Raises:
        TypeError: `k` is no whole number.
        ValueError: there are not so many events, or a ``.grad`` changed out of nowhere.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> recording = minigrad.viz.record_backward(x * x)
        >>> [type(event).__name__ for event in recording]
        ['Seed', 'Enter', 'Send', 'Send', 'Release', 'Enter', 'Accumulate']
        >>> {edge: float(sent) for edge, sent in minigrad.viz.replay(recording, 4).sent.items()}
        {'n0.0': 2.0, 'n0.1': 2.0}
        >>> float(minigrad.viz.replay(recording).grads["n1", 0])
        4.0
    """
    events = tuple(events)
    if k is not None and not hasattr(k, "__index__"):
        raise TypeError(f"k must be a whole number of events, but is {k!r}")
    if k is not None and not 0 <= k <= len(events):
        raise ValueError(f"k is {k}, but must be from 0 to {len(events)}, the number of events")
    state = State()
    for event in islice(events, k):
        state.take(event)
    return state
