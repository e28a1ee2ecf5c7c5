"""How a call of an operation computes, and records itself in the graph.

`general` is the specification: any number of inputs and outputs. `unary` and `binary` do the same
for one and for two inputs with one output, only quicker; a test holds them against `general`.
"""

from __future__ import annotations

import functools
import inspect
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import float32, float64

from ..dtype import get_default_dtype
from ..mode import current
from .arguments import checked, converted, decline, plain, reject, split_arguments
from .arguments import explained as explained
from .node import (
    NO_EDGE,
    OPS,
    UNSHARED,
    Node,
    Tensors,
    accumulator,
    gradient_edge,
    make_node,
)
from .op import Op
from .pullback import own_code
from .view import MANY, catch_up, show
from .wrap import FRESH, TensorBase, is_tensor, made, wrap
from .wrap import untracked as untracked

Call = Callable[..., Any]

FIRST, BOTH_FIRST = (0,), (0, 0)  # the places of nearly all nodes: edges to first outputs
UNWRITTEN = (0, 0, UNSHARED)  # the versions of nearly all operands, and of a new result
_new = object.__new__


def op(
    tex: str = "",
    *,
    name: str | None = None,
    outputs: tuple[str, ...] = ("result",),
    view: bool = False,
    to_float: bool = False,
    **rules: tuple[Call, str],
) -> Callable[[Call], Call]:
    """Declare an operation: decorate its forward, give a ``(rule, tex)`` per differentiable input.

    Args:
        tex: the formula of the result.
        name: the name of its nodes, where it is not ``<Forward>Backward0``.
        outputs: the names of several outputs: the call returns them as a named tuple. ``g`` is the
            gradient of the first; a rule that begins with ``grads`` gets all. ``()`` when their
            number depends on the call: it returns a tuple.
        view: the result shows the memory of the first input.
        to_float: integers become the default floating type first.
        rules: by the name of the input.
    """

    def declare(forward: Call) -> Call:
        spec = Op(forward, name, tex, rules, outputs, view, to_float, elementwise=False)
        quick = spec.n == 1 and outputs == ("result",) and not spec.variadic
        return _publish(spec, unary(spec) if quick else general(spec))

    return declare


def elementwise(
    tex: str = "", *, name: str | None = None, to_float: bool = False, **rules: tuple[Call, str]
) -> Callable[[Call], Call]:
    """Declare an operation on broadcast operands; the second of two may be a Python number."""

    def declare(forward: Call) -> Call:
        spec = Op(forward, name, tex, rules, ("result",), False, to_float, elementwise=True)
        if spec.n == 1:
            return _publish(spec, unary(spec))
        if spec.n > 2:
            return _publish(spec, general(spec))
        call = _publish(spec, binary(spec, functools.partial(reject, spec)))
        call.operator = binary(spec, functools.partial(decline, spec))  # type: ignore[attr-defined]
        return call

    return declare


def _publish(spec: Op, call: Call) -> Call:
    """Give `call` the face of its forward, with tensors for arrays, and enter it in the table."""
    forward = spec.forward
    signature = inspect.signature(forward)
    parameters = [
        p.replace(annotation="Tensor") if p.annotation == "Array" else p
        for p in signature.parameters.values()
    ]
    call.__name__ = call.__qualname__ = forward.__name__
    call.__doc__, call.__module__ = forward.__doc__, forward.__module__
    call.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation="Tensor"
    )
    call.op = spec  # type: ignore[attr-defined]
    OPS[forward.__name__] = call
    return call


def unary(op: Op) -> Call:  # noqa: C901 - a hot path, as is binary
    """The call of an operation with one array input and one output."""
    forward, view, to_float, names = op.forward, op.view, op.to_float, list(op.attrs)
    differentiable, next_nr = bool(op.rules), op.next_nr
    keep_input, keep_result = op.kept(1) or (False, False)

    def call(input: Any, *args: Any, **attrs: Any) -> Any:  # noqa: C901
        if not isinstance(input, TensorBase):
            return _without_tensors(op, input, *args, **attrs)
        mode = current.mode
        if input._view is not None and mode.recording:
            catch_up(input)
        if view:
            input._share()  # type: ignore[attr-defined]
        source = array = input._array
        if to_float and array.dtype.kind != "f":
            array = array.astype(get_default_dtype().numpy)
        recording = differentiable and mode.recording and input._requires_grad
        if args or attrs:
            array = mode.quiet(forward, array, *args, **attrs)
            recording = recording and array.dtype.kind == "f"  # an argument may say otherwise
        else:  # a tenth quicker than passing nothing on
            array = mode.quiet(forward, array)
        if not recording:
            out = untracked(array)
            return show(out, input) if view else out
        if args:
            attrs.update(zip(names, args))
        node = _new(Node)
        if keep_result:
            node.saved = input if keep_input else None, array
            node.versions = input._counter[0] if keep_input else None, UNSHARED
        elif keep_input:
            node.saved = input, None
            node.versions = input._counter[0], None
        else:
            node.saved = node.versions = ()
        parent = input._node
        node.parents = (accumulator(input) if parent is None else parent,)
        node.places = (input._nr,) if input._nr else FIRST
        node.op = op
        node.attrs = attrs or None
        node.hooks = node.casts = None
        node.fits = array.shape == source.shape
        if node.fits and parent is not None and len(parent.shapes) == 1:
            node.shapes = parent.shapes
        else:
            node.shapes = (array.shape,)
        node.sequence_nr = next_nr()
        if mode.on_record:
            tell(node)
        out = made(array, node)
        return show(out, input) if view else out

    return own_code(call)  # type: ignore[no-any-return]


