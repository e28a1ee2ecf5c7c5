"""One small change that makes a learner's function right tells which mistake it was.

Each rule proposes changes at one place of the function's text; a change is believed only if the
changed function is right on every input. What is said points to the place, not to the change.
"""

from __future__ import annotations

import ast
import copy
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

FILE = "<a change of a learner's function>"
LINES = 60_000  # of one changed function that may run, so that an endless loop ends
MOST = 400_000  # of all of them
CALLS = {
    "sin": ("cos",), "cos": ("sin",), "exp": ("log",), "log": ("exp",), "sum": ("mean",),
    "mean": ("sum",), "min": ("max",), "max": ("min",), "zeros": ("ones",), "ones": ("zeros",),
    "zeros_like": ("ones_like",), "ones_like": ("zeros_like",), "sigmoid": ("tanh",),
    "tanh": ("sigmoid",), "any": ("all",), "all": ("any",),
}  # fmt: skip
OPERATORS: tuple[type[ast.operator], ...] = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE), ast.Eq: (ast.Is, ast.NotEq), ast.NotEq: (ast.IsNot, ast.Eq),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip

Change = tuple[Callable[[], Any], str]  # changes a tree in place; what is said if that helps
Rule = Callable[[Any, Any], Iterator[Change]]  # of a node and its parent


class TooLong(BaseException):
    """A changed function does not come to an end."""


def repaired(answer: Any, right: Callable[[Any], bool], rules: Sequence[Rule] | None = None) -> str:
    """Say where one small change makes a function right; empty if no change does.

    Args:
        answer: the learner's function.
        right: whether a function is right on every input.
        rules: which changes are tried; default: all.
    """
    tree = _text(answer)
    if tree is None:
        return ""
    first, left = answer.__code__.co_firstlineno - 1, MOST
    for change, place, words in _changes(tree, rules or RULES):
        changed = _made(change, answer)
        if changed is None:
            continue
        good, used = _limited(lambda: right(changed), min(LINES, left))  # noqa: B023
        left -= used
        if good:
            return f"Line {first + place}: {words}"
        if left <= 0:
            break
    return ""


def _text(answer: Any) -> ast.Module | None:
    """The function's text, if it is a `def` that can be executed alone."""
    if not inspect.isfunction(answer) or answer.__code__.co_freevars:
        return None
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(answer)))
    except (OSError, SyntaxError):
        return None
    function = tree.body[0]
    if not isinstance(function, ast.FunctionDef):
        return None
    function.decorator_list = []
    names = [arg.arg for arg in function.args.args]
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
            vars(node)["others"] = [name for name in names if name != node.id]
    return tree


def _changes(tree: ast.Module, rules: Sequence[Rule]) -> Iterator[tuple[ast.Module, int, str]]:
    """Every changed copy of the text, the line, and what is to be said: rule by rule."""
    nodes = _nodes(tree)
    for rule in rules:
        for place, (node, parent) in enumerate(nodes):
            for way, (_, words) in enumerate(list(rule(node, parent))):
                copied = copy.deepcopy(tree)
                change, _ = list(rule(*_nodes(copied)[place]))[way]
                change()
                yield ast.fix_missing_locations(copied), node.lineno, words


def _nodes(tree: ast.Module) -> list[tuple[Any, Any]]:
    """Every node with its parent, the same order in every copy."""
    return [(node, above) for above in ast.walk(tree) for node in ast.iter_child_nodes(above)]


def _made(tree: ast.Module, answer: Any) -> Any:
    """The function that a changed text defines."""
    space = dict(answer.__globals__)
    try:
        exec(compile(tree, FILE, "exec"), space)
    except Exception:
        return None
    return space.get(answer.__name__)


def _limited(run: Callable[[], bool], most: int) -> tuple[bool, int]:
    """Run something, but no more than so many lines of a changed function."""
    count = 0

    def trace(frame: Any, event: str, _: Any) -> Any:
        nonlocal count
        if frame.f_code.co_filename != FILE:
            return None
        count += 1
        if count > most:
            raise TooLong
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return run(), count
    except (Exception, TooLong):
        return False, count
    finally:
        sys.settrace(before)


def _put(parent: Any, old: Any, new: Any) -> None:
    """Put a node in the place of another."""
    for name, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list) and old in value:
            value[value.index(old)] = new


# ------------------------------------------------------------------------------------- rules


def early_return(node: Any, parent: Any) -> Iterator[Change]:
    """A `return` at the end of a loop's body goes behind the loop."""
    if isinstance(node, ast.Return) and isinstance(parent, (ast.For, ast.While)):
        if parent.body[-1] is node and len(parent.body) > 1:
            words = "the `return` stands inside the loop, and ends the function in the first round."
            yield partial(_behind, parent, node), words


def _behind(loop: Any, node: Any) -> None:
    loop.body.remove(node)
    loop.orelse.append(node)


