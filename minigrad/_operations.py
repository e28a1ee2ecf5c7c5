"""The methods of a tensor that are operations: `x.exp()` is `minigrad.exp(x)`.

A table. What stands in it is the operation itself; what has a body says another call in PyTorch's
words: ``x.T``, ``x.float()``, ``x.view_as(y)``.
"""

from __future__ import annotations

import warnings
from functools import partial
from typing import TYPE_CHECKING, Any

from ._history import History
from .creation import filled
from .dtype import bool_, float16, float32, float64, int8, int16, int32, int64, uint8
from .ops import (
    activation,
    amax,
    arithmetic,
    broadcast,
    clamp,
    compare,
    copy,
    division,
    erf,
    exponential,
    extrema,
    index,
    lerp,
    linalg,
    logic,
    median,
    norm,
    power,
    reduce,
    rounding,
    scan,
    shape,
    slices,
    softmax,
    triangle,
    trig,
    turn,
    variance,
    where,
)
from .ops import addmm as addmm_
from .ops import gather as gather_
from .ops import index_put as index_put_
from .ops import matmul as matmul_
from .ops import mm as mm_
from .ops import repeat as repeat_
from .ops import scatter as scatter_
from .ops import sort as sort_
from .ops import split as split_
from .ops.operands import TENSOR_OR_NUMBER, paired
from .ops.parse import method, method_only, methods, spread

if TYPE_CHECKING:
    from .tensor import Tensor

_NO_DIMS = "Tensor.{} is deprecated on 0-D tensors. This function is the identity in these cases."
_NO_MATRIX = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated "
    "and it will throw an error in a future release. Consider `x.mT` to transpose batches of "
    "matrices or `x.permute(*minigrad.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a "
    "tensor."
)


_tensor_or_number: Any = partial(paired, forms=TENSOR_OR_NUMBER)