def binary(op: Op, refuse: Call) -> Call:  # noqa: C901 - the hottest path of all
    """The call of an elementwise operation on two operands, the second a tensor or a number.

    `refuse` answers for anything else.
    """
    forward, differentiable, next_nr = op.forward, bool(op.rules), op.next_nr
    keeps = [None, *(op.kept(needs) for needs in (1, 2, 3))]

    def call(input: Any, other: Any) -> Any:  # noqa: C901 - calling helpers would cost a third
        kind = type(other)
        number = kind is float or kind is int
        try:
            a = input._array
            b = other if number else other._array
        except AttributeError:
            return _unusual(call, op, refuse, input, other)
        mode = current.mode
        needs = 0
        left = right = None
        places = BOTH_FIRST
        if differentiable and mode.recording:
            if input._view is not None:
                catch_up(input)
            if input._requires_grad:
                needs = 1
                left = input._node
                if left is None:
                    leaf = input._accumulator
                    left = (leaf and leaf()) or accumulator(input)
                elif input._nr:
                    places = input._nr, 0
            if not number:
                if other._view is not None:
                    catch_up(other)
                if other._requires_grad:
                    needs += 2
                    right = other._node
                    if right is None:
                        leaf = other._accumulator
                        right = (leaf and leaf()) or accumulator(other)
                    elif other._nr:
                        places = places[0], other._nr
        casts, kind = None, type(a)
        if (kind is float32 or kind is float64) and (number or type(b) is kind):
            fits = True  # NumPy's own numbers, of one type: the quickest to see
        else:
            fits = number or a.shape == b.shape
            if a.dtype.kind != "f" or not (number or a.dtype is b.dtype):
                (a, b), casts = converted(op, (a, b))
                fits = fits and casts is None
        try:
            array = mode.quiet(forward, a, b)
        except (ValueError, TypeError) as error:
            raise explained(op, (a, b), error) from None
        if not needs:
            return untracked(array)
        node = _new(Node)
        keep = keeps[needs]
        if keep is None:
            node.saved = node.versions = ()
        else:
            kept_input, kept_other, kept_result = keep
            node.saved = (
                input if kept_input else None,
                other if kept_other else None,
                array if kept_result else None,
            )
            if number:
                node.versions = input._counter[0] if kept_input else 0, None, UNSHARED
            elif input._counter is FRESH and other._counter is FRESH:
                node.versions = UNWRITTEN
            else:
                node.versions = (
                    input._counter[0] if kept_input else 0,
                    other._counter[0] if kept_other else 0,
                    UNSHARED,
                )
        node.parents = left, right
        node.places = places
        node.op = op
        node.attrs = node.hooks = None
        node.casts = casts
        node.fits = fits
        if fits and left is not None and len(left.shapes) == 1:
            node.shapes = left.shapes  # a tuple less for the garbage collector to look at
        else:
            node.shapes = (array.shape,)
        node.sequence_nr = next_nr()
        if mode.on_record:
            tell(node)
        return made(array, node)

    return own_code(call)  # type: ignore[no-any-return]


