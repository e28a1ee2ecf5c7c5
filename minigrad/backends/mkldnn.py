"""Intel's library for neural networks: not used, and its switches change nothing."""

from __future__ import annotations

enabled = True
deterministic = False
allow_tf32 = True


def is_available() -> bool:
    """Always False."""
    return False
