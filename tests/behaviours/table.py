"""The behaviours table: how a row is written, run on a library, and compared.

A row is a function of the library, named after what it shows; its docstring says the behaviour in
one sentence, as the parity page prints it. A row may return anything, raise, or warn::

    @row
    def a_leaf_refuses_a_write(lib):
        \"\"\"Writing into a leaf that requires grad raises.\"\"\"
        lib.ones(2, requires_grad=True).add_(1)

Where minigrad differs from torch on purpose the row says why: ``@row(why="...")``. Such a row must
differ: one that does not any more fails until its reason is taken away.
"""

import importlib
import json
import math
import re
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.nn.twins import outcome, short

STORED = Path(__file__).with_name("stored.json")  # what torch 2.13 made of each row

# The points of the table, each a module beside this one.
TOPICS = {
    "views": "In-place writes and views",
    "leaves": "Leaves and accumulation",
    "engine": "The engine",
    "hooks": "Hooks",
    "function": "Function",
    "modes": "Grad modes",
    "checks": "Checks and calculus",
    "interop": "Interop",
    "errors": "What learners run into",
}


class Row(NamedTuple):
    """One behaviour.

    Attributes:
        topic: a key of `TOPICS`: the module that holds the row.
        name: of the function.
        says: the behaviour, in a sentence.
        run: ``run(library)``.
        why: None, or why minigrad differs.
    """

    topic: str
    name: str
    says: str
    run: object
    why: str | None

    @property
    def id(self):
        """The key of the row in `STORED`."""
        return f"{self.topic}.{self.name}"


ROWS = {}


def row(function=None, *, why=None):
    """Enter a function in the table."""
    if function is None:
        return lambda function: row(function, why=why)
    topic = function.__module__.rpartition(".")[2]
    says = " ".join((function.__doc__ or "").split())
    made = Row(topic, function.__name__, says, function, why)
    assert made.id not in ROWS, f"two rows are called {made.id}"
    ROWS[made.id] = made
    return function


def table():
    """Every row of every topic, by its id."""
    for topic in TOPICS:
        importlib.import_module(f"tests.behaviours.{topic}")
    in_order = list(TOPICS)  # whoever imported them first, and in which order
    return dict(sorted(ROWS.items(), key=lambda item: in_order.index(item[1].topic)))


def told(each, lib):
    """What the row gave: value, or error with its first line, and warnings with theirs.

    Both libraries speak of themselves as torch, so that what they say can be compared.
    """
    with warning_always(lib):
        found = outcome(each.run, lib)
    for key in ("raised", "warned"):
        if key in found:
            found[key] = first_lines(found[key])
    return named_alike(found)


@contextmanager
def warning_always(lib):
    """Torch gives some warnings once a process: here each row gets its own."""
    switch = getattr(lib, "set_warn_always", lambda to: None)
    switch(True)
    try:
        yield
    finally:
        switch(False)


def first_lines(said):
    """An error's or the warnings' type, and the first line of what was said.

    Torch adds to a warning where in its source it was raised: that is cut off.
    """
    if isinstance(said[0], list):
        return [first_lines(each) for each in said]
    kind, message = said
    return [kind, message.partition("\n")[0].partition(" (Triggered internally at ")[0].rstrip()]


def named_alike(x):
    """The same, with minigrad called torch, and floats of eight digits."""
    if isinstance(x, dict):
        return {key: named_alike(value) for key, value in x.items()}
    if isinstance(x, list):
        return [named_alike(value) for value in x]
    return re.sub(r"\bminigrad\b", "torch", x) if isinstance(x, str) else short(x)


def alike(a, b):
    """Whether two outcomes are equal, floats to the sixth digit."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(alike(value, b[key]) for key, value in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, float) and isinstance(b, float):
        both_nan = math.isnan(a) and math.isnan(b)
        return both_nan or math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6)
    return type(a) is type(b) and a == b


def stored():
    """What torch gave when `python -m tests.behaviours.store` was last run."""
    return json.loads(STORED.read_text(encoding="utf-8"))
