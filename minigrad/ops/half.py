"""float16 is a type to keep numbers in; what is computed with it, NumPy computes."""

import operator
from typing import Any, TypeVar

F = TypeVar("F")
quotient: Any = operator.truediv


def rounded_once(forward: F) -> F:
    """`forward` as it is."""
    return forward
