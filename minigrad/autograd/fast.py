"""The calls of one input, and of two operands, a second time: only quicker.

`record.general` says what a call does, and is the one to read. These do the same for the commonest
calls, without a list or a loop, and hand on whatever is out of the ordinary; a test holds them
against it. `registry` puts them in its place with one line.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from numpy import float32, float64

from .._mode import current
from .node import FRESH_RESULT, Node, accumulator
from .op import Op, own_code
from .record import LEAST, MOST, general, reject, takes
from .view import as_view, catch_up
from .wrap import FRESH_COUNTER, TensorBase, untracked, wrap_output

Call = Callable[..., Any]

# Tuples that nearly all nodes have in common: what is not made anew, the garbage collector need not
# look at again and again (a graph of 40 sums was recorded and walked 1.4 times slower without).
FIRST, BOTH_FIRST = (0,), (0, 0)  # edges to first outputs
FRESH_VERSIONS = (
    0,
    0,
    FRESH_RESULT,
)  # the versions of operands that nobody wrote to, and of a new result
MISSING = object()  # stands for an argument that was not given


def quickest(op: Op) -> Call:
    """The call of `op`: for the commonest kinds one of the two below."""
    if op.outputs == ("result",) and not op.variadic:
        if op.n == 1:
            return unary(op)
        plain = op.edge_places == [0, 1] and not (op.attrs or op.view or op.to_float)
        if op.n == 2 and (op.elementwise or plain):
            return binary(op, partial(reject, op))
    return general(op)


def unary(op: Op) -> Call:
    """The call of an operation with one array input and one output."""
    forward = op.forward
    on_arrays = op.on_arrays
    view = op.view
    to_float = op.to_float
    differentiable = bool(op.rules)
    next_nr = op.next_nr
    names = list(op.attrs)
    keep_input, keep_result = op.saves(1) or (False, False)
    general_call = general(op)

    def call(input: Any = MISSING, *args: Any, **attrs: Any) -> Any:
        mode = current.mode
        if mode.raw:
            return on_arrays(input, *args, **attrs)
        if mode.on_record or not isinstance(input, TensorBase):
            return general_call(*([] if input is MISSING else [input]), *args, **attrs)
        array = input._array
        if to_float and array.dtype.kind not in "fV":
            return general_call(input, *args, **attrs)
        if input._view is not None and mode.recording:
            catch_up(input)
        if view:
            input._share()
            array = input._array
        before = array.shape
        array = mode.quiet(forward, array, *args, **attrs)
        if not (differentiable and mode.recording and input._requires_grad) or (
            array.dtype.kind != "f"  # an argument may say so
        ):
            out = untracked(array) if mode.inference else wrap_output(array, None)
            return as_view(out, input) if view else out
        if args:
            attrs.update(zip(names, args))
        node = Node()
        node.op = op
        node.attrs = attrs or None
        node.hooks = node.input_dtypes = None
        if keep_input or keep_result:
            node.saved = input if keep_input else None, array if keep_result else None
            version = input._counter[0] if keep_input else None
            node.versions = version, FRESH_RESULT if keep_result else None
        else:
            node.saved = node.versions = ()
        parent = input._node
        nr = input._nr
        shape = array.shape
        node.parents = (parent or accumulator(input),)
        node.nrs = (nr,) if nr else FIRST
        node.grads_match = before == shape == (shape if parent is None else parent.shapes[nr])
        same_shapes = parent is not None and node.grads_match and len(parent.shapes) == 1
        node.shapes = parent.shapes if same_shapes else (shape,)
        node.sequence_nr = next_nr()
        out = wrap_output(array, node)
        return as_view(out, input) if view else out

    return own_code(call)


def binary(op: Op, refuse: Call) -> Call:  # noqa: C901 - the hottest path of all
    """The call of an operation on two tensors; elementwise the second may be a number.

    `refuse` answers for anything else.
    """
    forward = op.forward
    on_arrays = op.on_arrays
    differentiable = op.rules
    next_nr = op.next_nr
    elementwise, keeps = op.elementwise, [None, *(op.saves(needs) for needs in (1, 2, 3))]
    general_call = general(op)

    def call(input: Any, other: Any) -> Any:  # noqa: C901 - helpers would have to be called
        mode = current.mode
        if mode.raw:
            return on_arrays(input, other)
        kind = type(other)
        number = elementwise and (kind is float or (kind is int and LEAST <= other <= MOST))
        try:
            a = input._array
            b = other if number else other._array
        except AttributeError:
            operands = input, other
            return general_call(*operands) if takes(op, operands) else refuse(*operands)
        kind = type(a)
        # NumPy's own numbers, of one type: the quickest to see
        scalars = (kind is float32 or kind is float64) and (number or type(b) is kind)
        common = scalars or (a.dtype.char in "fd" and (number or a.dtype is b.dtype))
        if mode.on_record or not common:
            return general_call(input, other)
        try:
            array = mode.quiet(forward, a, b)
        except (TypeError, ValueError, RuntimeError):
            return general_call(input, other)  # it raises in PyTorch's words
        needs = 0
        left = None
        right = None
        nrs = BOTH_FIRST
        if differentiable and mode.recording:
            if input._view is not None:
                catch_up(input)
            if input._requires_grad:
                needs = 1
                left = input._node or accumulator(input)
                if input._nr:
                    nrs = input._nr, 0
            if not number:
                if other._view is not None:
                    catch_up(other)
                if other._requires_grad:
                    needs += 2
                    right = other._node or accumulator(other)
                    if other._nr:
                        nrs = nrs[0], other._nr
        if not needs:
            return untracked(array) if mode.inference else wrap_output(array, None)
        node = Node()
        node.op = op
        node.attrs = node.hooks = node.input_dtypes = None
        keep = keeps[needs]
        if keep is None:
            node.saved = node.versions = ()
        else:
            first, second, result = keep
            node.saved = (
                input if first else None,
                other if second else None,
                array if result else None,
            )
            if number:
                node.versions = input._counter[0] if first else 0, None, FRESH_RESULT
            elif input._counter is FRESH_COUNTER and other._counter is FRESH_COUNTER:
                node.versions = FRESH_VERSIONS
            else:
                version = input._counter[0] if first else 0
                node.versions = version, other._counter[0] if second else 0, FRESH_RESULT
        node.parents = left, right
        node.nrs = nrs
        if scalars:
            shape, node.grads_match = (), True
        else:
            shape = array.shape
            node.grads_match = (left is None or left.shapes[nrs[0]] == shape) and (
                right is None or right.shapes[nrs[1]] == shape
            )
        same_shapes = left is not None and node.grads_match and len(left.shapes) == 1
        node.shapes = left.shapes if same_shapes else (shape,)  # type: ignore[union-attr]
        node.sequence_nr = next_nr()
        return wrap_output(array, node)

    return own_code(call, *op.inputs)
