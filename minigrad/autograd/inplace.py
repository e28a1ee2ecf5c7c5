"""Writing into a tensor: the twin of an operation that puts its result into its first input.

``mul_ = in_place(mul)``: the same forward, rules and node, so a twin has no formula of its own.
``t_ = turn_in_place(t)`` writes no element: it changes how the tensor itself shows its memory.
"""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable
from copy import copy
from inspect import signature
from typing import Any

import numpy as np

from ..dtype import check_cast
from ..mode import current
from .arguments import converted, explained, no_operand, plain, reject, split_arguments
from .node import Tensors, edges_of, make_node, tell
from .overlap import check_overlap, same_order
from .record import record, version_of
from .region import check_once, repeats
from .view import catch_up, needs_gradient, rebase, refuse, turned
from .wrap import INFERENCE, TensorBase, wrap

_CONSTANT = ("zero", "fill")  # PyTorch lets these write into a tensor that repeats its elements
_BY_INDEX = "written_at", "added_at"  # and of these it only says that one day it will not
_READ_FIRST = (*_CONSTANT, "fill_tensor", "written_at")  # these read before they write

Call = Callable[..., Any]

_INSTEAD = "To update it, write inside `with minigrad.no_grad():`; else compute anew, x = x + 1."


def in_place(call: Call, *forms: str) -> Call:
    """The twin of `call` that writes into its first input and returns it.

    Args:
        call: the operation.
        forms: what PyTorch has to choose from, if it lists that where an operand is of none.

    Raises:
        RuntimeError: the write may not be recorded (a leaf that requires grad, a view of one, a
            refused view), or the result does not fit the tensor written to.
    """
    op = call.op  # type: ignore[attr-defined]

    def twin(*args: Any, **attrs: Any) -> Any:
        inputs, attrs = _arguments(op, forms, args, attrs)
        input = inputs[0]
        needs = may_record(op, inputs)
        input._share()
        row, array, casts = _computed(op, inputs, needs, attrs)
        if not needs:
            input._array[...] = array
            bump(input)
        else:
            _write(row, inputs, needs, attrs, array, casts)
        return input

    if op.elementwise and op.n == 2:
        twin = unrecorded_pair(op, twin)
    return _named(twin, call, f"In-place version of `{op.label}`: writes into `input`")


def unrecorded_pair(op: Any, whatever: Call) -> Call:
    """The same for two operands, quicker where nothing is out of the ordinary.

    So it is when nothing is recorded, as in ``w -= lr * w.grad`` under no_grad, and the operands
    are of one floating type and one shape, or the second is a number. `whatever` does the rest.
    """
    forward = op.forward

    def twin(*args: Any, **attrs: Any) -> Any:
        mode = current.mode
        if attrs or len(args) != 2 or mode.recording or mode.inference:
            return whatever(*args, **attrs)
        input, other = args
        target = getattr(input, "_array", None)
        operand = other if type(other) is float else getattr(other, "_array", None)
        if type(target) is not np.ndarray or not _ordinary(target, operand):
            return whatever(input, other)
        check_writable(input, False)
        input._share()
        if operand is not other:
            check_overlap(input, (other,))
        target[...] = mode.quiet(forward, target, operand)
        bump(input)
        return input

    return twin


def _ordinary(target: Any, operand: Any) -> bool:
    """Whether both are floating, alike, and the target without gaps: nothing to adapt or refuse."""
    if target.dtype.char not in "fd" or not target.flags.c_contiguous:
        return False
    if type(operand) is np.ndarray:
        return operand.dtype is target.dtype and operand.shape == target.shape
    return type(operand) is float


