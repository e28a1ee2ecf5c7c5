"""Sequences of different lengths in one tensor: filled up, or packed without what fills them up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ...creation.data import as_tensor, tensor
from ...creation.filled import arange, empty, full
from ...dtype import float32, float64, int64
from ...ops.ordering import sort
from ...ops.packing import _pack_padded_sequence
from ...ops.slices import index_select
from ...tensor import Tensor

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["PackedSequence", "pack_padded_sequence", "pack_sequence", "pad_packed_sequence"]
__all__ += ["pad_sequence", "unpack_sequence", "unpad_sequence"]


def pad_sequence(
    sequences: Tensor | Iterable[Tensor],
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """Sequences in one tensor, filled up to the length of the longest.

    Args:
        sequences: N of them, ``(L, *)`` each, of different lengths L.
        batch_first: Whether the batch comes first, then the sequence.
        padding_value: What they are filled up with.
        padding_side: ``"right"``, behind them, or ``"left"``, in front.

    Returns:
        ``(longest, N, *)``, with `batch_first` ``(N, longest, *)``.

    Raises:
        RuntimeError: If there are no sequences, they differ in more than their length, or there is
            no such side.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.utils.rnn import pad_sequence
        >>> pad_sequence([minigrad.ones(1), minigrad.ones(3)], batch_first=True)
        tensor([[1., 0., 0.],
                [1., 1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_sequence.html
    """
    if not isinstance(sequences, (Iterable, Tensor)):
        raise RuntimeError(
            "pad_sequence: Expected iterable for input sequences, but got arg of type: "
            f"{type(sequences)}"
        )
    if padding_side not in ("left", "right"):
        raise RuntimeError(
            f"Expected padding_side to be one of left or right, but got {padding_side}."
        )
    rows = list(sequences)
    if not rows:
        raise RuntimeError("received an empty list of sequences")
    longest = max(map(len, rows))
    lead = (len(rows), longest) if batch_first else (longest, len(rows))
    shape = (*lead, *rows[0].shape[1:])
    out = full(shape, padding_value, dtype=rows[0].dtype, device=rows[0].device)
    batch = out if batch_first else out.transpose(0, 1)
    for n, x in enumerate(rows):
        start = longest - len(x) if padding_side == "left" else 0
        batch[n, start : start + len(x)].copy_(x)
    return out


def unpad_sequence(
    padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False
) -> list[Tensor]:
    """The sequences that `pad_sequence` put together.

    Args:
        padded_sequences: ``(longest, N, *)``, with `batch_first` ``(N, longest, *)``.
        lengths: ``(N,)``, how long each was.
        batch_first: Whether the batch comes first, then the sequence.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.unpad_sequence.html
    """
    padded = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    places = arange(padded.shape[1], device=lengths.device)
    return [x[places < length] for x, length in zip(padded, lengths)]


class _Fields(NamedTuple):
    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


class PackedSequence(_Fields):
    """Sequences of different lengths, moment after moment, without padding: what an `RNN` reads.

    `pack_padded_sequence` and `pack_sequence` make them; nobody else should have to.

    Attributes:
        data: ``(sum of batch_sizes, *)``: first moments, the longest sequence's first; then second
            moments, and so on.
        batch_sizes: How many sequences last at each moment, int64, on the CPU.
        sorted_indices: Which sequence of the batch is the longest, which the next; or None.
        unsorted_indices: Where each of the batch is now; or None.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.PackedSequence.html
    """

    __slots__ = ()

    def __new__(
        cls,
        data: Tensor,
        batch_sizes: Any,
        sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> Self:
        """The four together; `unsorted_indices` follow from `sorted_indices`."""
        if unsorted_indices is None and sorted_indices is not None:
            unsorted_indices = _inverse(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """The data converted as `Tensor.to` does it, the indices on the same device."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        moved = (None if x is None else x.to(data.device) for x in self[2:])
        return type(self)(data, self.batch_sizes, *moved)

    def cpu(self) -> PackedSequence:
        """The same in the computer's own memory."""
        return self.to("cpu")

    def cuda(self) -> PackedSequence:
        """The same on a GPU."""
        return self.to("cuda")

    def float(self) -> PackedSequence:
        """The same as float32."""
        return self.to(float32)

    def double(self) -> PackedSequence:
        """The same as float64."""
        return self.to(float64)

    @property
    def is_cuda(self) -> bool:
        """Whether the data lies on a GPU."""
        return self.data.is_cuda


def pack_padded_sequence(
    input: Tensor,
    lengths: Tensor | Sequence[int],
    batch_first: bool = False,
    enforce_sorted: bool = True,
) -> PackedSequence:
    """Padded sequences without their padding: recurrent layers then stop where a sequence ends.

    Args:
        input: ``(L, N, *)``, with `batch_first` ``(N, L, *)``.
        lengths: ``(N,)``, how long each sequence is.
        batch_first: Whether the batch comes first, then the sequence.
        enforce_sorted: Raise where the sequences are not in order, the longest first; False sorts
            them, and `pad_packed_sequence` undoes it.

    Raises:
        RuntimeError: If a length is 0 or more than L, there are not N, or they are not in order.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.utils.rnn import pack_padded_sequence
        >>> x = minigrad.tensor([[1, 2, 3], [4, 0, 0]])
        >>> packed = pack_padded_sequence(x, [3, 1], batch_first=True)
        >>> packed.data, packed.batch_sizes
        (tensor([1, 4, 2, 3]), tensor([2, 1, 1]))

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pack_padded_sequence.html
    """
    known, order = as_tensor(lengths, dtype=int64), None
    if not enforce_sorted:
        known, order = sort(known, descending=True)
        order = order.to(input.device)
        input = index_select(input, 0 if batch_first else 1, order)
    moments = input.transpose(0, 1) if batch_first else input
    numbers = _checked(known, moments)
    sizes = [sum(number > t for number in numbers) for t in range(numbers[0])]
    data, batch_sizes = _pack_padded_sequence(moments, tensor(sizes))
    return PackedSequence(data, batch_sizes, order)


def _checked(lengths: Tensor, moments: Tensor) -> list[int]:
    """`lengths` as numbers, once they are known to fit."""
    if lengths.ndim != 1 or lengths.is_cuda:
        raise RuntimeError(
            f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.ndim}D "
            f"{lengths.device} Long tensor"
        )
    numbers = lengths.tolist()
    count = moments.shape[1]
    if len(numbers) != count:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(numbers)} "
            f"(batch_size={count})"
        )
    if min(numbers) <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' "
            "that is <= 0"
        )
    if numbers != sorted(numbers, reverse=True):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You "
            "can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to "
            "sidestep this requirement if you do not need ONNX exportability."
        )
    if numbers[0] > len(moments):
        raise RuntimeError(f"A length is {numbers[0]}, but the input has {len(moments)} moments.")
    return numbers


