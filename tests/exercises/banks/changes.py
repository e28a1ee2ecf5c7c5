"""An answer that is another one but for a line or two: what stands there, and what in its place."""

from __future__ import annotations

import ast
import functools
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.exercises.course import SETS, source


@dataclass(frozen=True)
class Change:
    """A text that is made of another text; `but` declares one."""

    replaced: Mapping[str, str]
    right: int
    above: bool


def but(replaced: Mapping[str, str], *, right: int = 0, above: bool = False) -> Any:
    """The solution of the item, but for what is replaced.

    Args:
        replaced: what stands there, and what in its place: whole lines, or a part of one line that
            stands there once. Lines are written without the indentation of the first of them; in
            the place of a line may stand none, ``""``, or several.
        right: in place of the solution the right answer of that number in the item, from 1 on.
        above: in place of the solution the last wrong answer above that is written in full.
    """
    return Change(replaced, right, above)


def expanded(name: str, right: Sequence[Any], wrong: Sequence[Any]) -> tuple[Any, Any]:
    """The answers to an item with every change made."""
    made: list[Any] = []
    for answer in right:
        made.append(_text(name, answer, made, None))
    found, above = [], None
    for answer, words in wrong:
        text = _text(name, answer, made, above)
        above = answer if isinstance(answer, str) else above
        found.append((text, words))
    return tuple(made), tuple(found)


def _text(name: str, answer: Any, right: Sequence[Any], above: Any) -> Any:
    if not isinstance(answer, Change):
        return answer
    text = above if answer.above else right[answer.right - 1] if answer.right else solution(name)
    try:
        return changed(text, answer.replaced)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


@functools.cache
def solution(name: str) -> str:
    """The solution in the notebook of a set, without docstrings and the two marks."""
    notebook = source(next(one for one in SETS if one.startswith(name.split("-")[0] + "-")))
    cell = next(str(cell.source) for cell in notebook.cells if cell.id == name)
    text = "\n".join(line for line in cell.split("\n") if "### " not in line)
    said = [
        node.body[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node) is not None
    ]
    left_out = {n for one in said for n in range(one.lineno, (one.end_lineno or 0) + 1)}
    kept = (line for n, line in enumerate(text.split("\n"), 1) if n not in left_out)
    return cell_text("\n".join(kept))


def cell_text(answer: str) -> str:
    """An answer as it stands in its cell: not indented, no empty lines around it."""
    return textwrap.dedent(answer).strip("\n")


def changed(text: str, replaced: Mapping[str, str]) -> str:
    r"""A text with some lines replaced.

    Raises:
        ValueError: what is to be replaced does not stand there, or more than once.

    Example:
        >>> from tests.exercises.banks.changes import changed
        >>> text = "def f(x):\n    y = x.exp()\n    return y"
        >>> print(changed(text, {"y = x.exp()": "x = x * 2\ny = x.exp()", "return y": "return -y"}))
        def f(x):
            x = x * 2
            y = x.exp()
            return -y
        >>> print(changed(text, {"exp": "log"}))
        def f(x):
            y = x.log()
            return y
    """
    lines = cell_text(text).split("\n")
    edits = [_edit(lines, _block(old), _block(new)) for old, new in replaced.items()]
    for start, end, put in sorted(edits, reverse=True):  # from the end: the other places stay
        lines[start:end] = put
    return "\n".join(lines)


def _block(text: str) -> str:
    """Lines that begin below the quotes are indented as a whole."""
    return cell_text(text) if text.startswith("\n") else text


def _edit(lines: Sequence[str], old: str, new: str) -> tuple[int, int, list[str]]:
    """Which lines go, and what comes in their place."""
    ends = range(old.count("\n") + 1, len(lines) + 1)
    blocks = [(end - ends.start, end) for end in ends]
    found = [one for one in blocks if textwrap.dedent("\n".join(lines[slice(*one)])) == old]
    if len(found) == 1:
        start, end = found[0]
        indent = " " * (len(lines[start]) - len(old.split("\n")[0]))
        return start, end, textwrap.indent(new, indent).split("\n") if new else []
    holding = [n for n, line in enumerate(lines) for _ in range(line.count(old))]
    if found or len(holding) != 1:
        raise ValueError(f"{old!r} has to stand there once, to be replaced by {new!r}")
    (place,) = holding
    return place, place + 1, [lines[place].replace(old, new)]
