"""Operands before they are of one type: tensors of several types, and numbers among them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import update_wrapper
from math import isfinite
from operator import index
from typing import Any

import numpy as np

from ..autograd.arguments import cast, no_form, type_name
from ..autograd.quick import binary
from ..autograd.region import check_once
from ..autograd.wrap import is_tensor, wrap
from ..dtype import check_cast, of, rank, result_type
from ..mode import current

Call = Callable[..., Any]


class _LeftOut:
    def __repr__(self) -> str:
        return "<left out>"


TENSOR_OR_NUMBER = "(Tensor other)", "(Number other)"  # what PyTorch says an operand may be
LEFT_OUT: Any = _LeftOut()  # the default where None, or any other value, means something else


def is_number(x: Any) -> bool:
    """Whether `x` is a number of Python's or NumPy's, bools included."""
    return isinstance(x, (int, float, np.generic))


def pythonic(number: Any) -> Any:
    """A NumPy number as Python's, for only those have PyTorch's place in promotion."""
    return number.item() if isinstance(number, np.generic) else number


def is_scalar(x: Any) -> bool:
    """Whether `x` may stand where a number is wanted: also a 0-d tensor that requires no grad."""
    return is_number(x) or (is_tensor(x) and not x.ndim and not x.requires_grad)


def is_whole(x: Any) -> bool:
    """Whether `x` may stand where an integer is wanted: also a tensor of one, but no bool."""
    if is_tensor(x):
        return x._array.dtype.kind in "iu" and x.numel() == 1
    return hasattr(x, "__index__") and not isinstance(x, (bool, np.bool_))


def as_number(function: str, name: str, position: int, x: Any, wanted: str = "Number") -> Any:
    """The argument `name` of a `function` as a number of Python's, or as an int if that is wanted.

    On arrays it is computed with, and there NumPy's numbers have types, and tensors no place.

    Raises:
        TypeError: it stands for none.
    """
    if type(x) is int:  # most of them
        return x
    if not (is_whole(x) if wanted == "int" else is_scalar(x)):
        raise TypeError(
            f"{function}(): argument '{name}' (position {position}) must be {wanted}, "
            f"not {type_name(x)}"
        )
    return index(x) if wanted == "int" else x.item() if is_tensor(x) else pythonic(x)


def check_tensors(function: str, **given: Any) -> None:
    """Raise PyTorch's TypeError unless all that was given to `function` are tensors."""
    for position, (name, x) in enumerate(given.items(), 1):
        if not is_tensor(x):
            raise TypeError(
                f"{function}(): argument '{name}' (position {position}) must be Tensor, "
                f"not {type_name(x)}"
            )


def tensors(*operands: Any) -> list[Any]:
    """All operands as tensors; a number becomes a 0-d one, of the type that all have in common."""
    common = result_type(*(x._array if is_tensor(x) else pythonic(x) for x in operands))
    return [x if is_tensor(x) else wrap(written(x, common)) for x in operands]


def meeting(input: Any, number: Any) -> tuple[Any, Any]:
    """A tensor in the type that it has in common with `number`, and the number in that type."""
    if input._array.dtype.kind == "f" and type(number) in (int, float):  # nothing to convert
        return input, number
    number = pythonic(number)
    common = result_type(input._array, number)
    return input.to(of(common)), cast(number, common)


def check_stays(input: Any, number: Any) -> None:
    """Raise unless what `input` makes with `number` can be written back into `input`."""
    common, own = result_type(input._array, pythonic(number)), input._array.dtype
    if rank(common) > rank(own):
        check_once(input._array)  # that comes first
    check_cast(common, own)


def check_kind(kernel: str, array: Any, kinds: str) -> None:
    """Raise PyTorch's error, which names its `kernel`, unless the type of `array` is of `kinds`.

    Args:
        kernel: what PyTorch calls its loop over the elements.
        array: what an operation was called with.
        kinds: some of ``"biuf"``: bool, signed, unsigned, floating point.
    """
    if array.dtype.kind not in kinds:
        advice = "Convert it first: x.float()." if "f" in kinds else "Compare for bools: x > 0."
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{of(array.dtype).kind}'\n{advice}"
        )


def tensors_only(call: Call) -> Call:
    """`call`, an operation on two operands, refusing numbers; ``method`` is the method's form."""

    def function(input: Any, other: Any) -> Any:
        check_tensors(call.__name__, input=input, other=other)
        return call(input, other)

    def method(input: Any, other: Any) -> Any:
        check_tensors(call.__name__, other=other)
        return call(input, other)

    function = update_wrapper(function, call)
    function.method = update_wrapper(method, call)  # type: ignore[attr-defined]
    return function


def paired(row: Call, forms: tuple[str, ...] = ()) -> Call:
    """A row of two operands as a method, where PyTorch counts positions without the tensor itself.

    Args:
        row: the operation.
        forms: what PyTorch has to choose from, if it lists that where the operand is of none.
    """

    def refuse(input: Any, other: Any) -> Any:
        if forms:
            raise no_form(row.op.label, (other,), {}, *forms)  # type: ignore[attr-defined]
        check_tensors(row.op.label, other=other)  # type: ignore[attr-defined]

    return update_wrapper(binary(row.op, refuse), row)  # type: ignore[attr-defined]


def bare(x: Any) -> Any:
    """The array of a tensor; an array itself: for a rule that has to look at numbers."""
    return x._array if is_tensor(x) else x


def constant(array: Any, like: Any) -> Any:
    """What a rule computed on bare arrays, as a tensor where the rule runs on tensors as `like`."""
    return wrap(array) if is_tensor(like) else array


@functools.cache
def _limits(dtype: np.dtype[Any]) -> tuple[Any, Any]:
    """The least and the greatest finite number of a NumPy type."""
    limits: Any = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    return pythonic(limits.min), pythonic(limits.max)


def fitted(number: Any, dtype: np.dtype[Any], called: str | None = None) -> Any:
    """A Python number in the NumPy type `dtype`, cut off where it has more digits.

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
    low, high = _limits(dtype)
    wraps = dtype.kind == "u" and not isinstance(number, float)
    bottom = -high if wraps else low  # a negative integer counts from the top in uint8
    if not (bottom <= number <= high or (dtype.kind == "f" and not isfinite(number))):
        raise RuntimeError(
            f"value cannot be converted to type {called or _c_name(dtype)} without overflow\n"
            f"{number} does not lie between {low} and {high}."
        )
    if dtype.kind == "f":
        return dtype.type(number)
    return np.asarray(int(number)).astype(dtype)[()]


def written(number: Any, dtype: np.dtype[Any]) -> Any:
    """`fitted`, for a number that meets tensors or goes into one: there float16 may overflow."""
    half = dtype == np.float16
    return current.mode.quiet(dtype.type, number) if half else fitted(number, dtype)


def _c_name(dtype: np.dtype[Any]) -> str:
    return of(dtype).cpp if dtype.kind == "f" or dtype.name == "int32" else f"{dtype.name}_t"