def replaced(node: Any, parent: Any) -> Iterator[Change]:
    """`=` where `+=` is wanted, and the other way round."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        if isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
            new = ast.AugAssign(target, ast.Add(), node.value, lineno=node.lineno)
            words = f"`=` replaces what `{ast.unparse(target)}` was. Here it is to be added to."
            yield partial(_put, parent, node, new), words
    if isinstance(node, ast.AugAssign):
        plain = ast.Assign([node.target], node.value, lineno=node.lineno)
        words = f"this adds to what `{ast.unparse(node.target)}` was. Here it is to be replaced."
        yield partial(_put, parent, node, plain), words


def off_by_one(node: Any, parent: Any) -> Iterator[Change]:
    """A range that is too long or too short."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range":
        for place, value in enumerate(node.args[:2]):
            for step in (1, -1):
                new = ast.BinOp(value, ast.Add(), ast.Constant(step))
                words = f"`{ast.unparse(node)}` is off by one."
                yield partial(node.args.__setitem__, place, new), words
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        words = f"`{ast.unparse(node)}` leaves something out."
        yield partial(_put, parent, node, node.value), words


def number(node: Any, parent: Any) -> Iterator[Change]:
    """A number that is one too large or too small, or has the wrong sign; a wrong truth value."""
    if not isinstance(node, ast.Constant):
        return
    words = f"look at {node.value!r} in `{ast.unparse(parent)}`."
    if isinstance(node.value, bool):
        yield partial(setattr, node, "value", not node.value), words
    elif isinstance(node.value, (int, float)):
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Pow):
            words = f"look at the power in `{ast.unparse(parent)}`."
        elif isinstance(parent, ast.Subscript):
            words = f"the index in `{ast.unparse(parent)}` is off by one."
        for value in (node.value + 1, node.value - 1, -node.value, 2 * node.value):
            yield partial(setattr, node, "value", value), words


def function(node: Any, parent: Any) -> Iterator[Change]:
    """One function for another; arguments the other way round."""
    if not isinstance(node, ast.Call):
        return
    kind = "attr" if isinstance(node.func, ast.Attribute) else "id"
    name = getattr(node.func, kind, "")
    for other in CALLS.get(name, ()):
        words = f"is `{name}` the right function in `{ast.unparse(node)}`?"
        yield partial(setattr, node.func, kind, other), words
    if len(node.args) > 1:
        words = f"the arguments of `{name}` are in the wrong order."
        yield partial(setattr, node, "args", [node.args[1], node.args[0], *node.args[2:]]), words


def operator(node: Any, parent: Any) -> Iterator[Change]:
    """One operator for another; its sides exchanged."""
    if not isinstance(node, (ast.BinOp, ast.AugAssign)):
        return
    text = ast.unparse(node)
    for other in OPERATORS:
        if not isinstance(node.op, other):
            words = f"look at the operator in `{text}`."
            yield partial(setattr, node, "op", other()), words
    if isinstance(node, ast.BinOp) and not isinstance(node.op, (ast.Add, ast.Mult)):
        words = f"`{text}` is the wrong way round."
        yield partial(vars(node).update, left=node.right, right=node.left), words


def inside(node: Any, parent: Any) -> Iterator[Change]:
    """A factor or a term outside of a function that belongs inside, and the other way round."""
    if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Call) and node.left.args:
        call = node.left
        new = ast.Call(call.func, [ast.BinOp(call.args[0], node.op, node.right)], [])
        words = f"in `{ast.unparse(node)}`, does what stands outside of the brackets belong inside?"
        yield partial(_put, parent, node, new), words
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.BinOp):
        whole = node.args[0]
        out = ast.BinOp(ast.Call(node.func, [whole.left], []), whole.op, whole.right)
        words = f"in `{ast.unparse(node)}`, does all that stands inside the brackets belong there?"
        yield partial(_put, parent, node, out), words


def comparison(node: Any, parent: Any) -> Iterator[Change]:
    """Another comparison; a condition turned round."""
    if isinstance(node, ast.Compare):
        for other in COMPARISONS.get(type(node.ops[0]), ()):
            words = f"look at the comparison `{ast.unparse(node)}`."
            if other in (ast.Is, ast.IsNot) and not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
                words = f"`{ast.unparse(node)}` compares values. Is it the same object?"
            yield partial(setattr, node, "ops", [other(), *node.ops[1:]]), words
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        words = f"`{ast.unparse(node.test)}` holds just when it should not."
        yield partial(setattr, node, "test", ast.UnaryOp(ast.Not(), node.test)), words


def variable(node: Any, parent: Any) -> Iterator[Change]:
    """One argument of the function for another."""
    for other in getattr(node, "others", ()):
        words = f"is `{node.id}` the right one in `{ast.unparse(parent)}`?"
        yield partial(setattr, node, "id", other), words


LOOPS: tuple[Rule, ...] = (early_return, off_by_one)
RULES: tuple[Rule, ...] = (
    *LOOPS, replaced, function, operator, inside, comparison, number, variable,
)  # fmt: skip