def turn_in_place(call: Call, name: str) -> Call:
    """The twin of a view that turns its input itself, without writing an element.

    Args:
        call: an operation with one array input.
        name: of the node, which PyTorch numbers on.

    Raises:
        RuntimeError: the turn may not be recorded, as with `in_place`.
    """
    op = copy(call.op)  # type: ignore[attr-defined]
    op.node = type(name, (op.node,), {"__slots__": ()})

    def twin(*args: Any, **attrs: Any) -> Any:
        inputs, attrs = split_arguments(op, args, attrs, method=True)
        input = inputs[0]
        if not isinstance(input, TensorBase):
            reject(op, input)
        needs = may_record(op, inputs)
        input._share()  # type: ignore[attr-defined]
        try:
            array = op.forward(input._array, **attrs)
        except RuntimeError as error:
            raise RuntimeError(str(error).replace(f"{op.label}()", f"{op.label}_()")) from None
        node = record(op, inputs, needs, attrs, (array,))[0] if needs else None
        input._array = array
        bump(input)
        turned(input, node)
        if needs:
            tell(node)
        return input

    return _named(twin, call, f"In-place version of `{op.label}`: turns `input` itself")


def check_writable(x: Any, recorded: Any) -> None:
    """The errors of PyTorch, in its order: may `x` be written to, and the write be recorded?"""
    if x._counter is INFERENCE and not current.mode.inference:
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed."
            "You can make a clone to get a normal tensor before doing inplace update."
            "See https://github.com/pytorch/rfcs/pull/17 for more details."
        )
    if not recorded:
        return
    if x._view is not None:
        refuse(x, "is being")
        if x._view.base._node is None and needs_gradient(x):
            raise RuntimeError(
                "a view of a leaf Variable that requires grad is being used in an in-place "
                f"operation.\n{_INSTEAD}"
            )
    if x._node is None and needs_gradient(x):  # in PyTorch so is a view yet to be renewed
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation.\n"
            f"{_INSTEAD}"
        )


def first_error(error: Exception, *inputs: Any) -> Exception:
    """Of a write into the first of `inputs` that failed: PyTorch looks first if it may be recorded.

    It looks at an inference tensor only after the write, so then `error` came first.
    """
    tensors = [x for x in inputs if isinstance(x, TensorBase)]
    try:
        if tensors and tensors[0] is inputs[0] and tensors[0]._counter is not INFERENCE:
            check_writable(tensors[0], current.mode.recording and any(map(needs_gradient, tensors)))
    except RuntimeError as refused:
        return refused
    return error


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
        for tell in current.mode.on_write:
            tell(x)


def _arguments(op: Any, forms: Any, args: Any, attrs: Any) -> tuple[list[Any], dict[str, Any]]:
    """The tensor to write into and the other inputs; and all other arguments by name."""
    if attrs or len(args) != op.n:
        args, attrs = split_arguments(op, args, attrs, method=True)
    if not isinstance(args[0], TensorBase):
        reject(op, args[0])
    return [args[0], *[_operand(op, forms, other) for other in args[1:]]], attrs


def _operand(op: Any, forms: tuple[str, ...], other: Any) -> Any:
    """What may stand on the right of a write: a tensor, a number, an operation's own tuple."""
    own = isinstance(other, tuple) and not op.elementwise
    if own or isinstance(other, TensorBase) or type(other) is float:
        return other
    if other is None and op.n > 2:  # a bound that is left out
        return other
    if isinstance(other, (int, float, np.generic)):
        return plain(other)
    raise no_operand(op, other, forms)


def may_record(op: Any, inputs: Any) -> int:
    """Which inputs need a gradient, a bit each, if the write is to be recorded; then it may be."""
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
    return needs if input._array.dtype.kind == "f" else 0  # integers carry no gradient


def _computed(op: Any, inputs: Any, needs: int, attrs: Any) -> tuple[Any, Any, Any]:
    """`op`; what is to be written, if it can be; and what `_casts` says."""
    arrays = [x._array if isinstance(x, TensorBase) else x for x in inputs]
    target = arrays[0]
    if not target.flags.c_contiguous:
        _check_places(op, arrays)
    if op.label not in _READ_FIRST and len(inputs) > 1:
        check_overlap(inputs[0], inputs[1:])
    operands, casts = arrays, None
    if not _settled(arrays):
        operands = converted(op, arrays)[0]
        casts = _casts(op, arrays)
    try:
        array = current.mode.quiet(op.forward, *operands, **attrs)
    except (TypeError, ValueError, RuntimeError) as error:
        raise op.unsavable(inputs, needs) or explained(op, arrays, error) from None
    check_fits(target, array)
    return op, array, casts


