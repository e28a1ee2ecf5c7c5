"""What everything that makes tensors has in common: the new leaf, its type, its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import backend
from ..autograd.arguments import type_name
from ..autograd.wrap import is_tensor, untracked
from ..dtype import dtype as DType
from ..dtype import get_default_dtype
from ..ops.dims import Shape, listed

if TYPE_CHECKING:
    from ..tensor import Tensor

_PYTHON = {bool: np.bool_, int: np.int64, float: np.float64}


def leaf(function: str, array: Any, device: Any, requires_grad: bool) -> Tensor:
    """What `function` returns: a new leaf around `array`, moved where it belongs.

    Raises:
        RuntimeError: `requires_grad` for a type that is not floating point, or no such device.
        TypeError: `requires_grad` is not a bool, or `device` no device.
    """
    if requires_grad is not True and requires_grad is not False:
        raise TypeError(
            f"{function}(): argument 'requires_grad' must be bool, not {type_name(requires_grad)}"
        )
    if not isinstance(device, str | int | backend.device | None):
        raise TypeError(
            f"{function}(): argument 'device' must be minigrad.device, not {type_name(device)}"
        )
    if device is not None:
        array = backend.to_device(array, backend.device(device))
    if requires_grad and array.dtype.kind != "f":
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients\n"
            f"This one is of type {array.dtype}: write 1.0 for 1, or give dtype=minigrad.float32."
        )
    # One number is kept as one: arithmetic on NumPy's is ten times as quick as on 0-d arrays.
    out = untracked(array[()] if isinstance(array, np.ndarray) and not array.ndim else array)
    out._requires_grad = requires_grad
    return out


def numpy_type(function: str, dtype: Any, default: DType | None = None) -> Any:
    """NumPy's name of `dtype`, or of the default where it is None.

    Raises:
        TypeError: `dtype` is none.
    """
    if dtype is None:
        return None if default is None else default.numpy
    if isinstance(dtype, DType):
        return dtype.numpy
    if dtype in _PYTHON:
        return np.dtype(_PYTHON[dtype])
    raise TypeError(
        f"{function}(): argument 'dtype' must be minigrad.dtype, not {type_name(dtype)}"
    )


def floating(function: str, dtype: Any) -> Any:
    """As `numpy_type`, with the default floating type for None."""
    return numpy_type(function, dtype, get_default_dtype())


def shape_of(function: str, sizes: tuple[Any, ...], size: Any = None) -> Shape:
    """A shape given as ``2, 3`` or ``(2, 3)`` or ``size=(2, 3)``.

    Raises:
        RuntimeError: a dimension is negative.
        TypeError: none is given, or one is not an integer.
    """
    if size is not None:
        sizes = (size,)
    if not sizes:
        raise TypeError(f'{function}() missing 1 required positional arguments: "size"')
    try:
        shape = listed(sizes)
    except TypeError as error:
        raise TypeError(f"{function}(): {error}") from None
    for n in shape:
        if n < 0 and function == "zeros":
            raise RuntimeError(
                f"zeros: Dimension size must be non-negative.\nThe size is {list(shape)}."
            )
        if n < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {n}: {list(shape)}"
            )
    return shape


def tuple_of(function: str, size: Any, position: int) -> Any:
    """`size`, if it is a tuple or a list.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(size, (tuple, list)):
        return size
    raise TypeError(
        f"{function}(): argument 'size' (position {position}) must be tuple of ints, "
        f"not {type_name(size)}"
    )


def number_of(function: str, name: str, position: int, x: Any) -> Any:
    """`x` as a Python number; a tensor or an array of one element counts as one.

    Raises:
        TypeError: it is no number.
    """
    if is_tensor(x) or isinstance(x, (np.ndarray, np.generic)):
        return x.item()
    if isinstance(x, (int, float)):
        return x
    raise TypeError(
        f"{function}(): argument '{name}' (position {position}) must be Number, not {type_name(x)}"
    )
