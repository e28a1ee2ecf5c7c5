"""Writing into a tensor: the twin of an operation that puts its result into its first input.

``mul_ = in_place(mul)``: the same forward, rules and node, so a twin has no formula of its own.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from ..dtype import of
from ..mode import current
from .arguments import converted, explained, plain, reject, split_arguments, type_name
from .record import look, record
from .region import address, may_share
from .view import rebase, refuse
from .wrap import INFERENCE, is_tensor, wrap

_CONSTANT = ("zero", "fill")  # PyTorch lets these write into a tensor that repeats its elements
_READ_FIRST = (*_CONSTANT, "fill_tensor")  # and these read memory that they write to


def in_place(call: Callable[..., Any]) -> Callable[..., Any]:
    """The twin of `call` that writes into its first input and returns it.

    Raises:
        RuntimeError: the write may not be recorded (a leaf that requires grad, a view of one, a
            refused view), or the result does not fit the tensor written to.
    """
    op = call.op  # type: ignore[attr-defined]

    def twin(*args: Any, **attrs: Any) -> Any:
        given, attrs = split_arguments(op, args, attrs)
        input = given[0]
        if not is_tensor(input):
            reject(op, input)
        inputs = [input, *(_operand(op, other) for other in given[1:])]
        needs, arrays = look(op, inputs)
        tracked = input._array.dtype.kind == "f"  # integers carry no gradient
        recorded = needs and tracked and current.mode.recording
        check_writable(input, recorded)
        input._share()
        arrays[0] = target = input._array
        array = _computed(op, inputs, arrays, attrs)
        if not recorded:
            target[...] = array
            bump(input)
            return input
        keep = op.kept(needs)
        old = wrap(target.copy(), input._requires_grad, input._edge) if keep and keep[0] else None
        node, _ = record(op, inputs, needs, attrs, (target,), old)
        node.casts = _casts(arrays)
        target[...] = array
        bump(input)
        rebase(input, node)
        if keep and keep[-1]:  # its own result, as it is from now on, and where it is
            home = None if input._view is None else weakref.ref(input._edge[0])
            node.versions = (*node.versions[:-1], (input._counter, input._counter[0], home))
        return input

    twin.__name__ = twin.__qualname__ = call.__name__ + "_"
    twin.__doc__ = f"In-place version of `{op.label}`: writes into `input` and returns it."
    twin.op = op  # type: ignore[attr-defined]
    return twin


def check_writable(x: Any, recorded: Any) -> None:
    """The errors of PyTorch, in its order: may `x` be written to, and the write be recorded?"""
    if x._counter is INFERENCE and not current.mode.inference:
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed."
            "You can make a clone to get a normal tensor before doing inplace update."
        )
    if not recorded:
        return
    if x._view is not None:
        refuse(x, "is being")
        if x._requires_grad and x._view.base._edge is None:
            raise RuntimeError(
                "a view of a leaf Variable that requires grad is being used in an in-place "
                "operation."
            )
    if x._requires_grad and x._edge is None:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )


def check_fits(target: Any, array: Any) -> None:
    """Raise unless the shape and the type of `array` allow writing it into `target`."""
    if array.shape == target.shape and array.dtype == target.dtype:
        return
    if array.shape != target.shape and not _broadcasts(array.shape, target.shape):
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape "
            f"{list(array.shape)}"
        )
    if "biuf".index(array.dtype.kind) > max(
        2 * (target.dtype.kind in "iu"), 3 * (target.dtype.kind == "f")
    ):
        raise RuntimeError(
            f"result type {of(array.dtype).kind} can't be cast to the desired output type "
            f"{of(target.dtype).kind}"
        )


def check_overlap(target: Any, inputs: Any) -> None:
    """Raise where PyTorch would read memory that it is half way through writing; we would not."""
    for x in inputs[1:]:
        if is_tensor(x) and x._counter is inputs[0]._counter and _clash(target, x._array):
            raise RuntimeError(
                "unsupported operation: some elements of the input tensor and the written-to "
                "tensor refer to a single memory location. Please clone() the tensor before "
                "performing the operation."
            )


def check_once(target: Any) -> None:
    """Raise unless each element has a place of its own: in an expanded array it has not."""
    repeated = (s == 0 and n > 1 for s, n in zip(target.strides, target.shape))
    if target.size and 0 in target.strides and any(repeated):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )


def bump(x: Any) -> None:
    """Count a write into the memory of `x`."""
    if x._counter is not INFERENCE:
        x._counter[0] += 1


def _computed(op: Any, inputs: list[Any], arrays: list[Any], attrs: dict[str, Any]) -> Any:
    """What is to be written into the first input, if it can be written there."""
    if op.label not in _CONSTANT:
        check_once(arrays[0])
    if op.label not in _READ_FIRST:
        check_overlap(arrays[0], inputs)
    operands, _ = converted(op, arrays)
    try:
        array = current.mode.quiet(op.forward, *operands, **attrs)
    except (ValueError, TypeError) as error:
        raise explained(op, arrays, error) from None
    check_fits(arrays[0], array)
    return array


def _operand(op: Any, other: Any) -> Any:
    """What may stand on the right of a write: a tensor, a number, an operation's own tuple."""
    if is_tensor(other) or isinstance(other, tuple):
        return other
    if isinstance(other, (int, float, np.generic)):
        return plain(other)
    raise TypeError(
        f"{op.label}_(): argument '{op.inputs[1]}' (position 1) must be Tensor, "
        f"not {type_name(other)}"
    )


def _casts(arrays: list[Any]) -> Any:
    """The inputs' own types, where they are not the target's: in that the gradient will arrive."""
    own = arrays[0].dtype
    types = [getattr(x, "dtype", own) for x in arrays]
    return None if all(dtype == own for dtype in types) else types


def _broadcasts(shape: Any, into: Any) -> bool:
    return len(shape) <= len(into) and all(n in (1, m) for n, m in zip(shape[::-1], into[::-1]))


def _clash(a: Any, b: Any) -> bool:
    """Do two dense arrays share memory, but not element for element?"""
    if not (_dense(a) and _dense(b) and may_share(a, b)):
        return False
    return _pattern(a) != _pattern(b) or bool(address(a) != address(b))


def _dense(a: Any) -> bool:
    return bool(a.flags.c_contiguous or a.T.flags.c_contiguous)


def _pattern(a: Any) -> Any:
    return a.shape, [(s, n) for s, n in zip(a.strides, a.shape) if n > 1]
