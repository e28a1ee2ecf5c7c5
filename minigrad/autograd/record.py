"""What a call of an operation does, step by step: the specification of every call.

`general` is that call, to be read from the top; below it stand its steps in their order: arguments
sorted, looked at and promoted, or refused in PyTorch's words; the node; the outputs. What `fast`
puts in its place does the same, only quicker; a test holds the two together.
"""

from __future__ import annotations

import functools
from collections import namedtuple
from collections.abc import Callable
from itertools import pairwise
from types import NoneType
from typing import Any, NoReturn

import numpy as np

from .._mode import current
from ..backend import as_array, device_of
from ..dtype import get_default_dtype, result_type
from .node import TensorGroup, make_node, notify_recorded, parents_and_nrs
from .op import Op
from .view import MANY, as_view, catch_up
from .wrap import FRESH_COUNTER, TensorBase, is_tensor, type_name, untracked, wrap, wrap_output

Call = Callable[..., Any]

NUMBERS = (int, float, np.generic)
LEAST, MOST = -(2**63), 2**64 - 1  # the integers that PyTorch takes: those of int64 and of uint64
_ARGUMENTS = (TensorBase, NoneType, tuple)  # a tuple: of index tensors


def general(op: Op) -> Call:
    """The call of any operation, with any number of inputs and outputs."""

    def call(*args: Any, **attrs: Any) -> Any:
        mode = current.mode
        if mode.raw:  # inside a rule: arrays only
            return op.on_arrays(*args, **attrs)
        inputs, attrs = split_arguments(op, args, attrs)
        inputs = checked(op, inputs)
        if op.view:
            inputs[0]._share()
        needs, arrays = needs_and_arrays(op, inputs)
        arrays, input_dtypes = converted(op, arrays)
        try:
            result = mode.quiet(op.forward, *arrays, **attrs)
        except (TypeError, ValueError, RuntimeError) as error:
            raise op.unsavable(inputs, needs) or explained(op, arrays, error) from None
        results = result if type(result) is tuple else (result,)
        if needs and results and takes_gradients(results[0].dtype):
            if mode.on_record:  # a callback may keep the memory
                results = tuple([as_array(array) for array in results])
            node, counters = record(op, inputs, needs, attrs, results)
            node.input_dtypes = input_dtypes
            if mode.on_record:
                notify_recorded(node)
            outs = [_output(node, nr, array, counters[nr]) for nr, array in enumerate(results)]
        else:
            outs = [untracked(array) for array in results]
        if op.view:
            outs = [as_view(x, inputs[0], MANY if type(result) is tuple else None) for x in outs]
        if type(result) is not tuple:
            return outs[0]
        return return_type(op.label, op.outputs)(*outs) if op.outputs else tuple(outs)

    return call


# ---------------------------------------------------------------------------------- what is given


def split_arguments(
    op: Op, args: Any, attrs: dict[str, Any], method: bool = False
) -> tuple[Any, dict[str, Any]]:
    """The array inputs, and all other arguments by name.

    Args:
        op: the operation.
        args: the positional arguments.
        attrs: the others, by name.
        method: whether it is a tensor's in-place method, which PyTorch's errors speak of.

    Raises:
        TypeError: there are too many, or an input is missing.
    """
    if op.variadic or len(args) == op.n:
        return args, attrs
    if len(args) == op.n + len(op.attrs) and not attrs:
        return list(args[: op.n]), dict(zip(op.attrs, args[op.n :]))
    called = f"{op.label}_()" if method else f"{op.label}()"
    most, given = op.n + len(op.attrs) - method, len(args) - method
    if given > most:
        if not most:
            raise TypeError(f"TensorBase.{called} takes no arguments ({given} given)")
        plural = "s" if most > 1 else ""
        raise TypeError(f"{called} takes {most} positional argument{plural} but {given} were given")
    attrs = {**dict(zip(op.attrs, args[op.n :])), **attrs}
    inputs = list(args[: op.n])
    for name in op.inputs[len(inputs) :]:
        if name not in attrs:
            raise TypeError(f'{called} missing 1 required positional arguments: "{name}"')
        inputs.append(attrs.pop(name))
    return inputs, attrs


