"""Classes put to use, for the exercises of X8 that ask for one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ... import nn
from ...testing.attempt import is_blank
from ...testing.kinds import Function
from ...testing.observed import OddForm
from ...testing.question import Draw
from ...testing.values import kind
from ...testing.verdict import Verdict, wrong

NO_GRAD = "Something is None there. A parameter that no loss depends on has None for its .grad."
ADVICE = {
    "before Module.__init__": (
        "A module has to be set up before anything is entered in it: `super().__init__()` is the "
        "first line of its `__init__`."
    ),
    "object is not callable": (
        "Calling a module runs its `forward`: has the class a method of that name, and does it "
        "inherit from nn.Module?"
    ),
    "[ModuleList] is missing": (
        "An nn.ModuleList only holds modules, and cannot be called. Walk through it with a loop."
    ),
    'is missing the required "forward"': "The method that a call runs is called `forward`.",
    "cannot be multiplied": (
        "The first has to have as many columns as the second has rows. The weight has one row for "
        "each output: does it have to be turned?"
    ),
    "must be Tensor, not NoneType": NO_GRAD,
    "'Tensor' and 'NoneType'": NO_GRAD,
    "doesn't match the broadcast shape": (
        "One tensor, and one of another shape is written into it. Has each parameter its own?"
    ),
}


class Used:
    """A class put to use: what is tried in the place of a function.

    Attributes:
        made: the class.
        use: what is done with it; takes the class, and what a draw gives.
    """

    def __init__(self, made: Any, use: Callable[..., Any]) -> None:
        self.made, self.use = made, use
        self.__name__ = made.__name__
        own = [m for m in vars(made).values() if inspect.isfunction(m)]
        self.__code__ = own[0].__code__ if own else None  # where the learner's lines are
        _, *rest = inspect.signature(use).parameters.values()
        self.__signature__ = inspect.Signature(rest)
        self.idle = any(map(is_blank, own))

    def __call__(self, *args: Any) -> Any:
        """Make an object, and use it."""
        if self.idle:
            raise NotImplementedError
        return self.use(self.made, *args)


@dataclass(frozen=True)
class Made(Function):
    """The answer is a class; reference and mistakes are `Used`."""

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Put its objects to the use that the reference's are put to."""
        made = getattr(answer, "made", answer)
        if not isinstance(made, type):
            return wrong(self.name, f"Hand over the class itself. This is {kind(answer)}.")
        assert isinstance(self.reference, Used)
        return super().verdict(Used(made, self.reference.use), draw)

    def _explained(self, error: BaseException, answer: Any) -> tuple[list[tuple[str, str]], str]:
        if isinstance(error, OddForm):
            return [], str(error)
        rows, known = super()._explained(error, answer)
        advice = (text for words, text in ADVICE.items() if words in str(error))
        return rows, next(advice, "") or known


def module_of(made: Any, *args: Any) -> nn.Module:
    """An object of a class, if it is a module."""
    if not issubclass(made, nn.Module):
        raise OddForm("The class has to inherit from nn.Module.")
    return made(*args)


def given_back(result: Any) -> Any:
    """What `forward` returned, if it was anything."""
    if result is None:
        raise OddForm("`forward` returns None: does it end in a `return`?")
    return result
