"""How much memory the graphs of a loop keep alive, iteration by iteration."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FrameType
from typing import Any, TypeVar

import traitlets

from ..viz import memory_figure as figures
from ..viz.curves import drawings
from ..viz.holders import holder
from ..viz.memory import GraphWatch
from ..viz.memory_figure import Loop
from ._widget import Widget, script, style

_T = TypeVar("_T")


class GraphMemory(Widget):
    """Counts what the graphs of a loop keep alive: bytes of saved tensors, and nodes.

    Wrap what the loop runs over; at the end of each iteration it counts::

        memory = GraphMemory()
        total = 0.0
        for x, y in memory(loader):
            loss = loss_fn(model(x), y)
            total += loss
        memory

    Here `total` is a tensor whose graph grows with every iteration and keeps the saved tensors of
    all of them; with ``total += loss.item()`` each graph is freed when `loss` is assigned anew.
    `compare` shows such loops side by side. In a loop that cannot be wrapped, or to count at other
    places, use ``with GraphMemory() as memory:`` and call ``memory.mark()``.

    Counted is every node recorded in this thread during the loop that is still alive, and the
    memory that their saved tensors keep, each piece once. Leaves that require a gradient, such as
    parameters, do not count: they live without a graph; a slice of your data counts as large as the
    slice. Nodes are known by weak references only: nothing is kept alive, and outside of the loop
    nothing is watched. At the end it looks which variable of the loop's code (a tensor, or a list,
    tuple or dict of tensors) reaches furthest back.

    Attributes:
        loops: the `viz.memory_figure.Loop` of each name; ``""`` for the only one. Its ``watch`` has
            the numbers: ``bytes``, ``nodes`` and ``oldest``, one per iteration.

    Counting takes 1.5 µs for each living node, at every mark (measured).

    Example:
        >>> import minigrad
        >>> w = minigrad.ones(100, requires_grad=True)
        >>> def tensors(memory):
        ...     total = 0.0
        ...     for _ in memory(range(4)):
        ...         total = total + (w.exp() * w).sum()
        >>> def numbers(memory):
        ...     total = 0.0
        ...     for _ in memory(range(4)):
        ...         total = total + (w.exp() * w).sum().item()
        >>> memory = GraphMemory.compare({"tensors": tensors, "numbers": numbers})
        >>> memory.loops["tensors"].watch.bytes.tolist()
        [400, 800, 1200, 1600]
        >>> memory.loops["numbers"].watch.bytes.tolist()
        [0, 0, 0, 0]
    """

    _esm = script("charts", "graph_memory")
    _css = style("charts", "graph_memory")
    _page = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        self.loops: dict[str, Loop] = {"": Loop(GraphWatch())}
        self._watching = self._looping = False
        super().__init__()
        self._draw()

    @classmethod
    def compare(cls, loops: Mapping[str, Callable[[GraphMemory], Any]]) -> GraphMemory:
        """Run several loops one after the other, and show them side by side.

        Args:
            loops: functions by name; each is given a `GraphMemory` to run its loop over.

        Raises:
            TypeError: `loops` is no dictionary, or one is no function.
            ValueError: there is none, or one did not run over what it was given.
        """
        if not isinstance(loops, Mapping):
            raise TypeError(
                "compare() takes functions by name, {'total += loss': function}, but was given a "
                f"{type(loops).__name__}"
            )
        if not loops:
            raise ValueError("compare() needs at least one loop: {'total += loss': function}")
        both = cls()
        both.loops = {name: _run(cls(), name, function) for name, function in loops.items()}
        both._draw()
        return both

    def __call__(self, iterable: Iterable[_T]) -> Iterator[_T]:
        """What `iterable` gives, with a mark at the end of each iteration."""
        if not isinstance(iterable, Iterable):
            raise TypeError(
                "memory(...) takes what the loop runs over, a loader or a range, but was given a "
                f"{type(iterable).__name__}"
            )
        return self._rounds(iterable)

    def __enter__(self) -> GraphMemory:
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop(sys._getframe(1))

    def mark(self) -> None:
        """Count now.

        Raises:
            RuntimeError: nothing is being watched.
        """
        if not self._watching:
            raise RuntimeError(
                "mark() counts while something is watched: in `with GraphMemory() as memory:`"
            )
        watch = self.loops[""].watch
        watch.counted = "mark"
        watch.mark(within=self._looping)

    def __repr__(self) -> str:
        return figures.text(self.loops)

    def picture(self) -> str:
        """Bytes and nodes over the iterations, and what holds the oldest graph."""
        return figures.picture(self.loops)

    def _rounds(self, iterable: Iterable[_T]) -> Iterator[_T]:
        self._start()
        self._looping = True
        try:
            for item in iterable:
                yield item
                self.loops[""].watch.mark()
        finally:
            self._looping = False
            self._stop(sys._getframe(1))

    def _start(self) -> None:
        if self._watching:
            raise RuntimeError("this GraphMemory is watching a loop already: make another one")
        self.loops = {"": Loop(GraphWatch())}
        self._watching = True
        self.loops[""].watch.start()

    def _stop(self, frame: FrameType) -> None:
        self._watching = False
        loop = self.loops[""]
        loop.watch.stop()
        loop.holder = holder(loop.watch.alive(), frame)
        self._draw()

    def _draw(self) -> None:
        self._page = {
            "title": figures.title(self.loops),
            "counted": figures.counted(self.loops).capitalize(),
            "measured": figures.MEASURED,
            "charts": drawings(figures.charts(self.loops)),
            "words": figures.findings(self.loops),
            "table": figures.rows(self.loops),
            "table_note": figures.rows_note(self.loops),
            "reading": figures.reading(self.loops),
        }


def _run(memory: GraphMemory, name: str, function: Callable[[GraphMemory], Any]) -> Loop:
    if not callable(function):
        raise TypeError(f"compare() runs functions, but {name!r} is a {type(function).__name__}")
    function(memory)
    loop = memory.loops[""]
    if not loop.watch.nodes:
        raise ValueError(
            f"{name!r} did not run over what it was given: for x in memory(loader): ..."
        )
    return loop
