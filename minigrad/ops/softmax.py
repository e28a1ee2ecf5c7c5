"""Softmax, its logarithm, and the logarithm of the sum of exponentials."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .activation import check_floating
from .dims import reduced_axes, wrap_dim
from .exponential import exp
from .reduce import _sum_dim, restored


def _axis(name: str, input: Array, dim: int) -> int:
    """`dim` counted from the front; raise PyTorch's errors unless `input` is floating point."""
    dim = wrap_dim(dim, input.ndim)
    check_floating(f"{name}_{'lastdim_' if dim >= input.ndim - 1 else ''}kernel_impl", input)
    return dim


def _softmax_vjp(g: Any, result: Any, dim: int) -> Any:
    products = g * result
    return products - result * _sum_dim(products, dim, True)


@op(
    r"p_i = e^{x_i} / \textstyle\sum_j e^{x_j}",
    input=(_softmax_vjp, r"p \odot (g - \textstyle\sum g \odot p)"),
)
def softmax(input: Array, dim: int) -> Array:
    """``exp(input)`` divided by its sum along `dim`: numbers from 0 to 1 that add up to 1.

    The maximum is subtracted first, so that no exponential overflows. Saves the result.

    Args:
        input: floating point, any shape; usually scores ``(N, C)``.
        dim: the axis along which the result sums to one.

    Raises:
        IndexError: there is no such dimension.
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.softmax(minigrad.tensor([0.0, 0.0]), dim=0)
        tensor([0.5000, 0.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmax.html
    """
    dim = _axis("softmax", input, dim)
    powers = np.exp(input - np.max(input, dim, keepdims=True, initial=-np.inf))
    return powers / np.sum(powers, dim, keepdims=True)


def _log_softmax_vjp(g: Any, result: Any, dim: int) -> Any:
    return g - exp(result) * _sum_dim(g, dim, True)


@op(
    r"x_i - \log \textstyle\sum_j e^{x_j}",
    input=(_log_softmax_vjp, r"g - e^{z} \textstyle\sum g"),
)
def log_softmax(input: Array, dim: int) -> Array:
    """The logarithm of `softmax`, right also where a probability would underflow to 0.

    Every element is 0 or less. Saves the result.

    Args:
        input: floating point, any shape; usually scores ``(N, C)``.
        dim: the axis whose probabilities sum to one.

    Raises:
        IndexError: there is no such dimension.
        NotImplementedError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.log_softmax(minigrad.tensor([[0.0, 1000.0]]), dim=1)
        tensor([[-1000.,     0.]])

    Source: Goodfellow, Bengio and Courville, *Deep Learning*, section 4.1.
    """
    dim = _axis("log_softmax", input, dim)
    shifted = input - np.max(input, dim, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.sum(np.exp(shifted), dim, keepdims=True))


def _logsumexp_vjp(g: Any, input: Any, result: Any, dim: Any) -> Any:
    """The softmax: how much of the sum each exponential is."""
    g, total = (restored(x, input.shape, dim) for x in (g, result))
    return g * exp(input - total)


@op(
    r"\log \textstyle\sum_i e^{x_i}",
    to_float=True,
    input=(_logsumexp_vjp, r"g\, e^{x - z}"),
)
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
    most = np.max(input, axes, keepdims=True, initial=-np.inf)
    most = np.where(np.isinf(most), input.dtype.type(0), most)  # inf - inf would be nan
    total = np.log(np.sum(np.exp(input - most), axes, keepdims=True)) + most
    return total if keepdim else np.squeeze(total, axes)
