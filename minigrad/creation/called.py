"""Tensors made by calling a class, ``Tensor(2, 3)`` or ``FloatTensor([1, 2])``, as in old code."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.wrap import Tensor, type_name
from ..dtype import dtype as DType
from ..size import Size
from .data import as_tensor, tensor
from .filled import empty


def of_data(data: tuple[Any, ...], dtype: DType, device: Any, refused: dict[str, Any]) -> Tensor:
    """A tensor of one type, of a sequence or, of integers, in that shape and 0 everywhere.

    Args:
        data: what the class was called with.
        dtype: the type; an array of it shares its memory.
        device: where the tensor is to lie.
        refused: what was given by name besides.

    Raises:
        TypeError: something was given by name besides, or `data` is no sequence, or several.
    """
    sizes = all(isinstance(n, int) and not isinstance(n, bool) for n in data)
    if refused or not (sizes or len(data) == 1):
        _refuse(data, refused)
    if sizes or isinstance(data[0], Size):
        return empty(*data or (0,), dtype=dtype, device=device)
    if not hasattr(data[0], "__len__"):
        raise TypeError(f"new(): data must be a sequence (got {type_name(data[0])})")
    make = as_tensor if isinstance(data[0], np.ndarray) else tensor
    return make(data[0], dtype=dtype, device=device)


def _refuse(data: tuple[Any, ...], given: dict[str, Any]) -> None:
    """Raise for arguments that no such class takes."""
    met = [type_name(x) for x in data]
    met += [f"{name}={_type_of(x)}" for name, x in given.items()]
    raise TypeError(
        f"new() received an invalid combination of arguments - got ({', '.join(met)}), but "
        "expected one of:\nA shape or a sequence, and device=; minigrad.tensor(data) takes dtype= "
        "and requires_grad=."
    )


def _type_of(x: Any) -> str:
    return "minigrad.dtype" if isinstance(x, DType) else type_name(x)
