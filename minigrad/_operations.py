"""The methods of a tensor that are operations: `x.exp()` is `minigrad.exp(x)`.

They come from the registry, each the operation itself. What has a body says another call in
PyTorch's words: ``x.T``, ``x.float()``, ``x.view_as(y)``.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from ._tensor import TensorCore
from ._warn import warn
from .autograd.registry import METHODS
from .autograd.wrap import is_tensor, type_name
from .dtype import bfloat16, bool_, float16, float32, float64, int8, int16, int32, int64, uint8
from .dtype import dtype as DType
from .ops import comparison, joining, shapes
from .ops.operands import listed

if TYPE_CHECKING:
    from .tensor import Tensor

_NO_MATRIX = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated.\n"
    "Consider `x.mT` to transpose batches of matrices."
)


def _to(dtype: DType) -> Any:
    """``x.float()``: ``x.to(float32)``."""

    def method(self: Any) -> Any:
        return self.to(dtype)

    method.__doc__ = f"This tensor as {dtype}."
    return method


def _spread(function: Any, least: int = 1) -> Any:
    """A function of a tensor and a shape as a method: ``x.view(2, 3)`` is ``x.view((2, 3))``.

    Fewer arguments than `least` are no shape, but what they are.
    """

    @wraps(function)
    def method(self: Tensor, *sizes: Any, **given: Any) -> Any:
        given_as = (listed(sizes),) if len(sizes) >= least else sizes
        return function(self, *given_as, **given)

    return method


class Operations(TensorCore):
    """The part of `Tensor` that the registry fills."""

    __slots__ = ()

    def split(self, split_size: Any, dim: Any = 0) -> Any:
        """This tensor in pieces along `dim`: see `minigrad.split`."""
        return joining.split(self, split_size, dim)

    def is_complex(self) -> Any:
        """Whether the elements are complex numbers: never."""
        return False

    def is_nonzero(self) -> Any:
        """Whether the one element is not 0: what ``bool(x)`` gives."""
        return bool(self)

    def view_as(self, other: Tensor) -> Any:
        """This tensor in the shape of `other`, on the same memory."""
        return shapes.view(self, tuple(other.shape))

    def reshape_as(self, other: Tensor) -> Any:
        """This tensor in the shape of `other`: a view where the memory allows it, else a copy."""
        if not is_tensor(other):
            said = "reshape_as(): argument 'other' (position 1) must be Tensor, not"
            raise TypeError(f"{said} {type_name(other)}")
        return shapes.reshape(self, tuple(other.shape))

    def expand_as(self, other: Tensor) -> Any:
        """This tensor seen in the shape of `other`."""
        return shapes.expand(self, tuple(other.shape))

    def where(self, condition: Tensor, other: Any) -> Any:
        """This tensor where `condition` holds, `other` elsewhere."""
        return comparison.where(condition, self, other)

    @property
    def T(self) -> Any:
        """The dimensions in reverse order; meant for matrices."""
        if self.ndim > 2:
            warn(_NO_MATRIX)
        return shapes.permute(self, tuple(range(self.ndim))[::-1])

    @property
    def mT(self) -> Any:
        """The last two dimensions swapped."""
        return shapes.transpose(self, -2, -1) if self.ndim else self

    def contiguous(self) -> Any:
        """This tensor with its elements in order in memory: itself, or a copy."""
        return self if self.is_contiguous() else shapes.in_order(self)

    float, double, half, bfloat16 = map(_to, (float32, float64, float16, bfloat16))
    int = _to(int32)
    long = _to(int64)
    short = _to(int16)
    char = _to(int8)
    byte, bool = _to(uint8), _to(bool_)


_SPREAD = "view reshape expand sum_to_size broadcast_to permute repeat tile flip".split()

_SPREAD_FROM_TWO = "squeeze squeeze_".split()

for _name, _call in METHODS.items():
    if _name in _SPREAD:
        _call = _spread(_call)
    elif _name in _SPREAD_FROM_TWO:
        _call = _spread(_call, least=2)
    setattr(Operations, _name, _call)
