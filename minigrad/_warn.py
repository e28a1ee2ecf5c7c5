"""Warnings point to the user's line, however many calls inside the package lie between."""

from __future__ import annotations

import os
import sys
import warnings

_PACKAGE = os.path.dirname(__file__) + os.sep


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the first line outside the package, as PyTorch does from C++.

    Counted numbers for `stacklevel` would be off by one as soon as a function is wrapped.

    Args:
        message: what the warning says.
        category: its class.
    """
    level = 2  # 1 would be this function
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
        level += 1
    warnings.warn(message, category, stacklevel=level)
