"""Numbers from whatever a learner hands over: as arrays, compared, and shown in one line."""

from __future__ import annotations

import functools
import inspect
import reprlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

# How far an answer may be off, as a share of the largest right entry: rounding, nothing more.
CLOSE = {"float16": 1e-2, "float32": 1e-4}
SHOWN = 40  # entries; of more than that only the shape is told
EXACT = 1e-5  # a Python number may come out of a float32 tensor


def as_array(value: Any) -> Array | None:
    """The numbers in `value` as an array; None if it is not numbers.

    Args:
        value: a number, an array, a tensor with or without a graph, or nested lists of these.
    """
    if is_tensor(value):
        value = value.detach().cpu().numpy()
    if isinstance(value, (list, tuple)):
        parts = [as_array(part) for part in value]
        shapes = {None if part is None else part.shape for part in parts}
        if None in shapes or len(shapes) > 1:
            return None
        value = parts
    if not isinstance(value, (list, bool, int, float, np.generic, np.ndarray)):
        return None
    array = np.asarray(value)
    return array if array.dtype.kind in "fiub" else None


def close(yours: Any, right: Any) -> bool:
    """Are two arrays of one shape the same, up to rounding in the coarser dtype of the two?"""
    if yours.shape != right.shape:
        return False
    if not right.size:
        return True
    within = max(CLOSE.get(str(a.dtype), EXACT) for a in (yours, right))
    with np.errstate(all="ignore"):
        scale = np.max(np.abs(np.where(np.isfinite(right), right, 0)).astype(float))
        return bool(
            np.allclose(
                yours.astype(float), right.astype(float), within, within * scale, equal_nan=True
            )
        )


def brief(value: Any, digits: int = 4) -> str:
    """A value in a line or a few: some digits, no dtype, long ones only described."""
    if isinstance(value, str) and len(value) < 80:
        return value
    array = as_array(value)
    if array is None and isinstance(value, list) and any(map(is_tensor, value)):
        return f"[{', '.join(brief(part, digits) for part in value)}]"
    if array is None or isinstance(value, bool):
        return reprlib.repr(value)
    if array.ndim == 0:
        return number(array.item(), digits)
    if array.size > SHOWN:
        return f"an array of shape {array.shape}"
    shown: Any = functools.partial(number, digits=digits)
    return np.array2string(array, separator=", ", formatter={"all": shown})


def distinct(yours: Any, right: Any) -> tuple[str, str]:
    """Two values, with as many digits as it takes to see that they differ, if they do."""
    one, other = as_array(yours), as_array(right)
    if one is None or other is None or close(one, other):
        return brief(yours), brief(right)
    texts = ((brief(yours, digits), brief(right, digits)) for digits in (4, 7))
    different = next((pair for pair in texts if pair[0] != pair[1]), None)
    if different or one.size <= SHOWN or one.shape != other.shape:
        return different or (brief(yours, 17), brief(right, 17))
    at = np.unravel_index(np.abs(np.subtract(one, other, dtype=float)).argmax(), one.shape)
    first, second = distinct(one[at], other[at])
    place = f"in {brief(one)}, at [{', '.join(map(str, at))}],"
    return f"{place} {first}", f"{place} {second}"


def number(value: float, digits: int = 4) -> str:
    """A number with a few digits, and no trailing point.

    Example:
        >>> from minigrad.testing.values import number
        >>> number(2.0), number(1 / 3), number(-0.0)
        ('2', '0.3333', '0')
    """
    whole = isinstance(value, (int, np.integer, np.bool_))
    return str(value) if whole else f"{value + 0.0:.{digits}g}"


def is_tensor(value: Any) -> bool:
    """Is it a tensor, of this library or another?"""
    return hasattr(value, "detach") and not isinstance(value, type)


def kind(value: Any) -> str:
    """What something is, in a learner's words.

    Example:
        >>> from minigrad.testing.values import kind
        >>> kind([1, 2]), kind(len), kind(1.5)
        ('a list of 2', 'a function', 'a number')
    """
    if isinstance(value, (list, tuple, dict, set)):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, str):
        return f"the text {reprlib.repr(value)}"
    if hasattr(value, "next_functions"):
        return "a node of the graph"
    if inspect.isgenerator(value):
        return "a generator"
    if inspect.ismethod(value) or not inspect.ismodule(getattr(value, "__self__", inspect)):
        return f"the method {value.__name__}"
    if is_tensor(value):
        return f"a tensor of shape {tuple(value.shape)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if isinstance(value, (int, float, np.generic)) and not isinstance(value, bool):
        return "a number"
    return "a function" if callable(value) else reprlib.repr(value)
