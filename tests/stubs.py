"""The stubs for type checkers and editors, written from the registry: ``python -m tests.stubs``.

What an operation's declaration enters at run time, no tool that only reads the source can see.
"""

import ast
import inspect
from pathlib import Path

import minigrad
from minigrad._operations import Operations
from minigrad._typed import TYPED
from minigrad.autograd.registry import FUNCTIONS

PACKAGE = Path(minigrad.__file__).parent
HEAD = "# Written by `python -m tests.stubs`: do not edit.\n\nfrom typing import Any\n\n"


def stubs():
    """Give the text of each stub by its path."""
    return {
        PACKAGE / "__init__.pyi": HEAD + "\n".join(root()) + "\n",
        PACKAGE / "_operations.pyi": HEAD + "\n".join(methods()) + "\n",
    }


def root():
    """List the lines of the package's own stub: what it imports, then the operations."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            found = [(alias.name, alias.asname or alias.name) for alias in node.names]
            names = ", ".join("*" if n == "*" else f"{n} as {m}" for n, m in found if m[0] != "_")
            if names:
                yield f"from .{node.module or ''} import {names}"
    yield f"from . import {', '.join(f'{part} as {part}' for part in minigrad._LAZY)}\n"
    yield "from math import e as e, inf as inf, nan as nan, pi as pi\n"
    yield "__version__: str\nnewaxis: None\n"
    for name in TYPED:
        yield f"{name}: Any"
    for name, call in sorted(FUNCTIONS.items()):
        yield definition(name, call)


def methods():
    """List the lines of the class of the methods that are operations."""
    yield "from ._tensor import TensorCore\nfrom .tensor import Tensor\n"
    yield "class Operations(TensorCore):"
    for name, found in sorted(vars(Operations).items()):
        if isinstance(found, property):
            yield f"    @property\n    def {name}(self) -> Tensor: ..."
        elif callable(found) and not name.startswith("__"):
            yield "    " + definition(name, found, "self")


def definition(name, call, first=None):
    """Write a function's head; whatever it takes, for a number may stand where a tensor may."""
    parameters, keyword = [], False
    for place, p in enumerate(inspect.signature(call).parameters.values()):
        if p.kind is p.KEYWORD_ONLY and not keyword:
            keyword = True
            if "*" not in "".join(parameters):
                parameters.append("*")
        mark = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        default = "" if p.default is p.empty else " = ..."
        parameters.append(first if first and not place else f"{mark}{p.name}: Any{default}")
    result = "Tensor" if inspect.signature(call).return_annotation == "Tensor" else "Any"
    return f"def {name}({', '.join(parameters)}) -> {result}: ..."


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")
