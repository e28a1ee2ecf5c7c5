"""Operands before they are of one type: tensors of several types, and numbers among them."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np

from ..autograd.arguments import cast, type_name
from ..autograd.wrap import is_tensor, wrap
from ..dtype import of, result_type


def is_number(x: Any) -> bool:
    """Whether `x` is a number of Python's or NumPy's, bools included."""
    return isinstance(x, (int, float, np.generic))


def pythonic(number: Any) -> Any:
    """A NumPy number as Python's, for only those have PyTorch's place in promotion."""
    return number.item() if isinstance(number, np.generic) else number


def check_tensors(function: str, **given: Any) -> None:
    """Raise PyTorch's TypeError unless all that was given to `function` are tensors."""
    for position, (name, x) in enumerate(given.items(), 1):
        if not is_tensor(x):
            raise TypeError(
                f"{function}(): argument '{name}' (position {position}) must be Tensor, "
                f"not {type_name(x)}"
            )


def alike(*operands: Any) -> list[Any]:
    """All operands as tensors of their common type; a number becomes a 0-d tensor."""
    common = result_type(*(x._array if is_tensor(x) else pythonic(x) for x in operands))
    return [x.to(of(common)) if is_tensor(x) else wrap(fitted(x, common)) for x in operands]


def meeting(input: Any, number: Any) -> tuple[Any, Any]:
    """A tensor in the type that it has in common with `number`, and the number in that type."""
    number = pythonic(number)
    common = result_type(input._array, number)
    return input.to(of(common)), cast(number, common)


def check_stays(input: Any, number: Any) -> None:
    """Raise unless what `input` makes with `number` can be written back into `input`."""
    common = result_type(input._array, pythonic(number))
    if common.kind == "f" != input._array.dtype.kind:
        raise RuntimeError(
            f"result type {of(common).kind} can't be cast to the desired output type "
            f"{input.dtype.kind}"
        )


def fitted(number: Any, dtype: np.dtype[Any]) -> Any:
    """A Python number in the NumPy type `dtype`, cut off where it has more digits.

    Raises:
        RuntimeError: it lies outside of what the type can hold.
    """
    number = pythonic(number)
    if dtype.kind == "b":
        return np.bool_(number)
    limits: Any = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    low, high = pythonic(limits.min), pythonic(limits.max)
    bottom = -high if dtype.kind == "u" else low  # a negative number counts from the top in uint8
    if not (bottom <= number <= high or (dtype.kind == "f" and not isfinite(number))):
        raise RuntimeError(
            f"value cannot be converted to type {_c_name(dtype)} without overflow: {number} does "
            f"not lie between {low} and {high}"
        )
    if dtype.kind == "f":
        return dtype.type(number)
    return np.asarray(int(number)).astype(dtype)[()]


def _c_name(dtype: np.dtype[Any]) -> str:
    return of(dtype).cpp if dtype.kind == "f" else f"{dtype.name}_t"
