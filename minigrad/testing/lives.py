"""What a call does with its graphs: how many nodes it records, how often each runs, how many live.

All listen from the moment they are called until their result is: a function that says what was
heard. They listen no longer than that function exists, so an answer that stops with an error leaves
nothing behind.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any

from .._mode import current

ONCE = "walked once, then freed"
AGAIN = "walked again"
KEPT = "walked once, but kept"
NOT_KEPT = (
    "No graph has to be kept here: without `retain_graph` (or `create_graph`) each pass frees what "
    "it has used."
)
FEW, MOST = "those of a round or two", "those of many rounds"


def passes() -> Callable[[], Counter[Any]]:
    """Count the runs of each node that is recorded from now on; those of leaves are left out.

    The nodes are kept alive until it is over, so that none is taken for another.
    """
    runs: Counter[Any] = Counter()

    def on_record(node: Any) -> None:
        node.register_hook(lambda *_: runs.update([node]))

    return _listening(on_record, lambda: runs)


def walked(runs: Counter[Any]) -> str:
    """One phrase for what became of the graphs.

    Example:
        >>> import minigrad
        >>> from minigrad.testing.lives import passes, walked
        >>> heard = passes()
        >>> y = minigrad.tensor(3.0, requires_grad=True) ** 2
        >>> y.backward(retain_graph=True)
        >>> walked(heard())
        'walked once, but kept'
    """
    if max(runs.values(), default=0) > 1:
        return AGAIN
    return KEPT if any(node.saved for node in runs) else ONCE


def crowd() -> Callable[[], str]:
    """Are there ever more than half of all recorded nodes alive? Of use where there are rounds."""
    alive: list[weakref.ref[Any]] = []
    total = most = 0

    def on_record(node: Any) -> None:
        nonlocal total, most
        alive[:] = [known for known in alive if known() is not None]
        alive.append(weakref.ref(node))
        total, most = total + 1, max(most, len(alive))

    return _listening(on_record, lambda: MOST if 2 * most > total else FEW)


def recorded() -> Callable[[], int]:
    """Count the nodes that are recorded from now on.

    Example:
        >>> import minigrad
        >>> from minigrad.testing.lives import recorded
        >>> x, heard = minigrad.tensor(3.0, requires_grad=True), recorded()
        >>> y = (x * 2).exp().detach()
        >>> heard()
        2
    """
    count = 0

    def on_record(node: Any) -> None:
        nonlocal count
        count += 1

    return _listening(on_record, lambda: count)


_listeners: list[Callable[[], None]] = []  # what ends each


def hush() -> None:
    """End all listening: the answer has stopped with an error, and nobody will ask."""
    for stop in tuple(_listeners):
        stop()


def _listening(on_record: Callable[[Any], None], said: Callable[[], Any]) -> Callable[[], Any]:
    """Listen to what this thread records, until what is given is called, or forgotten."""
    mode = current.mode

    def stop() -> None:
        mode.on_record = tuple(other for other in mode.on_record if other is not on_record)
        if stop in _listeners:
            _listeners.remove(stop)

    def end() -> Any:
        stop()
        return said()

    mode.on_record = (*mode.on_record, on_record)
    _listeners.append(stop)
    weakref.finalize(end, stop).atexit = False
    return end
