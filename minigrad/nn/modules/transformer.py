"""The transformer's encoder: attention, then a small network for each place, again and again."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ...dtype import dtype as DType
from ...tensor import Tensor
from .. import functional
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm

__all__ = ["TransformerEncoder", "TransformerEncoderLayer"]


class TransformerEncoderLayer(Module):
    """``x = norm(x + attention(x))``, then ``x = norm(x + network(x))``.

    Args:
        d_model: E, how many numbers a place has.
        nhead: The number of heads of the attention.
        dim_feedforward: How wide the network is.
        dropout: How likely a number is left out while training.
        activation: ``"relu"``, ``"gelu"``, or a function of a tensor.
        layer_norm_eps: Added to the variance, against division by 0.
        batch_first: Whether the batch comes first, then the sequence.
        norm_first: ``x = x + attention(norm(x))`` instead, which trains more easily.
        bias: Whether the layers add something.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Raises:
        RuntimeError: If there is no such activation.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.TransformerEncoderLayer(8, nhead=2, batch_first=True)
        >>> layer(minigrad.ones(3, 5, 8)).shape
        minigrad.Size([3, 5, 8])

    Source: A. Vaswani et al., "Attention is all you need", 2017, section 3.1; `norm_first`: R.
    Xiong et al., "On layer normalization in the transformer architecture", 2020.
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = functional.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        made: Any = {"bias": bias, "device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(
            d_model, nhead, dropout, batch_first=batch_first, **made
        )
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, layer_norm_eps, **made)
        self.norm2 = LayerNorm(d_model, layer_norm_eps, **made)
        self.dropout1, self.dropout2 = Dropout(dropout), Dropout(dropout)
        if isinstance(activation, str):
            if activation not in ("relu", "gelu"):
                raise RuntimeError(f"activation should be relu/gelu, not {activation}")
            activation = getattr(functional, activation)
        self.activation: Any = activation

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        """``(L, N, E)`` to the same shape, with `batch_first` ``(N, L, E)``; or ``(L, E)``.

        Args:
            src: The sequences.
            src_mask: `attn_mask` of `MultiheadAttention`.
            src_key_padding_mask: `key_padding_mask` of it.
            is_causal: A hint that `src_mask` is causal; it changes nothing.
        """
        masks = (src_key_padding_mask, False, src_mask, True, is_causal)

        def attend(x: Tensor) -> Tensor:
            return self.dropout1(self.self_attn(x, x, x, *masks)[0])

        def think(x: Tensor) -> Tensor:
            return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))

        if self.norm_first:
            x = src + attend(self.norm1(src))
            return x + think(self.norm2(x))
        x = self.norm1(src + attend(src))
        return self.norm2(x + think(x))


class TransformerEncoder(Module):
    """Some copies of a layer, one after the other.

    Args:
        encoder_layer: What is copied; the copies begin alike.
        num_layers: How often.
        norm: A normalization of the result, or None.
        enable_nested_tensor: Makes no difference here: padding is computed, and masked.
        mask_check: Makes no difference here.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.TransformerEncoder.html
    """

    norm: Module | None

    def __init__(
        self,
        encoder_layer: Module,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers = ModuleList(copy.deepcopy(encoder_layer) for _ in range(num_layers))
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        """Through all of them; the arguments are those of a `TransformerEncoderLayer`."""
        for layer in self.layers:
            src = layer(src, mask, src_key_padding_mask, is_causal)
        return src if self.norm is None else self.norm(src)
