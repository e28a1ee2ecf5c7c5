"""The order of work on a GPU: events that take its time, and the streams that work queues in.

minigrad computes in CuPy's current stream. Source: https://docs.pytorch.org/docs/stable/cuda.html
"""

from __future__ import annotations

from typing import Any

from .. import backend
from .devices import gpu, is_available


class Event:
    """A mark in the queue of a GPU's work, to wait for and to take the time between two.

    Args:
        enable_timing: whether `elapsed_time` will be asked.
        blocking: whether waiting lets other threads work.

    Raises:
        RuntimeError: there is no GPU.

    Example:
        >>> import minigrad
        >>> start, end = (minigrad.cuda.Event(enable_timing=True) for _ in "ab")  # doctest: +SKIP
        >>> start.record(), work(), end.record()  # doctest: +SKIP
        >>> minigrad.cuda.synchronize()  # doctest: +SKIP
        >>> milliseconds = start.elapsed_time(end)  # doctest: +SKIP

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cuda.Event.html
    """

    def __init__(
        self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False
    ) -> None:
        if not is_available():
            raise RuntimeError(
                "Tried to instantiate dummy base class Event\n"
                "Its times are a GPU's: on the CPU take time.perf_counter()."
            )
        self._event = backend.cupy().cuda.Event(block=blocking, disable_timing=not enable_timing)

    def record(self, stream: Any = None) -> None:
        """Stand behind all work that was told so far."""
        self._event.record(getattr(stream, "_stream", stream))

    def synchronize(self) -> None:
        """Wait until the work before this mark is done."""
        self._event.synchronize()

    def query(self) -> bool:
        """Whether the work before this mark is done."""
        return bool(self._event.done)

    def wait(self, stream: Any = None) -> None:
        """Have the work that follows in a stream wait for this mark."""
        (stream or current_stream()).wait_event(self)

    def elapsed_time(self, end_event: Event) -> float:
        """The milliseconds from this mark to another."""
        return float(backend.cupy().cuda.get_elapsed_time(self._event, end_event._event))


class Stream:
    """A queue of work of its own; what stands in two of them may run at the same time.

    Raises:
        RuntimeError: there is no GPU.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cuda.Stream.html
    """

    def __init__(self, device: Any = None, priority: int = 0) -> None:
        if not is_available():
            raise RuntimeError("minigrad.cuda.Stream requires CUDA support\nThere is no GPU here.")
        with gpu(device):
            self._stream = backend.cupy().cuda.Stream(non_blocking=True)

    def synchronize(self) -> None:
        """Wait until all work in it is done."""
        self._stream.synchronize()

    def query(self) -> bool:
        """Whether all work in it is done."""
        return bool(self._stream.done)

    def wait_event(self, event: Event) -> None:
        """Have the work that follows wait for a mark."""
        self._stream.wait_event(event._event)

    def wait_stream(self, stream: Stream) -> None:
        """Have the work that follows wait for what another stream was told so far."""
        self._stream.wait_event(stream._stream.record())

    def record_event(self, event: Event | None = None) -> Event:
        """A mark behind all work in it so far."""
        event = event or Event()
        event.record(self)
        return event


class stream:
    """A block whose work goes into a stream: ``with cuda.stream(s):``; None changes nothing."""

    def __init__(self, stream: Stream | None) -> None:
        self._stream = stream

    def __enter__(self) -> None:
        if self._stream is not None:
            self._stream._stream.__enter__()

    def __exit__(self, *error: object) -> None:
        if self._stream is not None:
            self._stream._stream.__exit__(*error)


def current_stream(device: Any = None) -> Stream:
    """The stream that work goes into now.

    Raises:
        AssertionError: there is no CuPy.
    """
    with gpu(device):
        found = object.__new__(Stream)
        found._stream = backend.cupy().cuda.get_current_stream()
    return found
