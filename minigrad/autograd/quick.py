"""The quick ways to call an operation: one input, or two operands, and one output.

`record.general` is the specification of every call; these do the same for the commonest, without a
loop or a list, and a test holds them against it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import float32, float64

from ..dtype import get_default_dtype
from ..mode import current
from .arguments import LEAST, MOST, cast, common_type, converted, explained, plain, reject
from .node import UNSHARED, Node, accumulator, tell
from .op import Op
from .pullback import own_code
from .view import catch_up, show
from .wrap import FRESH, TensorBase, is_tensor, made, untracked, wrap

Call = Callable[..., Any]

FIRST, BOTH_FIRST = (0,), (0, 0)  # the places of nearly all nodes: edges to first outputs
UNWRITTEN = (0, 0, UNSHARED)  # the versions of nearly all operands, and of a new result
_NUMBERS = (np.generic, float, int)
MISSING = object()  # stands for an argument that was not given


def unary(op: Op) -> Call:  # noqa: C901 - a hot path, as is binary
    """The call of an operation with one array input and one output."""
    forward, view, to_float, names = op.forward, op.view, op.to_float, list(op.attrs)
    differentiable, next_nr = bool(op.rules), op.next_nr
    keep_input, keep_result = op.kept(1) or (False, False)

    def call(input: Any = MISSING, *args: Any, **attrs: Any) -> Any:  # noqa: C901
        if not isinstance(input, TensorBase):
            return without_tensors(op, input, *args, **attrs)
        mode = current.mode
        if input._view is not None and mode.recording:
            catch_up(input)
        if view:
            input._share()  # type: ignore[attr-defined]
        source = array = input._array
        if to_float and array.dtype.kind != "f":
            array = mode.quiet(array.astype, get_default_dtype().numpy)
        recording = differentiable and mode.recording and input._requires_grad
        if args or attrs:
            array = mode.quiet(forward, array, *args, **attrs)
            recording = recording and array.dtype.kind == "f"  # an argument may say otherwise
        else:  # quicker than passing nothing on
            array = mode.quiet(forward, array)
        if not recording:
            out = untracked(array) if mode.inference else made(array, None)
            return show(out, input) if view else out
        if args:
            attrs.update(zip(names, args))
        node = Node()
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
        shape = array.shape
        expected = shape if parent is None else parent.shapes[input._nr]
        node.fits = shape == expected == source.shape
        if node.fits and parent is not None and len(parent.shapes) == 1:
            node.shapes = parent.shapes
        else:
            node.shapes = (shape,)
        node.sequence_nr = next_nr()
        if mode.on_record:
            array = told(node, array)
        out = made(array, node)
        return show(out, input) if view else out

    return own_code(call)


def binary(op: Op, refuse: Call) -> Call:  # noqa: C901 - the hottest path of all
    """The call of an operation on two tensors; elementwise the second may be a number.

    `refuse` answers for anything else.
    """
    forward, differentiable, next_nr = op.forward, bool(op.rules), op.next_nr
    elementwise = op.elementwise
    keeps = [None, *(op.kept(needs) for needs in (1, 2, 3))]

    def call(input: Any, other: Any) -> Any:  # noqa: C901 - helpers would have to be called
        kind = type(other)
        number = elementwise and (kind is float or (kind is int and LEAST <= other <= MOST))
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
        # NumPy's own numbers, of one type: the quickest to see
        numbers = (kind is float32 or kind is float64) and (number or type(b) is kind)
        if not numbers:
            dtype = a.dtype
            if dtype.char not in "fd" or not (number or dtype is b.dtype):
                (a, b), casts = converted(op, (a, b))
        try:
            array = mode.quiet(forward, a, b)
        except (TypeError, ValueError, RuntimeError) as error:
            raise op.unsavable((input, other), needs) or explained(op, (a, b), error) from None
        if not needs:
            return untracked(array) if mode.inference else made(array, None)
        node = Node()
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
        if numbers:
            shape, node.fits = (), True
        else:
            shape = array.shape
            node.fits = (
                casts is None
                and (left is None or left.shapes[places[0]] == shape)
                and (right is None or right.shapes[places[1]] == shape)
            )
        if left is not None and node.fits and len(left.shapes) == 1:
            node.shapes = left.shapes  # a tuple less for the garbage collector to look at
        else:
            node.shapes = (shape,)
        node.sequence_nr = next_nr()
        if mode.on_record:
            array = told(node, array)
        return made(array, node)

    return own_code(call, *op.inputs)


def _unusual(call: Call, op: Op, refuse: Call, input: Any, other: Any) -> Any:
    """Operands that are not two tensors, nor a tensor and a plain number."""
    if current.mode.bare and not is_tensor(input):
        return op.forward(input, other)  # inside a rule
    if is_tensor(input):
        known = op.elementwise and isinstance(other, _NUMBERS)
        return call(input, plain(other)) if known else refuse(input, other)
    # The bits of two numbers PyTorch leaves to Python: rows without a rule need a tensor.
    fits = op.elementwise and isinstance(input, _NUMBERS) and (op.rules or is_tensor(other))
    return call(_single(op, plain(input), other), other) if fits else refuse(input, other)


def _single(op: Op, number: Any, other: Any) -> Any:
    """A number that comes first, as a 0-d tensor that does not decide on the type of the result."""
    if is_tensor(number):  # a bool
        return number
    common = common_type(op, (number, other._array if is_tensor(other) else number))
    return wrap(current.mode.quiet(common.type, cast(number, common)))


def without_tensors(op: Op, *inputs: Any, **attrs: Any) -> Any:
    """Inside a rule an operation computes on bare arrays; anywhere else they are a mistake."""
    if current.mode.bare and hasattr(inputs[0], "dtype"):
        if op.to_float and inputs[0].dtype.kind != "f":  # NumPy would make a float16 of a byte
            inputs = (inputs[0].astype(get_default_dtype().numpy), *inputs[1:])
        return op.forward(*inputs, **attrs)
    if inputs[0] is MISSING:
        raise TypeError(f'{op.label}() missing 1 required positional arguments: "{op.inputs[0]}"')
    reject(op, *inputs[: op.n])


def told(node: Any, array: Any) -> Any:
    """Tell those who listen of `node`; the result as memory, for one of them may have kept it."""
    shared = memory_of(array)
    node.saved = tuple(shared if value is array else value for value in node.saved)
    tell(node)
    return shared


def memory_of(result: Any) -> Any:
    """An array also for a single number, whose tensor would else get memory of its own later."""
    return np.asarray(result) if isinstance(result, np.generic) else result
