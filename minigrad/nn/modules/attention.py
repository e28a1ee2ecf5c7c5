"""Attention with several heads: each looks for something of its own."""

from __future__ import annotations

import math
from typing import Any

from ...creation.filled import empty, zeros
from ...dtype import dtype as DType
from ...ops.joining import chunk
from ...ops.linalg import matmul
from ...tensor import Tensor
from .. import functional, init
from .._attention import attention_weights
from ..parameter import Parameter
from .linear import Linear
from .module import Module

__all__ = ["MultiheadAttention"]


class NonDynamicallyQuantizableLinear(Linear):
    """A `Linear`, under the name by which PyTorch prints the last layer of an attention."""


class MultiheadAttention(Module):
    """``concat(head_1, ..., head_h) W_o``, head i an attention of ``Q W_q``, ``K W_k``, ``V W_v``.

    Args:
        embed_dim: E, how many numbers a query, a key, a value and a result have.
        num_heads: Into how many heads they are dealt out.
        dropout: How likely a weight is left out while training.
        bias: Whether the projections add something.
        add_bias_kv: Not here: False.
        add_zero_attn: Not here: False.
        kdim: Not here: None, or `embed_dim`.
        vdim: Not here: None, or `embed_dim`.
        batch_first: Whether the batch comes first, then the sequence.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Attributes:
        in_proj_weight: ``(3 E, E)``: ``W_q``, ``W_k`` and ``W_v``, below each other.
        in_proj_bias: ``(3 E,)``, or None.
        out_proj: the layer of ``W_o``.

    Raises:
        AssertionError: If `num_heads` does not divide `embed_dim`.
        NotImplementedError: If what is not here is asked for.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.MultiheadAttention(8, num_heads=2, batch_first=True)
        >>> x = minigrad.ones(3, 5, 8)
        >>> output, weights = layer(x, x, x)
        >>> output.shape, weights.shape
        (minigrad.Size([3, 5, 8]), minigrad.Size([3, 5, 5]))

    Source: A. Vaswani et al., "Attention is all you need", 2017, section 3.2.2.
    """

    in_proj_bias: Parameter | None

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        if add_bias_kv or add_zero_attn or {kdim, vdim} - {None, embed_dim}:
            raise NotImplementedError(
                "In minigrad keys and values are as wide as queries, and nothing is added to them."
            )
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        shape = (3 * embed_dim, embed_dim)
        self.in_proj_weight = Parameter(empty(shape, device=device, dtype=dtype))
        made = Parameter(zeros(3 * embed_dim, device=device, dtype=dtype)) if bias else None
        self.register_parameter("in_proj_bias", made)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)
        self._reset_parameters()

    def _reset_parameters(self) -> None:
        """Draw the weights anew, the bias of the projections stays 0."""
        init.xavier_uniform_(self.in_proj_weight)
        if self.out_proj.bias is not None:
            init.zeros_(self.out_proj.bias)

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """What each query finds, and where it looked.

        Args:
            query: ``(L, N, E)``, with `batch_first` ``(N, L, E)``; or ``(L, E)``.
            key: ``(S, N, E)``, likewise.
            value: ``(S, N, E)``, likewise.
            key_padding_mask: ``(N, S)``: True where a key only fills up and is to be left out; or
                floating point, added to the scores.
            need_weights: Whether the weights are returned.
            attn_mask: ``(L, S)``, or ``(N * num_heads, L, S)``: True where a query may *not* look
                at a key (in `scaled_dot_product_attention` it is where it may); or floating point.
            average_attn_weights: Whether the weights returned are the mean over all heads.
            is_causal: A hint that `attn_mask` is causal; it changes nothing.

        Returns:
            The result in the form of `query`; and the weights, ``(N, L, S)``, for each head
            ``(N, num_heads, L, S)``, or None.

        Raises:
            RuntimeError: If shapes do not fit.
        """
        alone = query.ndim == 2
        turned = query.ndim == 3 and not self.batch_first
        given = [x.unsqueeze(0) if alone else x for x in (query, key, value)]
        q, k, v = self._projected([x.transpose(0, 1) if turned else x for x in given])
        mask = self._mask(attn_mask, key_padding_mask, q)
        weights = functional.dropout(attention_weights(q, k, mask), self.dropout, self.training)
        found = matmul(weights, v).permute(2, 0, 1, 3).flatten(2)
        out = self.out_proj(found)  # (L, N, E): so PyTorch lays it, and dropout follows the memory
        out = out if turned else out.transpose(0, 1)
        weights = weights.mean(1) if average_attn_weights else weights
        if alone:
            out, weights = out.squeeze(0), weights.squeeze(0)
        return out, weights if need_weights else None

    def _projected(self, given: list[Tensor]) -> list[Tensor]:
        """Queries, keys and values for each head: ``(N, L, E)`` to ``(N, heads, L, E / heads)``."""
        weights = chunk(self.in_proj_weight, 3)
        bias = self.in_proj_bias
        biases = (None,) * 3 if bias is None else chunk(bias, 3)
        projected = map(functional.linear, given, weights, biases)
        return [x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for x in projected]

    def _mask(self, attn_mask: Any, key_padding_mask: Any, q: Tensor) -> Any:
        """Both masks as one that is added to the scores ``(N, heads, L, S)``; or None."""
        mask = None
        if attn_mask is not None:
            mask = _added(attn_mask, q)
            mask = mask.unflatten(0, (-1, self.num_heads)) if mask.ndim == 3 else mask
        if key_padding_mask is not None:
            padding = _added(key_padding_mask, q).view((len(q), 1, 1, -1))
            mask = padding if mask is None else mask + padding
        return mask


def _added(mask: Tensor, like: Tensor) -> Tensor:
    """What a mask adds to scores: minus infinity where it is True; or what it has itself."""
    if mask.is_floating_point():
        return mask
    return zeros(mask.shape, dtype=like.dtype, device=like.device).masked_fill(mask, -math.inf)
