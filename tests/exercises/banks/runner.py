"""An answer judged as in a learner's notebook, and a whole bank's answers counted."""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib
import importlib.util
import io
import linecache
import re
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.exercises.banks import Item
from tests.exercises.banks.changes import cell_text
from tests.exercises.banks.mutants import mutants
from tests.exercises.course import SETS, role, source
from tests.testing.tried import tried_once

# Sentences that claim to know nothing of the mistake.
GENERAL = (
    "I do not recognise",
    "I do not know this one",
    "It stopped before it had a result",
    "is of another kind than what was asked for",
)
SECONDS = 2.0  # of the processor's time; an endless loop is stopped by nbgrader's limit too
CALLED = re.compile(r'check\(\s*"([a-z0-9-]+)",\s*(\w+)')


@dataclass(frozen=True)
class Judgement:
    """What came of one answer.

    Attributes:
        caught: whether it lost marks.
        message: the first thing that was said against it, in one line; empty if nothing was.
        points: what the check that caught it gave all the same.
    """

    caught: bool
    message: str
    points: float = 0.0

    @property
    def named(self) -> bool:
        """Does the message claim to know what the mistake is?"""
        return bool(self.message) and not any(words in self.message for words in GENERAL)


@dataclass
class Tally:
    """One bank, or one set of mutants, counted.

    Attributes:
        right: how many right answers there are; `refused`: those that lost marks.
        wrong: how many wrong ones; `missed`: those that lost none.
        named: how many of the wrong ones were given a name; `misnamed`: those given a wrong one.
        unnamed: those of whose mistake nothing is claimed.
        judged: what came of each answer: ``("x1-chain", "wrong 2", answer, Judgement(…))``.
    """

    right: int = 0
    wrong: int = 0
    refused: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    misnamed: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    judged: list[tuple[str, str, Any, Judgement]] = field(default_factory=list)

    @property
    def caught(self) -> int:
        return self.wrong - len(self.missed)

    @property
    def named(self) -> int:
        return self.caught - len(self.unnamed)

    @property
    def rightly(self) -> int:
        return self.named - len(self.misnamed)

    def __iadd__(self, other: Tally) -> Tally:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


class TimeUp(KeyboardInterrupt):
    """Raised in code that does not end; no check takes it for an answer's own error."""


class Notebook:
    """The solutions of a set, ready to be run with another answer in them."""

    def __init__(self, name: str) -> None:
        notebook = source(name)
        self.cells = [cell for cell in notebook.cells if role(cell) in ("given", "answer", "check")]
        self.names = {q: a for c in self.cells for q, a in CALLED.findall(c.source)}

    def solution(self, item: str) -> str:
        """The text of the reference solution."""
        return next(str(cell.source) for cell in self.cells if cell.id == item)

    def judge(self, item: str, answer: Any) -> Judgement:
        """Run the notebook up to an item's checks with this answer; text is a cell of its own."""
        space: dict[str, Any] = {"__name__": "__main__"}
        said = io.StringIO()
        with limited(), heard(said):
            for cell in self.cells:
                if cell.id == item:
                    self._bind(item, answer, space)
                elif role(cell) != "check":
                    evaluate(cell.source, cell.id, space)
                elif cell.id in (f"{item}-check", f"{item}-hidden"):
                    said.truncate(said.seek(0))
                    got = points(cell, space, said)
                    if got < cell.metadata.nbgrader.points - 1e-9:
                        return Judgement(True, complaint(said.getvalue()), got)
        return Judgement(False, "")

    def _bind(self, item: str, answer: Any, space: dict[str, Any]) -> None:
        if not isinstance(answer, str):
            space[self.names[item]] = answer
            return
        try:
            evaluate(cell_text(answer), f"answer-{item}", space)
        except Exception:  # as in a notebook: the cell fails, the next one is run
            print(traceback.format_exc())


def evaluate(text: str, name: str, space: dict[str, Any]) -> Any:
    """Execute a cell; the value of its last line if that is an expression."""
    file = f"<{name}>"  # of all answers to an item: its lines are those of the last one
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    body, last = _compiled(text, file)
    exec(body, space)
    return eval(last, space) if last else None


