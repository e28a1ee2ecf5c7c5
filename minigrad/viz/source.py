"""Where an operation and its derivative rules are written, and the lines themselves."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import library

_ROOT = Path(__file__).parents[2]  # the folder that the package is in


@dataclass(frozen=True)
class Source:
    """Some lines of a file.

    Attributes:
        file: relative to the folder of the package, ``"minigrad/ops/arithmetic.py"``.
        line: the number of the first one.
        code: the lines, without documentation.
    """

    file: str
    line: int
    code: str


def sources(node: Any) -> tuple[Source, ...]:
    """The source of what the library's node `node` does in backward; ``()`` if it cannot be read.

    For a built-in operation that is its declaration, which has the rules, and each rule that is a
    function of its own; for an own `autograd.Function` its ``backward``.
    """
    return tuple(filter(None, map(_source, dict.fromkeys(_functions(node)))))


def _functions(node: Any) -> Iterator[Callable[..., Any]]:
    op = library.operation(node)
    own = getattr(node, "function", None) or getattr(
        node, "_forward_cls", None
    )  # the latter torch's
    if op is not None:
        yield op.forward
        yield from (rule for _, rule, _ in op.rules if rule.__name__ != "<lambda>")
    elif own is not None and hasattr(own, "backward"):
        yield own.backward
    elif library.is_leaf(node) and hasattr(type(node), "vjp"):
        yield type(node).vjp


@lru_cache(maxsize=500)
def _source(function: Callable[..., Any]) -> Source | None:
    try:
        lines, first = inspect.getsourcelines(function)
        path = Path(inspect.getsourcefile(function) or "")
    except (OSError, TypeError):
        return None
    file = str(path.relative_to(_ROOT)) if path.is_relative_to(_ROOT) else path.name
    return Source(file, first, _without_docstring(textwrap.dedent("".join(lines))))


def _without_docstring(code: str) -> str:
    try:
        function = ast.parse(code).body[0]
    except SyntaxError:  # a piece of an expression, for one
        return code.rstrip()
    lines = code.rstrip().splitlines()
    if isinstance(function, ast.FunctionDef) and ast.get_docstring(function) is not None:
        docstring = function.body[0]
        del lines[docstring.lineno - 1 : docstring.end_lineno]
    return "\n".join(lines)
