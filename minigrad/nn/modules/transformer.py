"""Transformers: attention, then a small network for each place, again and again."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

from ..._mode import current
from ..._warn import warn
from ...creation.filled import full
from ...dtype import dtype as DType
from ...tensor import Tensor
from .. import functional, init
from ._masks import added_mask
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm

__all__ = ["Transformer", "TransformerDecoder", "TransformerDecoderLayer", "TransformerEncoder"]
__all__ += ["TransformerEncoderLayer"]


class _Layer(Module):
    """What layers of the encoder and of the decoder share: parts, and what is around each part.

    Attributes:
        _attentions: the names of the attentions, in order.
    """

    _attentions: tuple[str, ...]

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
        for name in self._attentions:
            part = MultiheadAttention(d_model, nhead, dropout, batch_first=batch_first, **made)
            setattr(self, name, part)
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        numbers = range(1, len(self._attentions) + 2)
        for n in numbers:
            setattr(self, f"norm{n}", LayerNorm(d_model, layer_norm_eps, **made))
        for n in numbers:
            setattr(self, f"dropout{n}", Dropout(dropout))
        if isinstance(activation, str):
            if activation not in ("relu", "gelu"):
                raise RuntimeError(f"activation should be relu/gelu, not {activation}")
            activation = getattr(functional, activation)
        self.activation: Any = activation

    def _around(self, n: int, x: Tensor, part: Callable[[Tensor], Tensor]) -> Tensor:
        """``norm(x + part(x))``, or ``x + part(norm(x))``: part n and what is around it."""
        norm = getattr(self, f"norm{n}")
        dropout = getattr(self, f"dropout{n}")
        if self.norm_first:
            return x + dropout(part(norm(x)))
        return norm(x + dropout(part(x)))

    def _feed_forward(self, x: Tensor) -> Tensor:
        """The small network."""
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_Layer):
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

    _attentions = ("self_attn",)

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
        name = "src_key_padding_mask"
        padding = added_mask(src_key_padding_mask, name, src, src_mask, "src_mask")
        masks = (padding, False, added_mask(src_mask, "src_mask", src), True, is_causal)
        x = self._around(1, src, lambda x: self.self_attn(x, x, x, *masks)[0])
        return self._around(2, x, self._feed_forward)


class TransformerDecoderLayer(_Layer):
    """A layer of the encoder with another attention in its middle, which looks at the memory.

    The memory is what the encoder made. The arguments are those of a `TransformerEncoderLayer`.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.TransformerDecoderLayer(8, nhead=2, batch_first=True)
        >>> memory, tgt = minigrad.ones(3, 7, 8), minigrad.ones(3, 5, 8)
        >>> layer(tgt, memory).shape
        minigrad.Size([3, 5, 8])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.TransformerDecoderLayer.html
    """

    _attentions = ("self_attn", "multihead_attn")

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """``(L, N, E)`` and a memory ``(S, N, E)`` to the shape of `tgt`; N may be first, or none.

        Args:
            tgt: The sequences.
            memory: What the encoder made.
            tgt_mask: `attn_mask` of the first attention.
            memory_mask: `attn_mask` of the second, ``(L, S)``.
            tgt_key_padding_mask: `key_padding_mask` of the first.
            memory_key_padding_mask: `key_padding_mask` of the second.
            tgt_is_causal: A hint that `tgt_mask` is causal; it changes nothing.
            memory_is_causal: The same of `memory_mask`.
        """
        own = (tgt_key_padding_mask, False, tgt_mask, True, tgt_is_causal)
        across = (memory_key_padding_mask, False, memory_mask, True, memory_is_causal)
        x = self._around(1, tgt, lambda x: self.self_attn(x, x, x, *own)[0])
        x = self._around(2, x, lambda x: self.multihead_attn(x, memory, memory, *across)[0])
        return self._around(3, x, self._feed_forward)


class _Stack(Module):
    """Some copies of a layer, one after the other; they begin alike."""

    norm: Module | None

    def __init__(self, layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = ModuleList(copy.deepcopy(layer) for _ in range(num_layers))
        self.num_layers = num_layers
        self.norm = norm


class TransformerEncoder(_Stack):
    """Some copies of a layer, one after the other.

    As in PyTorch, what comes of padding is 0 in ``eval()`` while nothing is recorded, if a
    `src_key_padding_mask` is given that marks the ends of sequences, and no other mask.

    Args:
        encoder_layer: What is copied; the copies begin alike.
        num_layers: How often.
        norm: A normalization of the result, or None.
        enable_nested_tensor: Whether what comes of padding may be 0.
        mask_check: Makes no difference here.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.TransformerEncoder.html
    """

    def __init__(
        self,
        encoder_layer: Module,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__(encoder_layer, num_layers, norm)
        self.enable_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check
        why_not = _unfit(encoder_layer)
        self.use_nested_tensor = enable_nested_tensor and not why_not
        if enable_nested_tensor and why_not:
            warn(
                "enable_nested_tensor is True, but self.use_nested_tensor is False because "
                f"{why_not}"
            )

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        """Through all of them; the arguments are those of a `TransformerEncoderLayer`."""
        padding = added_mask(src_key_padding_mask, "src_key_padding_mask", src, mask, "mask")
        added = added_mask(mask, "mask", src)
        x = src
        for layer in self.layers:
            x = layer(x, added, padding, bool(is_causal))
        if padding is not None and mask is None and self._clears(src, padding != 0):
            x = x.masked_fill((padding != 0).unsqueeze(-1), 0.0)
        return x if self.norm is None else self.norm(x)

    def _clears(self, src: Tensor, padded: Tensor) -> bool:
        """Whether PyTorch would leave padding out of what it computes, and then put zeros there."""
        if not self.use_nested_tensor or self.layers[0].training or src.ndim != 3:
            return False
        trained = (x.requires_grad for x in (src, *self.layers[0].parameters()))
        if current.mode.recording and any(trained):
            return False
        return bool((padded[:, 1:] | ~padded[:, :-1]).all())


def _unfit(layer: Any) -> str:
    """What keeps PyTorch from leaving out the padding in such layers; empty if nothing does."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    if layer.norm_first:
        return "encoder_layer.norm_first was True"
    if not layer.self_attn.batch_first:
        return (
            "encoder_layer.self_attn.batch_first was not True"
            "(use batch_first for better inference performance)"
        )
    if layer.self_attn.in_proj_bias is None:
        return "encoder_layer.self_attn was passed bias=False"
    if layer.activation not in (functional.relu, functional.gelu):
        return "encoder_layer.activation_relu_or_gelu was not True"
    if layer.self_attn.num_heads % 2:
        return "encoder_layer.self_attn.num_heads is odd"
    return ""