def _check_places(op: Any, arrays: list[Any]) -> None:
    """Refuse to write into an array that repeats its elements, where PyTorch does."""
    if op.label in _BY_INDEX:
        _warn_once(arrays[0])
    elif op.label not in _CONSTANT and not _into_itself(op, arrays):
        check_once(arrays[0])


def _into_itself(op: Any, arrays: list[Any]) -> bool:
    """Whether this is a copy of a tensor into itself, which PyTorch does not so much as check."""
    return op.label == "copy" and arrays[0].shape == arrays[1].shape and same_order(*arrays)


def _settled(arrays: list[Any]) -> bool:
    """Whether all operands are of the target's type, a floating one: numbers do not change it."""
    dtype = arrays[0].dtype
    if dtype.kind != "f":
        return False
    for x in arrays[1:]:
        if type(x) is not float and type(x) is not int and getattr(x, "dtype", None) is not dtype:
            return False
    return True


def _write(op: Any, inputs: Any, needs: int, attrs: Any, array: Any, casts: Any) -> None:
    """Write `array` into the first input, and record how it came there."""
    input, keep = inputs[0], op.kept(needs)
    edges = edges_of([inputs[place] for place in op.edge_places])
    saved: list[Any] = []
    versions: list[Any] = []
    if keep is not None:
        for k, x in zip(keep, (_before(input) if keep[0] else None, *inputs[1:], None)):
            saved.append((Tensors(x) if type(x) is tuple else x) if k else None)
            versions.append(version_of(x) if k else None)
    target = input._array
    node = make_node(op, edges, tuple(saved), tuple(versions), attrs, (target.shape,))
    node.casts = casts
    keeps_result = keep is not None and keep[-1]
    if not keeps_result:
        tell(node)  # before the write: a hook is to pack what was there, also of y.mul_(y)
    target[...] = array
    bump(input)
    rebase(input, node)
    if keeps_result:  # as it is from now on, and where it is
        home = None if input._view is None else weakref.ref(input._node)
        node.saved = (*saved[:-1], target)
        node.versions = (*versions[:-1], (input._counter, input._counter[0], home))
        tell(node)


def _before(input: Any) -> Any:
    """The tensor as it is now, on memory of its own: it counts the writes into that itself."""
    old = wrap(input._array.copy(), input._requires_grad, input._edge)
    old._counter = [0]
    return old


def _casts(op: Any, arrays: list[Any]) -> Any:
    """The inputs' own types, where they are not the target's: in that the gradient will arrive."""
    own = arrays[0].dtype
    types = [getattr(arrays[place], "dtype", own) for place in op.edge_places]
    return None if all(dtype == own for dtype in types) else types


def _named(twin: Call, call: Call, says: str) -> Call:
    twin.__name__ = twin.__qualname__ = call.__name__ + "_"
    twin.__doc__ = f"{says} and returns it."
    twin.__signature__ = signature(call)  # type: ignore[attr-defined]
    twin.op = call.op  # type: ignore[attr-defined]
    return twin


def _warn_once(target: Any) -> None:
    if repeats(target):
        warnings.warn(
            "Use of index_put_ on expanded tensors is deprecated. Please clone() the tensor before "
            "performing this operation. This also applies to advanced indexing e.g. "
            "tensor[indices] = tensor",
            UserWarning,
            stacklevel=6,
        )


def _broadcasts(shape: Any, into: Any) -> bool:
    return len(shape) <= len(into) and all(n in (1, m) for n, m in zip(shape[::-1], into[::-1]))
