"""Intel's mathematical library: NumPy may use it, minigrad does not know."""

from __future__ import annotations


def is_available() -> bool:
    """Always False."""
    return False
