"""The notebook's interrupt button as a wish to stop, rather than an error amid a step."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any


@contextmanager
def interrupts(stop: Callable[[], bool], code: CodeType) -> Iterator[None]:
    """While `code` runs, the first interrupt calls `stop`; if that says no, it is an interrupt.

    Args:
        stop: asks to stop at the next good moment; False if that was asked before.
        code: of the loop. An interrupt that reaches other code is as it always was.

    Only the main thread of a program hears interrupts; in others this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def handler(number: int, frame: FrameType | None) -> Any:
        if _runs(code, frame) and stop():
            return None
        if callable(before):
            return before(number, frame)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is handler:
            signal.signal(signal.SIGINT, before)


def _runs(code: CodeType, frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code is code:
            return True
        frame = frame.f_back
    return False