def pad_packed_sequence(
    sequence: PackedSequence,
    batch_first: bool = False,
    padding_value: float = 0.0,
    total_length: int | None = None,
) -> tuple[Tensor, Tensor]:
    """What `pack_padded_sequence` packed: the sequences with padding, in their order, and lengths.

    Args:
        sequence: What was packed, or what a recurrent layer made of it.
        batch_first: Whether the batch comes first, then the sequence.
        padding_value: What the sequences are filled up with.
        total_length: To which length; that of the longest if None.

    Returns:
        ``(L, N, *)``, with `batch_first` ``(N, L, *)``; and ``(N,)``.

    Raises:
        ValueError: If a sequence is longer than `total_length`.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_packed_sequence.html
    """
    sizes, data, order = sequence.batch_sizes.tolist(), sequence.data, sequence.unsorted_indices
    longest = len(sizes) if total_length is None else total_length
    if longest < len(sizes):
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence in input, but "
            f"got total_length={longest} and max sequence length being {len(sizes)}"
        )
    shape = (longest, sizes[0], *data.shape[1:])
    out = full(shape, padding_value, dtype=data.dtype, device=data.device)
    moment = row = 0
    for size, run in groupby(sizes):
        count = len(list(run))
        rows = data[row : row + count * size]
        out[moment : moment + count, :size] = rows.view((count, size, *data.shape[1:]))
        moment += count
        row += count * size
    lengths = tensor([sum(size > n for size in sizes) for n in range(sizes[0])])
    out = out.transpose(0, 1) if batch_first else out
    if order is None:
        return out, lengths
    return index_select(out, 0 if batch_first else 1, order), lengths[order.cpu()]


def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Sequences ``(L, *)`` packed: `pad_sequence`, then `pack_padded_sequence`.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.utils.rnn import pack_sequence
        >>> pack_sequence([minigrad.tensor([1, 2, 3]), minigrad.tensor([4])]).data
        tensor([1, 4, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pack_sequence.html
    """
    lengths = [len(x) for x in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """The sequences that `pack_sequence` was given.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.unpack_sequence.html
    """
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


def _inverse(order: Tensor) -> Tensor:
    """The permutation that undoes `order`."""
    out = empty(order.shape, dtype=order.dtype, device=order.device)
    out[order] = arange(len(order), device=order.device)
    return out