class TransformerDecoder(_Stack):
    """Some copies of a layer, one after the other.

    Args:
        decoder_layer: What is copied; the copies begin alike.
        num_layers: How often.
        norm: A normalization of the result, or None.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.TransformerDecoder.html
    """

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__(decoder_layer, num_layers, norm)

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """Through all of them; the arguments are those of a `TransformerDecoderLayer`."""
        masks = (tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
        for layer in self.layers:
            tgt = layer(tgt, memory, *masks, bool(tgt_is_causal), memory_is_causal)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    """An encoder, and a decoder that looks at what it made: from one sequence to another.

    It has neither embeddings nor positions: those come before it.

    Args:
        d_model: E, how many numbers a place has.
        nhead: The number of heads of each attention.
        num_encoder_layers: How many layers the encoder has.
        num_decoder_layers: How many the decoder has.
        dim_feedforward: How wide the networks are.
        dropout: How likely a number is left out while training.
        activation: ``"relu"``, ``"gelu"``, or a function of a tensor.
        custom_encoder: Another encoder, or None.
        custom_decoder: Another decoder, or None.
        layer_norm_eps: Added to the variance, against division by 0.
        batch_first: Whether the batch comes first, then the sequence.
        norm_first: Whether normalization comes before each part.
        bias: Whether the layers add something.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Raises:
        RuntimeError: If there is no such activation.

    Example:
        >>> import minigrad
        >>> model = minigrad.nn.Transformer(8, 2, 1, 1, 16, batch_first=True)
        >>> src, tgt = minigrad.ones(3, 7, 8), minigrad.ones(3, 5, 8)
        >>> model(src, tgt, tgt_mask=model.generate_square_subsequent_mask(5)).shape
        minigrad.Size([3, 5, 8])

    Source: A. Vaswani et al., "Attention is all you need", 2017.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = functional.relu,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        sizes = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps)
        layer: Any = (*sizes, batch_first, norm_first, bias, device, dtype)
        made: Any = {"bias": bias, "device": device, "dtype": dtype}
        if custom_encoder is None:
            of_encoder = TransformerEncoderLayer(*layer)
            norm = LayerNorm(d_model, layer_norm_eps, **made)
            custom_encoder = TransformerEncoder(of_encoder, num_encoder_layers, norm)
        if custom_decoder is None:
            of_decoder = TransformerDecoderLayer(*layer)
            norm = LayerNorm(d_model, layer_norm_eps, **made)
            custom_decoder = TransformerDecoder(of_decoder, num_decoder_layers, norm)
        self.encoder = custom_encoder
        self.decoder = custom_decoder
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """``(S, N, E)`` and ``(L, N, E)`` to the shape of `tgt`; N may be first, or none.

        Args:
            src: The sequences that are read.
            tgt: Those that are written, as far as they are known.
            src_mask: `attn_mask` of the encoder.
            tgt_mask: `attn_mask` of the decoder; see `generate_square_subsequent_mask`.
            memory_mask: `attn_mask` of the decoder's second attention.
            src_key_padding_mask: `key_padding_mask` of the encoder, ``(N, S)``.
            tgt_key_padding_mask: `key_padding_mask` of the decoder, ``(N, L)``.
            memory_key_padding_mask: `key_padding_mask` of its second attention, ``(N, S)``.
            src_is_causal: A hint that `src_mask` is causal; it changes nothing.
            tgt_is_causal: The same of `tgt_mask`.
            memory_is_causal: The same of `memory_mask`.

        Raises:
            RuntimeError: If the sizes do not fit.
        """
        self._check_sizes(src, tgt)
        memory = self.encoder(
            src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal
        )
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    def _check_sizes(self, src: Tensor, tgt: Tensor) -> None:
        batch = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[batch] != tgt.shape[batch]:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if {src.shape[-1], tgt.shape[-1]} != {self.d_model}:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: DType | None = None
    ) -> Tensor:
        """A mask under which place i may look at the places up to i: minus infinity above them.

        Example:
            >>> import minigrad
            >>> minigrad.nn.Transformer.generate_square_subsequent_mask(2)
            tensor([[0., -inf],
                    [0., 0.]])
        """
        return full((sz, sz), -math.inf, device=device, dtype=dtype).triu(1)

    def _reset_parameters(self) -> None:
        for x in self.parameters():
            if x.ndim > 1:
                init.xavier_uniform_(x)
