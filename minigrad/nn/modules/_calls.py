"""Which calls of modules were made lately: what a picture of a graph needs to say what ran where.

Every recorded node has a number, higher than all before it. A call notes the numbers at which it
began and ended, so the operations that ran inside it are those numbered between. The notes hold no
tensor and no node, and a module only weakly: they keep nothing alive. A note takes a quarter of a
microsecond.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weakref import ref

Call = tuple["ref[Any]", int, int]  # the module, the number before its first node, that after

MOST = 4096  # older calls are forgotten


class _Notes(threading.local):
    """One thread's calls, in the order in which they ended."""

    def __init__(self) -> None:
        self.calls: deque[Call] = deque(maxlen=MOST)


notes = _Notes()