@functools.lru_cache(maxsize=512)
def _compiled(text: str, file: str) -> tuple[Any, Any]:
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    end = compile(ast.Expression(last.value), file, "eval") if last else None
    return compile(tree, file, "exec"), end


def points(cell: Any, space: dict[str, Any], said: io.StringIO) -> float:
    """What a check cell ends in; nothing if it fails, or takes too long."""
    try:
        return float(evaluate(cell.source, cell.id, space))
    except (Exception, TimeUp) as stopped:
        print(f"✗ {type(stopped).__name__}: I do not recognise {stopped}.", file=said)
        return 0.0


def complaint(printed: str) -> str:
    """The first message that is no ✓, line breaks taken as spaces."""
    blocks = re.split(r"^(?=[✓✗○] )", printed, flags=re.MULTILINE)
    return " ".join(next((b for b in blocks if b[:1] in ("✗", "○")), printed).split())


@contextlib.contextmanager
def heard(said: io.StringIO) -> Iterator[None]:
    """Keep what a notebook would show; a warning is not shown, and it is no error."""
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield


@contextlib.contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Stop what takes longer than that, where the system can (not on Windows)."""

    def stop(*_: object) -> None:
        raise TimeUp("it did not come to an end")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass(frozen=True)
class Bank:
    """All that is known of one set: its notebook, its bank, the mutants of both kinds."""

    set_name: str

    @property
    def number(self) -> int:
        return int(re.findall(r"\d+", self.set_name)[0])

    @functools.cached_property
    def notebook(self) -> Notebook:
        return Notebook(self.set_name)

    @functools.cached_property
    def items(self) -> tuple[Item, ...]:
        return items(f"set_{self.number:02}")

    def own(self) -> Tally:
        """The bank's own answers, and the reference solutions among the right ones."""
        return self._counted(self.items)

    def foreign(self) -> Tally:
        """The answers of someone who has not read the bank."""
        return self._counted(items(f"set_{self.number:02}_foreign"), own=False)

    def generic(self) -> Tally:
        """Mutants of the solutions, those that change nothing left out."""
        tally = Tally()
        for item in self.items:
            for text, words in mutants(self.notebook.solution(item.name)):
                if words in item.equivalent:
                    continue
                self._wrong(tally, item.name, text, "", words)
        return tally

    def _counted(self, items: tuple[Item, ...], own: bool = True) -> Tally:
        with tried_once():
            return self._each_counted(items, own)

    def _each_counted(self, items: tuple[Item, ...], own: bool) -> Tally:
        tally = Tally()
        for item in items:
            reference = [self.notebook.solution(item.name)] if own else []
            for place, answer in enumerate([*reference, *item.right], 1 - own):
                found = self.notebook.judge(item.name, answer)
                tally.judged.append((item.name, f"right {place}", answer, found))
                tally.right += 1
                if found.caught:
                    tally.refused.append(f"{item.name} right {place}: {found.message}")
            for place, (answer, words) in enumerate(item.wrong, 1):
                self._wrong(tally, item.name, answer, words if own else "", f"wrong {place}")
        return tally

    def _wrong(self, tally: Tally, item: str, answer: Any, words: str | None, label: str) -> None:
        found = self.notebook.judge(item, answer)
        tally.judged.append((item, label, answer, found))
        tally.wrong += 1
        line = f"{item} {label}: {found.message}"
        if not found.caught:
            tally.missed.append(line)
        elif not found.named:
            tally.unnamed.append(line)
        elif words is None or words not in found.message:
            tally.misnamed.append(f"{line}\n      wanted: {words}")


def items(module: str) -> tuple[Item, ...]:
    """The items of a bank; none if there is no such module."""
    name = f"tests.exercises.banks.{module}"
    if importlib.util.find_spec(name) is None:
        return ()
    found: tuple[Item, ...] = importlib.import_module(name).ITEMS
    return found


def banks(numbers: Callable[[int], bool] = lambda number: True) -> list[Bank]:
    """The banks of all sets."""
    return [bank for bank in map(Bank, SETS) if numbers(bank.number)]