def checked(op: Op, inputs: Any) -> Any:
    """The inputs of a call; numbers stand only where operands broadcast.

    A number that comes first becomes a tensor that does not decide on the type of the result.

    Raises:
        TypeError: none is a tensor, or one is something else. (None, and a tuple of indices, are an
            operation's own.)
    """
    if op.elementwise:
        if not takes(op, inputs):
            reject(op, *inputs)
        inputs = [as_number(x) if isinstance(x, NUMBERS) else x for x in inputs]
        first = inputs[0]
        if not is_tensor(first):
            common = common_type(op, [x._array if is_tensor(x) else x for x in inputs])
            inputs[0] = wrap(current.mode.quiet(common.type, cast(first, common)))
    elif not is_tensor(inputs[0]) and not any(map(is_tensor, inputs)):
        reject(op, *inputs[: op.n])
    return inputs


def takes(op: Op, operands: Any) -> bool:
    """Whether all `operands` are tensors; of an elementwise operation, or numbers, or left out.

    The bits of two numbers PyTorch leaves to Python: an operation without a rule needs a tensor.
    """
    if not op.elementwise:
        return all(map(is_tensor, operands))
    given = [x for x in operands if x is not None or op.n == 2]
    fit = all(isinstance(x, (TensorBase, *NUMBERS)) for x in given)
    return fit and (bool(op.rules) or any(map(is_tensor, given)))


def as_number(number: Any) -> Any:
    """A number, also NumPy's or of a subclass, as operations take it: an int, a float, a tensor.

    A bool becomes a tensor, for a bool among the operands never decides their type.

    Raises:
        OverflowError: an integer that 64 bits do not hold.
    """
    if isinstance(number, np.bool_):
        return float(number)  # as in PyTorch, where the others stay what they are
    if isinstance(number, np.generic):
        number = number.item()
    if isinstance(number, bool):
        return wrap(np.bool_(number))
    if not isinstance(number, int):
        return float(number)
    if not LEAST <= number <= MOST:
        words = "int too big to convert" if number > 0 else "can't convert negative int to unsigned"
        raise OverflowError(f"{words}\n{number} does not fit 64 bits: give a float instead.")
    return int(number)


def needs_and_arrays(op: Op, inputs: Any) -> tuple[int, list[Any]]:
    """For which inputs a gradient is to be recorded, a bit each; and the array of each.

    A view whose base was written into takes its new edge here, before it is used.
    """
    needs = 0
    arrays = []
    recording = current.mode.recording
    for place, x in enumerate(inputs):
        if isinstance(x, TensorBase):
            if x._view is not None and recording:
                catch_up(x)
            if x._requires_grad:
                needs |= 1 << place
            x = x._array
        elif not (op.elementwise or isinstance(x, _ARGUMENTS)):
            reject(op, *inputs)
        arrays.append(x)
    return needs & op.differentiable if recording else 0, arrays


# ---------------------------------------------------------------------------------- one common type


def converted(op: Op, operands: Any) -> tuple[Any, Any]:
    """The operands in the type that `op` computes in; and where a gradient's type has to change.

    Returns:
        The operands, and None or the type that each one's gradient is to have.
    """
    if not op.promotes:
        return _converted(op, operands) if op.elementwise or op.to_float else (operands, None)
    places = range(len(operands)) if op.variadic else op.edge_places  # the others: masks
    met, input_dtypes = _converted(op, [operands[place] for place in places])
    changed = dict(zip(places, met))
    return [changed.get(place, x) for place, x in enumerate(operands)], input_dtypes


def _converted(op: Op, operands: Any) -> tuple[Any, Any]:
    types = {x.dtype for x in operands if hasattr(x, "dtype")}
    if len(types) == 1 and next(iter(types)).kind == "f":  # numbers do not change that
        return operands, None
    if op.check_types is not None:
        op.check_types([x.dtype for x in operands if hasattr(x, "dtype")])
    common = common_type(op, [x for x in operands if x is not None])
    own = [getattr(x, "dtype", common) for x in operands]
    input_dtypes = None if all(dtype == common for dtype in own) else own
    return [current.mode.quiet(cast, x, common) for x in operands], input_dtypes  # it may overflow


def common_type(op: Op, operands: Any) -> np.dtype[Any]:
    """The type that `op` computes in."""
    common = result_type(*operands)
    return get_default_dtype().numpy if op.to_float and common.kind not in "fV" else common


def cast(x: Any, dtype: np.dtype[Any]) -> Any:
    """An operand, array or Python number, in another type; integers wrap around, as in PyTorch."""
    if hasattr(x, "dtype"):
        return x if x.dtype == dtype else x.astype(dtype)
    if dtype.kind == "V" and x is not None:
        return dtype.type(x)  # NumPy makes float32 of bfloat16 and a Python number
    if dtype.kind not in "iu" or x is None:
        return x
    return np.int64(x if x < 2**63 else x - 2**64).astype(dtype)  # the same bits


# ---------------------------------------------------------------------------------- refusals


