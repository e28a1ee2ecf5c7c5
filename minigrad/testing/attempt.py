"""Running a learner's code: what came out, or what stopped it and in which line."""

from __future__ import annotations

import ast
import dis
import inspect
import linecache
import re
import textwrap
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..mode import current
from .lives import hush
from .state import mend, noticed

# What a function without anything in it but dots and docstrings consists of.
_IDLE = {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "POP_TOP"}

# What Python's message does not say: the type of error, words in it, and what to look at.
_CALLED = "It is called as `{call}`."
_Kinds = type[BaseException] | tuple[type[BaseException], ...]
_ADVICE: tuple[tuple[_Kinds, str, str], ...] = (
    (
        NameError,
        r"name '(?P<name>sin|cos|tan|exp|log|sqrt|tanh|tensor|no_grad)'",
        "Python knows no `{name}` by itself: write `torch.{name}`.",
    ),
    (NameError, r"name '(?P<name>\w+)'", "Python knows no `{name}` there: is it spelled as above?"),
    (
        TypeError,
        r"^(?P<name>sin|cos|tan|exp|log|sqrt|tanh)\(\) takes 1 positional",
        "`torch.{name}` takes one tensor: compute what goes into it first, as in "
        "`torch.{name}(x * y)`.",
    ),
    (TypeError, r"ModuleList\.__init__", "It takes the layers as one list, without a star."),
    (TypeError, r"positional argument", _CALLED),
    (
        AttributeError,
        r"'tuple' object has no attribute '(name|next_functions|variable)'",
        "An entry of next_functions is a pair (node, number): take the node out of it, as in "
        "`for behind, _ in node.next_functions`.",
    ),
    (
        RuntimeError,
        r"a leaf Variable .* in-place",
        "`-=`, `*=` and their like write into the leaf itself. To update a parameter, do that "
        "inside `with torch.no_grad():`. To compute, make a new tensor: `result = result * x`, not "
        "`result *= x`.",
    ),
    (
        AttributeError,
        r"'NoneType' object .* '(name|next_functions|variable|metadata|_\w+|register_\w+)'",
        "Something is None there. A leaf's grad_fn is None, and an input that needs no gradient "
        "has None in next_functions.",
    ),
    (
        (AttributeError, TypeError),
        r"'NoneType' object has no attr|for [*/]=?: .*'NoneType'",
        "Something is None there. A .grad is None before backward() and after zero_grad(), and it "
        "stays None if the tensor is no leaf: outside of `no_grad`, `w = w - …` makes a result.",
    ),
    (
        TypeError,
        r"'NoneType' object is not",
        "Something is None there: does a function forget to return its result?",
    ),
    (
        AttributeError,
        r"attribute 'variable'",
        "Only an AccumulateGrad node, the end of a path, has a .variable.",
    ),
    (
        RuntimeError,
        r"Only Tensors of floating point",
        "A whole number cannot require a gradient: write 2.0, not 2.",
    ),
    (
        RuntimeError,
        r"implicitly created only for scalar",
        "backward() starts from one number. This result has several: pass `gradient=`, one number "
        "for each entry, or add the entries up first.",
    ),
    (
        RuntimeError,
        r"does not require grad",
        "Nothing was recorded: no tensor it was computed from has requires_grad=True, or the way "
        "was cut. A gradient has a history only if `create_graph=True` asked for it; detach() cuts "
        "it off. (Under `no_grad`, `w = w - …` makes a new tensor; `w -= …` writes into the leaf.)",
    ),
    (
        (AttributeError, TypeError),
        r"'tuple' object has no attr|for @: 'tuple'",
        "`autograd.grad` and `max(dim=…)` return a tuple: `(g,) = …` takes out the one that is in.",
    ),
    (
        Exception,
        r"cannot be converted to Scalar|only one element tensors",
        "A tensor of one element can become a plain number, this one has more of them. `.detach()` "
        "takes it out of the record and leaves its shape as it is.",
    ),
    (
        RuntimeError,
        r"appears to not have been used in the graph",
        "No way leads back from that result to the tensor whose gradient is asked for. Was it cut, "
        "by detach(), item() or no_grad(), or is it computed from another tensor?",
    ),
    (
        RuntimeError,
        r"Boolean value of Tensor",
        "`if`, `while`, `and` and `a < x < b` want one True or False. Entry by entry it is `(…) & "
        "(…)`; of several numbers, say which is meant; for a tensor at all, ask `is not None`.",
    ),
    (
        RuntimeError,
        r"attempting to assign a gradient with dtype",
        "A gradient has its tensor's dtype, and those that a check hands over are float64. "
        "`torch.zeros_like(w)` takes it from w.",
    ),
    (
        AttributeError,
        r"'(float|int)' object has no attribute '(backward|detach|item)'",
        "It is a plain number there, not a tensor: has anything been added to what it began with, "
        "or was `.item()` called too early?",
    ),
    (
        RuntimeError,
        r"backward through the graph a second time",
        "An earlier backward() has freed what this graph had saved. What do both walk through: "
        "something computed before the loop, a state carried over, a part that two losses share?",
    ),
    (
        Exception,
        r"could not be broadcast together|must match the size of tensor",
        "Entry by entry, shapes have to be equal or 1. Is a matrix product meant, `@`, or another "
        "shape of one of the two?",
    ),
    (
        AttributeError,
        r"'bool' object has no attribute",
        "It is one True or False there: two things were compared that are not both tensors. (Such "
        "as `max(dim=…)`, which gives a pair: the values, and where they are.)",
    ),
    (
        (AttributeError, TypeError),
        r"__enter__|context manager protocol",
        "`with` takes what a call gives: `with torch.no_grad():`, with the brackets.",
    ),
    (
        IndexError,
        r"list index out of range",
        "The list has no such entry yet. What is in it in the first round?",
    ),
    (KeyError, r"", "Nothing stands under that key yet: what comes first has to make the entry."),
    (SystemExit, "", "`exit()` and `quit()` end the notebook. A function ends with `return`."),
    (
        RuntimeError,
        r"modified by an inplace",
        "What the graph had saved was written over before backward() came back to it, as "
        "`optimizer.step()` does with a parameter. Write when nobody needs it any more, or compute "
        "it anew after the write.",
    ),
    (
        RecursionError,
        r"",
        "It calls itself once per node, and Python allows about 1,000 of those. The idea may be "
        "right, but this graph is deeper: keep a list of the nodes still to visit, and loop until "
        "it is empty.",
    ),
)


