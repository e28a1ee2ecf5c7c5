"""Time travel: run the ordinary backward pass and write down what happens.

The recorder knows the engine only as every user does, through the hooks of nodes. The engine has no
second way for it: what a recording shows is what ran.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np

from . import library
from .events import Accumulate, Arrivals, Change, Enter, Event, Release, Seed, Send, replay
from .graph import Graph
from .names import names_around
from .reader import Reader
from .steps import Step, forward_steps, steps_of


class Recording:
    """A backward pass that has run, as a list of events; it keeps no tensor and no graph alive.

    Attributes:
        graph: the graph as it was just before.
        events: what happened, in order.
    """

    def __init__(self, graph: Graph, events: list[Event]) -> None:
        self.graph = graph
        self.events = tuple(events)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The events in steps worth a look each: the seed, then one per node that ran."""
        return steps_of(self.graph, self.events)

    @cached_property
    def forward(self) -> tuple[Step, ...]:
        """One step for each operation of the forward pass, in the order in which they ran."""
        return forward_steps(self.graph, self.events)

    def replay(self) -> dict[str, np.ndarray]:
        """Every ``.grad`` rebuilt from the events alone, by the id of its node."""
        return replay(self.events)

    def __repr__(self) -> str:
        width = len(str(len(self.steps)))
        return "\n".join(
            f"{number:>{width}}  {step.text}" for number, step in enumerate(self.steps, start=1)
        )


def record_backward(
    tensor: Any,
    gradient: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
    *,
    params: Mapping[str, Any] | None = None,
) -> Recording:
    """Run ``tensor.backward(...)`` and record it.

    It does all that `backward` does: gradients are added to ``.grad``, hooks run, and unless
    `retain_graph` says otherwise the saved values are freed.

    Args:
        tensor: the result to differentiate.
        gradient: what flows into it, of its shape; may be left out if it has one element.
        retain_graph: keep what is saved, for another backward.
        create_graph: record the backward itself, so that it can be differentiated.
        inputs: the leaves to accumulate into; None for all.
        params: names for tensors, ``{name: tensor}``, before those of your variables.

    Returns:
        The recording: `print` it to read it step by step.

    Raises:
        RuntimeError: what `backward` itself raises; no hook is left behind.
        TypeError: `tensor` is no tensor.
        ValueError: `tensor` requires no gradient.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> y = minigrad.tensor(3.0, requires_grad=True)
        >>> z = x * y
        >>> minigrad.viz.record_backward(z)
        1  z.backward() starts: the gradient of z with respect to itself is 1.
        2  MulBackward0 multiplies the gradient 1 by y = 3 and sends 3 to x; it multiplies the \
gradient by x = 2 and sends 2 to y. It frees what it saved.
        3  x.grad was None; it becomes 3.
        4  y.grad was None; it becomes 2.
    """
    reader = Reader(tensor, names_around(params))
    recorder = _Recorder(reader)
    recorder.seed(tensor, gradient)
    try:
        recorder.watch()
        tensor.backward(gradient, retain_graph, create_graph, inputs)
    finally:
        recorder.stop()
    return Recording(reader.graph, recorder.events)


class _Recorder:
    """Hooks on every node of a graph, writing events."""

    def __init__(self, reader: Reader) -> None:
        self.events: list[Event] = []
        self._reader = reader
        self._arrivals = Arrivals()
        self._handles: list[Any] = []
        self._last: str | None = None  # who ran last; it frees what it saved after its hooks

    def seed(self, tensor: Any, gradient: Any) -> None:
        """Note where backward starts; a gradient that is no tensor is left for it to refuse."""
        root, nr = self._reader.graph.root.id, getattr(tensor, "output_nr", 0)
        value = library.snapshot(tensor)
        given = library.snapshot(gradient) if library.is_tensor(gradient) else np.ones_like(value)
        start = given.astype(value.dtype, copy=False)
        self.events.append(Seed(root, nr, start))
        self._arrivals.add(root, nr, start)

    def watch(self) -> None:
        """Put a hook before and after every node, behind the hooks that are there already."""
        for key, node in self._reader.live.items():
            self._handles.append(node.register_prehook(partial(self._enter, key)))
            self._handles.append(node.register_hook(partial(self._leave, key)))

    def stop(self) -> None:
        """Take all hooks back, and note what the last node freed."""
        for handle in self._handles:
            handle.remove()
        self._note_release()

    def _enter(self, key: str, grads: tuple[Any, ...]) -> None:
        self._note_release()
        gradients = tuple(None if g is None else library.snapshot(g) for g in grads)
        for nr, gradient in enumerate(gradients):
            arrived = self._arrivals.at(key, nr)
            if not _same(arrived, gradient):
                self.events.append(Change(key, nr, arrived, gradient))
                self._arrivals.put(key, nr, gradient)
        self.events.append(Enter(key, gradients, self._versions(key)))
        if not self._reader.graph[key].leaf:
            self._note_grad(key)  # a tensor that retains its gradient has it before its node runs
        self._last = key

    def _leave(self, key: str, sent: tuple[Any, ...], grads: tuple[Any, ...]) -> None:
        if self._reader.graph[key].leaf:
            self._note_grad(key)
        for edge in self._reader.graph[key].edges:
            if sent[edge.slot] is not None:
                gradient = library.snapshot(sent[edge.slot])
                self.events.append(Send(edge, gradient))
                self._arrivals.add(edge.to, edge.nr, gradient)

    def _note_grad(self, key: str) -> None:
        holder = self._reader.holders.get(key)
        grad = None if holder is None else library.kept_gradient(holder)
        if grad is not None:
            self.events.append(Accumulate(key, self._reader.graph[key].grad, grad))

    def _versions(self, key: str) -> dict[str, int]:
        saved = library.saved_values(self._reader.live[key])
        return {name: value._version for name, value, _ in saved if library.is_tensor(value)}

    def _note_release(self) -> None:
        """What has the node that ran last given up since?"""
        key, self._last = self._last, None
        if key is None:
            return
        had = {_whole(saved.name) for saved in self._reader.graph[key].saved if not saved.problem}
        now = library.saved_values(self._reader.live[key])
        gone = tuple(name for name, _, problem in now if problem == "freed" and name in had)
        if gone:
            self.events.append(Release(key, gone))


def _whole(name: str) -> str:
    """What is freed as one: ``saved_tensors`` of ``saved_tensors[0]``."""
    return name.partition("[")[0]


def _same(a: np.ndarray | None, b: np.ndarray | None) -> bool:
    """Equal bit for bit, so that not-a-number equals itself and 0.0 differs from -0.0."""
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()
