"""Operands before they are of one type: tensors of several types, and numbers among them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.wrap import TensorBase, wrap
from ..dtype import of, result_type


def is_number(x: Any) -> bool:
    """Whether `x` is a number of Python's or NumPy's, bools included."""
    return isinstance(x, (int, float, np.generic))


def check_tensors(function: str, **given: Any) -> None:
    """Raise PyTorch's TypeError unless all that was given to `function`, in this order, are tensors."""
    for position, (name, x) in enumerate(given.items(), 1):
        if not isinstance(x, TensorBase):
            raise TypeError(
                f"{function}(): argument '{name}' (position {position}) must be Tensor, "
                f"not {type(x).__name__}"
            )


def alike(*operands: Any) -> list[Any]:
    """All operands as tensors of their common type; a number becomes a 0-d tensor."""
    common = result_type(*(getattr(x, "_array", x) for x in map(plain, operands)))
    return [
        x.to(of(common)) if isinstance(x, TensorBase) else wrap(common.type(x)) for x in operands
    ]


def meeting(input: Any, number: Any) -> tuple[Any, Any]:
    """A tensor in the type that it has in common with `number`, and the number as Python's own."""
    number = plain(number)
    return input.to(of(result_type(input._array, number))), number


def plain(x: Any) -> Any:
    """A NumPy number as Python's, for only those have PyTorch's place in promotion."""
    return x.item() if isinstance(x, np.generic) else x
