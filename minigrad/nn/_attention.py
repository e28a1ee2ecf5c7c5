"""Attention: for each query, a mean of values, weighted by how well their keys match it."""

from __future__ import annotations

import math
from typing import Any

from ..creation.filled import ones
from ..dtype import bool_, float32
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
    enable_gqa: bool = False,
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
        enable_gqa: Whether several heads of `query`, dimension -3, share one of `key` and `value`.

    Returns:
        ``(N, *, L, V)``; zeros for a query that may look at nothing.

    Raises:
        RuntimeError: If both `attn_mask` and `is_causal` are given, or types or shapes do not fit.

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
    _check(query, key, value, attn_mask, is_causal)
    if is_causal:
        shape = (query.shape[-2], key.shape[-2])
        attn_mask = tril(ones(shape, dtype=bool_, device=query.device))
    if enable_gqa:
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
        value = value.repeat_interleave(query.shape[-3] // value.shape[-3], -3)
    scores = _scores(query, key, attn_mask, scale)
    weights = softmax(scores, -1) if attn_mask is None else _softmax_or_zeros(scores)
    found = matmul(dropout(weights, dropout_p), value)
    return found if dropout_p else _laid_like(query, found)


def _laid_like(query: Tensor, found: Tensor) -> Tensor:
    """`found`, whose memory nobody shares, with its dimensions in the order of the query's memory.

    So PyTorch lays it: heads that were split off and turned can be turned back and viewed as one.
    """
    strides = query.stride()
    if query.ndim == 4 and query.shape == found.shape and not query.is_contiguous():
        order = sorted(range(4), key=lambda dim: -strides[dim])
        back = sorted(range(4), key=order.__getitem__)
        found._array = found._array.transpose(order).copy().transpose(back)
    return found


def _scores(query: Tensor, key: Tensor, mask: Any, scale: float | None = None) -> Tensor:
    """``query @ key.T * scale``, ``(N, *, L, S)``; minus infinity where `mask` hides a key."""
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = matmul(query * scale, transpose(key, -2, -1))
    if mask is None:
        return scores
    return masked_fill(scores, ~mask, -math.inf) if mask.dtype is bool_ else scores + mask


def _softmax_or_zeros(scores: Tensor) -> Tensor:
    """`softmax`, but zeros for a query that may look at nothing, where that would be 0 / 0."""
    lost = (scores == -math.inf).all(-1, True)
    return masked_fill(softmax(masked_fill(scores, lost, 0.0), -1), lost, 0.0)


def _check(query: Tensor, key: Tensor, value: Tensor, mask: Any, is_causal: bool) -> None:
    """Refuse what does not fit together."""
    given = {"query": query, "key": key, "value": value}
    if min(x.ndim for x in given.values()) < 2:
        dims = [f"{name}.dim: {x.ndim}" for name, x in given.items()]
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got "
            f"{dims[0]} {dims[1]} and {dims[2]} instead."
        )
    if not query.dtype == key.dtype == value.dtype:
        kinds = [f"{name}.dtype: {_spoken(x)}" for name, x in given.items()]
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got "
            f"{kinds[0]} {kinds[1]} and {kinds[2]} instead."
        )
    if mask is not None and mask.dtype not in (bool_, query.dtype, float32):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
            f"attn_mask.dtype: {_spoken(mask)} and  query.dtype: {_spoken(query)} instead."
        )
    if mask is not None and is_causal:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True\nA causal mask is True on and below the diagonal: ones(L, S).tril()."
        )


def _spoken(x: Tensor) -> str:
    """The type by the name that it has in C."""
    return _IN_C.get(x.dtype.title, x.dtype.title.lower())


_IN_C = {"Long": "long int", "Half": "c10::Half", "Byte": "unsigned char"}
