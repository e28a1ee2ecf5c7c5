"""What one cell can leave changed for all that follow: put right while a check runs, and told."""

from __future__ import annotations

import logging
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import TextIOBase
from types import ModuleType
from typing import Any, TextIO

import numpy as np

from .._mode import current
from ..dtype import float32, get_default_dtype, set_default_dtype
from ..random import get_rng_state, manual_seed, set_rng_state

MOST = 2000  # characters that a learner's code may print while it is judged
TAKEN = (
    "A variable of yours was called torch, and stood in the way of the library. torch is the "
    "library again: give yours another name."
)
_NUMPY = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


@dataclass(frozen=True)
class Switch:
    """A setting of the whole process.

    Attributes:
        read: gives how it stands.
        put: sets it.
        usual: how it stands when Python starts.
        words: what is said where it stood otherwise.
    """

    read: Callable[[], Any]
    put: Callable[[Any], Any]
    usual: Any
    words: str


def _record(state: tuple[bool, bool]) -> None:
    current.mode.inference = state[1]
    current.mode.enable_grad(state[0])


SWITCHES = (
    Switch(
        lambda: (current.mode.grad_enabled, current.mode.inference),
        _record,
        (True, False),
        "Recording had been switched off, by set_grad_enabled(False) or by a no_grad() that was "
        "never left. It is on again.",
    ),
    Switch(
        get_default_dtype,
        set_default_dtype,
        float32,
        "The default dtype had been changed by set_default_dtype. It is float32 again.",
    ),
    Switch(
        np.geterr,
        lambda to: np.seterr(**to),
        _NUMPY,
        "NumPy's answer to overflow and division by zero had been changed by seterr. It is as "
        "usual again.",
    ),
)


def mend(found: list[str]) -> None:
    """Put every setting back to what is usual, and note which were not, each once.

    Example:
        >>> import minigrad
        >>> from minigrad.testing.state import mend
        >>> _ = minigrad.set_grad_enabled(False)
        >>> mend(found := [])
        >>> minigrad.is_grad_enabled(), found[0][:35]
        (True, 'Recording had been switched off, by')
    """
    for switch in SWITCHES:
        if switch.read() != switch.usual:
            switch.put(switch.usual)
            found += [] if switch.words in found else [switch.words]


def seed(number: int) -> None:
    """Start every generator of random numbers again, so that what is drawn can be drawn again."""
    manual_seed(number)
    np.random.seed(number)  # noqa: NPY002  # the one that learners use
    random.seed(number)


class Floodgate(TextIOBase):
    """Lets the first characters through, and counts what comes after them."""

    def __init__(self, target: TextIO, most: int = MOST) -> None:
        self.target = target
        self.left = most
        self.lost = 0

    def write(self, text: str) -> int:
        """Write as much as there is room for."""
        shown = text[: self.left]
        if shown:
            self.target.write(shown)
            self.left -= len(shown)
        self.lost += len(text) - len(shown)
        return len(text)

    def flush(self) -> None:
        """Flush what is behind it."""
        self.target.flush()

    def close_up(self) -> None:
        """Say how much was left out."""
        if self.lost:
            self.target.write(f"\n… {self.lost:,} more characters were printed.\n")


noticed: list[str] = []  # what was found changed, in the block that runs


@contextmanager
def steady(answer: Any = None) -> Iterator[list[str]]:
    """A block in which a learner's code is judged: all is as usual in it, and after it.

    It gives a list of what was found changed, before it or by `attempt`. What the learner's code
    prints, on stderr too, comes out on stdout, up to `MOST` characters; log lines do not, and
    ``quit()`` ends no notebook. (nbgrader gives no marks where anything is on stderr.)
    """
    numbers = get_rng_state(), np.random.get_state(), random.getstate()  # noqa: NPY002
    logs, gate = logging.root.manager.disable, Floodgate(sys.stdout)
    noticed.clear()
    mend(noticed)
    with (
        redirect_stdout(gate),
        redirect_stderr(gate),
        warnings.catch_warnings(),
        _no_exit(answer),
    ):
        warnings.simplefilter("ignore")
        logging.disable(logging.CRITICAL)
        try:
            yield noticed
        finally:
            logging.disable(logs)
            set_rng_state(numbers[0])
            np.random.set_state(numbers[1])  # noqa: NPY002
            random.setstate(numbers[2])
            mend(noticed)
            gate.close_up()


@contextmanager
def _no_exit(answer: Any) -> Iterator[None]:
    """Have IPython's ``quit`` and ``exit``, which stop the kernel, raise SystemExit as Python's."""
    space = getattr(answer, "__globals__", {})
    found = {
        name: space[name]
        for name in ("quit", "exit")
        if type(space.get(name)).__name__.endswith("Autocall")
    }
    space.update(dict.fromkeys(found, sys.exit))
    try:
        yield
    finally:
        space.update(found)


def library(space: dict[str, Any]) -> tuple[str, ...]:
    """Have ``torch`` be the library again, if a notebook has made something else of it, and say so.

    Example:
        >>> from minigrad.testing.state import library
        >>> notebook = {"torch": 3}
        >>> library(notebook)[0][:33], notebook["torch"].__name__, library(notebook)
        ('A variable of yours was called to', 'minigrad', ())
    """
    if isinstance(space.get("torch", sys), ModuleType):
        return ()
    space["torch"] = sys.modules["minigrad"]
    return (TAKEN,)