class Operations(History):
    """The part of `Tensor` that is one table."""

    __slots__ = ()

    # ------------------------------------------------------------------ operations

    add, sub = method(arithmetic.add), method(arithmetic.sub)
    mul, neg = paired(arithmetic.mul), arithmetic.neg
    add_, sub_, mul_, neg_ = arithmetic.add_, arithmetic.sub_, arithmetic.mul_, arithmetic.neg_
    addcmul, addcmul_ = map(method, (lerp.addcmul, lerp.addcmul_))
    lerp, lerp_ = map(method, (lerp.lerp, lerp.lerp_))
    div, div_ = map(method, (division.div, division.div_))
    remainder, floor_divide = method(division.remainder), _tensor_or_number(division.floor_divide)
    remainder_, floor_divide_ = division.remainder_, division.floor_divide_
    reciprocal, reciprocal_ = division.reciprocal, division.reciprocal_
    pow, pow_, sqrt, sqrt_ = method(power.pow), power.pow_, power.sqrt, power.sqrt_
    square, square_, rsqrt, rsqrt_ = power.square, power.square_, power.rsqrt, power.rsqrt_
    exp, exp_, expm1 = exponential.exp, exponential.exp_, exponential.expm1
    expm1_, log, log_ = exponential.expm1_, exponential.log, exponential.log_
    log1p, log1p_, erf, erf_ = exponential.log1p, exponential.log1p_, erf.erf, erf.erf_
    sin, sin_, cos, cos_, tan, tan_ = trig.sin, trig.sin_, trig.cos, trig.cos_, trig.tan, trig.tan_
    asin, asin_, acos, acos_ = trig.asin, trig.asin_, trig.acos, trig.acos_
    atan, atan_ = trig.atan, trig.atan_
    atan2, atan2_ = map(method, (trig.atan2, trig.atan2_))
    sinh, sinh_, cosh, cosh_ = trig.sinh, trig.sinh_, trig.cosh, trig.cosh_
    tanh, tanh_ = trig.tanh, trig.tanh_
    sigmoid, sigmoid_ = activation.sigmoid, activation.sigmoid_
    relu, relu_ = activation.relu, activation.relu_
    abs, abs_, sign, sign_ = rounding.abs, rounding.abs_, rounding.sign, rounding.sign_
    floor, floor_, ceil, ceil_ = rounding.floor, rounding.floor_, rounding.ceil, rounding.ceil_
    round, round_ = map(method, (rounding.round, rounding.round_))
    clamp_min, clamp_min_ = map(method, (clamp.clamp_min, clamp.clamp_min_))
    clamp_max, clamp_max_ = map(method, (clamp.clamp_max, clamp.clamp_max_))
    clamp, clamp_ = map(method, (clamp.clamp, clamp.clamp_))
    clip, clip_ = clamp, clamp_
    masked_fill, masked_fill_ = map(method, (where.masked_fill, where.masked_fill_))
    masked_select = method(where.masked_select)
    clone, copy_, fill_, zero_ = copy.clone, copy.copy_, method(copy.fill_), copy.zero_
    eq, ne, lt = map(_tensor_or_number, (compare.eq, compare.ne, compare.lt))
    le, gt, ge = map(_tensor_or_number, (compare.le, compare.gt, compare.ge))
    eq_, ne_, lt_ = map(method, (compare.eq_, compare.ne_, compare.lt_))
    le_, gt_, ge_ = map(method, (compare.le_, compare.gt_, compare.ge_))
    isnan, isinf, isfinite = compare.isnan, compare.isinf, compare.isfinite
    isclose, allclose, equal = methods(compare.isclose, compare.allclose, compare.equal)
    bitwise_and, bitwise_and_ = _tensor_or_number(logic.bitwise_and), logic.bitwise_and_
    bitwise_or, bitwise_or_ = _tensor_or_number(logic.bitwise_or), logic.bitwise_or_
    bitwise_xor, bitwise_xor_ = _tensor_or_number(logic.bitwise_xor), logic.bitwise_xor_
    bitwise_not, bitwise_not_ = logic.bitwise_not, logic.bitwise_not_
    logical_and, logical_and_ = map(method, (logic.logical_and, logic.logical_and_))
    logical_or, logical_or_ = map(method, (logic.logical_or, logic.logical_or_))
    logical_xor, logical_xor_ = map(method, (logic.logical_xor, logic.logical_xor_))
    logical_not, logical_not_ = logic.logical_not, logic.logical_not_
    all, any = methods(logic.all, logic.any)
    sum, mean, max, min = methods(reduce.sum, reduce.mean, extrema.max, extrema.min)
    argmax, argmin = methods(extrema.argmax, extrema.argmin)
    amax, amin, median = methods(amax.amax, amax.amin, median.median)
    std, var, prod = methods(variance.std, variance.var, scan.prod)
    cumsum, cumprod, logsumexp = methods(scan.cumsum, scan.cumprod, softmax.logsumexp)
    cumsum_, cumprod_, norm = method(scan.cumsum_), method(scan.cumprod_), norm.norm
    maximum, minimum = methods(extrema.maximum, extrema.minimum)
    t, transpose, unsqueeze = turn.t, method(turn.transpose), method(shape.unsqueeze)
    flatten, movedim = method(shape.flatten), method(turn.movedim)
    view, reshape, expand = map(spread, (shape.view, shape.reshape, broadcast.expand))
    permute, sum_to_size = map(spread, (turn.permute, broadcast.sum_to_size))
    squeeze = spread(shape.squeeze, least=2)
    chunk, unbind = methods(split_.chunk, split_.unbind)
    select, narrow = methods(index.select, index.narrow)
    matmul, mm, mv = methods(matmul_.matmul, mm_.mm, linalg.mv)
    dot, bmm, addmm = methods(linalg.dot, linalg.bmm, addmm_.addmm)
    softmax, log_softmax = methods(softmax.softmax, softmax.log_softmax)
    absolute, multiply, divide, subtract, negative = abs, mul, div, sub, neg
    absolute_, multiply_, divide_, subtract_, negative_ = abs_, mul_, div_, sub_, neg_
    true_divide, true_divide_ = div, div_
    new_tensor, new_zeros, new_ones = filled.new_tensor, filled.new_zeros, filled.new_ones
    new_empty, new_full = filled.new_empty, filled.new_full

    gather, take_along_dim = methods(gather_.gather, gather_.take_along_dim)
    scatter, scatter_, scatter_add, scatter_add_ = methods(
        scatter_.scatter, scatter_.scatter_, scatter_.scatter_add, scatter_.scatter_add_
    )
    index_select, index_add = methods(slices.index_select, slices.index_add)
    index_add_ = method(slices.index_add_)
    index_put, index_put_ = methods(index_put_.index_put, index_put_.index_put_)
    sort, argsort, topk = methods(sort_.sort, sort_.argsort, sort_.topk)
    tril, triu, diagonal = methods(triangle.tril, triangle.triu, triangle.diagonal)
    tril_, triu_ = methods(triangle.tril_, triangle.triu_)
    outer, addmm_ = methods(linalg.outer, addmm_.addmm_)
    unflatten, roll = methods(shape.unflatten, repeat_.roll)
    broadcast_to, repeat, flip = map(spread, (broadcast.broadcast_to, repeat_.repeat, repeat_.flip))

    def split(self, split_size: Any, dim: Any = 0) -> Any:
        """This tensor in pieces along `dim`: see `minigrad.split`."""
        return split_.split(self, split_size, dim)

    @method_only
    def view_as(self, other: Tensor) -> Any:
        """This tensor in the shape of `other`, on the same memory."""
        return shape.view(self, tuple(other.shape))

    @method_only
    def reshape_as(self, other: Tensor) -> Any:
        """This tensor in the shape of `other`."""
        return shape.reshape(self, tuple(other.shape))

    @method_only
    def expand_as(self, other: Tensor) -> Any:
        """This tensor seen in the shape of `other`."""
        return broadcast.expand(self, tuple(other.shape))

    def where(self, condition: Tensor, other: Any) -> Any:
        """This tensor where `condition` holds, `other` elsewhere."""
        return where.where(condition, self, other)

    @property
    def T(self) -> Any:
        """The dimensions in reverse order; meant for matrices."""
        if self.ndim != 2 and self.ndim != 1:
            warnings.warn(_NO_MATRIX if self.ndim else _NO_DIMS.format("T"), stacklevel=2)
        return turn.permute(self, tuple(range(self.ndim))[::-1])

    @property
    def mT(self) -> Any:
        """The last two dimensions swapped."""
        if not self.ndim:
            warnings.warn(_NO_DIMS.format("mT"), stacklevel=2)
        return turn.mt(self)

    def contiguous(self) -> Any:
        """This tensor with its elements in order in memory: itself, or a copy."""
        return self if self.is_contiguous() else copy.in_order(self)

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

    def short(self) -> Any:
        """This tensor as int16."""
        return self.to(int16)

    def char(self) -> Any:
        """This tensor as int8."""
        return self.to(int8)

    def byte(self) -> Any:
        """This tensor as uint8."""
        return self.to(uint8)

    def bool(self) -> Any:
        """This tensor as bools: whether each element differs from 0."""
        return self.to(bool_)
