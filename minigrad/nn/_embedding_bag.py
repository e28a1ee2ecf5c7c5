"""Bags of words: what the vectors of several words have in common."""

from __future__ import annotations

import numpy as np

from ..autograd.wrap import wrap
from ..backend import module_of
from ..dtype import int32, int64
from ..ops.comparison import where
from ..ops.gathering import embedding as lookup
from ..tensor import Tensor
from ._embedding import _say_dense, _shorten, within

__all__ = ["embedding_bag"]


def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """`embedding` of the words of each bag, and of those the mean, sum or largest numbers.

    Bags are filled up to the longest one on the way, which takes memory where one is much longer.

    Args:
        input: Words, int64 or int32: ``(B, L)`` for B bags of L words; or ``(N,)``, all bags one
            after the other.
        weight: ``(num_embeddings, embedding_dim)``: a row for each word.
        offsets: Where each bag begins in ``(N,)``, ``(B,)``.
        max_norm: As for `embedding`, like the two that follow.
        norm_type: See there.
        scale_grad_by_freq: See there.
        mode: ``"mean"``, ``"sum"`` or ``"max"``.
        sparse: See `embedding`.
        per_sample_weights: How often each word counts, in the shape of `input`; for ``"sum"``.
        include_last_offset: Whether `offsets` ends with the place behind the last bag.
        padding_idx: A word that does not count.

    Returns:
        ``(B, embedding_dim)``; zeros for an empty bag.

    Raises:
        NotImplementedError: If `per_sample_weights` comes with another mode, or
            `scale_grad_by_freq`.
        RuntimeError: If `offsets` do not fit, or there is no such word.
        ValueError: If a number of dimensions does not fit, or `mode` is another.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import embedding_bag
        >>> words, table = minigrad.tensor([0, 1, 2]), minigrad.tensor([[1.0], [3.0], [5.0]])
        >>> embedding_bag(words, table, minigrad.tensor([0, 2]))
        tensor([[2.],
                [5.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.embedding_bag.html
    """
    _check_options(input, mode, per_sample_weights, scale_grad_by_freq)
    _check_bags(input, offsets)
    if sparse:
        _say_dense()
    padding = within(padding_idx, weight.size(0))
    _check_words(input, weight)
    if max_norm is not None:
        _shorten(input, weight, max_norm, norm_type)
    words, shares, held = input, per_sample_weights, wrap(input._array == input._array)
    if offsets is not None:
        places, held = _laid_out(len(input), offsets, include_last_offset)
        words = input[places]
        shares = None if shares is None else shares[places]
    if padding is not None:
        held = held & (words != padding)
    rows = lookup(weight, words)
    return _combined(rows if shares is None else rows * shares.unsqueeze(-1), held, mode)


def _combined(rows: Tensor, held: Tensor, mode: str) -> Tensor:
    """What bags ``(B, L, embedding_dim)`` have in common, of those words that are held."""
    kept = held.unsqueeze(-1)
    if mode != "max" or not rows.shape[1]:
        total = where(kept, rows, 0).sum(1)
        return total / held.sum(1, True).clamp(min=1) if mode == "mean" else total
    largest = where(kept, rows, -np.inf).max(1)[0]
    return where(kept.any(1), largest, 0)


def _laid_out(count: int, offsets: Tensor, include_last: bool) -> tuple[Tensor, Tensor]:
    """The places of the words of each bag, ``(B, L)`` with L of the longest; and which are its."""
    given = offsets._array
    arange = module_of(given).arange
    if given.size and int(given[0]) != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
            f"position 0. However, got {int(given[0])}"
        )
    if given.size and int(given[-1]) > count:
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {count} but got offsets[-1] of "
            f"{int(given[-1])}"
        )
    starts = given[:-1] if include_last else given
    ends = np.concatenate([given[1:], given[:0] if include_last else arange(count, count + 1)])
    longest = int((ends - starts).max()) if starts.size else 0
    places = starts[:, None] + arange(longest)
    held = places < ends[:, None]
    return wrap(np.where(held, places, 0)), wrap(held)


def _check_options(input: Tensor, mode: str, shares: Tensor | None, by_freq: bool) -> None:
    if by_freq:
        raise NotImplementedError("scale_grad_by_freq: divide the gradient by input.bincount()")
    if shares is not None and shares.shape != input.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({shares.shape}) is not None, then it must have "
            f"the same shape as the input ({input.shape})"
        )
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if shares is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
            f"for mode='sum' (got mode='{mode}')."
        )


def _check_bags(input: Tensor, offsets: Tensor | None) -> None:
    """Bags of one length are a matrix; of others it must be said where they begin."""
    if input.ndim not in (1, 2):
        raise ValueError(
            f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}"
        )
    if input.ndim == 2 and offsets is not None:
        raise ValueError(
            "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of "
            f"fixed length sequences. However, found offsets of type {type(offsets)}"
        )
    if input.ndim == 1 and offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets is not None and offsets.ndim != 1:
        raise ValueError("offsets has to be a 1D Tensor")


def _check_words(input: Tensor, weight: Tensor) -> None:
    """Words are numbers of rows."""
    if input.dtype not in (int64, int32):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
            f"Long, Int; but got {input.type()} instead (while checking arguments for "
            "embedding_bag)"
        )
    words = input._array.reshape(-1)
    outside = (words < 0) | (words >= len(weight))
    if outside.any():
        place = int(outside.argmax())
        raise RuntimeError(
            f"Index {place} of input takes value {int(words[place])} which is not in the valid "
            f"range [0, {len(weight)})"
        )
