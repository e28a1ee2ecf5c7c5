"""The derivatives of softmax and its logarithm, as operations that have derivatives again.

In TeX, p is the softmax, z its logarithm, h the gradient that came to them, and g the gradient of
what is here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .exponential import exp
from .reduce import _sum_dim


def _softmax_curvature(g: Any, grad_output: Any, output: Any, dim: int) -> Any:
    mean, slope = (_sum_dim(output * x, dim, True) for x in (grad_output, g))
    return grad_output * g - mean * g - grad_output * slope


@op(
    r"p \odot (h - \textstyle\sum h \odot p)",
    name="SoftmaxBackwardDataBackward0",
    grad_output=(
        lambda g, output, dim: softmax_backward(g, output, dim),
        r"p \odot (g - \textstyle\sum g \odot p)",
    ),
    output=(
        _softmax_curvature,
        r"h \odot g - g \textstyle\sum h \odot p - h \textstyle\sum g \odot p",
    ),
)
def softmax_backward(grad_output: Array, output: Array, dim: int) -> Array:
    """``p·(h − Σ h·p)`` with p the softmax: the mean of h under p is taken off. Saves both."""
    products = grad_output * output
    if not products.ndim:
        return products - output * products
    return products - output * products.sum(dim, keepdims=True)


def _log_softmax_vjp(g: Any, output: Any, dim: int) -> Any:
    return g - _sum_dim(g * exp(output), dim, True)


def _log_softmax_curvature(g: Any, grad_output: Any, output: Any, dim: int) -> Any:
    return -_sum_dim(grad_output, dim, True) * exp(output) * g


@op(
    r"h - e^{z} \textstyle\sum h",
    name="LogSoftmaxBackwardDataBackward0",
    grad_output=(_log_softmax_vjp, r"g - \textstyle\sum g \odot e^{z}"),
    output=(_log_softmax_curvature, r"-g \odot e^{z} \textstyle\sum h"),
)
def log_softmax_backward(grad_output: Array, output: Array, dim: int) -> Array:
    """``h − softmax·Σh`` along `dim`; the softmax is exp(output). Saves both."""
    if not grad_output.ndim:
        return grad_output - np.exp(output) * grad_output
    return grad_output - np.exp(output) * grad_output.sum(dim, keepdims=True)