def general(op: Op) -> Call:
    """The call of any operation: the specification that the quicker two obey."""

    def call(*args: Any, **attrs: Any) -> Any:
        given, attrs = split_arguments(op, args, attrs)
        if not any(isinstance(x, TensorBase) for x in given):
            return _without_tensors(op, *given, **attrs)
        inputs = checked(op, given)
        needs, arrays = look(op, inputs)
        if op.view:
            inputs[0]._share()
            arrays[0] = inputs[0]._array
        arrays, casts = converted(op, arrays)
        try:
            made = current.mode.quiet(op.forward, *arrays, **attrs)
        except (TypeError, ValueError) as error:
            raise explained(op, arrays, error) from None
        results = made if type(made) is tuple else (made,)
        if needs and current.mode.recording:
            node, counters = record(op, inputs, needs, attrs, results)
            node.casts = casts
            tell(node)
            outs = [_output(node, nr, array, counters[nr]) for nr, array in enumerate(results)]
        else:
            outs = [untracked(array) for array in results]
        if op.view:
            outs = [show(x, inputs[0], MANY if type(made) is tuple else None) for x in outs]
        if type(made) is not tuple:
            return outs[0]
        return _return_type(op)(*outs) if op.outputs else tuple(outs)

    return call


def look(op: Op, inputs: Any) -> tuple[int, list[Any]]:
    """Which inputs need a gradient, a bit each; and the array of each."""
    needs, arrays = 0, []
    for place, x in enumerate(inputs):
        if isinstance(x, TensorBase):
            if x._view is not None and current.mode.recording:
                catch_up(x)
            if x._requires_grad and (op.variadic or place in op.edge_places):
                needs |= 1 << place
            x = x._array
        arrays.append(x)
    return needs, arrays


def record(
    op: Op, inputs: Any, needs: int, attrs: dict[str, Any], results: Any, old: Any = None
) -> tuple[Any, list[Any]]:
    """The node of one call, and the version counters of the outputs that it keeps.

    Args:
        op: the operation.
        inputs: as the caller gave them.
        needs: which of them need a gradient, a bit each.
        attrs: the other arguments.
        results: the arrays that came out.
        old: the first input as it was, when the operation wrote over it and a rule asks for it.
    """
    keep = op.kept(needs) or (False,) * (op.n + len(op.outputs))
    places = range(len(inputs)) if op.variadic else op.edge_places
    edges = [_edge(inputs[place]) for place in reversed(places)][::-1]  # the last input first
    counters = [[0] if k else FRESH for k in keep[op.n :]] or [FRESH] * len(results)
    saved, versions = [], []
    for k, x in zip(keep, inputs if old is None else (old, *inputs[1:])):
        saved.append((Tensors(x) if type(x) is tuple else x) if k else None)
        versions.append(_version(x) if k else None)
    for counter, array in zip(counters, results):
        saved.append(None if counter is FRESH else array)
        versions.append(None if counter is FRESH else (counter, 0, None))
    shapes = [x.shape for x in results if x.dtype.kind == "f"]  # others, which come last, get none
    if not any(keep):
        saved = versions = []
    return make_node(op, edges, tuple(saved), tuple(versions), attrs, tuple(shapes)), counters


def _version(x: Any) -> Any:
    """What will tell whether an input has changed; a list for a tuple of index tensors."""
    if type(x) is tuple:
        return [_version(index) for index in x]
    return x._counter[0] if is_tensor(x) else None


def tell(node: Any) -> None:
    """Show a node that was just recorded to those who asked for it: anomaly mode, for one."""
    for hear in current.mode.on_record:
        hear(node)


def _edge(x: Any) -> Any:
    return gradient_edge(x) if is_tensor(x) else NO_EDGE


def _output(node: Any, nr: int, array: Any, counter: Any) -> Any:
    tracked = array.dtype.kind == "f"  # indices, say, carry no gradient
    out = wrap(array, tracked, (node, nr) if tracked else None)
    out._counter = counter
    return out


def _unusual(call: Call, op: Op, refuse: Call, input: Any, other: Any) -> Any:
    """Operands that are not two tensors, nor a tensor and a plain number."""
    if not is_tensor(input):
        inside_a_rule = current.mode.bare
        return op.forward(input, other) if inside_a_rule else refuse(input, other)
    if isinstance(other, (np.generic, float, int)):
        return call(input, plain(other))
    return refuse(input, other)


def _without_tensors(op: Op, *inputs: Any, **attrs: Any) -> Any:
    """Inside a rule an operation computes on bare arrays; anywhere else they are a mistake."""
    if current.mode.bare and hasattr(inputs[0], "dtype"):
        return op.forward(*inputs, **attrs)
    reject(op, *inputs[: op.n])


@functools.cache
def _return_type(op: Op) -> Any:
    """A named tuple for several outputs; prints as PyTorch's ``return_types``."""
    base = namedtuple(op.label, op.outputs)  # type: ignore[misc]

    def __repr__(self: Any) -> str:
        fields = ",\n".join(f"{name}={value!r}" for name, value in zip(self._fields, self))
        return f"minigrad.return_types.{op.label}(\n{fields})"

    return type(op.label, (base,), {"__slots__": (), "__repr__": __repr__})
