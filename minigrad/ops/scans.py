"""What runs along a dimension: cumulative sums and products, and softmax.

In `prod` nothing is divided by an element that may be 0: the product of all *others* is taken.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array, module_of
from ..dtype import dtype as DType
from .arithmetic import exp
from .comparison import where
from .joining import _flip
from .operands import (
    Shape,
    array_of,
    check_floating,
    constant,
    reduced_axes,
    reduced_axis,
    wrap_dim,
)
from .reductions import _sum_dim, check_flag, in_type, restored, sum_type
from .rolling import _roll
from .shapes import reshape, transpose, unsqueeze

# ------------------------------------------------------------------------ running sums and products


def _alone(shape: Shape, dim: int) -> bool:
    """Whether no element has another before it along `dim`."""
    return math.prod(shape) <= 1 or shape[dim] == 1


def _backwards(g: Any, dim: int) -> Any:
    """The running sum from the end."""
    if _alone(g.shape, dim):
        return g
    return _flip(_cumsum(_flip(g, (dim,)), dim), (dim,))


@op(r"\textstyle\sum_{j \le i} x_j", input=(_backwards, r"\textstyle\sum_{j \ge i} g_j"))
def _cumsum(input: Array, dim: int) -> Array:
    return _run(np.cumsum, input, dim)


@public(method=True)
def cumsum(input: Tensor, dim: int, *, dtype: DType | None = None) -> Tensor:
    """The running sum along `dim`: each element becomes the sum of all up to it. Saves nothing.

    Args:
        input: any shape.
        dim: a dimension.
        dtype: the type to compute in; integers and bools are summed as int64.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.cumsum(minigrad.tensor([1.0, 2.0, 3.0]), dim=0)
        tensor([1., 3., 6.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cumsum.html
    """
    return in_type(_cumsum(in_type(input, dtype), dim), dtype)


def _cumprod_vjp(g: Any, input: Any, result: Any, dim: int) -> Any:
    """Each element counts in all products from its own on: in each as that divided by itself."""
    if _alone(input.shape, dim):
        return g
    if array_of(input).all():
        return _backwards(g * result, dim) / input
    return _without_division(g, input, dim)


def _without_division(g: Any, input: Any, dim: int) -> Any:
    """The same by n² products, in row k those without the k-th element."""
    g, input = (unsqueeze(transpose(x, dim, -1), -2) for x in (g, input))
    place = module_of(array_of(g)).arange(input.shape[-1])
    itself, before = (constant(x, g) for x in (place[:, None] == place, place[:, None] > place))
    others = _cumprod(where(itself, 1, input), -1)
    return transpose(_sum_dim(where(before, 0, g * others), -1), dim, -1)


@op(
    r"\textstyle\prod_{j \le i} x_j",
    input=(_cumprod_vjp, r"\textstyle\sum_{j \ge i} g_j z_j / x_i"),
)
def _cumprod(input: Array, dim: int) -> Array:
    return _run(np.cumprod, input, dim)


@public(method=True)
def cumprod(input: Tensor, dim: int, *, dtype: DType | None = None) -> Tensor:
    """The running product along `dim`; arguments and errors are those of `cumsum`.

    Saves `input` and the result. Where an element is 0, its derivative takes n² products.

    Example:
        >>> import minigrad
        >>> minigrad.cumprod(minigrad.tensor([1.0, 2.0, 3.0]), dim=0)
        tensor([1., 2., 6.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cumprod.html
    """
    return in_type(_cumprod(in_type(input, dtype), dim), dtype)


def _run(scan: Any, input: Array, dim: int) -> Array:
    """Floating point is added up in float64, as in PyTorch; whole numbers in int64."""
    wide = np.float64 if input.dtype.kind in "fV" else np.int64
    found = scan(input, reduced_axis(dim, input.ndim), dtype=wide)
    return found.astype(sum_type(input)).reshape(input.shape)


_cumsum_, _cumprod_ = in_place(_cumsum), in_place(_cumprod)


@public(function=False, method=True)
def cumsum_(input: Tensor, dim: int) -> Tensor:
    """In-place version of `cumsum`."""
    return _cumsum_(input, dim)


@public(function=False, method=True)
def cumprod_(input: Tensor, dim: int) -> Tensor:
    """In-place version of `cumprod`."""
    return _cumprod_(input, dim)


# ---------------------------------------------------------------------------------- of all


def _each(g: Any, input: Any, result: Any, others: Any) -> Any:
    """`g` times, for each element, the product of all `others` that it is multiplied with."""
    if not input.shape:
        return g  # there are none
    return g * (result / input if array_of(input).all() else others(input))


def _prod_vjp(g: Any, input: Any, result: Any) -> Any:
    return _each(g, input, result, lambda x: reshape(_others(reshape(x, (-1,))), x.shape))


@op(r"\textstyle\prod_i x_i", name="ProdBackward0", input=(_prod_vjp, r"g\, z / x_i"))
def _prod(input: Array) -> Array:
    return np.prod(input, dtype=sum_type(input))


def _prod_dim_vjp(g: Any, input: Any, result: Any, dim: int) -> Any:
    g, result = (restored(x, input.shape, dim) for x in (g, result))
    return _each(g, input, result, lambda x: transpose(_others(transpose(x, dim, -1)), dim, -1))


def _others(input: Any) -> Any:
    """For each element the product of all others: of those before it times those after it."""
    after = _flip(_before(_flip(input, (-1,))), (-1,))
    return _before(input) * after


def _before(input: Any) -> Any:
    """The products of none, of the first, of the first two, and so on, along the last dimension."""
    first = constant(module_of(array_of(input)).arange(input.shape[-1]) == 0, input)
    return _cumprod(where(first, 1, _roll(input, (1,), (-1,))), -1)


@op(r"\textstyle\prod_i x_i", name="ProdBackward1", input=(_prod_dim_vjp, r"g\, z / x_i"))
def _prod_dim(input: Array, dim: int, keepdim: bool = False) -> Array:
    return np.prod(input, reduced_axis(dim, input.ndim), sum_type(input), keepdims=keepdim)


@public(method=True)
def prod(
    input: Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """The product of all elements, or along `dim`; 1 for none at all. Saves `input` and the result.

    Args:
        input: any shape.
        dim: a dimension; None means all.
        keepdim: keep the reduced dimension, with size one.
        dtype: the type to multiply in; integers and bools are multiplied as int64.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.prod(minigrad.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=1)
        tensor([ 2., 12.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.prod.html
    """
    check_flag(keepdim)
    input = in_type(input, dtype)
    if dim is None and not keepdim:
        return in_type(_prod(input), dtype)
    return in_type(_prod_dim(input, wrap_dim(dim, input.ndim), keepdim), dtype)


# ---------------------------------------------------------------------------------- softmax


def _axis(name: str, input: Array, dim: int) -> Any:
    """`dim` counted from the front; raise PyTorch's errors unless `input` is floating point."""
    dim = wrap_dim(dim, input.ndim)
    check_floating(f"{name}_{'lastdim_' if dim >= input.ndim - 1 else ''}kernel_impl", input)
    return reduced_axis(dim, input.ndim)


def _largest(input: Array, axes: Any) -> Any:
    if input.size:
        return input.max(axes, keepdims=True)
    return input.sum(axes, keepdims=True) - np.inf


def _softmax_vjp(g: Any, result: Any, dim: int) -> Any:
    products = g * result
    return products - result * _sum_dim(products, dim, True)


@op(
    r"p_i = e^{x_i} / \textstyle\sum_j e^{x_j}",
    input=(_softmax_vjp, r"p \odot (g - \textstyle\sum g \odot p)"),
)
def _softmax(input: Array, dim: int) -> Array:
    dim = _axis("softmax", input, dim)
    powers = np.exp(input - _largest(input, dim))
    return powers / powers.sum(dim, keepdims=True)


@public(method=True)
def softmax(input: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """``exp(input)`` divided by its sum along `dim`: numbers from 0 to 1 that add up to 1.

    The maximum is subtracted first, so that no exponential overflows. Saves the result.

    Args:
        input: floating point, any shape; usually scores ``(N, C)``.
        dim: the axis along which the result sums to one.
        dtype: the type to compute in, if not that of `input`.

    Raises:
        IndexError: there is no such dimension.
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.softmax(minigrad.tensor([0.0, 0.0]), dim=0)
        tensor([0.5000, 0.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmax.html
    """
    return _softmax(in_type(input, dtype), dim)


def _log_softmax_vjp(g: Any, result: Any, dim: int) -> Any:
    return g - exp(result) * _sum_dim(g, dim, True)


@op(r"x_i - \log \textstyle\sum_j e^{x_j}", input=(_log_softmax_vjp, r"g - e^{z} \textstyle\sum g"))
def _log_softmax(input: Array, dim: int) -> Array:
    dim = _axis("log_softmax", input, dim)
    shifted = input - _largest(input, dim)
    return shifted - np.log(np.exp(shifted).sum(dim, keepdims=True))


@public(method=True)
def log_softmax(input: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """The logarithm of `softmax`, right also where a probability would underflow to 0.

    Every element is 0 or less. Saves the result.

    Args:
        input: floating point, any shape; usually scores ``(N, C)``.
        dim: the axis whose probabilities sum to one.
        dtype: the type to compute in, if not that of `input`.

    Raises:
        IndexError: there is no such dimension.
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.log_softmax(minigrad.tensor([[0.0, 1000.0]]), dim=1)
        tensor([[-1000.,     0.]])

    Source: Goodfellow, Bengio and Courville, *Deep Learning*, section 4.1.
    """
    return _log_softmax(in_type(input, dtype), dim)


def _logsumexp_vjp(g: Any, input: Any, result: Any, dim: Any) -> Any:
    """The softmax: how much of the sum each exponential is."""
    g, total = (restored(x, input.shape, dim) for x in (g, result))
    return g * exp(input - total)


@public(method=True)
@op(r"\log \textstyle\sum_i e^{x_i}", to_float=True, input=(_logsumexp_vjp, r"g\, e^{x - z}"))
def logsumexp(input: Array, dim: Any, keepdim: bool = False) -> Array:
    """The logarithm of the sum of the exponentials along `dim`: a maximum with rounded corners.

    The maximum is subtracted first, so that no exponential overflows. Saves `input` and the result.

    Args:
        input: any shape; integers become the default floating type.
        dim: one dimension or several.
        keepdim: keep the reduced dimensions, with size one.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.logsumexp(minigrad.tensor([1000.0, 1000.0]), dim=0)
        tensor(1000.6932)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logsumexp.html
    """
    axes = reduced_axes(dim, input.ndim)
    most = _largest(input, axes)
    most = np.where(np.isinf(most), input.dtype.type(0), most)  # inf - inf would be nan
    total = np.log(np.sum(np.exp(input - most), axes, keepdims=True)) + most
    return total if keepdim else np.squeeze(total, axes)
