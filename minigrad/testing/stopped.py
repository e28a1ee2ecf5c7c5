"""What stopped a learner's code: the line, and what Python's message does not say."""

from __future__ import annotations

import inspect
import linecache
import re
import traceback
from typing import Any

# The type of error, words in it, and what to look at.
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
    function = inspect.unwrap(function)  # as it stands below `@torch.no_grad()`
    run = getattr(function, "__code__", None) or getattr(function.__init__, "__code__", None)
    file = run and run.co_filename
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == file and frame.lineno is not None:
            return frame.lineno, linecache.getline(frame.filename, frame.lineno).strip()
    return None
