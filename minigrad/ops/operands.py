"""What operations are given, as PyTorch reads it: dimensions, shapes, numbers among tensors."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, prod
from operator import index
from typing import Any

import numpy as np

from ..autograd.record import cast, misfit
from ..autograd.wrap import is_tensor, wrap
from ..backend import Array, on_host
from ..dtype import of, result_type

# ---------------------------------------------------------------------------- dimensions and shapes


Shape = tuple[int, ...]
Dims = int | Shape | None  # one dimension or several to reduce along; None means all


def wrap_dim(dim: Any, ndim: int) -> int:
    """`dim` counted from the front; a 0-d tensor counts as having one dimension.

    Raises:
        IndexError: there is no such dimension.
        TypeError: `dim` is not an integer.
    """
    if isinstance(dim, bool) or not hasattr(dim, "__index__"):
        raise TypeError(f"argument 'dim' must be int, not {type(dim).__name__}")
    place, bound = index(dim), max(ndim, 1)  # also of a tensor of one integer
    if not -bound <= place < bound:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], "
            f"but got {place})"
        )
    return place % bound


def own_dim(dim: Any, ndim: int) -> int:
    """`dim` counted from the front, of a tensor that must have a dimension.

    Raises:
        IndexError: it has none, or not this one.
    """
    if not ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return wrap_dim(dim, ndim)


def wrap_dims(dim: Any, ndim: int) -> tuple[int, ...]:
    """One dimension or several, counted from the front; none given means all.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.
    """
    given = dim if isinstance(dim, (tuple, list)) else () if dim is None else (dim,)
    dims = tuple([wrap_dim(each, ndim) for each in given])
    for d in dims:
        if dims.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return dims or tuple(range(ndim))


def reduced_axes(dim: Any, ndim: int) -> tuple[int, ...]:
    """The dimensions to reduce, as NumPy counts them: a 0-d array has none.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.
    """
    dims = wrap_dims(dim, ndim)
    return dims if ndim else ()


def reduced_axis(dim: int | None, ndim: int) -> int | None:
    """As `reduced_axes`, of one dimension at most; None where there is none to name.

    Raises:
        IndexError: there is no such dimension.
    """
    axis = None if dim is None else wrap_dim(dim, ndim)
    return axis if ndim else None


def sized(sizes: Any) -> Shape:
    """Sizes or dimensions given as a tuple or a list.

    Raises:
        TypeError: they are not, or something in it is no integer.
    """
    if not isinstance(sizes, (tuple, list)):
        raise TypeError(f"must be tuple of ints, not {type(sizes).__name__}")
    return tuple(map(index, sizes))


def listed(sizes: tuple[Any, ...]) -> Shape:
    """Sizes given as ``(2, 3)`` or as ``2, 3``.

    Raises:
        TypeError: something is no integer.
    """
    one = len(sizes) == 1 and isinstance(sizes[0], (tuple, list))
    return tuple(map(index, sizes[0] if one else sizes))


def inferred(shape: Shape, numel: int) -> Shape:
    """`shape` with its one -1 worked out, for `numel` elements.

    Raises:
        RuntimeError: it cannot hold that many elements, or has two -1.
    """
    if shape.count(-1) > 1:
        raise RuntimeError(f"only one dimension can be inferred\nThe shape is {list(shape)}.")
    known = prod([n for n in shape if n != -1])
    fits = known and numel % known == 0 if -1 in shape else known == numel
    if not fits or min(shape, default=0) < -1:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
    return tuple([numel // known if n == -1 else n for n in shape])


def broadcast_shapes(a: Shape, b: Shape) -> Shape:
    """The shape that two shapes broadcast to.

    Raises:
        RuntimeError: they do not.
    """
    said = misfit(a, b)
    if said:
        raise RuntimeError(said)
    return np.broadcast_shapes(a, b)


# ---------------------------------------------------------------------------------- operands


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
    return [x if is_tensor(x) else wrap(as_scalar(x, common)) for x in operands]


def in_common_type(input: Any, number: Any) -> tuple[Any, Any]:
    """A tensor in the type that it has in common with `number`, and the number in that type."""
    if input._array.dtype.kind == "f" and type(number) in (int, float):  # nothing to convert
        return input, number
    number = pythonic(number)
    common = result_type(input._array, number)
    return input.to(of(common)), cast(number, common)


def array_of(x: Any) -> Any:
    """The array of a tensor; an array itself: for a rule that has to look at numbers."""
    return x._array if is_tensor(x) else x


def constant(array: Any, like: Any) -> Any:
    """What a rule computed on raw arrays, as a tensor where the rule runs on tensors as `like`."""
    return wrap(array) if is_tensor(like) else array


def as_scalar(number: Any, dtype: np.dtype[Any], called: str | None = None) -> Any:
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
    if dtype.kind == "V":  # bfloat16 reaches as far as float32
        return as_scalar(number, np.dtype(np.float32), of(dtype).cpp).astype(dtype)
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
    return on_host(number).astype(dtype)[()]


def check_floating(kernel: str, array: Array) -> None:
    """Raise PyTorch's error, which names its `kernel`, unless `array` is floating point."""
    if array.dtype.kind not in "fV":
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{of(array.dtype).title}'\n"
            "Make it floating point, for example with .float()."
        )
