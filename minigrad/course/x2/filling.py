"""Results of which some are still dots, for several exercises of X2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...testing.mistakes import Mistake


def as_far_as_filled(*args: Any) -> Callable[[Any], Any]:
    """Of several results, those that are still dots become None: the others are looked at."""

    def look(result: Any) -> Any:
        if not isinstance(result, (list, tuple)):
            return result
        return tuple(None if part is ... else part for part in result)

    return look


def open_parts(parts: int) -> Mistake:
    """What is said of results that are not there yet."""
    return Mistake(lambda *args: (None,) * parts, "Nothing is there yet.")


def positive(rng: np.random.Generator) -> tuple[float, float]:
    """Two numbers above 0."""
    x, y = (round(float(rng.uniform(0.2, 2.8)), 2) for _ in range(2))
    return x, y
