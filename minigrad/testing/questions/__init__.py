"""Every question that `check` knows, by name: one module per lesson or exercise set.

A question is one declaration in the tuple ``QUESTIONS`` of its module; new modules are found by
themselves. Names are unique over all modules; those of an exercise set are its grade ids
(``x1-walk``). `minigrad.testing.kinds` has five kinds.

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
A reference that returns a tuple needs ``parts=("∂f/∂x", "∂f/∂y")``; each part is worth the same.
One that returns a list of names is compared as `Names` are.

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
that are ``given``. **A value**, a
number or a tensor, with the wrong ones that are known (`Slip`): `Value`.

What `widgets.Predict` asks by name, ``Predict("diamond")``, stands in the same module, in the tuple
``PREDICTIONS``::

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

from ..question import Question


def find(name: str) -> Question:
    """The question called `name`.

    Raises:
        ValueError: there is none; the message has the nearest names.
    """
    known = questions()
    if name not in known:
        near = difflib.get_close_matches(name, known, cutoff=0.3) or list(known)
        raise ValueError(f"no question is called {name!r}. There is: {', '.join(near)}")
    return known[name]


@functools.cache
def questions() -> dict[str, Question]:
    """Every question by name."""
    found: dict[str, Question] = {}
    for module in pkgutil.iter_modules(__path__):
        for question in importlib.import_module(f"{__name__}.{module.name}").QUESTIONS:
            if question.name in found:
                raise ValueError(f"two questions are called {question.name!r}")
            found[question.name] = question
    return found