def explained(op: Op, arrays: Any, error: Exception) -> Exception:
    """NumPy's `error` in PyTorch's words, where it is about shapes or devices."""
    arrays = [x for x in arrays if hasattr(x, "shape")]
    devices = sorted({str(device_of(x)) for x in arrays if x.shape != ()})
    if len(devices) > 1:
        return RuntimeError(
            "Expected all tensors to be on the same device, but found at least two devices, "
            f"{devices[0]} and {devices[1]}! Move one with .to(device). ({op.label})"
        )
    if isinstance(error, ValueError):
        for a, b in pairwise(arrays):
            reason = misfit(a.shape, b.shape)
            if reason:
                return RuntimeError(f"{reason} ({op.label}).")
    return error


def misfit(a: tuple[int, ...], b: tuple[int, ...]) -> str | None:
    """Why two shapes do not broadcast, if they do not; the last dimension counts first."""
    for back, (n, m) in enumerate(zip(reversed(a), reversed(b)), 1):
        if n != m and 1 not in (n, m):
            return (
                f"The size of tensor a ({n}) must match the size of tensor b ({m}) at "
                f"non-singleton dimension {max(len(a), len(b)) - back}\n"
                f"The shapes are {list(a)} and {list(b)}"
            )
    return None


def reject(op: Op, *operands: Any) -> NoReturn:
    """Raise for the first of `operands` that is no tensor."""
    place = next(i for i, x in enumerate(operands) if not is_tensor(x))
    raise TypeError(
        f"{op.label}(): argument '{op.inputs[place]}' (position {place + 1}) must be Tensor, "
        f"not {type_name(operands[place])}"
    )


# ---------------------------------------------------------------------------------- the node


def record(op: Op, inputs: Any, needs: int, attrs: Any, results: Any) -> tuple[Any, list[Any]]:
    """The node of one call, and the version counters of the outputs that it keeps.

    Args:
        op: the operation.
        inputs: as the caller gave them.
        needs: which of them need a gradient, a bit each.
        attrs: the other arguments.
        results: the arrays that came out; of a write, the memory about to be written.
    """
    places = range(len(inputs)) if op.variadic else op.edge_places
    parents_nrs = parents_and_nrs([inputs[place] for place in places])
    shapes = tuple([x.shape for x in results if x.dtype.kind == "f"])  # others come last: none
    counters: list[Any] = [FRESH_COUNTER] * len(results)
    keep = op.saves(needs)
    if keep is None:
        return make_node(op, parents_nrs, (), (), attrs, shapes), counters
    saved: list[Any] = [None] * len(keep)
    versions: list[Any] = [None] * len(keep)
    for place, x in enumerate(inputs):
        if keep[place]:
            saved[place] = TensorGroup(x) if type(x) is tuple else x
            versions[place] = version_of(x)
    for place, array in enumerate(results, op.n):
        if place < len(keep) and keep[place]:
            counters[place - op.n] = counter = [0]
            saved[place], versions[place] = array, (counter, 0, None)
    return make_node(op, parents_nrs, tuple(saved), tuple(versions), attrs, shapes), counters


def takes_gradients(dtype: np.dtype[Any]) -> bool:
    """Whether numbers of this type are recorded: floating point, as results of a call or a write.

    Raises:
        RuntimeError: bfloat16, which PyTorch would record.
    """
    if dtype.kind == "V":
        raise RuntimeError(
            "bfloat16 takes no part in a graph: compute in float32, or write "
            "x.detach().bfloat16() to keep the numbers alone."
        )
    return dtype.kind == "f"


def version_of(x: Any) -> Any:
    """What will tell whether an input has changed; a list for a tuple of index tensors."""
    if type(x) is tuple:
        return [version_of(index) for index in x]
    return x._counter[0] if is_tensor(x) else None


def _output(node: Any, nr: int, array: Any, counter: Any) -> Any:
    tracked = array.dtype.kind == "f"  # indices, say, carry no gradient
    out = wrap_output(array, node if tracked else None, counter)
    out._nr = nr if tracked else 0
    return out


@functools.cache
def return_type(label: str, outputs: tuple[str, ...]) -> Any:
    """A named tuple for several outputs; prints as PyTorch's ``return_types``."""
    base = namedtuple(label, outputs)  # type: ignore[misc]

    def __repr__(self: Any) -> str:
        fields = ",\n".join(f"{name}={value!r}" for name, value in zip(self._fields, self))
        return f"minigrad.return_types.{label}(\n{fields})"

    return type(label, (base,), {"__slots__": (), "__repr__": __repr__})
