"""The methods of a tensor that are operations: `x.exp()` is `minigrad.exp(x)`.

A table. What stands in it is the operation itself; what has a body says another call in PyTorch's
words: ``x.T``, ``x.float()``, ``x.view_as(y)``.
"""

from __future__ import annotations

import warnings
from functools import wraps
from typing import TYPE_CHECKING, Any

from . import ops
from ._history import History
from .creation import filled
from .dtype import bool_, float16, float32, float64, int8, int16, int32, int64, uint8
from .dtype import dtype as DType
from .ops.dims import listed

if TYPE_CHECKING:
    from .tensor import Tensor

_NO_DIMS = "Tensor.{} is deprecated on 0-D tensors. This function is the identity in these cases."
_NO_MATRIX = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated "
    "and it will throw an error in a future release. Consider `x.mT` to transpose batches of "
    "matrices or `x.permute(*minigrad.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a "
    "tensor."
)


def _to(dtype: DType) -> Any:
    """``x.float()``: ``x.to(float32)``."""

    def method(self: Any) -> Any:
        return self.to(dtype)

    method.__doc__ = f"This tensor as {dtype}."
    return method


def _spread(function: Any) -> Any:
    """A function of a tensor and a shape as a method: ``x.view(2, 3)`` is ``x.view((2, 3))``."""

    @wraps(function)
    def method(self: Tensor, *sizes: Any, **given: Any) -> Any:
        return function(self, listed(sizes), **given) if sizes else function(self, **given)

    return method


