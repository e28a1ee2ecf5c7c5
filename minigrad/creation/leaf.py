"""What everything that makes tensors has in common: the new leaf, its type, its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import backend
from ..autograd.arguments import type_name
from ..autograd.wrap import is_tensor, untracked
from ..dtype import dtype as DType
from ..dtype import float16, float32, float64, get_default_dtype, meant
from ..ops.dims import Shape, listed

if TYPE_CHECKING:
    from ..tensor import Tensor

_FLOATING = (float16, float32, float64)


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
    # One number is kept as one: arithmetic on NumPy's is far quicker than on 0-d arrays.
    out = untracked(array[()] if isinstance(array, np.ndarray) and not array.ndim else array)
    out._requires_grad = requires_grad
    return out


def numpy_type(function: str, dtype: Any, default: DType | None = None) -> Any:
    """NumPy's name of `dtype`, or of the default where it is None.

    Raises:
        TypeError: `dtype` is none.
    """
    dtype = default if dtype is None else meant(dtype)
    if isinstance(dtype, DType | None):
        return dtype and dtype.numpy
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
        sizes = (tuple_of(function, size, None),)
    if not sizes:
        raise TypeError(f'{function}() missing 1 required positional arguments: "size"')
    _check_sizes(function, sizes)
    shape = listed(sizes)
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


def _check_sizes(function: str, sizes: tuple[Any, ...]) -> None:
    """Raise for sizes, given as ``2, 3`` or ``(2, 3)``, that are no integers."""
    as_one = isinstance(sizes[0], (tuple, list))
    if len(sizes) > 1 and (as_one or not _is_int(sizes[0])):
        raise TypeError(
            f"{function}() takes 1 positional argument but {len(sizes)} were given\n"
            "Give the sizes one by one, as integers, or all in one tuple."
        )
    if not (as_one or _is_int(sizes[0])):
        tuple_of(function, sizes[0], 1)
    for place, n in enumerate(sizes[0] if as_one else sizes):
        if not _is_int(n):
            must = "must be tuple of ints, but found element of type"
            raise TypeError(
                f"{function}(): argument 'size' failed to unpack the object at pos {place + 1} "
                f'with error "type must be tuple of ints,but got {type_name(n)}"'
                if place
                else f"{function}(): argument 'size' (position 1) {must} {type_name(n)} at pos 0"
            )


def _is_int(n: Any) -> bool:
    """Whether `n` may be a size: an integer of Python's or NumPy's, or a tensor of one."""
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        return False
    return not getattr(n, "ndim", 0) and getattr(n, "dtype", None) not in _FLOATING


def tuple_of(function: str, size: Any, position: int | None) -> Any:
    """`size`, if it is a tuple or a list.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(size, (tuple, list)):
        return size
    where = f" (position {position})" if position else ""
    raise TypeError(
        f"{function}(): argument 'size'{where} must be tuple of ints, not {type_name(size)}"
    )


def number_of(function: str, name: str, position: int, x: Any) -> Any:
    """`x` as a Python number; a 0-d tensor that requires no grad, or array, counts as one.

    Raises:
        TypeError: it is no number.
    """
    if is_constant(x):
        return x.item()
    if isinstance(x, (int, float)):
        return x
    raise TypeError(
        f"{function}(): argument '{name}' (position {position}) must be Number, not {type_name(x)}"
    )


def is_constant(x: Any) -> bool:
    """Whether `x` is a 0-d tensor or array that stands for its number."""
    if is_tensor(x):
        return not x.ndim and not x.requires_grad
    return isinstance(x, (np.ndarray, np.generic)) and not x.ndim
