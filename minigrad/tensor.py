"""Tensor: an array, its place in the graph, and whose memory it shows.

Its memory and its place in the graph are in `_tensor`, the methods that are operations in
`_operations`; here is what Python asks of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from types import FunctionType
from typing import Any

import numpy as np

from . import _missing, _tensor_str
from ._mode import current
from ._operations import Operations
from ._warn import warn
from .autograd.fast import binary
from .autograd.node import OPS
from .autograd.registry import METHODS
from .autograd.wrap import connect, wrap
from .autograd.wrap import is_tensor as is_tensor
from .backend import as_array
from .creation.called import of_data
from .creation.data import CUT, as_tensor, from_numpy
from .dtype import bfloat16, bool_, get_default_dtype, int64
from .ops import arithmetic, bits, indexing, joining, linalg
from .ops.operands import is_number


def _equal_to_array(x: Tensor, other: Any) -> Any:
    """``x == array``: the one operator that takes a NumPy array as if it were a tensor."""
    if isinstance(other, np.ndarray) and other.dtype.kind in "biuf":
        return x == as_tensor(other)
    return NotImplemented


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

    __module__ = "minigrad"  # where its name is public, and so how its type prints
    __slots__ = ("__dict__",)  # a tensor takes attributes of any name

    def __new__(cls, *data: Any, device: Any = None, **refused: Any) -> Tensor:
        """A tensor of the default floating type: of data, or of a shape, and then 0 everywhere.

        An array of that type shares its memory; of a tensor it is an alias, in the tensor's type.

        Raises:
            TypeError: another argument, several data, or data that is no sequence.
        """
        if is_tensor(data[0] if data else None):
            return indexing.getitem(data[0], ...)
        return of_data(data, get_default_dtype(), device, refused)

    # ------------------------------------------------------------------ what Python asks

    def __repr__(self) -> str:
        return self._repr("tensor(")

    def _repr(self, prefix: str) -> str:
        default = self.dtype in (get_default_dtype(), int64, bool_)
        return _tensor_str.tensor_repr(
            as_array(wrap(self._array).cpu()._array),  # without detach(): nobody shares it
            device_name=str(self.device)
            if self.is_cuda
            else None,  # also where that is the default
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
        return format(self.item(), spec) if self.ndim == 0 else object.__format__(self, spec)

    def __hash__(self) -> int:
        return id(self)

    def __len__(self) -> int:
        if self.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return len(self._array)

    def __iter__(self) -> Iterator[Tensor]:
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(joining.unbind(self))

    def __contains__(self, element: Any) -> bool:
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
        return joining.flip(self, (0,)) if self.ndim else self

    def __float__(self) -> float:
        if self.requires_grad and current.mode.grad_enabled:
            warn(
                f"{CUT}\nThe number knows nothing of the graph; x.item() says that you want it so."
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

    # ------------------------------------------------------------------ NumPy

    def numpy(self, *, force: bool = False) -> Any:
        """The same memory as a NumPy array.

        Args:
            force: also where PyTorch would refuse: ``detach().cpu()`` first.

        Raises:
            RuntimeError: this tensor requires grad, while recording is on.
            TypeError: it lies on a GPU, or is bfloat16.
        """
        if force:
            return self.detach().cpu().numpy()
        if self.requires_grad and current.mode.recording:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                "instead.\nNumPy would compute without recording, and the graph would end here."
            )
        if self.is_cuda:
            raise TypeError(
                f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to "
                "copy the tensor to host memory first."
            )
        if self.dtype is bfloat16:
            raise TypeError(
                "Got unsupported ScalarType BFloat16\nx.float().numpy() has its numbers."
            )
        self._share()
        return self._array

    __array_priority__ = 1000  # of an array and a tensor, NumPy asks the tensor first

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.numpy(), dtype, copy=copy)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """What NumPy computes from a tensor is a tensor again; its bools, as in PyTorch, uint8."""
        return from_numpy(array.astype(np.uint8) if array.dtype == bool else array)

    # ------------------------------------------------------------------ copies and pickles

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
                "protocol at the moment.  If you were attempting to deepcopy a module, this may be "
                "because of a minigrad.nn.utils.weight_norm usage, see https://github.com/pytorch/"
                "pytorch/pull/103001\nTo copy the values alone, write x.detach().clone()."
            )
        if id(self) not in memo:
            memo[id(self)] = twin = self._from_array(self._array.copy(), self.requires_grad)
            twin._grad = deepcopy(self._grad, memo)
            twin.__dict__.update(deepcopy(self.__dict__, memo))
        return memo[id(self)]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _rebuilt, (type(self), self.detach()._array, self.requires_grad, self.__dict__)

    @classmethod
    def _from_array(cls, array: Any, requires_grad: bool) -> Any:
        """A leaf of this class around `array`."""
        return wrap(array, requires_grad)

    # ------------------------------------------------------------------ the method table: operators

    __add__ = __radd__ = OPS["_add"].operator
    __mul__ = __rmul__ = OPS["mul"].operator
    __sub__, __truediv__ = OPS["_sub"].operator, OPS["_div"].operator
    __floordiv__ = OPS["floor_divide"].operator
    __mod__ = OPS["remainder"].operator
    __neg__ = METHODS["neg"]
    __abs__ = METHODS["abs"]
    __invert__ = METHODS["bitwise_not"]
    __eq__, __ne__ = binary(OPS["eq"].op, _equal_to_array), OPS["ne"].operator
    __lt__, __le__ = OPS["lt"].operator, OPS["le"].operator
    __gt__, __ge__ = OPS["gt"].operator, OPS["ge"].operator
    __and__ = __rand__ = OPS["bitwise_and"].operator
    __or__ = __ror__ = OPS["bitwise_or"].operator
    __xor__ = __rxor__ = OPS["bitwise_xor"].operator
    __lshift__ = OPS["bitwise_left_shift"].operator
    __rshift__ = OPS["bitwise_right_shift"].operator
    __iadd__ = METHODS["add_"]
    __isub__ = METHODS["sub_"]
    __imul__ = METHODS["mul_"]
    __itruediv__, __ifloordiv__ = METHODS["div_"], METHODS["floor_divide_"]
    __imod__, __ipow__ = METHODS["remainder_"], METHODS["pow_"]
    __iand__, __ior__ = METHODS["bitwise_and_"], METHODS["bitwise_or_"]
    __ixor__ = METHODS["bitwise_xor_"]
    __ilshift__ = METHODS["bitwise_left_shift_"]
    __irshift__ = METHODS["bitwise_right_shift_"]
    __getitem__, __setitem__ = indexing.getitem, indexing.setitem
    set_, to_sparse = map(_missing.method, ("set_", "to_sparse"))

    def __pos__(self) -> Tensor:
        return self

    def __rsub__(self, other: Any) -> Any:
        return arithmetic.rsub(self, other) if is_number(other) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return arithmetic.reciprocal(self) * other if is_number(other) else NotImplemented

    def __rfloordiv__(self, other: Any) -> Any:
        return arithmetic.floor_divide(other, self) if is_number(other) else NotImplemented

    def __rmod__(self, other: Any) -> Any:
        return arithmetic.remainder(other, self) if is_number(other) else NotImplemented

    def __rlshift__(self, other: Any) -> Any:
        return bits.bitwise_left_shift(other, self) if is_number(other) else NotImplemented

    def __rrshift__(self, other: Any) -> Any:
        return bits.bitwise_right_shift(other, self) if is_number(other) else NotImplemented

    def __pow__(self, exponent: Any) -> Any:
        known = is_number(exponent) or isinstance(exponent, Tensor)
        return arithmetic.pow(self, exponent) if known else NotImplemented

    def __rpow__(self, base: Any) -> Any:
        return arithmetic.pow(base, self) if is_number(base) else NotImplemented

    def __matmul__(self, other: Any) -> Any:
        return linalg.matmul(self, other) if isinstance(other, Tensor) else NotImplemented


def name_as_one(kind: type) -> None:
    """Let the methods that `kind` has of its bases be shown as its own, ``Tensor.backward``.

    So does Python where a call does not fit: ``Tensor.retain_grad() takes 1 positional argument``.
    """
    for part in kind.__mro__[1:-1]:
        for name, method in vars(part).items():
            own = isinstance(method, FunctionType) and f"{part.__name__}.{name}"
            if own == getattr(method, "__qualname__", None):
                method.__qualname__ = f"{kind.__qualname__}.{name}"


def _rebuilt(cls: Any, array: Any, requires_grad: bool, attributes: dict[str, Any]) -> Any:
    """What unpickling calls: a non-leaf comes back a leaf, as in PyTorch."""
    x = cls._from_array(array, requires_grad)
    x.__dict__.update(attributes)
    return x


name_as_one(Tensor)
connect(Tensor)

__test__ = {"Tensor": Tensor}  # doctest would look for it in the module that it names
