"""Questions that `widgets.Predict` asks by name, so that a cell gives no answer away."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import questions


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


def predictions() -> dict[str, Prediction]:
    """Every one by its name: those in ``PREDICTIONS`` of the modules in `questions`."""
    modules = [module.name for module in pkgutil.iter_modules(questions.__path__)]
    declared = [
        prediction
        for module in modules
        for prediction in getattr(
            importlib.import_module(f"{questions.__name__}.{module}"), "PREDICTIONS", ()
        )
    ]
    found = {prediction.name: prediction for prediction in declared}
    if len(found) < len(declared):
        raise ValueError("two predictions have the same name")
    return found


def find(name: str) -> Prediction:
    """The prediction called `name`.

    Raises:
        ValueError: there is none; the message has the nearest names.
    """
    known = predictions()
    if name not in known:
        near = difflib.get_close_matches(name, known, cutoff=0.3) or list(known)
        there = f"There is: {', '.join(near)}" if near else "There are none yet"
        raise ValueError(f"no prediction is called {name!r}. {there}")
    return known[name]