class Operations(History):
    """The part of `Tensor` that is one table."""

    __slots__ = ()

    # ------------------------------------------------------------------ operations

    add, add_ = ops.arithmetic.add, ops.arithmetic.add_
    sub, sub_ = ops.arithmetic.sub, ops.arithmetic.sub_
    mul, mul_ = ops.arithmetic.mul, ops.arithmetic.mul_
    neg, neg_ = ops.arithmetic.neg, ops.arithmetic.neg_
    addcmul, addcmul_ = ops.lerp.addcmul, ops.lerp.addcmul_
    lerp, lerp_ = ops.lerp.lerp, ops.lerp.lerp_
    div, div_ = ops.division.div, ops.division.div_
    remainder, remainder_ = ops.division.remainder, ops.division.remainder_
    floor_divide, floor_divide_ = ops.division.floor_divide, ops.division.floor_divide_
    reciprocal, reciprocal_ = ops.division.reciprocal, ops.division.reciprocal_
    pow, pow_, sqrt, sqrt_ = ops.power.pow, ops.power.pow_, ops.power.sqrt, ops.power.sqrt_
    square, square_ = ops.power.square, ops.power.square_
    rsqrt, rsqrt_ = ops.power.rsqrt, ops.power.rsqrt_
    exp, exp_ = ops.exponential.exp, ops.exponential.exp_
    expm1, expm1_ = ops.exponential.expm1, ops.exponential.expm1_
    log, log_ = ops.exponential.log, ops.exponential.log_
    log1p, log1p_ = ops.exponential.log1p, ops.exponential.log1p_
    erf, erf_ = ops.erf.erf, ops.erf.erf_
    sin, sin_, cos, cos_ = ops.trig.sin, ops.trig.sin_, ops.trig.cos, ops.trig.cos_
    tan, tan_, asin, asin_ = ops.trig.tan, ops.trig.tan_, ops.trig.asin, ops.trig.asin_
    acos, acos_, atan, atan_ = ops.trig.acos, ops.trig.acos_, ops.trig.atan, ops.trig.atan_
    atan2, atan2_, sinh, sinh_ = ops.trig.atan2, ops.trig.atan2_, ops.trig.sinh, ops.trig.sinh_
    cosh, cosh_, tanh, tanh_ = ops.trig.cosh, ops.trig.cosh_, ops.trig.tanh, ops.trig.tanh_
    sigmoid, sigmoid_ = ops.activation.sigmoid, ops.activation.sigmoid_
    relu, relu_ = ops.activation.relu, ops.activation.relu_
    abs, abs_ = ops.rounding.abs, ops.rounding.abs_
    sign, sign_ = ops.rounding.sign, ops.rounding.sign_
    floor, floor_ = ops.rounding.floor, ops.rounding.floor_
    ceil, ceil_ = ops.rounding.ceil, ops.rounding.ceil_
    round, round_ = ops.rounding.round, ops.rounding.round_
    clamp_min, clamp_min_ = ops.clamp.clamp_min, ops.clamp.clamp_min_
    clamp_max, clamp_max_ = ops.clamp.clamp_max, ops.clamp.clamp_max_
    clamp, clamp_ = ops.clamp.clamp, ops.clamp.clamp_
    masked_fill, masked_fill_ = ops.where.masked_fill, ops.where.masked_fill_
    masked_select = ops.where.masked_select
    clone, copy_, fill_, zero_ = ops.copy.clone, ops.copy.copy_, ops.copy.fill_, ops.copy.zero_
    eq, ne, lt = ops.compare.eq, ops.compare.ne, ops.compare.lt
    le, gt, ge = ops.compare.le, ops.compare.gt, ops.compare.ge
    isnan, isinf, isfinite = ops.compare.isnan, ops.compare.isinf, ops.compare.isfinite
    isclose, allclose, equal = ops.compare.isclose, ops.compare.allclose, ops.compare.equal
    bitwise_and, bitwise_and_ = ops.logic.bitwise_and, ops.logic.bitwise_and_
    bitwise_or, bitwise_or_ = ops.logic.bitwise_or, ops.logic.bitwise_or_
    bitwise_xor, bitwise_xor_ = ops.logic.bitwise_xor, ops.logic.bitwise_xor_
    bitwise_not, bitwise_not_ = ops.logic.bitwise_not, ops.logic.bitwise_not_
    logical_and, logical_and_ = ops.logic.logical_and, ops.logic.logical_and_
    logical_or, logical_or_ = ops.logic.logical_or, ops.logic.logical_or_
    logical_xor, logical_xor_ = ops.logic.logical_xor, ops.logic.logical_xor_
    logical_not, logical_not_ = ops.logic.logical_not, ops.logic.logical_not_
    all, any = ops.logic.all, ops.logic.any
    sum, mean = ops.reduce.sum, ops.reduce.mean
    max, min, argmax = ops.extrema.max, ops.extrema.min, ops.extrema.argmax
    argmin, maximum, minimum = ops.extrema.argmin, ops.extrema.maximum, ops.extrema.minimum
    amax, amin = ops.amax.amax, ops.amax.amin
    median = ops.median.median
    std, var = ops.variance.std, ops.variance.var
    prod, cumsum, cumsum_ = ops.scan.prod, ops.scan.cumsum, ops.scan.cumsum_
    cumprod, cumprod_ = ops.scan.cumprod, ops.scan.cumprod_
    logsumexp, softmax = ops.softmax.logsumexp, ops.softmax.softmax
    log_softmax = ops.softmax.log_softmax
    norm = ops.norm.norm
    t, transpose, movedim = ops.turn.t, ops.turn.transpose, ops.turn.movedim
    unsqueeze, flatten = ops.shape.unsqueeze, ops.shape.flatten
    squeeze, unflatten = ops.shape.squeeze, ops.shape.unflatten
    chunk, unbind = ops.split.chunk, ops.split.unbind
    select, narrow = ops.index.select, ops.index.narrow
    matmul = ops.matmul.matmul
    mm = ops.mm.mm
    mv, dot, bmm, outer = ops.linalg.mv, ops.linalg.dot, ops.linalg.bmm, ops.linalg.outer
    addmm, addmm_ = ops.addmm.addmm, ops.addmm.addmm_
    new_tensor, new_zeros = filled.new_tensor, filled.new_zeros
    new_ones, new_empty, new_full = filled.new_ones, filled.new_empty, filled.new_full
    gather, take_along_dim = ops.gather.gather, ops.gather.take_along_dim
    scatter, scatter_ = ops.scatter.scatter, ops.scatter.scatter_
    scatter_add, scatter_add_ = ops.scatter.scatter_add, ops.scatter.scatter_add_
    index_select = ops.slices.index_select
    index_add, index_add_ = ops.slices.index_add, ops.slices.index_add_
    index_put, index_put_ = ops.index_put.index_put, ops.index_put.index_put_
    sort, argsort, topk = ops.sort.sort, ops.sort.argsort, ops.sort.topk
    tril, tril_ = ops.triangle.tril, ops.triangle.tril_
    triu, triu_, diagonal = ops.triangle.triu, ops.triangle.triu_, ops.triangle.diagonal
    roll = ops.repeat.roll
    view = _spread(ops.shape.view)
    reshape = _spread(ops.shape.reshape)
    expand = _spread(ops.broadcast.expand)
    sum_to_size = _spread(ops.broadcast.sum_to_size)
    broadcast_to = _spread(ops.broadcast.broadcast_to)
    permute = _spread(ops.turn.permute)
    repeat = _spread(ops.repeat.repeat)
    flip = _spread(ops.repeat.flip)
    absolute, absolute_, clip, clip_, negative, negative_ = abs, abs_, clamp, clamp_, neg, neg_
    multiply, multiply_, subtract, subtract_ = mul, mul_, sub, sub_
    divide, divide_, true_divide, true_divide_ = div, div_, div, div_

    def split(self, split_size: Any, dim: Any = 0) -> Any:
        """This tensor in pieces along `dim`: see `minigrad.split`."""
        return ops.split.split(self, split_size, dim)

    def view_as(self, other: Tensor) -> Any:
        """This tensor in the shape of `other`, on the same memory."""
        return ops.shape.view(self, tuple(other.shape))

    def reshape_as(self, other: Tensor) -> Any:
        """This tensor in the shape of `other`."""
        return ops.shape.reshape(self, tuple(other.shape))

    def expand_as(self, other: Tensor) -> Any:
        """This tensor seen in the shape of `other`."""
        return ops.broadcast.expand(self, tuple(other.shape))

    def where(self, condition: Tensor, other: Any) -> Any:
        """This tensor where `condition` holds, `other` elsewhere."""
        return ops.where.where(condition, self, other)

    @property
    def T(self) -> Any:
        """The dimensions in reverse order; meant for matrices."""
        if self.ndim != 2 and self.ndim != 1:
            warnings.warn(_NO_MATRIX if self.ndim else _NO_DIMS.format("T"), stacklevel=2)
        return ops.turn.permute(self, tuple(range(self.ndim))[::-1])

    @property
    def mT(self) -> Any:
        """The last two dimensions swapped."""
        if not self.ndim:
            warnings.warn(_NO_DIMS.format("mT"), stacklevel=2)
        return ops.turn.mt(self)

    def contiguous(self) -> Any:
        """This tensor with its elements in order in memory: itself, or a copy."""
        return self if self.is_contiguous() else ops.copy.in_order(self)

    float, double, half = _to(float32), _to(float64), _to(float16)
    int, long, short, char = _to(int32), _to(int64), _to(int16), _to(int8)
    byte, bool = _to(uint8), _to(bool_)