READ_FREED = (
    "An earlier backward() has freed what this node had saved, and reading it raises an error: "
    "catch it."
)
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
    code = getattr(function, "__code__", None)
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


def stopped_blank(error: BaseException) -> bool:
    """Did it stop at a place that nobody has filled in yet?"""
    text = str(error)
    missing = not text or text.startswith("You must implement")  # else it says what cannot be done
    return (isinstance(error, NotImplementedError) and missing) or "ellipsis" in text.lower()


def explain(error: BaseException, function: Any, call: str) -> tuple[list[tuple[str, str]], str]:
    """Say in which line of the learner's code it stopped, and why as far as that is known.

    Args:
        error: what stopped it.
        function: the learner's function.
        call: how it was called, ``slope(x)``.

    Returns:
        Rows for the table, and a sentence, empty if Python's own message has to do.
    """
    rows = [("stopped", f"{type(error).__name__}: {error}".split("\n")[0])]
    found = _line(error, function)
    if found:
        rows.insert(0, (f"line {found[0]}", found[1]))
    if "a second time" in str(error) and _was_read(error):
        return rows, READ_FREED
    for kind, words, advice in _ADVICE:
        match = re.search(words, str(error))
        if isinstance(error, kind) and match and not (found and advice is _CALLED):
            return rows, advice.format(call=call, **match.groupdict())
    return rows, ""


def _was_read(error: BaseException) -> bool:
    """Did it stop where the learner's code read a node's ``_saved_…``, and not in a pass?"""
    return any(f.name == "read_saved" for f in traceback.extract_tb(error.__traceback__))


def _line(error: BaseException, function: Any) -> tuple[int, str] | None:
    """The last line in the learner's own file or cell that was being run."""
    run = getattr(function, "__code__", None) or getattr(function.__init__, "__code__", None)
    file = run and run.co_filename
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == file and frame.lineno is not None:
            return frame.lineno, linecache.getline(frame.filename, frame.lineno).strip()
    return None
