"""Questions that `widgets.Predict` asks by name, so that a cell gives no answer away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Prediction:
    """A question to answer before the truth is shown; declared in a lesson's ``PREDICTIONS``.

    Attributes:
        name: what a cell calls it by: ``Predict("diamond")``.
        question: one or two sentences; what stands in backquotes is shown as code.
        answer: the right one, or better a function that does what is asked about and returns it.
            For a node of a graph: its variable, operation or id.
        choices: what to choose from; None: a value is typed, or a node chosen.
        why: one sentence, shown with the right answer.
        hints: for answers that one may well give by mistake, what to say.
    """

    name: str
    question: str
    answer: Any
    choices: Sequence[Any] | None = None
    why: str = ""
    hints: Mapping[Any, str] = field(default_factory=dict)
