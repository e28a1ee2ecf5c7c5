"""Every question that `check` and `widgets.Predict` know, by name, and how one is declared.

The questions stand in packages that are registered: the course's, `minigrad.course`, and with
`register` an instructor's own. A question is one declaration in the tuple ``QUESTIONS`` of any
module of such a package, a prediction one in ``PREDICTIONS``; new modules are found by themselves.
Nothing is imported before the first name is asked for. Names are unique over all packages; those
of an exercise set are its grade ids (``x1-walk``). A package of your own, ``quiz/__init__.py``::

    from minigrad.testing.registry import register

    register(__name__)

with its questions beside it, say in ``quiz/harmonic.py``::

    from minigrad.testing.kinds import Value

    QUESTIONS = (Value("quiz-harmonic", ask="the sum of 1/1, 1/2, 1/3, 1/4", expected=25 / 12),)

A notebook that says ``import quiz`` can then ask ``check("quiz-harmonic", total)``. A single file,
``quiz.py`` with both in it, will do too.

`minigrad.testing.kinds` has seven kinds of questions.

**A function to write**, tried on random inputs beside a reference. Declare how inputs are drawn,
and the wrong ways this question is known for; the general ones (sign, factor, transposed, not
summed, mask, …) are tried after them::

    Function(
        "slope",
        ask="a function: the derivative of x², for numbers and arrays",
        reference=lambda x: 2 * x,
        draws=(lambda rng: (rng.normal(),), lambda rng: (rng.normal(size=(2, 3)),)),
        mistakes=(Mistake(lambda x: x**2, "That is f itself, not its derivative."),),
    )

Draw values that are neither 0 nor 1, shapes that are not square, an upstream gradient at random.
Make everything in the draw: leaves, models, optimizers, functions to be called. It is called anew
for the reference, for the learner's function and for each mistake, with the same random numbers
(the library's generator and NumPy's start again, so ``nn.Linear(3, 2)`` comes out the same), and
nobody sees what another did to the arguments.

A reference gives numbers (a float, an array, a tensor), a count (an int: 2.0 will do, True will
not), a word (None, True, a text: compared exactly), or a list of names, compared as `Names` are.
One that returns a tuple of these needs ``parts=("∂f/∂x", "∂f/∂y")``; each part is worth the same. A
tensor of shape (1,) will do for a number. What an answer returns is copied before the next call.

*What a function does*, instead of what it returns, is compared by `observe`. It is called with the
arguments before the call, and what it gives with the result after it::

    Function(
        "x3-backward",
        ask="a function that leaves the gradients on w and b",
        reference=lambda w, b: (w * b).sum().backward(),
        draws=(lambda rng: (leaf(rng, 2, 3), leaf(rng, 3)),),
        parts=("w.grad", "b.grad"),
        observe=lambda w, b: lambda result: (w.grad, b.grad),
    )

    def same_parameters(model, optimizer):
        before = list(model.parameters())  # what it was, before the call
        def look(result):
            after = list(model.parameters())
            return (all(p is q for p, q in zip(before, after)), *(p.detach() for p in after))
        return look

Node objects, live nodes (`minigrad.viz.memory.GraphWatch`), arguments written into, counts of calls
are observed in the same way; a result that is a list of leaves is turned into names first,
and so compared by identity. A reference is observed as an answer is.

*Called twice*: ``again=True`` calls the function a second time with the same arguments and wants
the same. It finds sets and lists that are kept from call to call; leave it out where a right answer
may leave something on its arguments, such as a .grad.

*Known by itself*: an answer of another kind, None for lack of a `return` or of a backward, an
argument that is not used, an error and its line, recording left off, and the general mistakes of
`minigrad.testing.bank`. A `Mistake` is for what only this question's writer can know.

**An operation**: the answer is a subclass of `autograd.Function`, whose two halves are tried as one
call. Reference and mistakes are `Halves`; the last argument of a draw is what arrives::

    Operation(
        "triple",
        ask="a Function: three times its argument",
        reference=Halves.of(lambda ctx, x: 3 * x, lambda ctx, g: 3 * g),
        draws=(lambda rng: (leaf(rng, 3), plain(rng, 3)),),
        parts=("the result", "the gradient of x"),
    )

**A graph**: the answer is a tensor, or a function of tensors, behind which a given graph is
recorded. Declare a function that builds it and the leaves' values::

    Graph(
        "graph-of-z",
        ask="a tensor computed from x and y",
        reference=lambda x, y: x * y + x.log(),
        leaves={"x": 2.0, "y": 3.0},
    )

**A list of names**, in order, with a hint for each place: `Names`. **A table to fill in**, a
dictionary with a hint for each key, each right entry earning its share: `Entries`; name the keys
that are ``given``. **A value**, a number or a tensor, with the wrong ones that are known (`Slip`):
`Value`. **Lines to put in order**, with the orders that do not work (`Misplaced`): `Order`.

What `widgets.Predict` asks by name, ``Predict("diamond")``, is a prediction::

    Prediction(
        "diamond",
        question="`y` is 3. After `a = y * 2; b = y * 3; z = a + b`, what is the slope of `z`?",
        answer=lambda: 5,
        why="2 through `a`, 3 through `b`, added.",
        hints={6: "That is the product. Two paths lead to `y`."},
    )

Test a declaration with the reference, with a right answer written differently, with each mistake.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, TypeVar

from .prediction import Prediction
from .question import Question

Declared = TypeVar("Declared")

_packages = ["minigrad.course"]  # names only: what is in them is imported when it is asked for


def register(package: str) -> None:
    """Have the questions and predictions of a package found by their names, besides the course's.

    Args:
        package: what it is imported as; ``__name__`` in its ``__init__.py``. It is read when a name
            is asked for next, its modules and packages with it.
    """
    if package not in _packages:
        _packages.append(package)
        questions.cache_clear()
        predictions.cache_clear()


def find(name: str) -> Question:
    """The question called `name`.

    Raises:
        ValueError: there is none; the message has the nearest names.
    """
    return _called(name, "question", questions())


def find_prediction(name: str) -> Prediction:
    """The prediction called `name`.

    Raises:
        ValueError: there is none; the message has the nearest names.
    """
    return _called(name, "prediction", predictions())


@functools.cache
def questions() -> dict[str, Question]:
    """Every question by its name."""
    return _by_name("question", "QUESTIONS")


@functools.cache
def predictions() -> dict[str, Prediction]:
    """Every prediction by its name."""
    return _by_name("prediction", "PREDICTIONS")


def _modules() -> Iterator[ModuleType]:
    """Every module of every registered package, imported."""
    for package in _packages:
        top = importlib.import_module(package)
        yield top
        for module in pkgutil.walk_packages(getattr(top, "__path__", ()), f"{package}."):
            yield importlib.import_module(module.name)


def _by_name(kind: str, where: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in _modules():
        for one in getattr(module, where, ()):
            if found.setdefault(one.name, one) is not one:
                raise ValueError(f"two {kind}s are called {one.name!r}")
    return found


def _called(name: str, kind: str, known: Mapping[str, Declared]) -> Declared:
    if name not in known:
        near = difflib.get_close_matches(name, known, cutoff=0.3) or list(known)
        there = f"There is: {', '.join(near)}" if near else "There are none yet"
        raise ValueError(f"no {kind} is called {name!r}. {there}")
    return known[name]
