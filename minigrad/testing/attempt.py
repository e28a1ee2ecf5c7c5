"""Running a learner's code: what came out, and whether there is anything to run."""

from __future__ import annotations

import ast
import dis
import inspect
import textwrap
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .._mode import current
from .lives import hush
from .state import mend, noticed

# What a function without anything in it but dots and docstrings consists of.
_IDLE = {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "POP_TOP"}

NO_RETURN = (
    "It returns None: does it end in a `return`? Printing shows a result, it does not return it."
)


@dataclass(frozen=True)
class Outcome:
    """What came of one call.

    Attributes:
        value: what it returned.
        error: what stopped it, None if nothing did.
        warned: the warnings it gave, which are kept off the screen.
        backward: whether a backward pass ran.
    """

    value: Any = None
    error: BaseException | None = None
    warned: tuple[str, ...] = ()
    backward: bool = False


def attempt(
    function: Callable[..., Any], args: Sequence[Any], look: Callable[[Any], Any] = lambda x: x
) -> Outcome:
    """Call a learner's function; whatever goes wrong in it comes back as part of the outcome.

    Args:
        function: the learner's; ``exit()`` in it is an error like others. Only an interruption
            from the keyboard, or by a limit of time, goes through.
        args: what it is called with.
        look: takes what it returned, at once, before anything can change it.
    """
    with warnings.catch_warnings(record=True) as caught, _backward_noted() as ran:
        warnings.simplefilter("always")
        try:
            value, error = look(function(*args)), None
        except KeyboardInterrupt:
            raise
        except BaseException as stopped:
            value, error = None, stopped
    said = tuple(str(warning.message) for warning in caught)
    mend(noticed)
    if error is not None:
        hush()
    return Outcome(value, error, said, bool(ran))


@contextmanager
def _backward_noted() -> Iterator[list[bool]]:
    """Note in a list when the first node of a backward pass runs."""
    ran: list[bool] = []
    mode = current.mode
    before = mode.watch

    def watch(run: Callable[..., Any], node: Any, *args: Any) -> Any:
        ran[:] = [True]
        return before(run, node, *args) if before else run(node, *args)

    mode.watch = watch
    try:
        yield ran
    finally:
        mode.watch = before


def is_blank(answer: Any) -> bool:
    """Is there nothing to judge: None, dots alone, or a function that does nothing?

    Example:
        >>> from minigrad.testing.attempt import is_blank
        >>> def untouched(x):
        ...     "Give twice x."
        ...     ...
        >>> is_blank(untouched), is_blank([..., ...]), is_blank(lambda x: 2 * x)
        (True, True, False)
    """
    if isinstance(answer, Mapping):
        return all(part is ... for part in answer.values())
    if isinstance(answer, (list, tuple)):
        return all(part is ... for part in answer)
    if answer is None or answer is ...:
        return True
    return inspect.isfunction(answer) and _is_idle(answer)


def holds_dots(value: Any) -> bool:
    """Is it dots, or a list with dots in it?"""
    return value is ... or (isinstance(value, (list, tuple)) and any(v is ... for v in value))


def _is_idle(function: Any) -> bool:
    steps = list(dis.get_instructions(function))
    constants = {step.argval for step in steps if step.opname in ("LOAD_CONST", "RETURN_CONST")}
    return {step.opname for step in steps} <= _IDLE and constants <= {None, ...}


def unused(function: Any) -> list[str]:
    """The arguments that a function does not use.

    Example:
        >>> from minigrad.testing.attempt import unused
        >>> unused(lambda x, y: x + 1)
        ['y']
    """
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return []
    loaded: set[Any] = {*code.co_cellvars}
    for step in dis.get_instructions(function):
        if "LOAD" in step.opname:
            loaded |= set(step.argval if isinstance(step.argval, tuple) else (step.argval,))
    return [name for name in code.co_varnames[: code.co_argcount] if name not in loaded]


NON_LEAF = (
    "There is None in it. Only leaves keep a .grad, and this tensor is no leaf: it was computed "
    "from another. Whose gradient is wanted? For its own, make it a leaf, or call retain_grad(); "
    "else read the .grad of the leaf."
)
NO_BACKWARD = "There is None in it: a .grad is None until backward() has run."
NOT_REACHED = (
    "There is None in it although backward() has run. Does that tensor have requires_grad=True, "
    "was what backward() started from computed from it, and has nothing cleared its .grad since?"
)


def no_gradient(function: Any, value: Any, outcome: Outcome) -> str:
    """Why there is a None where a gradient should be; empty if there is no such None.

    Args:
        function: the learner's.
        value: what came of it, a tuple or a single thing.
        outcome: what its call did beside that.
    """
    several = isinstance(value, (tuple, list))
    if value is not None and not (several and any(part is None for part in value)):
        return ""
    if not several and not _gives(function):
        return ""  # None comes of a missing `return`
    if any("not a leaf Tensor" in text for text in outcome.warned):
        return NON_LEAF
    if outcome.backward:
        return NOT_REACHED
    return NO_BACKWARD if "grad" in _names_in(getattr(function, "__code__", None)) else ""


def _names_in(code: Any) -> set[str]:
    """Every attribute and global that some code names, and the functions inside it."""
    inner = [part for part in getattr(code, "co_consts", ()) if hasattr(part, "co_names")]
    return {*getattr(code, "co_names", ())}.union(*map(_names_in, inner))


def _gives(function: Any) -> bool:
    """Is there a `return` with something behind it?"""
    steps = list(dis.get_instructions(function)) if inspect.isfunction(function) else []
    ends = [(a, b) for a, b in pairwise(steps) if b.opname == "RETURN_VALUE"]
    return any(a.opname != "LOAD_CONST" or a.argval is not None for a, b in ends)


def has_dots(function: Any) -> bool:
    """Are there dots to fill in, somewhere in a function's text? Not those in ``x[..., 0]``."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return False
    slices = {
        inner for n in ast.walk(tree) if isinstance(n, ast.Subscript) for inner in ast.walk(n)
    }
    if not isinstance(tree.body[0], ast.FunctionDef):
        return False  # a lambda comes with the lines around it
    return any(
        isinstance(node, ast.Constant) and node.value is ... and node not in slices
        for node in ast.walk(tree)
    )
