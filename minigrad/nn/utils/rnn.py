"""Sequences of different lengths in one tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from ...creation.filled import full
from ...tensor import Tensor

__all__ = ["pack_padded_sequence", "pad_sequence"]


def pad_sequence(
    sequences: Sequence[Tensor], batch_first: bool = False, padding_value: float = 0.0
) -> Tensor:
    """Sequences in one tensor, filled up behind to the length of the longest.

    Args:
        sequences: N of them, ``(L, *)`` each, of different lengths L.
        batch_first: Whether the batch comes first, then the sequence.
        padding_value: What they are filled up with.

    Returns:
        ``(longest, N, *)``, with `batch_first` ``(N, longest, *)``.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.utils.rnn import pad_sequence
        >>> pad_sequence([minigrad.ones(1), minigrad.ones(3)], batch_first=True)
        tensor([[1., 0., 0.],
                [1., 1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_sequence.html
    """
    first, lead = sequences[0], (len(sequences), max(map(len, sequences)))
    shape = (*(lead if batch_first else lead[::-1]), *first.shape[1:])
    out = full(shape, padding_value, dtype=first.dtype, device=first.device)
    for n, x in enumerate(sequences):
        (out if batch_first else out.transpose(0, 1))[n, : len(x)] = x
    return out


def pack_padded_sequence(*args: Any, **kwargs: Any) -> NoReturn:
    """What minigrad does not have.

    Raises:
        NotImplementedError: Always.
    """
    raise NotImplementedError("minigrad has no packed sequences: pad them, and mask the padding.")
