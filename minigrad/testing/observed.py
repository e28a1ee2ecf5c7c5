"""What is compared in the place of what a function returns: parts of that, and what it did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..tensor import Tensor
from .values import kind

Observed = Callable[[Any], tuple[Any, ...]]


class OddForm(Exception):
    """What was returned is not of the form that was asked for; its text is for the learner."""


def parted(result: Any, *names: str) -> list[Any]:
    """The parts of a result, as many as there are names for them.

    Raises:
        OddForm: there are more, or fewer.

    Example:
        >>> from minigrad.testing.observed import parted
        >>> parted((1, 2), "mean", "share"), parted(3, "loss")
        ([1, 2], [3])
        >>> parted(3, "a", "b")
        Traceback (most recent call last):
        ...
        minigrad...OddForm: 2 values are wanted: a, b, in this order; yours is a number.
    """
    found = list(result) if isinstance(result, (tuple, list)) else [result]
    if len(found) == len(names) and result is not None:
        return found
    raise OddForm(f"{called(len(names), names)}; yours is {kind(result)}.")


def called(count: int, names: Sequence[str]) -> str:
    """How many values are wanted, and which, if they have names."""
    if count == 1:
        return f"One value is wanted: {', '.join(names)}"
    which = f": {', '.join(names)}, in this order" if names else ""
    return f"{count} values are wanted{which}"


class Counted:
    """A function that counts its calls."""

    def __init__(self, function: Callable[..., Tensor]) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, *args: Tensor) -> Tensor:
        """Call it, and count."""
        self.calls += 1
        return self.function(*args)
