"""Comparisons: of two tensors element by element, of two tensors as a whole, and with nan and inf.

No gradient passes through a truth value, so a comparison has no rule; only where it is written over
a number, the number's gradient ends: in zeros.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .copy import zeros_like
from .operands import TENSOR_OR_NUMBER, as_number, check_tensors, is_number, meeting
from .parse import overloaded, parsed

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]


@elementwise(r"x = y")
def eq(input: Array, other: Array) -> Array:
    """Elementwise equality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.eq(minigrad.tensor([1, 2]), 2)
        tensor([False,  True])
    """
    return input == other


@elementwise(r"x \ne y")
def ne(input: Array, other: Array) -> Array:
    """Elementwise inequality, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.ne(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return input != other


@elementwise(r"x < y")
def lt(input: Array, other: Array) -> Array:
    """Elementwise ``input < other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.lt(minigrad.tensor([1, 2]), 2)
        tensor([ True, False])
    """
    return input < other


@elementwise(r"x \le y")
def le(input: Array, other: Array) -> Array:
    """Elementwise ``input <= other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.le(minigrad.tensor([1, 2]), 1)
        tensor([ True, False])
    """
    return input <= other


@elementwise(r"x > y")
def gt(input: Array, other: Array) -> Array:
    """Elementwise ``input > other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.gt(minigrad.tensor([1, 2]), 1)
        tensor([False,  True])
    """
    return input > other


@elementwise(r"x \ge y")
def ge(input: Array, other: Array) -> Array:
    """Elementwise ``input >= other``, as bools; shapes broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.ge(minigrad.tensor([1, 2]), 2)
        tensor([False,  True])
    """
    return input >= other


_forms = overloaded(*TENSOR_OR_NUMBER)
for _row in (eq, ne, lt, le, gt, ge):
    _row.op.number_first = False  # type: ignore[attr-defined]  # there is no form for eq(2, x)
eq, ne, lt, le, gt, ge = map(_forms, (eq, ne, lt, le, gt, ge))


# ---------------------------------------------------------------------------------- nan, infinity


@op(r"x = \mathrm{nan}")
def isnan(input: Array) -> Array:
    """Whether an element is nan, not a number; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isnan(minigrad.tensor([1.0, float("nan")]))
        tensor([False,  True])
    """
    return np.isnan(input)


@op(r"|x| = \infty")
def isinf(input: Array) -> Array:
    """Whether an element is infinite, positive or negative; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isinf(minigrad.tensor([1.0, float("-inf")]))
        tensor([False,  True])
    """
    return np.isinf(input)


@op(r"|x| < \infty")
def isfinite(input: Array) -> Array:
    """Whether an element is neither infinite nor nan; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isfinite(minigrad.tensor([1.0, float("inf"), float("nan")]))
        tensor([ True, False, False])
    """
    return np.isfinite(input)


# ---------------------------------------------------------------------------------- nearly, wholly


@op(r"|x - y| \le a + r |y|")
def _isclose(input: Array, other: Array, rtol: Any, atol: Any, equal_nan: bool) -> Array:
    close = input == other
    if equal_nan:
        close = close | ((input != input) & (other != other))
    if rtol == 0 == atol:  # float64 could not tell every two integers apart
        return close
    if input.dtype.kind != "f":
        input, other = np.asarray(input, np.float64), np.asarray(other, np.float64)
    distance = np.abs(input - other)
    return close | (np.isfinite(distance) & (distance <= atol + np.abs(rtol * other)))


@parsed
def isclose(
    input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Tensor:
    """Whether two elements are nearly equal, ``|input - other| <= atol + rtol * |other|``.

    Infinity is close to itself alone.

    Args:
        input: any shape.
        other: of the same type; shapes broadcast.
        rtol: how far they may be apart, as a part of `other`.
        atol: how far they may be apart anyway.
        equal_nan: whether nan is close to nan.

    Raises:
        RuntimeError: the types differ, the shapes do not broadcast, or a tolerance is negative.
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.isclose(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0000001, 2.1]))
        tensor([ True, False])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isclose.html
    """
    check_tensors("isclose", input=input, other=other)
    rtol = as_number("isclose", "rtol", 3, rtol, "float")
    atol = as_number("isclose", "atol", 4, atol, "float")
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype.kind} did not match {other.dtype.kind}")
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise RuntimeError(
                f"{name} must be greater than or equal to zero, but got {tolerance:g}"
            )
    return _isclose(input, other, rtol, atol, equal_nan)  # type: ignore[no-any-return]


@parsed
def allclose(
    input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    """Whether all elements are nearly equal: `isclose` everywhere, as a Python bool.

    Arguments and errors are those of `isclose`.

    Example:
        >>> import minigrad
        >>> minigrad.allclose(minigrad.tensor([1.0]), minigrad.tensor([1.0000001]))
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.allclose.html
    """
    return bool(np.all(isclose(input, other, rtol, atol, equal_nan)._array))


@parsed
def equal(input: Tensor, other: Tensor) -> bool:
    """Whether two tensors have one shape and equal elements, as a Python bool; nan equals nothing.

    Raises:
        TypeError: one of them is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.equal(minigrad.tensor([1, 2]), minigrad.tensor([1, 2]))
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.equal.html
    """
    check_tensors("equal", input=input, other=other)
    return input.shape == other.shape and bool(np.all(eq(input, other)._array))


# ---------------------------------------------------------------------------------- in place


def _written(compare: Call) -> Call:
    """The twin of a comparison: its truth values as numbers, from which no gradient goes further.

    Two rows, as in PyTorch: one to compare with a number, one with a tensor.
    """
    name, camel, tex = compare.__name__, compare.__name__.capitalize(), compare.op.tex  # type: ignore[attr-defined]

    def with_number(input: Array, other: Any) -> Array:
        return compare.op.forward(input, other)  # type: ignore[attr-defined]

    def with_tensor(input: Array, other: Array) -> Array:
        return compare.op.forward(input, other)  # type: ignore[attr-defined]

    with_number.__name__, with_tensor.__name__ = f"_{name}_number", f"_{name}_tensor"
    zeros = (zeros_like, r"0")
    for_number = op(tex, name=f"{camel}Backward0", input=zeros)(with_number)
    for_tensor = elementwise(tex, name=f"{camel}Backward1", input=zeros, other=zeros)(with_tensor)
    for_number.op.label = for_tensor.op.label = name  # type: ignore[attr-defined]
    number_, tensor_ = in_place(for_number), in_place(for_tensor)

    def twin(input: Any, other: Any) -> Tensor:
        if is_tensor(other):
            return tensor_(input, other)  # type: ignore[no-any-return]
        if not is_number(other):
            return NotImplemented  # type: ignore[no-any-return]
        return number_(input, meeting(input, other)[1])  # type: ignore[no-any-return]

    twin.__name__ = twin.__qualname__ = f"{name}_"
    twin.__doc__ = f"In-place version of `{name}`: writes 1 where it holds, elsewhere 0."
    return _forms(twin)


eq_, ne_, lt_, le_, gt_, ge_ = map(_written, (eq, ne, lt, le, gt, ge))
