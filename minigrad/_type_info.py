"""What the numbers of a type can be: `finfo` of floating point, `iinfo` of integers.

Source: https://docs.pytorch.org/docs/stable/type_info.html
"""

from __future__ import annotations

from math import floor, log10
from typing import Any

from .dtype import dtype as DType
from .dtype import get_default_dtype, meant

# The binary digits after the point, and the power of two that is just too large.
_FORMS = {"float16": (10, 16), "bfloat16": (7, 128), "float32": (23, 128), "float64": (52, 1024)}


class _Info:
    """The limits of one type; two of one type are equal."""

    _SHOWN: tuple[str, ...]

    def __init__(self, dtype: DType) -> None:
        self.dtype, self.bits = dtype.name, 8 * dtype.itemsize

    def __repr__(self) -> str:
        limits = [f"{name}={getattr(self, name):g}" for name in self._SHOWN]
        return f"{type(self).__name__}({', '.join(limits)}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.dtype == getattr(other, "dtype", None)

    def __hash__(self) -> int:
        return hash((type(self), self.dtype))


class finfo(_Info):
    """The limits of a floating point type; by default of the default one.

    Attributes:
        bits: how many a number takes.
        eps: the distance from 1 to the next larger number.
        max, min: the largest number, and the same with a minus.
        tiny, smallest_normal: the smallest positive number with all its digits.
        resolution: as `eps`, rounded up to a power of ten.
        dtype: the name of the type.

    Raises:
        TypeError: it is no floating point type.

    Example:
        >>> import minigrad
        >>> minigrad.finfo(minigrad.float32).eps
        1.1920928955078125e-07
        >>> minigrad.finfo(minigrad.float16)  # doctest: +ELLIPSIS
        finfo(resolution=0.001, min=-65504, max=65504, eps=0.000976562, ..., dtype=float16)
    """

    __module__ = "minigrad"
    _SHOWN = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")

    def __init__(self, type: Any = None) -> None:
        dtype = _dtype("finfo", get_default_dtype() if type is None else type)
        if not dtype.is_floating_point:
            raise TypeError(
                "minigrad.finfo() requires a floating point input type. Use minigrad.iinfo to "
                f"handle 'minigrad.finfo'\nThe type is {dtype}."
            )
        super().__init__(dtype)
        digits, power = _FORMS[dtype.name]
        self.eps = 2.0**-digits
        self.max = (2 - self.eps) * 2.0 ** (power - 1)
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0 ** (2 - power)
        self.resolution = float(f"1e-{floor(digits * log10(2))}")


class iinfo(_Info):
    """The limits of a type of integers.

    Attributes:
        bits: how many a number takes.
        max, min: the largest and the smallest number.
        dtype: the name of the type.

    Raises:
        TypeError: it is no type of integers.

    Example:
        >>> import minigrad
        >>> minigrad.iinfo(minigrad.uint8)
        iinfo(min=0, max=255, dtype=uint8)
    """

    __module__ = "minigrad"
    _SHOWN = ("min", "max")

    def __init__(self, type: Any) -> None:
        dtype = _dtype("iinfo", type)
        if dtype.is_floating_point:
            raise TypeError(
                "minigrad.iinfo() requires an integer input type. Use minigrad.finfo to handle "
                f"'minigrad.iinfo'\nThe type is {dtype}."
            )
        if dtype.name == "bool":
            raise TypeError("minigrad.bool is not supported by minigrad.iinfo")
        super().__init__(dtype)
        self.min = -(2 ** (self.bits - 1)) if dtype.is_signed else 0
        self.max = 2 ** (self.bits - dtype.is_signed) - 1


def _dtype(name: str, given: Any) -> DType:
    dtype = meant(given)
    if not isinstance(dtype, DType):
        raise TypeError(
            f"{name}(): argument 'type' (position 1) must be minigrad.dtype, "
            f"not {type(given).__name__}"
        )
    return dtype


__test__ = {"finfo": finfo, "iinfo": iinfo}  # for doctest, see `minigrad.tensor`
