"""Tensor: an array, its place in the graph, and whose memory it shows.

Its memory is in `_memory`, its place in the graph in `_history`; here is what Python and NumPy may
ask of it, and one table of methods that are the operations themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _tensor_str, backend
from ._operations import Operations
from .autograd.wrap import connect, wrap
from .autograd.wrap import is_tensor as is_tensor
from .dtype import bool_, get_default_dtype, int64
from .ops import (
    arithmetic,
    compare,
    elementwise,
    index,
    join,
    linalg,
)
from .ops.operands import alike, is_number


class Tensor(Operations):
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

    __slots__ = ()
    __array_ufunc__ = None  # NumPy leaves operators to us
    __array_priority__ = 1000

    def __new__(cls, data: Any = (), *sizes: int) -> Tensor:
        """A tensor of the default floating type: of data, or of a shape, and then 0 everywhere."""
        number = get_default_dtype().numpy
        if isinstance(data, Tensor):
            return data.detach()
        if isinstance(data, int):
            return wrap(np.zeros((data, *sizes), number))
        return wrap(np.array(data, number))

    # ------------------------------------------------------------------ what Python and NumPy ask

    def __repr__(self) -> str:
        return self._repr("tensor(")

    def _repr(self, prefix: str) -> str:
        default = self.dtype in (get_default_dtype(), int64, bool_)
        return _tensor_str.tensor_repr(
            self.detach().cpu()._array,
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
        return iter(join.unbind(self))

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
            raise RuntimeError(f"Boolean value of Tensor with {what} is ambiguous")
        return bool(self._array.item())

    def __float__(self) -> float:
        return float(self._one())

    def __int__(self) -> int:
        return int(self._one())

    def __index__(self) -> int:
        if self._array.dtype.kind not in "iub" or self._array.size != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self._array.item())

    def _one(self) -> Any:
        if self._array.size != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return self._array.item()

    def numpy(self, *, force: bool = False) -> Any:
        """The same memory as a NumPy array.

        Args:
            force: also where PyTorch would refuse: ``detach().cpu()`` first.

        Raises:
            RuntimeError: this tensor requires grad.
            TypeError: it lies on a GPU.
        """
        if force:
            return self.detach().cpu().numpy()
        if self.requires_grad:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                "instead."
            )
        if not backend.is_numpy(self._array):
            raise TypeError(
                f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to "
                "copy the tensor to host memory first."
            )
        self._share()
        return self._array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.numpy(), dtype, copy=copy)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
                "protocol at the moment. Use x.detach().clone() instead."
            )
        if id(self) not in memo:
            memo[id(self)] = twin = type(self)._from_array(self._array.copy(), self._requires_grad)
            twin._grad = None if self._grad is None else self._grad.__deepcopy__(memo)
        return memo[id(self)]  # type: ignore[no-any-return]

    @classmethod
    def _from_array(cls, array: Any, requires_grad: Any) -> Tensor:
        """A leaf of this class around `array`."""
        x: Tensor = wrap(array, requires_grad)
        return x

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _rebuilt, (type(self), self.detach().cpu()._array, self.requires_grad)

    # ------------------------------------------------------------------ the method table: operators

    __add__ = __radd__ = arithmetic.add.operator  # type: ignore[attr-defined]
    __mul__ = __rmul__ = arithmetic.mul.operator  # type: ignore[attr-defined]
    __sub__ = arithmetic.sub.operator  # type: ignore[attr-defined]
    __truediv__ = arithmetic.div.operator  # type: ignore[attr-defined]
    __floordiv__ = arithmetic.floor_divide.operator  # type: ignore[attr-defined]
    __neg__, __abs__ = arithmetic.neg, elementwise.abs
    __eq__ = compare.eq.operator  # type: ignore[attr-defined]
    __ne__ = compare.ne.operator  # type: ignore[attr-defined]
    __lt__, __le__ = compare.lt.operator, compare.le.operator  # type: ignore[attr-defined]
    __gt__, __ge__ = compare.gt.operator, compare.ge.operator  # type: ignore[attr-defined]
    __and__ = __rand__ = compare.bitwise_and.operator  # type: ignore[attr-defined]
    __or__ = __ror__ = compare.bitwise_or.operator  # type: ignore[attr-defined]
    __xor__ = __rxor__ = compare.bitwise_xor.operator  # type: ignore[attr-defined]
    __invert__ = compare.bitwise_not
    __iadd__, __isub__ = arithmetic.add_, arithmetic.sub_
    __imul__, __itruediv__ = arithmetic.mul_, arithmetic.div_
    __ifloordiv__, __imod__ = arithmetic.floor_divide_, arithmetic.remainder_
    __getitem__, __setitem__ = index.getitem, index.setitem

    def __rsub__(self, other: Any) -> Any:
        return arithmetic.rsub(self, other) if is_number(other) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return arithmetic.reciprocal(self) * other if is_number(other) else NotImplemented

    def __rfloordiv__(self, other: Any) -> Any:
        return arithmetic.floor_divide(*alike(other, self)) if is_number(other) else NotImplemented

    def __mod__(self, other: Any) -> Any:
        known = is_number(other) or isinstance(other, Tensor)
        return arithmetic.remainder(self, other) if known else NotImplemented

    def __rmod__(self, other: Any) -> Any:
        return arithmetic.remainder(other, self) if is_number(other) else NotImplemented

    def __pow__(self, exponent: Any) -> Any:
        known = is_number(exponent) or isinstance(exponent, Tensor)
        return elementwise.pow(self, exponent) if known else NotImplemented

    def __rpow__(self, base: Any) -> Any:
        return elementwise.pow(base, self) if is_number(base) else NotImplemented

    def __ipow__(self, exponent: Any) -> Any:
        return elementwise.pow_(self, exponent)

    def __matmul__(self, other: Any) -> Any:
        return linalg.matmul(self, other) if isinstance(other, Tensor) else NotImplemented


def _rebuilt(cls: type[Tensor], array: Any, requires_grad: Any) -> Tensor:
    """What unpickling calls: a non-leaf comes back a leaf, as in PyTorch."""
    return cls._from_array(array, requires_grad)


connect(Tensor)
