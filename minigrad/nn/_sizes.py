"""Sizes as users give them: one number for all dimensions of a picture, or one for each."""

from __future__ import annotations

from typing import Any

from ..ops.windows import Sizes


def for_each_dim(value: Any, dims: int) -> Sizes:
    """A number for each dimension, given as those or as one for all.

    Raises:
        RuntimeError: If they are more or fewer.
    """
    given = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if len(given) not in (1, dims):
        raise RuntimeError(f"expected one number or {dims}, but got {list(given)}")
    return given * (dims // len(given))
