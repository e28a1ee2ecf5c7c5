"""Operands before they are of one type: tensors of several types, and numbers among them."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

import numpy as np

from ..autograd.arguments import cast
from ..autograd.wrap import is_tensor, wrap
from ..dtype import of, result_type

Call = Callable[..., Any]


def is_number(x: Any) -> bool:
    """Whether `x` is a number of Python's or NumPy's, bools included."""
    return isinstance(x, (int, float, np.generic))


def pythonic(number: Any) -> Any:
    """A number of NumPy's or a tensor's as Python's: only those have their place in promotion."""
    return number.item() if hasattr(number, "item") else number


def tensors(*operands: Any) -> list[Any]:
    """All operands as tensors; a number becomes a 0-d one, of the type that all have in common."""
    common = result_type(*(x._array if is_tensor(x) else pythonic(x) for x in operands))
    return [x if is_tensor(x) else wrap(fitted(x, common)) for x in operands]


def meeting(input: Any, number: Any) -> tuple[Any, Any]:
    """A tensor in the type that it has in common with `number`, and the number in that type."""
    if input._array.dtype.kind == "f" and type(number) in (int, float):  # nothing to convert
        return input, number
    number = pythonic(number)
    common = result_type(input._array, number)
    return input.to(of(common)), cast(number, common)


def bare(x: Any) -> Any:
    """The array of a tensor; an array itself: for a rule that has to look at numbers."""
    return x._array if is_tensor(x) else x


def constant(array: Any, like: Any) -> Any:
    """What a rule computed on bare arrays, as a tensor where the rule runs on tensors as `like`."""
    return wrap(array) if is_tensor(like) else array


def fitted(number: Any, dtype: np.dtype[Any], called: str | None = None) -> Any:
    """A number in the NumPy type `dtype`, cut off where it has more digits.

    Args:
        number: a number of Python's or NumPy's.
        dtype: the type.
        called: what an error calls the type; by default as C++ does.

    Raises:
        RuntimeError: it lies outside of what the type can hold.
    """
    number = pythonic(number)
    if dtype.kind == "b":
        return np.bool_(number)
    limits: Any = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    low, high = pythonic(limits.min), pythonic(limits.max)
    if dtype.kind == "u" and isinstance(number, int):
        low = -high  # a negative integer counts from the top
    if not (low <= number <= high or (dtype.kind == "f" and not isfinite(number))):
        plain = dtype.kind == "f" or dtype.name == "int32"
        called = called or (of(dtype).cpp if plain else f"{dtype.name}_t")
        raise RuntimeError(
            f"value cannot be converted to type {called} without overflow\n"
            f"{number} does not lie between {low} and {high}."
        )
    return np.asarray(number).astype(dtype)[()]
