"""Switches of other libraries, so that a script that sets them runs: none changes a number here.

minigrad computes with NumPy and CuPy alone; what PyTorch would choose by these switches it has not.
"""

from __future__ import annotations


class _Library:
    """A library that is not used: it says so, and takes any setting."""

    deterministic = benchmark = allow_tf32 = False
    enabled = True

    def is_available(self) -> bool:
        """Always False."""
        return False

    def is_built(self) -> bool:
        """Always False."""
        return False


cudnn, mps, mkldnn = _Library(), _Library(), _Library()
