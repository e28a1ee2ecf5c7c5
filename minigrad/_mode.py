"""The switches that every layer consults: is a graph recorded, do rules run on raw arrays?

The bottom of the import graph. Each thread has its own switches, as in PyTorch: a ``no_grad`` in
one thread says nothing about another. Only anomaly mode is everybody's.
"""

from __future__ import annotations

import contextvars
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np


class Mode:
    """One thread's switches, with the values that a new thread starts with.

    Attributes:
        grad_enabled: what `no_grad`, `enable_grad` and `set_grad_enabled` switch.
        inference: inside `inference_mode`?
        recording: are operations on tensors that require grad recorded? Where `grad_enabled`
            is on and `inference` off.
        raw: is a backward running its rules on raw arrays?
        quiet: ``quiet(f, *args)`` calls `f` with NumPy's floating-point warnings off.
        on_record: functions to call with each node as soon as it is recorded: of anomaly mode,
            saved-tensors hooks and whoever watches memory; mostly empty.
        on_write: functions to call with each tensor that was just written into.
        watch: None, or what runs the nodes of a backward in anomaly mode: ``watch(run, node,
            *args)`` returns ``run(node, *args)``.
    """

    __slots__ = (
        "__weakref__", "grad_enabled", "inference", "on_record", "on_write", "quiet", "raw",
        "recording", "watch",
    )  # fmt: skip

    def __init__(self) -> None:
        self.inference = False
        self.enable_grad(True)
        self.raw = False
        self.on_record: tuple[Callable[[Any], None], ...] = ()
        self.on_write: tuple[Callable[[Any], None], ...] = ()
        self.watch: Any = None
        self.quiet: Callable[..., Any] = _silent_context().run

    def enable_grad(self, to: bool) -> None:
        """Switch recording on or off; in inference mode nothing is recorded either way."""
        self.grad_enabled = to
        self.recording = to and not self.inference


def _silent_context() -> contextvars.Context:
    """A context in which NumPy reports no overflow, no division by zero: as silent as PyTorch.

    ``context.run(f, x)`` costs 50 ns, ``with np.errstate(all="ignore")`` a thousand, and both leave
    the caller's own NumPy settings alone.
    """
    context = contextvars.Context()
    context.run(np.seterr, all="ignore")
    return context


# The one variable of that context, and what it is set to: where a whole block is to be silent.
_settings, _silence = next(iter(_silent_context().items()))


class _PerThread(threading.local):
    def __init__(self) -> None:
        self.mode = mode = Mode()
        with _modes_lock:
            mode.on_record, mode.on_write = _shared.on_record, _shared.on_write
            mode.watch = _shared.watch
            _modes.add(mode)


_shared = Mode()  # how anomaly mode stands, for threads to come
_modes = weakref.WeakSet([_shared])  # those of living threads
_modes_lock = threading.Lock()

current = _PerThread()  # current.mode: one look-up, then all switches are at hand


def everywhere(change: Callable[[Mode], None]) -> None:
    """Apply `change` to the switches of every thread, and of those to come."""
    with _modes_lock:
        for mode in list(_modes):
            change(mode)


@contextmanager
def switched(grad_enabled: bool, raw: bool) -> Iterator[None]:
    """Set two switches, and put them back however the block ends."""
    mode = current.mode
    before = mode.grad_enabled, mode.raw
    mode.enable_grad(grad_enabled)
    mode.raw = raw
    try:
        yield
    finally:
        mode.enable_grad(before[0])
        mode.raw = before[1]


class backward_mode:
    """The switches of a backward: record it or not, on tensors or on raw arrays; and quietly.

    Args:
        create_graph: whether it is recorded.
    """

    __slots__ = ("_before", "_create_graph", "_settings_before")

    def __init__(self, create_graph: bool) -> None:
        self._create_graph = create_graph

    def __enter__(self) -> None:
        mode = current.mode
        self._before = mode.grad_enabled, mode.raw
        mode.enable_grad(self._create_graph)
        mode.raw = not self._create_graph
        self._settings_before = _settings.set(_silence)

    def __exit__(self, *error: object) -> None:
        mode = current.mode
        _settings.reset(self._settings_before)
        grad_enabled, mode.raw = self._before
        mode.enable_grad(grad_enabled)
