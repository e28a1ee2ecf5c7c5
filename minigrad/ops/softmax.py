"""Softmax and its logarithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from ..dtype import dtype as DType
from ..dtype import of
from .activation_backward import quick
from .dims import names_none, reduced_axes, wrap_dim
from .exponential import exp
from .layout import packed
from .parse import IntOrShape, parsed
from .reduce import restored, wide
from .softmax_backward import log_softmax_backward, softmax_backward

if TYPE_CHECKING:
    from ..tensor import Tensor

_softmax_backward, _log_softmax_backward = quick(softmax_backward), quick(log_softmax_backward)


def _softmax_vjp(g: Any, result: Any, dim: int) -> Any:
    return _softmax_backward(g, result, dim)


@op(
    r"p_i = e^{x_i} / \textstyle\sum_j e^{x_j}",
    name="SoftmaxBackward0",
    input=(_softmax_vjp, r"p \odot (g - \textstyle\sum g \odot p)"),
)
def _softmax(input: Array, dim: int) -> Array:
    dim = _axis(input, dim, "softmax")
    if not input.size:
        return input.copy()
    if not input.ndim:
        return np.exp(input - input)  # 1, but nan for nan and for infinity
    scores = input.astype(wide(input.dtype), copy=False)
    powers = np.exp(_shifted(scores, dim))
    powers /= powers.sum(axis=dim, keepdims=True)
    return powers.astype(input.dtype, copy=False)


@parsed
def softmax(input: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """``exp(input)`` divided by its sum along `dim`: numbers from 0 to 1 that add up to 1.

    The maximum is subtracted first, so that no exponential overflows.

    Args:
        input: floating point, any shape; usually scores ``(N, C)``.
        dim: the axis along which the result sums to one.
        dtype: the type to compute in.

    Returns:
        Tensor of `input`'s shape.

    Raises:
        IndexError: there is no such dimension.
        NotImplementedError: `input` is not floating point, and no `dtype` was given.

    Saves: the result.

    Example:
        >>> import minigrad
        >>> minigrad.softmax(minigrad.tensor([0.0, 0.0]), dim=0)
        tensor([0.5000, 0.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmax.html
    """
    return _softmax(input if dtype is None else input.to(dtype), dim)  # type: ignore[no-any-return]


def _log_softmax_vjp(g: Any, result: Any, dim: int) -> Any:
    return _log_softmax_backward(g, result, dim)


@op(
    r"x_i - \log \textstyle\sum_j e^{x_j}",
    name="LogSoftmaxBackward0",
    input=(_log_softmax_vjp, r"g - e^{z} \textstyle\sum g"),
)
def _log_softmax(input: Array, dim: int) -> Array:
    dim = _axis(input, dim, "log_softmax")
    if not input.size:
        return input.copy()
    if not input.ndim:
        return input - input
    scores = input.astype(wide(input.dtype), copy=False)
    shifted = _shifted(scores, dim)
    shifted -= np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
    return shifted.astype(input.dtype, copy=False)


@parsed
def log_softmax(input: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """The logarithm of `softmax`, right also where a probability would underflow to 0.

    Args:
        input: floating point, any shape; usually scores ``(N, C)``.
        dim: the axis whose probabilities sum to one.
        dtype: the type to compute in.

    Returns:
        Tensor of `input`'s shape, every element ≤ 0.

    Raises:
        IndexError: there is no such dimension.
        NotImplementedError: `input` is not floating point, and no `dtype` was given.

    Saves: the result.

    Example:
        >>> import minigrad
        >>> minigrad.log_softmax(minigrad.tensor([[0.0, 1000.0]]), dim=1)
        tensor([[-1000.,     0.]])

    Source: Goodfellow, Bengio and Courville, *Deep Learning*, section 4.1.
    """
    return _log_softmax(input if dtype is None else input.to(dtype), dim)  # type: ignore[no-any-return]


def _logsumexp_vjp(g: Any, input: Any, result: Any, dim: Any) -> Any:
    """The softmax: how much of the sum each exponential is."""
    g, total = (restored(x, input.shape, dim) for x in (g, result))
    return g * exp(input - total)


@op(
    r"\log \textstyle\sum_i e^{x_i}",
    name="LogsumexpBackward0",
    to_float=True,
    input=(_logsumexp_vjp, r"g\, e^{x - z}"),
)
def _logsumexp(input: Array, dim: Any, keepdim: bool = False) -> Array:
    axes = reduced_axes(dim, input.ndim)
    most = np.max(input, axes, keepdims=True, initial=-np.inf)
    most = np.where(np.isinf(most), input.dtype.type(0), most)
    total = np.log(np.sum(np.exp(input - most), axes, keepdims=True)) + most
    return packed(total if keepdim else np.squeeze(total, axes))


@parsed
def logsumexp(input: Tensor, dim: IntOrShape, keepdim: bool = False) -> Tensor:
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
    if dim is None:
        raise TypeError("name the dimensions")  # `parsed` finds PyTorch's words
    if input.ndim and not keepdim and names_none(dim):
        raise RuntimeError(
            f"output with shape [] doesn't match the broadcast shape {[1] * input.ndim}\n"
            "An empty `dim` names no dimension: name all, tuple(range(x.ndim))."
        )
    return _logsumexp(input, dim, keepdim)  # type: ignore[no-any-return]


def _axis(input: Array, dim: int, name: str) -> int:
    """`dim` counted from the front, of an `input` that has exponentials in its own type."""
    dim = wrap_dim(dim, input.ndim)
    if input.dtype.kind != "f" and input.size:
        kernel = f"{name}_lastdim_kernel_impl" if dim >= input.ndim - 1 else f"{name}_kernel_impl"
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{of(input.dtype).kind}'\nMake the scores floating "
            "point, for example with .float()."
        )
    return dim


def _shifted(scores: Array, dim: int) -> Array:
    """`scores` less the largest along `dim`, in order in memory however `scores` lie."""
    return np.subtract(scores, scores.max(axis=dim, keepdims=True, initial=-np.inf), order="C")
