"""What `record_backward` returns: a backward pass as a list of events, which can be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import overload

from .data import Graph
from .events import Event, Fail
from .steps import Step, forward_steps, steps_of


class Recording(Sequence[Event]):
    """A backward pass that has run, as a list of events; it keeps no tensor and no graph alive.

    Attributes:
        graph: the graph as it was just before.
        events: what happened, in order; the recording itself is the same as a sequence.
        order: the ids of the operations, in the order in which the forward pass recorded them.
    """

    def __init__(self, graph: Graph, events: Iterable[Event], order: Iterable[str]) -> None:
        self.graph = graph
        self.events = tuple(events)
        self.order = tuple(order)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        return self.events[index]

    def __len__(self) -> int:
        return len(self.events)

    @property
    def failure(self) -> Fail | None:
        """How the pass ended early; None if it ran to its end."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, Fail) else None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The events in steps worth a look each: the seed, then one per node that ran."""
        return steps_of(self.graph, self.events)

    @cached_property
    def forward(self) -> tuple[Step, ...]:
        """One step for each operation of the forward pass, in the order in which they ran."""
        return forward_steps(self.graph, self.order)

    def __repr__(self) -> str:
        width = len(str(len(self.steps)))
        return "\n".join(
            f"{number:>{width}}  {step.text}" for number, step in enumerate(self.steps, start=1)
        )
