"""Writing into a tensor: the version of an operation that puts its result into its first input.

``mul_ = in_place(mul)``: the same forward, rules and node, so there is no formula of its own.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from inspect import signature
from typing import Any

import numpy as np

from .._mode import current
from ..dtype import check_cast
from .node import notify_recorded
from .record import (
    as_number,
    converted,
    explained,
    record,
    reject,
    split_arguments,
    takes_gradients,
)
from .view import catch_up, check_once, check_origin, needs_gradient, rebase
from .wrap import INFERENCE, TensorBase, type_name, wrap

_CONSTANT = ("zero", "fill")  # these may write into a tensor that repeats its elements

Call = Callable[..., Any]

_INSTEAD = "To update it, write inside `with minigrad.no_grad():`; else compute anew, x = x + 1."


def in_place(call: Call) -> Call:
    """The version of `call` that writes into its first input and returns it.

    Args:
        call: the operation.

    Raises:
        RuntimeError: the write may not be recorded (a leaf that requires grad, a view of one, a
            refused view), or the result does not fit the tensor written to.
    """
    op = call.op  # type: ignore[attr-defined]

    def write(*args: Any, **attrs: Any) -> Any:
        if attrs or len(args) != op.n:
            args, attrs = split_arguments(op, args, attrs, method=True)
        if not isinstance(args[0], TensorBase):
            reject(op, args[0])
        inputs = [args[0], *[_operand(op, other) for other in args[1:]]]
        input = inputs[0]
        needs = may_record(op, inputs)
        input._share()
        array = _computed(op, inputs, needs, attrs)
        if not needs:
            input._array[...] = array
            bump(input)
        else:
            _write(op, inputs, needs, attrs, array)
        return input

    return _named(write, call, f"In-place version of `{op.label}`: writes into `input`")


def check_writable(x: Any, recorded: Any) -> None:
    """Raise unless `x` may be written to, and, where it is `recorded`, the write be recorded."""
    if x._counter is INFERENCE and not current.mode.inference:
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed."
            "You can make a clone to get a normal tensor before doing inplace update."
            "See https://github.com/pytorch/rfcs/pull/17 for more details."
        )
    if not recorded:
        return
    if x._view is not None:
        check_origin(x, "is being")
        if x._view.base._node is None and needs_gradient(x):
            raise RuntimeError(
                "a view of a leaf Variable that requires grad is being used in an in-place "
                f"operation.\n{_INSTEAD}"
            )
    if x._node is None and needs_gradient(x):  # as in PyTorch, even before `catch_up`
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation.\n"
            f"{_INSTEAD}"
        )


def check_fits(target: Any, array: Any) -> None:
    """Raise unless the shape and the type of `array` allow writing it into `target`."""
    if array.shape == target.shape and (array.dtype is target.dtype or array.dtype == target.dtype):
        return
    if array.shape and array.shape != target.shape and not _broadcasts(array.shape, target.shape):
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape "
            f"{list(np.broadcast_shapes(array.shape, target.shape))}"
        )
    check_cast(array.dtype, target.dtype)


def bump(x: Any) -> None:
    """Count a write into the memory of `x`."""
    if x._counter is not INFERENCE:
        x._counter[0] += 1
        for callback in current.mode.on_write:
            callback(x)


def _operand(op: Any, other: Any) -> Any:
    """What may stand on the right of a write: a tensor, a number, an operation's own tuple."""
    own = isinstance(other, tuple) and not op.elementwise
    if own or isinstance(other, TensorBase):
        return other
    if isinstance(other, (int, float, np.generic)):
        return as_number(other)
    raise TypeError(
        f"{op.label}_(): argument '{op.inputs[1]}' (position 1) must be Tensor, "
        f"not {type_name(other)}"
    )


def may_record(op: Any, inputs: Any) -> int:
    """Which inputs need a gradient, a bit each; 0 if nothing is recorded. Raises where it must."""
    needs, input = 0, inputs[0]
    if current.mode.recording:
        for place in op.edge_places:
            x = inputs[place]
            if isinstance(x, TensorBase) and (
                x._requires_grad if x._view is None else needs_gradient(x)
            ):
                needs |= 1 << place
    if needs or input._counter is INFERENCE:
        check_writable(input, needs)
    if needs:
        for x in inputs:
            if isinstance(x, TensorBase) and x._view is not None:
                catch_up(x)
    return needs if needs and takes_gradients(input._array.dtype) else 0


def _computed(op: Any, inputs: Any, needs: int, attrs: Any) -> Any:
    """What is to be written."""
    arrays = [x._array if isinstance(x, TensorBase) else x for x in inputs]
    target = arrays[0]
    if not target.flags.c_contiguous and op.label not in _CONSTANT:
        check_once(target)
    operands = converted(op, arrays)[0]
    try:
        array = current.mode.quiet(op.forward, *operands, **attrs)
    except (TypeError, ValueError, RuntimeError) as error:
        raise op.unsavable(inputs, needs) or explained(op, arrays, error) from None
    check_fits(target, array)
    return array


def _write(op: Any, inputs: Any, needs: int, attrs: Any, array: Any) -> None:
    """Write `array` into the first input, and record how it came there."""
    input, keep = inputs[0], op.saves(needs)
    target = input._array
    before = _before(input) if keep and keep[0] else input
    node, _ = record(op, [before, *inputs[1:]], needs, attrs, (target,))
    into = [inputs[place] for place in op.edge_places]
    types = [x._array.dtype if isinstance(x, TensorBase) else target.dtype for x in into]
    node.input_dtypes = None if all(dtype == target.dtype for dtype in types) else types
    keeps_result = keep is not None and keep[-1]  # what writes has one output: the last place
    if not keeps_result:
        # Before the write, for a hook packs what was saved: of y.mul_(y) that is `input` itself.
        notify_recorded(node)
    target[...] = array
    bump(input)
    rebase(input, node)
    if keeps_result:  # as it is from now on, and where it is
        home = None if input._view is None else weakref.ref(input._node)
        node.saved = (*node.saved[:-1], target)
        node.versions = (*node.versions[:-1], (input._counter, input._counter[0], home))
        notify_recorded(node)


def _before(input: Any) -> Any:
    """A copy of the tensor as it is now, with the same edge and a version counter of its own."""
    old = wrap(input._array.copy(), input._requires_grad, input._edge)
    old._counter = [0]
    return old


def _named(write: Call, call: Call, says: str) -> Call:
    write.__name__ = write.__qualname__ = call.__name__ + "_"
    write.__doc__ = f"{says} and returns it."
    write.__signature__ = signature(call)  # type: ignore[attr-defined]
    write.op = call.op  # type: ignore[attr-defined]
    return write


def _broadcasts(shape: Any, into: Any) -> bool:
    return len(shape) <= len(into) and all(n in (1, m) for n, m in zip(shape[::-1], into[::-1]))
