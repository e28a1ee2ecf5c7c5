"""A number or a tensor to find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..attempt import holds_dots
from ..bank import diagnose
from ..mistakes import Trial
from ..question import Draw, Question
from ..values import as_array, brief, close, kind
from ..verdict import Verdict, right, wrong


@dataclass(frozen=True)
class Slip:
    """A wrong value that learners are known to arrive at, and what to tell them."""

    value: Any
    why: str


@dataclass(frozen=True)
class Value(Question):
    """The answer is a number, an array or a tensor.

    Attributes:
        expected: the right one. A report never shows it.
        slips: wrong ones that this question is known for.
        within: how far from it still counts as right, for values read or rounded by hand.
    """

    expected: Any
    slips: tuple[Slip, ...] = ()
    within: float = 0.0

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Compare with the right value, then with the known wrong ones."""
        yours, expected = as_array(answer), as_array(self.expected)
        assert expected is not None, f"{self.name} expects no number"
        if yours is None:
            return wrong(self.name, self._no_number(answer))
        if yours.size == expected.size == 1:
            yours, expected = yours.reshape(()), expected.reshape(())
        if self._near(yours, expected):
            return right(self.name)
        return wrong(self.name, self._why(yours, expected), [("yours", brief(answer))])

    def _no_number(self, answer: Any) -> str:
        if holds_dots(answer):
            return "There are still dots in it."
        text = f"This should be a number or a tensor, but it is {kind(answer)}."
        return f"{text} A number has no quotes." if isinstance(answer, str) else text

    def _near(self, yours: Any, expected: Any) -> bool:
        if yours.shape != expected.shape:
            return False
        return close(yours, expected) or bool(abs(yours - expected).max() <= self.within)

    def _why(self, yours: Any, expected: Any) -> str:
        for slip in self.slips:
            known = as_array(slip.value)
            if known is not None and self._near(yours, known):
                return slip.why
        known_by_bank = diagnose([Trial({}, expected, yours)])
        if known_by_bank:
            return known_by_bank
        if yours.shape != expected.shape:
            return f"The shape is {yours.shape}, it should be {expected.shape}."
        return "Not this one, and I do not recognise the mistake."
