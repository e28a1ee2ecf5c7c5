"""Attention: for each query, a mean of values, weighted by how well their keys match it."""

from __future__ import annotations

import math
from typing import Any

from ..creation.filled import ones
from ..dtype import bool_
from ..ops.comparison import masked_fill
from ..ops.joining import tril
from ..ops.linalg import matmul
from ..ops.scans import softmax
from ..ops.shapes import transpose
from ..tensor import Tensor
from ._dropout import dropout

__all__ = ["scaled_dot_product_attention"]


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
) -> Tensor:
    """``softmax(query @ key.T * scale) @ value``: what the queries find.

    Args:
        query: ``(N, *, L, E)``.
        key: ``(N, *, S, E)``.
        value: ``(N, *, S, V)``.
        attn_mask: Broadcasts to ``(N, *, L, S)``: True where a query may look at a key; or floating
            point, added to the scores.
        dropout_p: How likely a weight is left out; also when nothing is being trained.
        is_causal: Whether query i may only look at the keys up to i.
        scale: ``1 / sqrt(E)`` if None, so that the scores' spread does not grow with E.

    Returns:
        ``(N, *, L, V)``; zeros for a query that may look at nothing.

    Raises:
        RuntimeError: If both `attn_mask` and `is_causal` are given, or shapes do not fit.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import scaled_dot_product_attention
        >>> keys, values = minigrad.eye(2) * 20, minigrad.tensor([[1.0], [3.0]])
        >>> scaled_dot_product_attention(keys, keys, values)
        tensor([[1.],
                [3.]])
        >>> scaled_dot_product_attention(minigrad.zeros(1, 2), keys, values)
        tensor([[2.]])

    Source: A. Vaswani et al., "Attention is all you need", 2017, section 3.2.1.
    """
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError("Explicit attn_mask should not be set when is_causal=True")
        shape = (query.shape[-2], key.shape[-2])
        attn_mask = tril(ones(shape, dtype=bool_, device=query.device))
    weights = attention_weights(query, key, attn_mask, scale)
    return matmul(dropout(weights, dropout_p), value)


def attention_weights(query: Tensor, key: Tensor, mask: Any, scale: float | None = None) -> Tensor:
    """``softmax(query @ key.T * scale)``, ``(N, *, L, S)``: how much each key counts."""
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = matmul(query * scale, transpose(key, -2, -1))
    if mask is None:
        return softmax(scores, -1)
    scores = masked_fill(scores, ~mask, -math.inf) if mask.dtype is bool_ else scores + mask
    lost = (scores == -math.inf).all(-1, True)  # may look at nothing: not 0/0, but 0
    return masked_fill(softmax(masked_fill(scores, lost, 0.0), -1), lost, 0.0)
