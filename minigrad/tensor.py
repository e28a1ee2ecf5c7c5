"""Tensor: an array, its place in the graph, and whose memory it shows.

Its memory is in `_memory`, its place in the graph in `_history`, the methods that are operations in
`_operations`, NumPy and copies in `_exchange`; here is what Python asks of it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from . import _tensor_str
from ._exchange import Exchange
from ._facts import name_as_one, protect
from .autograd.arguments import no_form
from .autograd.quick import binary
from .autograd.wrap import connect, wrap
from .autograd.wrap import is_tensor as is_tensor
from .backend import as_array
from .creation import as_tensor, empty, tensor
from .dtype import bool_, get_default_dtype, int64
from .ops import (
    arithmetic,
    compare,
    division,
    index,
    logic,
    matmul,
    power,
    repeat,
    rounding,
    split,
)
from .ops.operands import is_number, tensors
from .size import Size


def _written(write: Callable[..., Any]) -> Callable[..., Any]:
    """``x += y`` by way of ``x.add_(y)``; what that does not take, Python asks about ``x + y``."""

    def operator(self: Tensor, other: Any) -> Any:
        known = is_tensor(other) or is_number(other)
        return write(self, other) if known else NotImplemented

    return operator


def _equal_to_array(x: Tensor, other: Any) -> Any:
    """``x == array``: the one operator that takes a NumPy array as if it were a tensor."""
    if isinstance(other, np.ndarray) and other.dtype.kind in "biuf":
        return x == as_tensor(other)
    return NotImplemented


class Tensor(Exchange):
    """An n-dimensional array that remembers how it was computed.

    ``minigrad.tensor(data)`` is the usual way to make one; the class itself, called with data,
    always gives the default floating type.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([2.0, 3.0], requires_grad=True)
        >>> y = (x * x).sum()
        >>> y.backward()
        >>> x.grad
        tensor([4., 6.])

    Source: https://docs.pytorch.org/docs/stable/tensors.html
    """

    __module__ = "minigrad"  # where its name is public, and so how its type prints
    __slots__ = ("__dict__",)  # a tensor takes attributes of any name

    def __new__(cls, data: Any = (), *sizes: int, **unknown: Any) -> Tensor:
        """A tensor of the default floating type: of data, or of a shape, and then 0 everywhere."""
        if unknown:
            raise no_form("new", (data, *sizes), unknown, "(*int sizes)", "(data)")
        if isinstance(data, Tensor):
            return data.detach()
        if isinstance(data, (int, Size)):
            return empty(*(data if isinstance(data, Size) else (data, *sizes)))
        if isinstance(data, (str, bytes)):
            raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
        if not isinstance(data, Iterable):
            raise TypeError(
                f"new(): data must be a sequence (got {type(data).__name__})\n"
                "Use minigrad.tensor(data), which takes a number too."
            )
        return tensor(data, dtype=get_default_dtype())

    # ------------------------------------------------------------------ what Python asks

    def __repr__(self) -> str:
        return self._repr("tensor(")

    def _repr(self, prefix: str) -> str:
        default = self.dtype in (get_default_dtype(), int64, bool_)
        return _tensor_str.tensor_repr(
            as_array(wrap(self._array).cpu()._array),  # without detach(): nobody shares it
            dtype_name=None if default else repr(self.dtype),
            requires_grad=self.requires_grad,
            grad_fn_name=self._grad_fn_name(),
            prefix=prefix,
        )

    def _grad_fn_name(self) -> str | None:
        try:
            return None if self.grad_fn is None else self.grad_fn.name()
        except RuntimeError:  # a view that may not be used any more can still be printed
            return "Invalid"

    def __format__(self, spec: str) -> str:
        if self.ndim == 0:
            return format(self.item(), spec)
        return format(str(self), spec) if not spec else object.__format__(self, spec)

    def __hash__(self) -> int:
        return id(self)

    def __len__(self) -> int:
        if self.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return len(self._array)

    def __iter__(self) -> Iterator[Tensor]:
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(split.unbind(self))

    def __delitem__(self, key: Any) -> None:
        raise TypeError("Tensor does not support deleting items")

    def __contains__(self, element: Any) -> bool:
        if not isinstance(element, (Tensor, int, float)):
            raise RuntimeError(
                "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
                f"{type(element)}."
            )
        return bool((self.detach() == element).any())

    def __bool__(self) -> bool:
        if self._array.size != 1:
            what = "no values" if not self._array.size else "more than one value"
            raise RuntimeError(
                f"Boolean value of Tensor with {what} is ambiguous\n"
                f"Its shape is {list(self.shape)}: do you mean x.any(), x.all(), or x is None?"
            )
        return bool(self._array.item())

    def __reversed__(self) -> Any:
        return repeat.flip(self, (0,)) if self.ndim else self

    def __float__(self) -> float:
        if self.requires_grad:
            warnings.warn(
                "Converting a tensor with requires_grad=True to a scalar may lead to unexpected "
                "behavior.\nThe number knows nothing of the graph; x.item() says that you want it "
                "so.",
                UserWarning,
                stacklevel=2,
            )
        return float(self._one())

    def __int__(self) -> int:
        return int(self._one())

    def __index__(self) -> int:
        if self._array.dtype.kind not in "iub" or self._array.size != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self._array.item())

    def _one(self) -> Any:
        if self._array.size != 1:
            raise ValueError(
                "only one element tensors can be converted to Python scalars\n"
                f"This one has shape {list(self.shape)}."
            )
        return self._array.item()

    # ------------------------------------------------------------------ the method table: operators

    __add__ = __radd__ = arithmetic.add.operator  # type: ignore[attr-defined]
    __mul__ = __rmul__ = arithmetic.mul.operator  # type: ignore[attr-defined]
    __sub__ = arithmetic.sub.operator  # type: ignore[attr-defined]
    __truediv__ = division.div.operator  # type: ignore[attr-defined]
    __floordiv__ = division.floor_divide.operator  # type: ignore[attr-defined]
    __neg__, __abs__ = arithmetic.neg, rounding.abs
    __eq__ = binary(compare.eq.op, _equal_to_array)  # type: ignore[attr-defined]
    __ne__ = compare.ne.operator  # type: ignore[attr-defined]
    __lt__, __le__ = compare.lt.operator, compare.le.operator  # type: ignore[attr-defined]
    __gt__, __ge__ = compare.gt.operator, compare.ge.operator  # type: ignore[attr-defined]
    __and__ = __rand__ = logic.bitwise_and.operator  # type: ignore[attr-defined]
    __or__ = __ror__ = logic.bitwise_or.operator  # type: ignore[attr-defined]
    __xor__ = __rxor__ = logic.bitwise_xor.operator  # type: ignore[attr-defined]
    __iadd__, __isub__ = _written(arithmetic.add_), _written(arithmetic.sub_)
    __imul__, __itruediv__ = _written(arithmetic.mul_), _written(division.div_)
    __ifloordiv__ = _written(division.floor_divide_)
    __imod__, __ipow__ = _written(division.remainder_), _written(power.pow_)
    __iand__, __ior__ = _written(logic.bitwise_and_), _written(logic.bitwise_or_)
    __ixor__ = _written(logic.bitwise_xor_)
    __getitem__, __setitem__ = index.getitem, index.setitem

    def __pos__(self) -> Tensor:
        if self.dtype is bool_:
            raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
        return self

    def __invert__(self) -> Any:
        if self.is_floating_point():
            raise TypeError(
                "~ (operator.invert) is only implemented on integer and Boolean-type tensors\n"
                f"This one is {self.dtype}; a comparison gives bools: ~(x > 0)."
            )
        return logic.bitwise_not(self)

    def __rsub__(self, other: Any) -> Any:
        return arithmetic.rsub(self, other) if is_number(other) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        known = is_number(other) or isinstance(other, np.ndarray)
        return division.reciprocal(self) * other if known else NotImplemented

    def __rfloordiv__(self, other: Any) -> Any:
        return division.floor_divide(*tensors(other, self)) if is_number(other) else NotImplemented

    def __mod__(self, other: Any) -> Any:
        known = is_number(other) or isinstance(other, Tensor)
        return division.remainder(self, other) if known else NotImplemented

    def __rmod__(self, other: Any) -> Any:
        return division.remainder(other, self) if is_number(other) else NotImplemented

    def __pow__(self, exponent: Any) -> Any:
        known = is_number(exponent) or isinstance(exponent, Tensor)
        return power.pow(self, exponent) if known else NotImplemented

    def __rpow__(self, base: Any) -> Any:
        return power.pow(base, self) if is_number(base) else NotImplemented

    def __matmul__(self, other: Any) -> Any:
        return matmul.matmul(self, other) if isinstance(other, Tensor) else NotImplemented


protect(Tensor)
name_as_one(Tensor)
connect(Tensor)

__test__ = {"Tensor": Tensor}  # doctest would look for it in the module that it names
