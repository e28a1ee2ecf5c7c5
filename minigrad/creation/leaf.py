"""What everything that makes tensors has in common: the new leaf, its type, its shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import backend
from ..autograd.wrap import Tensor, is_tensor, type_name, untracked
from ..dtype import dtype as DType
from ..dtype import get_default_dtype, meant
from ..ops.operands import Shape, listed


def leaf(array: Any, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A new leaf around `array`, moved where it belongs.

    Raises:
        RuntimeError: `requires_grad` for a type that is not floating point, or no such device.
    """
    device = backend.chosen[-1] if device is None else device
    if device is not None:
        array = backend.to_device(array, backend.device(device))
    if requires_grad and array.dtype.kind != "f":
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients\n"
            f"This one is of type {array.dtype}: write 1.0 for 1, or give dtype=minigrad.float32."
        )
    # One number is kept as one: arithmetic on NumPy's is far quicker than on 0-d arrays.
    out = untracked(array[()] if isinstance(array, np.ndarray) and not array.ndim else array)
    out._requires_grad = bool(requires_grad)
    return out


def numpy_type(dtype: Any, default: DType | None = None) -> Any:
    """NumPy's name of `dtype`, or of the default where it is None.

    Raises:
        TypeError: `dtype` is none.
    """
    dtype = default if dtype is None else meant(dtype)
    if isinstance(dtype, DType | None):
        return dtype and dtype.numpy
    raise TypeError(f"argument 'dtype' must be minigrad.dtype, not {type_name(dtype)}")


def floating(dtype: Any) -> Any:
    """As `numpy_type`, with the default floating type for None."""
    return numpy_type(dtype, get_default_dtype())


def shape_of(sizes: tuple[Any, ...], size: Any = None) -> Shape:
    """A shape given as ``2, 3`` or ``(2, 3)`` or ``size=(2, 3)``.

    Raises:
        RuntimeError: a dimension is negative.
        TypeError: one is not an integer.
    """
    shape = listed(sizes if size is None else (size,))
    for n in (n for n in shape if n < 0):
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(shape)}")
    return shape


def target(
    *args: Any,
    dtype: Any = None,
    device: Any = None,
    non_blocking: bool = False,
    copy: bool = False,
) -> tuple[Any, backend.device | None, bool]:
    """What ``x.to(...)`` asks for: NumPy's type, the device, each None to stay, whether to copy.

    Raises:
        RuntimeError: there is no such device.
        TypeError: an argument is neither a type, nor a device, nor a tensor.
    """
    for arg in args:
        if is_tensor(arg):
            dtype, device = arg.dtype, arg.device
        elif type(arg) in (str, int, backend.device):
            device = arg
        elif arg is not None:
            dtype = arg
    return numpy_type(dtype), None if device is None else backend.device(device), copy


def number(x: Any) -> Any:
    """A Python number; a 0-d tensor, or what NumPy has of the kind, counts as one."""
    return x.item() if hasattr(x, "item") else x


def own(x: Tensor, options: dict[str, Any]) -> dict[str, Any]:
    """`options`, with the type and the place of `x` where they say none."""
    given = {name: option for name, option in options.items() if option is not None}
    return {"dtype": x.dtype, "device": x.device, **given}
