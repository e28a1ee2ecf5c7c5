"""Mutants of a solution: one small change each, made by rules that know nothing of the exercise."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from typing import Any

OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.Pow: ast.Mult, ast.MatMult: ast.Mult, ast.FloorDiv: ast.Div, ast.Mod: ast.FloorDiv,
}  # fmt: skip
COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ONE_SIDED = (ast.Sub, ast.Div, ast.Pow, ast.MatMult, ast.FloorDiv, ast.Mod)
OTHERS = {
    "sin": "cos", "cos": "sin", "exp": "log", "log": "exp", "tanh": "sigmoid", "sigmoid": "tanh",
    "sum": "mean", "mean": "sum", "min": "max", "max": "min", "zeros": "ones", "ones": "zeros",
    "zeros_like": "ones_like", "ones_like": "zeros_like", "append": "remove", "all": "any",
    "any": "all", "add_": "sub_", "sub_": "add_", "mul_": "div_", "detach": "clone",
}  # fmt: skip
SOLUTION = re.compile(r"### BEGIN SOLUTION\n.*?### END SOLUTION", re.DOTALL)


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Each mutant of a cell's solution, with words for what was changed.

    Example:
        >>> from tests.exercises.banks.mutants import mutants
        >>> cell = "### BEGIN SOLUTION\\ny = x - 2\\n### END SOLUTION"
        >>> [words for _, words in mutants(cell)][1:3]
        ['line 2: `x - 2` -> `x + 2`', 'line 2: `x - 2` -> `2 - x`']
    """
    lines = {
        number
        for found in SOLUTION.finditer(text)
        for number in range(
            text.count("\n", 0, found.start()) + 1, text.count("\n", 0, found.end()) + 2
        )
    }
    tree = ast.parse(text)
    places = [n for n in ast.walk(tree) if getattr(n, "lineno", None) in lines]
    seen = {ast.unparse(tree)}
    for place in places:
        before = ast.unparse(place)
        for change in CHANGES:
            for mutant, after in _changed(tree, place, change):
                made = ast.unparse(ast.fix_missing_locations(mutant))
                if made not in seen:
                    seen.add(made)
                    yield made, f"line {place.lineno}: `{_short(before)}` -> `{_short(after)}`"


def _changed(tree: ast.AST, place: ast.AST, change: Any) -> Iterator[tuple[ast.AST, str]]:
    """A copy of the tree for each way in which one rule changes one place."""
    for way in range(4):
        copied = copy.deepcopy(tree, memo := {})
        found = list(change(memo[id(place)]))
        if way >= len(found):
            return
        after = found[way]()
        node = memo[id(place)]
        if after is None:
            yield copied, ast.unparse(ast.fix_missing_locations(node))
        else:
            _Put(node, after).visit(copied)
            yield copied, ast.unparse(ast.fix_missing_locations(after))


class _Put(ast.NodeTransformer):
    """Put a node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


def _short(text: str) -> str:
    line = text.split("\n")[0]
    return line if line == text else f"{line} …"


# A rule gives functions that make one change each: in place (None), or by another node.


def operator(node: Any) -> Iterator[Any]:
    """Another operator; the operands exchanged where that makes a difference."""
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield lambda: setattr(node, "op", OPERATORS[type(node.op)]())
        if isinstance(node.op, ONE_SIDED):
            yield lambda: vars(node).update(left=node.right, right=node.left)
    if isinstance(node, ast.UnaryOp):
        yield lambda: node.operand


def constant(node: Any) -> Iterator[Any]:
    """A number that is one more, one less; a truth value that is the other."""
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield lambda: setattr(node, "value", not node.value)
    elif isinstance(node.value, (int, float)):
        yield lambda: setattr(node, "value", node.value + 1)
        yield lambda: setattr(node, "value", node.value - 1)


def comparison(node: Any) -> Iterator[Any]:
    """Another comparison."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield lambda: setattr(node, "ops", [COMPARISONS[type(node.ops[0])](), *node.ops[1:]])


def condition(node: Any) -> Iterator[Any]:
    """A condition that holds when it should not; of two, one alone."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.BoolOp):
        yield lambda: node.values[0]
        yield lambda: node.values[-1]


def statement(node: Any) -> Iterator[Any]:
    """A statement that is not there; a `with` whose body stands alone."""
    if isinstance(node, ast.With):
        yield lambda: ast.If(ast.Constant(True), node.body, [])
    elif isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield ast.Pass


def augmented(node: Any) -> Iterator[Any]:
    """``=`` for ``+=``; and one out of place for in place."""
    if isinstance(node, ast.AugAssign):
        yield lambda: ast.Assign([node.target], node.value, lineno=node.lineno)
        load = copy.deepcopy(node.target)
        load.ctx = ast.Load()
        value = ast.BinOp(load, node.op, node.value)
        yield lambda: ast.Assign([node.target], value, lineno=node.lineno)


def arguments(node: Any) -> Iterator[Any]:
    """The first two arguments, or of several values, exchanged; a keyword left out."""
    if isinstance(node, ast.Call):
        if len(node.args) > 1:
            yield lambda: setattr(node, "args", [node.args[1], node.args[0], *node.args[2:]])
        if node.keywords:
            yield lambda: setattr(node, "keywords", node.keywords[1:])
    if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        yield lambda: setattr(node, "elts", [node.elts[1], node.elts[0], *node.elts[2:]])


def called(node: Any) -> Iterator[Any]:
    """Another function, such as cos for sin; or what a method is called on."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in OTHERS:
            yield lambda: setattr(node.func, "attr", OTHERS[node.func.attr])
        if not node.args and not isinstance(node.func.value, ast.Name):
            yield lambda: node.func.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHERS:
        yield lambda: setattr(node.func, "id", OTHERS[node.func.id])
    if isinstance(node, ast.Attribute) and node.attr == "T":
        yield lambda: node.value


def index(node: Any) -> Iterator[Any]:
    """An index or the end of a slice shifted by one."""
    if not isinstance(node, ast.Subscript):
        return
    if isinstance(node.slice, ast.Slice):
        for end in ("lower", "upper"):
            if getattr(node.slice, end) is not None:
                yield lambda end=end: setattr(node.slice, end, _more(getattr(node.slice, end)))
    elif not isinstance(node.slice, (ast.Constant, ast.Tuple)):
        yield lambda: setattr(node, "slice", _more(node.slice))


def _more(value: ast.expr) -> ast.expr:
    return ast.BinOp(value, ast.Add(), ast.Constant(1))


def early(node: Any) -> Iterator[Any]:
    """A loop that ends after its first round."""
    if isinstance(node, (ast.For, ast.While)):
        yield lambda: setattr(node, "body", [*node.body, ast.Break()])


CHANGES = (
    operator, constant, comparison, condition, statement, augmented, arguments, called, index,
    early,
)  # fmt: skip
