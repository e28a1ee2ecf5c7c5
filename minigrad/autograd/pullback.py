"""How a node's rules are run: its saved values read and checked, its gradients made to fit.

Each operation has one pull-back per rule, and one `vjp` that runs them. They are made here from the
names of the rules' parameters, once, when the operation is declared.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from .errors import freed
from .node import OPS
from .wrap import TensorBase, wrap

Rule = Callable[..., Any]
Pullback = Callable[[Any, Any, bool], Any]  # (node, grad, bare) -> the gradient of one input
Vjp = Callable[..., Any]  # (node, grads, useful, bare) -> the gradient of each input


def own_code(function: Any, *names: str) -> Any:
    """`function` with a copy of its code, in which its first arguments have other `names`.

    Functions made by one ``def`` share their code, and with it what the interpreter remembers of
    the classes and functions it meets there; with a copy each, every operation is quick at its own.
    """
    code, closure = function.__code__, function.__closure__
    code = code.replace(co_varnames=(*names, *code.co_varnames[len(names) :]))
    defaults = function.__defaults__
    return FunctionType(code, function.__globals__, function.__name__, defaults, closure)


def no_value(rule: Rule) -> Pullback:
    """The pull-back of a rule that asks for nothing but the gradient."""

    def pull(node: Any, grad: Any, bare: bool) -> Any:
        return rule(grad)

    return own_code(pull)


def input_value(rule: Rule, place: int) -> Pullback:
    """The pull-back of a rule that asks for one saved input."""

    def pull(node: Any, grad: Any, bare: bool) -> Any:
        value, version = node.saved[place], node.versions[place]
        if version is None:  # a number
            return rule(grad, value)
        if bare and value._counter[0] == version:
            return rule(grad, value._array)
        return rule(grad, node.read(place, bare))

    return own_code(pull)


def output_value(rule: Rule, place: int) -> Pullback:
    """The pull-back of a rule that asks for one saved output."""

    def pull(node: Any, grad: Any, bare: bool) -> Any:
        if bare:
            counter, version, _ = node.versions[place]
            if counter[0] == version:
                return rule(grad, node.saved[place])
        return rule(grad, node.read(place, bare))

    return own_code(pull)


def many_values(rule: Rule, sources: list[Callable[[Any, bool], Any]]) -> Pullback:
    """The pull-back of any rule: one source for each thing it asks for."""

    def pull(node: Any, grad: Any, bare: bool) -> Any:
        return rule(grad, *[source(node, bare) for source in sources])

    return pull


def of_inputs(pullbacks: list[Pullback]) -> Vjp:
    """The vjp of an operation with any number of differentiable inputs, a rule for each."""

    def vjp(node: Any, grads: Any, useful: Any, bare: bool) -> Any:
        if node.saved is None:
            raise freed(node)
        grad = grads[0]
        if grad is None or useful is not None or node.op.uneven or not any(node.parents):
            node.check_saved()  # also what no rule will read
        if grad is None:
            return [None] * len(node.parents)
        out = [
            pullback(node, grad, bare)
            if parent is not None and (useful is None or parent in useful)
            else None
            for parent, pullback in zip(node.parents, pullbacks)
        ]
        return out if node.fits else fitted(node, out)

    return vjp


def of_one_input(pullback: Pullback) -> Vjp:
    """The same for one input, quicker where nothing is out of the ordinary."""
    whatever = of_inputs([pullback])

    def vjp(node: Any, grads: Any, useful: Any, bare: bool) -> Any:
        grad = grads[0]
        if node.saved is None or grad is None or useful is not None or node.parents[0] is None:
            return whatever(node, grads, useful, bare)
        out = (pullback(node, grad, bare),)
        return out if node.fits else fitted(node, out)

    return own_code(vjp)


def of_two_inputs(first: Pullback, second: Pullback) -> Vjp:
    """The same for two inputs, quicker where nothing is out of the ordinary."""
    whatever = of_inputs([first, second])

    def vjp(node: Any, grads: Any, useful: Any, bare: bool) -> Any:
        grad = grads[0]
        left, right = node.parents
        if node.saved is None or grad is None or useful is not None or left is right is None:
            return whatever(node, grads, useful, bare)
        out = (
            None if left is None else first(node, grad, bare),
            None if right is None else second(node, grad, bare),
        )
        return out if node.fits else fitted(node, out)

    return own_code(vjp)


def of_many_inputs(pullback: Pullback) -> Vjp:
    """The vjp of an operation on a list of tensors: its one rule gives all their gradients.

    It saves nothing, so it can always run again.
    """

    def vjp(node: Any, grads: Any, useful: Any, bare: bool) -> Any:
        if grads[0] is None:
            return [None] * len(node.parents)
        out = list(pullback(node, grads[0], bare))  # also of those that need none, as in PyTorch
        return out if node.casts is None else _cast_back(node, out)

    return vjp


def of_all_outputs(vjp: Vjp) -> Vjp:
    """`vjp` for rules that ask for the gradients of all outputs: where none arrived, zeros."""

    def full(node: Any, grads: Any, useful: Any, bare: bool) -> Any:
        like = next((g for g in grads if g is not None), None)
        if like is None:
            return vjp(node, [None], useful, bare)
        filled = [_zeros(like, n) if g is None else g for g, n in zip(grads, node.shapes)]
        return vjp(node, [filled], useful, bare)

    return full


def fitted(node: Any, grads: Any) -> list[Any]:
    """Each gradient in the shape and the type of its input: undoes broadcasting and promotion.

    It is done here once, for all operations.
    """
    out: list[Any] = []
    for g, parent, nr in zip(grads, node.parents, node.places):
        if g is not None and parent is not None and g.shape != parent.shapes[nr]:
            g = _summed(node, len(out), g, parent.shapes[nr])
        out.append(g)
    return out if node.casts is None else _cast_back(node, out)


def _summed(node: Any, place: int, grad: Any, shape: tuple[int, ...]) -> Any:
    """`grad` summed to the `shape` of its input, which a turn or ``.data =`` may have changed."""
    lead = len(grad.shape) - len(shape)
    if lead < 0 or any(m not in (1, n) for n, m in zip(grad.shape[lead:], shape)):
        raise RuntimeError(
            f"Function {node.name()} returned an invalid gradient at index {place} - got "
            f"{list(grad.shape)} but expected shape compatible with {list(shape)}"
        )
    return OPS["sum_to_size"](grad, shape)


def _cast_back(node: Any, grads: list[Any]) -> list[Any]:
    return [
        g if parent is None or g is None or _array(g).dtype == dtype else OPS["to_copy"](g, dtype)
        for g, parent, dtype in zip(grads, node.parents, node.casts)
    ]


def _zeros(like: Any, shape: tuple[int, ...]) -> Any:
    zeros = np.zeros_like(_array(like), shape=shape)
    return wrap(zeros) if isinstance(like, TensorBase) else zeros


def _array(grad: Any) -> Any:
    return grad._array if isinstance(grad, TensorBase) else grad
