"""What an operation is called on: arguments sorted, promoted to one type, or refused.

Refusals open with PyTorch's words and name what was met.
"""

from __future__ import annotations

from itertools import pairwise
from types import NoneType
from typing import Any, NoReturn

import numpy as np

from ..backend import device_of
from ..dtype import get_default_dtype, result_type
from ..mode import current
from .op import Op
from .wrap import TensorBase, is_tensor, wrap
from .wrap import type_name as type_name

_ARGUMENTS = (TensorBase, NoneType, tuple)
_OPERANDS = (*_ARGUMENTS, int, float)
LEAST, MOST = -(2**63), 2**64 - 1  # the integers that PyTorch takes: those of int64 and of uint64


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


def common_type(op: Op, operands: Any) -> np.dtype[Any]:
    """The type that `op` computes in."""
    common = result_type(*operands)
    return get_default_dtype().numpy if op.to_float and common.kind != "f" else common


def cast(x: Any, dtype: np.dtype[Any]) -> Any:
    """An operand, array or Python number, in another type; integers wrap around, as in PyTorch."""
    if hasattr(x, "dtype"):
        return x if x.dtype == dtype else x.astype(dtype)
    if dtype.kind not in "iu" or x is None:
        return x
    return np.int64(x if x < 2**63 else x - 2**64).astype(dtype)  # the same bits


def converted(op: Op, operands: Any) -> tuple[Any, Any]:
    """The operands in the type that `op` computes in; and where a gradient's type has to change.

    Returns:
        The operands, and None or the type that each one's gradient is to have.
    """
    if not op.meets:
        return _converted(op, operands) if op.elementwise or op.to_float else (operands, None)
    places = range(len(operands)) if op.variadic else op.edge_places  # the others: masks
    met, casts = _converted(op, [operands[place] for place in places])
    changed = dict(zip(places, met))
    return [changed.get(place, x) for place, x in enumerate(operands)], casts


def _converted(op: Op, operands: Any) -> tuple[Any, Any]:
    types = {x.dtype for x in operands if hasattr(x, "dtype")}
    if len(types) == 1 and next(iter(types)).kind == "f":  # numbers do not change that
        return operands, None
    common = common_type(op, [x for x in operands if x is not None])
    own = [getattr(x, "dtype", common) for x in operands]
    casts = None if all(dtype == common for dtype in own) else own
    return [current.mode.quiet(cast, x, common) for x in operands], casts  # it may overflow


def checked(op: Op, inputs: Any) -> Any:
    """The inputs of a call with a tensor among them: numbers stand only where operands broadcast.

    Raises:
        TypeError: one is of another type. (None, and a tuple of indices, are an operation's own.)
    """
    if op.elementwise:
        inputs = [plain(x) if isinstance(x, (int, float, np.generic)) else x for x in inputs]
    for x in inputs:
        if not isinstance(x, _OPERANDS if op.elementwise else _ARGUMENTS):
            reject(op, *inputs)
    return inputs


def plain(number: Any) -> Any:
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


def explained(op: Op, arrays: Any, error: Exception) -> Exception:
    """NumPy's `error` in PyTorch's words, where it is about shapes or devices."""
    arrays = [x for x in arrays if hasattr(x, "shape")]
    places = sorted({str(device_of(x)) for x in arrays if x.shape != ()})
    if len(places) > 1:
        return RuntimeError(
            "Expected all tensors to be on the same device, but found at least two devices, "
            f"{places[0]} and {places[1]}! Move one with .to(device). ({op.label})"
        )
    if isinstance(error, ValueError):
        for a, b in pairwise(arrays):
            misfit = _misfit(a.shape, b.shape)
            if misfit:
                return RuntimeError(f"{misfit} ({op.label}).")
    return error


def _misfit(a: tuple[int, ...], b: tuple[int, ...]) -> str | None:
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


def decline(op: Op, *operands: Any) -> Any:
    """An operator's answer to what it cannot take: Python then asks the other operand."""
    return NotImplemented
