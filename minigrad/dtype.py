"""Data types under PyTorch's names, and PyTorch's promotion, which is not NumPy's.

NumPy answers ``int64 * float32`` with float64, PyTorch with float32; a 0-d tensor never widens a
tensor that has dimensions. Source: the PyTorch page "Tensor Attributes", section on type promotion.
"""

from __future__ import annotations

import importlib
from functools import reduce
from typing import Any

import numpy as np

__all__ = [
    "bfloat16", "bool_", "double", "dtype", "float16", "float32", "float64", "get_default_dtype",
    "half", "int8", "int16", "int32", "int64", "long", "set_default_dtype", "short", "uint8",
]  # fmt: skip


class dtype:
    """The type of a tensor's elements, as ``minigrad.float32`` or ``minigrad.int64``.

    Attributes:
        name: the name without the package, ``"float32"``.
        is_floating_point: whether tensors of this type can require a gradient.
        is_signed: whether it has negative numbers.
        itemsize: bytes of one element.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).dtype
        minigrad.int64
        >>> minigrad.float64.itemsize
        8

    Source: https://docs.pytorch.org/docs/stable/tensor_attributes.html#torch-dtype
    """

    __module__ = "minigrad"
    __slots__ = ("_numpy", "cpp", "is_floating_point", "is_signed", "itemsize", "name", "title")

    is_complex = False  # PyTorch's complex types are left out

    def __init__(self, name: str, title: str, cpp: str) -> None:
        # The latter two are in PyTorch's messages, Long and long long; NumPy's `kind` is
        # something else: "i".
        self.name = name
        self.title = title
        self.cpp = cpp
        self._numpy = None if name == "bfloat16" else np.dtype(name)
        self.is_floating_point = "float" in name
        self.is_signed = self.is_floating_point or name.startswith("int")
        self.itemsize = 2 if self._numpy is None else self._numpy.itemsize

    @property
    def numpy(self) -> np.dtype[Any]:
        """NumPy's name of the type. bfloat16 comes from the package ml_dtypes.

        Raises:
            ImportError: that package is not installed.
        """
        return _with_ml_dtypes() if self._numpy is None else self._numpy

    def __repr__(self) -> str:
        return f"minigrad.{self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.name,)  # each type exists once, also after pickle and deepcopy


__test__ = {"dtype": dtype}  # for doctest, see `minigrad.tensor`

float16 = dtype("float16", "Half", "c10::Half")
bfloat16 = dtype("bfloat16", "BFloat16", "c10::BFloat16")
float32 = dtype("float32", "Float", "float")
float64 = dtype("float64", "Double", "double")
int8 = dtype("int8", "Char", "signed char")
int16 = dtype("int16", "Short", "short int")
int32 = dtype("int32", "Int", "int")
int64 = dtype("int64", "Long", "long int")
uint8 = dtype("uint8", "Byte", "unsigned char")
bool_ = dtype("bool", "Bool", "bool")

_PYTHON: dict[Any, dtype] = {bool: bool_, int: int64, float: float64}
half = float16
float_ = float32
double = float64
short = int16
int_ = int32
long = int64

ALL = (float16, float32, float64, int8, int16, int32, int64, uint8, bool_)
_THEIRS = (
    "The only supported types are: float64, float32, float16, complex64, complex128, int64, int32, "
    "int16, int8, uint64, uint32, uint16, uint8, and bool."
)
_BY_NUMPY = {each.numpy: each for each in ALL}
_NUMBERS: dict[type, dtype] = {bool: bool_, int: int64, float: float32}

_default = float32


def of(numpy_dtype: np.dtype[Any]) -> dtype:
    """The type that goes by NumPy's `numpy_dtype`.

    Raises:
        TypeError: PyTorch (so far as minigrad follows it) has no such type.
    """
    if numpy_dtype not in _BY_NUMPY:
        here = ", ".join(each.name for each in ALL)
        numbers = numpy_dtype.kind in "iufc"  # some of these PyTorch has
        raise TypeError(
            f"can't convert np.ndarray of type numpy.{numpy_dtype.type.__name__}. "
            + (f"The types are {here}: " if numbers else f"{_THEIRS}\nHere {here}: ")
            + "array.astype('float32') makes one of them."
        )
    return _BY_NUMPY[numpy_dtype]


def _named(name: str) -> dtype:
    return next(each for each in (*ALL, bfloat16) if each.name == name)


def _with_ml_dtypes() -> np.dtype[Any]:
    """NumPy's bfloat16: known from the first time that one is made."""
    try:
        found = np.dtype(importlib.import_module("ml_dtypes").bfloat16)
    except ImportError as missing:
        raise ImportError(
            "NumPy has no bfloat16 of its own: `pip install ml_dtypes` gives it one."
        ) from missing
    bfloat16._numpy = found
    _BY_NUMPY[found] = bfloat16
    return found


def meant(given: Any) -> Any:
    """The dtype that a type of Python's stands for; anything else as it is."""
    return _PYTHON.get(given, given)


def tensor_type(numpy_dtype: np.dtype[Any]) -> str:
    """What a tensor of this type was once called, and in messages still is: FloatTensor."""
    return f"minigrad.{of(numpy_dtype).title}Tensor"


def get_default_dtype() -> dtype:
    """The type of ``tensor([1.0])`` or ``zeros(2)``: float32, until `set_default_dtype`."""
    return _default


def set_default_dtype(d: dtype) -> None:
    """Make `d` the type of floating point tensors that are created without one.

    Raises:
        TypeError: `d` is not a floating point type.
    """
    global _default
    if not d.is_floating_point:
        raise TypeError(f"only floating-point types are supported as the default type\nNot {d}.")
    _default = d
    _NUMBERS[float] = d


def result_type(*operands: Any) -> np.dtype[Any]:
    """The NumPy type of an operation on `operands`, arrays and Python numbers, by PyTorch's rules.

    Three groups count, in this order: arrays with dimensions, 0-d arrays, numbers. A later group
    decides only if it is of a higher kind (bool < integer < floating), and then by its own type.
    """
    groups: list[list[np.dtype[Any]]] = [[], [], []]
    for x in operands:
        if type(x) in _NUMBERS:
            groups[2].append(_NUMBERS[type(x)].numpy)
        else:
            groups[x.ndim == 0].append(x.dtype)
    found = [reduce(joined, group) for group in groups if group]
    return reduce(lambda higher, lower: lower if rank(lower) > rank(higher) else higher, found)


def joined(a: np.dtype[Any], b: np.dtype[Any]) -> np.dtype[Any]:
    """The type of two operands of the same group; an integer never widens a floating type."""
    if rank(a) == rank(b):
        return np.dtype(np.float32) if {a.char, b.char} == {"e", "E"} else np.promote_types(a, b)
    return max(a, b, key=rank)


def rank(dtype: np.dtype[Any]) -> int:
    """0 for bools, 1 for integers, 2 for floating point: a result is cast to no lower one."""
    return _RANKS[dtype.kind]


_RANKS = {"b": 0, "i": 1, "u": 1, "f": 2, "V": 2}  # V: NumPy's word for bfloat16


def check_cast(found: np.dtype[Any], target: np.dtype[Any]) -> None:
    """Raise unless what is of type `found` can be written where all is of type `target`."""
    if rank(found) > rank(target):
        raise RuntimeError(
            f"result type {of(found).title} can't be cast to the desired output type "
            f"{of(target).title}"
        )
