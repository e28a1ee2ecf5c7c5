"""The methods of a tensor that are operations: `x.exp()` is `minigrad.exp(x)`.

A table. What stands in it is the operation itself; the few methods with a body only sort their
arguments, where PyTorch lets a shape be given as ``(2, 3)`` or as ``2, 3``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._history import History
from .creation import filled
from .dtype import bool_, float16, float32, float64, int32, int64
from .ops import (
    arithmetic,
    compare,
    copy,
    elementwise,
    extrema,
    index,
    join,
    linalg,
    reduce,
    shape,
    softmax,
    turn,
    where,
)
from .ops.dims import listed

if TYPE_CHECKING:
    from .tensor import Tensor


class Operations(History):
    """The part of `Tensor` that is one table."""

    __slots__ = ()

    # ------------------------------------------------------------------ operations

    add, sub, mul, div = arithmetic.add, arithmetic.sub, arithmetic.mul, arithmetic.div
    neg, reciprocal, pow = arithmetic.neg, arithmetic.reciprocal, elementwise.pow
    floor_divide, remainder = arithmetic.floor_divide, arithmetic.remainder
    sqrt, exp, log, sin = elementwise.sqrt, elementwise.exp, elementwise.log, elementwise.sin
    cos, tanh, sigmoid = elementwise.cos, elementwise.tanh, elementwise.sigmoid
    relu, abs, sign = elementwise.relu, elementwise.abs, elementwise.sign
    add_, sub_, mul_, div_ = arithmetic.add_, arithmetic.sub_, arithmetic.mul_, arithmetic.div_
    neg_, reciprocal_, pow_ = arithmetic.neg_, arithmetic.reciprocal_, elementwise.pow_
    floor_divide_, remainder_ = arithmetic.floor_divide_, arithmetic.remainder_
    sqrt_, exp_, log_ = elementwise.sqrt_, elementwise.exp_, elementwise.log_
    sin_, cos_, tanh_ = elementwise.sin_, elementwise.cos_, elementwise.tanh_
    sigmoid_, relu_, abs_ = elementwise.sigmoid_, elementwise.relu_, elementwise.abs_
    clone, copy_, fill_, zero_ = copy.clone, copy.copy_, copy.fill_, copy.zero_
    eq, ne, lt, le, gt, ge = compare.eq, compare.ne, compare.lt, compare.le, compare.gt, compare.ge
    bitwise_and, bitwise_or = compare.bitwise_and, compare.bitwise_or
    bitwise_xor, bitwise_not = compare.bitwise_xor, compare.bitwise_not
    all, any = compare.all, compare.any
    sum, mean, max, min, argmax = reduce.sum, reduce.mean, extrema.max, extrema.min, extrema.argmax
    maximum, minimum, argmin = extrema.maximum, extrema.minimum, extrema.argmin
    t, transpose, squeeze, unsqueeze = turn.t, turn.transpose, shape.squeeze, shape.unsqueeze
    flatten = shape.flatten
    chunk, unbind, movedim = join.chunk, join.unbind, turn.movedim
    select, narrow = index.select, index.narrow
    matmul, mm, mv, dot, bmm = linalg.matmul, linalg.mm, linalg.mv, linalg.dot, linalg.bmm
    addmm = linalg.addmm
    softmax, log_softmax = softmax.softmax, softmax.log_softmax
    absolute, multiply, divide, subtract, negative = abs, mul, div, sub, neg
    new_tensor, new_zeros, new_ones = filled.new_tensor, filled.new_zeros, filled.new_ones
    new_empty, new_full = filled.new_empty, filled.new_full

    def view(self, *shape_: Any) -> Any:
        """The same elements in another shape, on the same memory: see `minigrad.ops.shape.view`."""
        return shape.view(self, listed(shape_))

    def reshape(self, *shape_: Any) -> Any:
        """The same elements in another shape: a view where the memory allows it, else a copy."""
        return shape.reshape(self, listed(shape_, "shape"))

    def expand(self, *sizes: Any) -> Any:
        """This tensor seen in a larger shape, without copying: see `minigrad.ops.shape.expand`."""
        return shape.expand(self, listed(sizes))

    def permute(self, *dims: Any) -> Any:
        """The dimensions in another order: see `minigrad.permute`."""
        return turn.permute(self, listed(dims, "dims"))

    def split(self, split_size: Any, dim: Any = 0) -> Any:
        """This tensor in pieces along `dim`: see `minigrad.split`."""
        return join.split(self, split_size, dim)

    def sum_to_size(self, *size: Any) -> Any:
        """This tensor summed down to a shape that broadcasts to its own."""
        return shape.sum_to_size(self, listed(size))

    def view_as(self, other: Tensor) -> Any:
        """This tensor in the shape of `other`, on the same memory."""
        return shape.view(self, tuple(other.shape))

    def reshape_as(self, other: Tensor) -> Any:
        """This tensor in the shape of `other`."""
        return shape.reshape(self, tuple(other.shape))

    def expand_as(self, other: Tensor) -> Any:
        """This tensor seen in the shape of `other`."""
        return shape.expand(self, tuple(other.shape))

    def where(self, condition: Tensor, other: Any) -> Any:
        """This tensor where `condition` holds, `other` elsewhere."""
        return where.where(condition, self, other)

    @property
    def T(self) -> Any:
        """The dimensions in reverse order; meant for matrices."""
        return turn.permute(self, tuple(range(self.ndim))[::-1])

    @property
    def mT(self) -> Any:
        """The last two dimensions swapped."""
        return turn.mt(self)

    def contiguous(self) -> Any:
        """This tensor with its elements in order in memory: itself, or a copy."""
        return self if self.is_contiguous() else copy.clone(self)

    def float(self) -> Any:
        """This tensor as float32."""
        return self.to(float32)

    def double(self) -> Any:
        """This tensor as float64."""
        return self.to(float64)

    def half(self) -> Any:
        """This tensor as float16."""
        return self.to(float16)

    def int(self) -> Any:
        """This tensor as int32."""
        return self.to(int32)

    def long(self) -> Any:
        """This tensor as int64."""
        return self.to(int64)

    def bool(self) -> Any:
        """This tensor as bools: whether each element differs from 0."""
        return self.to(bool_)
