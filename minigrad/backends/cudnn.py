"""NVIDIA's library for neural networks: not used, and its switches change nothing.

Example:
    >>> import minigrad.backends.cudnn as cudnn
    >>> cudnn.benchmark = True
    >>> cudnn.is_available()
    False

Source: https://docs.pytorch.org/docs/stable/backends.html#torch-backends-cudnn
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

enabled = allow_tf32 = True
benchmark = deterministic = False
benchmark_limit = 10


def is_available() -> bool:
    """Always False."""
    return False


def version() -> None:
    """Always None: there is no version of what is not used."""


@contextmanager
def flags(**switches: Any) -> Iterator[None]:
    """Give the switches other values in a block, ``with cudnn.flags(enabled=False):``."""
    before = {name: globals()[name] for name in switches}
    globals().update(switches)
    try:
        yield
    finally:
        globals().update(before)
