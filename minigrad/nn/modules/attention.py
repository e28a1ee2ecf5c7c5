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
from ..parameter import Parameter
from ._masks import added_mask, check_dims, joined_mask
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
        kdim: How many numbers a key has; `embed_dim` if None.
        vdim: How many a value has; `embed_dim` if None.
        batch_first: Whether the batch comes first, then the sequence.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Attributes:
        in_proj_weight: ``(3 E, E)``: ``W_q``, ``W_k`` and ``W_v``, below each other; None where
            keys or values have another width: then there are `q_proj_weight`, `k_proj_weight` and
            `v_proj_weight`.
        in_proj_bias: ``(3 E,)``, or None.
        out_proj: the layer of ``W_o``.

    Raises:
        AssertionError: If `num_heads` does not divide `embed_dim`.
        NotImplementedError: If what is not here is asked for.
        ValueError: If one of the two is not positive.

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
        if add_bias_kv or add_zero_attn:
            raise NotImplementedError("In minigrad nothing is added to keys and values.")
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                "embed_dim and num_heads must be greater than 0, got "
                f"embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.num_heads = num_heads
        self.head_dim = embed_dim // num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self._weights(bias, device, dtype)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)
        self._reset_parameters()

    def _weights(self, bias: bool, device: Any, dtype: DType | None) -> None:
        """Register ``W_q``, ``W_k`` and ``W_v``, in one where they are equally wide, and a bias."""
        widths = {"q": self.embed_dim, "k": self.kdim, "v": self.vdim}
        shapes = {f"{which}_proj_weight": (self.embed_dim, n) for which, n in widths.items()}
        if self._qkv_same_embed_dim:
            shapes = {"in_proj_weight": (3 * self.embed_dim, self.embed_dim)}
        for name in ("q_proj_weight", "k_proj_weight", "v_proj_weight", "in_proj_weight"):
            made = None
            if name in shapes:
                made = Parameter(empty(shapes[name], device=device, dtype=dtype))
            self.register_parameter(name, made)
        zero = zeros(3 * self.embed_dim, device=device, dtype=dtype) if bias else None
        self.register_parameter("in_proj_bias", None if zero is None else Parameter(zero))

    def _reset_parameters(self) -> None:
        """Draw the weights anew, the bias of the projections stays 0."""
        for name, x in self.named_parameters(recurse=False):
            if name.endswith("weight"):
                init.xavier_uniform_(x)
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
            key: ``(S, N, kdim)``, likewise.
            value: ``(S, N, vdim)``, likewise.
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
            AssertionError: If shapes do not fit, or a mask is neither bool nor floating point.
            RuntimeError: If `attn_mask` does not fit, or `is_causal` comes without it.
        """
        padding = added_mask(key_padding_mask, "key_padding_mask", query, attn_mask, "attn_mask")
        mask = added_mask(attn_mask, "attn_mask", query)
        check_dims(query, key, value, padding, mask)
        self._check_widths(query, key, value)
        _check_hint(mask, is_causal)
        alone = query.ndim == 2
        turned = query.ndim == 3 and not self.batch_first
        given = [x.unsqueeze(0) if alone else x for x in (query, key, value)]
        q, k, v = self._projected([x.transpose(0, 1) if turned else x for x in given])
        padding = padding.unsqueeze(0) if alone and padding is not None else padding
        found, weights = self._attend(q, k, v, joined_mask(mask, padding, q, k), need_weights)
        out = self.out_proj(found.permute((2, 0, 1, 3)).flatten(2))
        # (L, N, E): so PyTorch lays it, and dropout follows the memory
        out = out if turned else out.transpose(0, 1)
        if weights is not None and average_attn_weights:
            weights = weights.mean(1)
        if alone:
            return out.squeeze(0), None if weights is None else weights.squeeze(0)
        return out, weights

    def _check_widths(self, query: Tensor, key: Tensor, value: Tensor) -> None:
        if query.shape[-1] != self.embed_dim:
            raise AssertionError(
                f"was expecting embedding dimension of {self.embed_dim}, but got {query.shape[-1]}"
            )
        if self._qkv_same_embed_dim and key.shape != value.shape:
            raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
        if key.shape[:-1] != value.shape[:-1]:
            raise AssertionError(
                f"key's sequence and batch dims {key.shape[:-1]} do not match value's "
                f"{value.shape[:-1]}"
            )

    def _projected(self, given: list[Tensor]) -> list[Tensor]:
        """Queries, keys and values for each head: ``(N, L, E)`` to ``(N, heads, L, E / heads)``."""
        if self.in_proj_weight is None:
            weights = (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
        else:
            weights = chunk(self.in_proj_weight, 3)
        biases = (None,) * 3 if self.in_proj_bias is None else chunk(self.in_proj_bias, 3)
        projected = map(functional.linear, given, weights, biases)
        return [x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for x in projected]

    def _attend(
        self, q: Tensor, k: Tensor, v: Tensor, mask: Any, need_weights: bool
    ) -> tuple[Tensor, Tensor | None]:
        """What each head finds, and its weights if they are needed.

        A query that may look at nothing finds nan, 0/0, where the weights are needed, and 0 else:
        that is PyTorch's.
        """
        dropout = self.dropout if self.training else 0.0
        if not need_weights:
            return functional.scaled_dot_product_attention(q, k, v, mask, dropout), None
        scores = matmul(q * math.sqrt(1 / self.head_dim), k.transpose(-2, -1))
        weights = functional.softmax(scores if mask is None else scores + mask, -1)
        weights = functional.dropout(weights, dropout)
        return matmul(weights, v), weights


def _check_hint(mask: Tensor | None, is_causal: bool) -> None:
    """That a mask is causal can be said of one that is there."""
    if is_causal and mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module "
            "method `generate_square_subsequent_mask` to create this mask."
        )
