"""The behaviours table: how a row is written, run on a library, and compared.

A row is a function of the library, named after what it shows; its docstring says the behaviour in
one sentence, as the parity page prints it. It stands in some file in the folder of its topic, where
it is found by itself. A row may return anything, raise, or warn::

    @row
    def a_leaf_refuses_a_write(lib):
        \"\"\"Writing into a leaf that requires grad raises.\"\"\"
        lib.ones(2, requires_grad=True).add_(1)

Where minigrad differs from torch on purpose the row says why: ``@row(why="...")``. Such a row must
differ: one that does not any more fails until its reason is taken away.
"""

import functools
import importlib
import json
import math
import re
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.behaviours.topics import FILES, TOPICS
from tests.nn.twins import outcome, short

FOLDER = Path(__file__).parent
STORED = FOLDER / "stored.json"  # what torch 2.13 made of each row


class Row(NamedTuple):
    """One behaviour.

    Attributes:
        topic: a key of `TOPICS`: the folder that holds the row.
        file: the module in there, without its ending.
        name: of the function.
        says: the behaviour, in a sentence.
        run: ``run(library)``.
        why: None, or why minigrad differs.
    """

    topic: str
    file: str
    name: str
    says: str
    run: object
    why: str | None

    @property
    def id(self):
        """The key of the row in `STORED`."""
        return f"{self.topic}.{self.name}"

    @property
    def place(self):
        """Its topic's on the page, and in there its file's: one that is not listed comes last."""
        files = FILES[self.topic]
        return list(TOPICS).index(self.topic), (*files, self.file).index(self.file)


ROWS = {}


def row(function=None, *, why=None):
    """Enter a function in the table."""
    if function is None:
        return lambda function: row(function, why=why)
    *_, topic, file = function.__module__.split(".")
    says = " ".join((function.__doc__ or "").split())
    made = Row(topic, file, function.__name__, says, function, why)
    assert made.id not in ROWS, f"two rows are called {made.id}"
    ROWS[made.id] = made
    return function


@functools.cache
def table():
    """Every row of every topic, by its id, in the order of the page."""
    for topic in TOPICS:
        for file in (FOLDER / topic).glob("*.py"):
            importlib.import_module(f"tests.behaviours.{topic}.{file.stem}")
    in_order = sorted(ROWS.values(), key=lambda each: each.place)  # whichever was imported first
    return {each.id: each for each in in_order}


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
