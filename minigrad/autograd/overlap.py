"""Some writes want memory of their own: an index, say, must not change while it is read."""

from __future__ import annotations

from typing import Any

from .region import may_share


def check_apart(input: Any, other: Any) -> None:
    """Raise where `other` lies in the memory that is written to."""
    if other is input or may_share(input._array, other._array):
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor "
            "refer to a single memory location. Please clone() the tensor before performing the "
            "operation."
        )
