"""Anomaly mode: which line of the forward pass does a failing backward belong to?

A backward fails far from the line that is to blame. In anomaly mode each node keeps the traceback
of the call that recorded it; whatever goes wrong while the node runs, that traceback is shown. A
gradient that is nan counts as going wrong. Beyond PyTorch, errors name lines of yours: where a
value was computed, where it was changed, where its graph was freed.

All of this is slow, and none of it happens while the mode is off: `minigrad._mode` then has none of
its functions to call.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np

from .._mode import Mode, everywhere
from .._warn import warn
from .node import AccumulateGrad, public_node
from .wrap import is_tensor

_ENABLED = (
    "Anomaly Detection has been enabled. This mode will increase the runtime and should only be "
    "enabled for debugging."
)


class detect_anomaly:
    """Look for the cause of a failing backward, or of nan gradients, in the block; and warn of it.

    Both the forward pass and the backward belong into the block.

    Args:
        check_nan: raise as soon as a backward computes a gradient that is nan.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([-1.0], requires_grad=True)
        >>> import warnings
        >>> warnings.simplefilter("ignore")  # for here; else the forward traceback is shown
        >>> with minigrad.autograd.detect_anomaly():
        ...     x.sqrt().backward()
        Traceback (most recent call last):
        RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.
        SqrtBackward0 was recorded here:
          File "<doctest minigrad.autograd.anomaly_mode.detect_anomaly[4]>", line 2, in <module>
            x.sqrt().backward()

    Source: https://docs.pytorch.org/docs/stable/autograd.html#anomaly-detection
    """

    def __init__(self, check_nan: bool = True) -> None:
        self.prev, self.prev_check_nan = _enabled, _check_nan
        self.check_nan = check_nan
        warn(_ENABLED, UserWarning)

    def __enter__(self) -> None:
        set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, *error: object) -> None:
        set_anomaly_enabled(self.prev, self.prev_check_nan)


class set_detect_anomaly:
    """Switch anomaly mode on or off, at once; as a context manager, until the end of the block.

    Args:
        mode: True for on.
        check_nan: raise as soon as a backward computes a gradient that is nan.

    Example:
        >>> import minigrad
        >>> with minigrad.autograd.set_detect_anomaly(True):
        ...     minigrad.is_anomaly_enabled()
        True

    Source: https://docs.pytorch.org/docs/stable/autograd.html#anomaly-detection
    """

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.prev, self.prev_check_nan = _enabled, _check_nan
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self) -> None:
        """It was switched when it was made."""

    def __exit__(self, *error: object) -> None:
        set_anomaly_enabled(self.prev, self.prev_check_nan)


_enabled, _check_nan = False, True


def is_anomaly_enabled() -> bool:
    """Whether anomaly mode is on.

    Example:
        >>> import minigrad
        >>> minigrad.is_anomaly_enabled()
        False
    """
    return _enabled


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly mode, where it is on, looks for nan."""
    return _check_nan


def set_anomaly_enabled(enabled: bool, check_nan: bool = True) -> None:
    """Switch anomaly mode on or off in all threads: what `set_detect_anomaly` does.

    Args:
        enabled: True for on.
        check_nan: raise as soon as a backward computes a gradient that is nan.
    """
    global _enabled, _check_nan
    _enabled, _check_nan = enabled, check_nan
    everywhere(_switch)


def _switch(mode: Mode) -> None:
    """Have one thread tell us of what it records, writes and runs, or stop telling us."""
    mode.on_record = tuple(callback for callback in mode.on_record if callback is not _recorded)
    mode.on_write = tuple(callback for callback in mode.on_write if callback is not _written)
    mode.watch = None
    if _enabled:
        mode.on_record += (_recorded,)
        mode.on_write += (_written,)
        mode.watch = _watch


def _recorded(node: Any) -> None:
    """Note on a fresh node who recorded it, and in the backward of which node, if in one.

    Likewise on the ends of those of its inputs that no operation took before.
    """
    stack = traceback.extract_stack(_outside(sys._getframe(1), but="nn"))
    ends = [end for end, _ in node.edges if isinstance(end, AccumulateGrad)]
    leaves = [end for end in ends if "traceback_" not in end.metadata]
    for fresh in (node, *leaves):
        fresh.metadata["traceback_"] = traceback.format_list(stack)
        fresh.metadata["made_"] = f"\n{fresh.name()} was recorded here:\n{_line()}"
        if _thread.running:
            fresh.metadata["parent_"] = public_node(_thread.running[-1])


def _written(x: Any) -> None:
    """Note beside the version counter of `x` who wrote into it; of one line, only the last time."""
    counter = x._counter
    if isinstance(counter, list):
        text = f"\nIt was changed in place here:\n{_line()}"
        counter[1:] = [note for note in counter[1:] if note[1] != text]
        counter.append((counter[0], text))


def _watch(run: Callable[..., Any], node: Any, *args: Any) -> Any:
    """Run a node for the engine; if that fails, or makes a nan, say who recorded the node."""
    _thread.running.append(node)
    try:
        outgoing = run(node, *args)
        if outgoing is not None:
            made = node.metadata.get("made_", "")
            node.metadata["freed_"] = f"{made}\nIts saved values were freed here:\n{_line()}"
            if _check_nan:
                _refuse_nan(node, outgoing)
        return outgoing
    except BaseException:
        _warn_of(node)
        raise
    finally:
        _thread.running.pop()


class _PerThread(threading.local):
    """Which node a thread runs: the last of these; the others' backwards called it, in turn."""

    def __init__(self) -> None:
        self.running: list[Any] = []


_thread = _PerThread()


def _refuse_nan(node: Any, outgoing: Any) -> None:
    for place, grad in enumerate(outgoing):
        array = grad._array if is_tensor(grad) else grad
        if array is not None and np.isnan(array).any():
            raise RuntimeError(
                f"Function '{node.name()}' returned nan values in its {place}th output."
                + node.metadata.get("made_", "")
            )


def _warn_of(node: Any) -> None:
    """Show the traceback of the node; then that of the node whose backward recorded it; and so on.

    A node is recorded in a backward where that has ``create_graph=True``.
    """
    first = f"Error detected in {node.name()}. "
    stack = node.metadata.get("traceback_")
    if stack is None:
        _warn(
            f"{first}No forward pass information available. Enable detect anomaly during forward "
            "pass for more information."
        )
    else:
        _warn(f"{first}Traceback of forward call that caused the error:\n{''.join(stack)}")
    while (node := node.metadata.get("parent_")) is not None:
        stack = node.metadata.get("traceback_", ())
        _warn(
            f"\n\nPrevious calculation was induced by {node.name()}. Traceback of forward call "
            f"that induced the previous calculation:\n{''.join(stack)}"
        )


def _warn(message: str) -> None:
    """Warn at the user's line; where warnings are made errors, print: one is on its way already."""
    frame = _outside(sys._getframe(1))
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    try:
        warnings.warn_explicit(
            message, UserWarning, frame.f_code.co_filename, frame.f_lineno, registry=registry
        )
    except UserWarning:
        print(message, file=sys.stderr)


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def _outside(frame: FrameType, but: str | None = None) -> FrameType:
    """The innermost frame that is not the package's own; code in the folder `but` counts as not."""
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        if frame.f_code.co_filename.removeprefix(_PACKAGE).partition(os.sep)[0] == but:
            break
        frame = frame.f_back
    return frame


def _line() -> str:
    """The user's line that is running, as a traceback shows it."""
    frame = _outside(sys._getframe(1))
    return traceback.format_list(traceback.extract_stack(frame, limit=1))[0].rstrip()
