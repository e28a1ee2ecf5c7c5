r"""Normalization, as rows: numbers moved and scaled until they have mean 0 and variance 1.

Batch, layer and group normalization differ in what is averaged over. Each row sees its input in the
shape `seen` and averages over `dims` of it; weight and bias have the shape `fit` there. Mean and
variance depend on the input, so that gradients through them are part of the rule: what is left of g
has no part along 1 and none along the result.

In TeX, z is the normalized input, s its standard deviation, w the weight.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.registry import op
from ..backend import Array
from .arithmetic import rsqrt
from .reductions import _mean_dim
from .shapes import reshape, sum_to_size
from .windows import Sizes


def _normal(input: Any, seen: Sizes, dims: Sizes, eps: float) -> tuple[Any, Any]:
    """The normalized input in the shape `seen`, and one over its standard deviation."""
    x = reshape(input, seen)
    centred = x - _mean_dim(x, dims, True)
    scale = rsqrt(_mean_dim(centred * centred, dims, True) + eps)
    return centred * scale, scale


def _input_vjp(
    g: Any, input: Any, weight: Any, seen: Sizes, dims: Sizes, fit: Sizes, eps: float
) -> Any:
    z, scale = _normal(input, seen, dims, eps)
    g = reshape(g, seen)
    if weight is not None:
        g = g * reshape(weight, fit)
    rest = g - _mean_dim(g, dims, True) - z * _mean_dim(g * z, dims, True)
    return reshape(rest * scale, tuple(input.shape))


def _weight_vjp(
    g: Any, input: Any, weight_shape: Any, seen: Sizes, dims: Sizes, fit: Sizes, eps: float
) -> Any:
    parts = reshape(g, seen) * _normal(input, seen, dims, eps)[0]
    return reshape(sum_to_size(parts, fit), tuple(weight_shape))


def _bias_vjp(g: Any, bias_shape: Any, seen: Sizes, fit: Sizes) -> Any:
    return reshape(sum_to_size(reshape(g, seen), fit), tuple(bias_shape))


def _row(name: str, node: str) -> Any:
    """A row of this name that normalizes, whose nodes are called `node`."""

    def normalize(
        input: Array, weight: Array, bias: Array, seen: Sizes, dims: Sizes, fit: Sizes, eps: float
    ) -> Array:
        """`input` with mean 0 and variance 1, times `weight`, plus `bias`. Saves the first two."""
        x = input.reshape(seen)
        z = x - x.mean(dims, keepdims=True)
        z /= np.sqrt((z * z).mean(dims, keepdims=True) + eps)
        return _shifted(z, weight, bias, fit).reshape(input.shape)

    normalize.__name__ = name
    return op(
        r"z \odot w + b",
        name=node,
        input=(_input_vjp, r"\tfrac{1}{s} (g w - \overline{g w} - z\,\overline{g w z})"),
        weight=(_weight_vjp, r"\textstyle\sum g z"),
        bias=(_bias_vjp, r"\textstyle\sum g"),
    )(normalize)


def _shifted(z: Array, weight: Any, bias: Any, fit: Sizes) -> Array:
    if weight is not None and weight.dtype != z.dtype:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")
    if weight is not None:
        z = z * weight.reshape(fit)
    return z if bias is None else z + bias.reshape(fit)


batch = _row("native_batch_norm", "NativeBatchNormBackward0")
layer = _row("native_layer_norm", "NativeLayerNormBackward0")
group = _row("native_group_norm", "NativeGroupNormBackward0")
