"""Samplers: in which order a loader takes the samples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import islice
from typing import Any, Generic, TypeVar

from ..._draws import integers, permutation, random_int64
from ...creation.data import as_tensor
from ...creation.drawn import multinomial
from ...dtype import float64
from ...random import Generator

Index = TypeVar("Index", covariant=True)


class Sampler(Generic[Index]):
    """An order of indices, anew each time it is iterated: inherit, and write ``__iter__``.

    With a ``__len__`` as well, the loader that uses it has a length.

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.Sampler
    """

    def __iter__(self) -> Iterator[Index]:
        raise NotImplementedError("Subclasses of Sampler should implement __iter__.")


class SequentialSampler(Sampler[int]):
    """The indices in order.

    Args:
        data_source: A dataset; only its length counts.

    Example:
        >>> from minigrad.utils.data import SequentialSampler
        >>> list(SequentialSampler("abcd"))
        [0, 1, 2, 3]
    """

    def __init__(self, data_source: Sized) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """The indices in random order, another one each time: what ``shuffle=True`` stands for.

    Without a generator, each round seeds one of its own from the default generator, which then has
    lost one number, however many samples there are.

    Args:
        data_source: A dataset; only its length N counts.
        replacement: Draw each index from all, so that some come twice and some never.
        num_samples: How many to draw; N if None. Beyond N, without replacement, the samples are all
            taken before any is taken again.
        generator: Where chance comes from.

    Raises:
        TypeError: If `replacement` is not a bool.
        ValueError: If `num_samples`, or N in its place, is not a positive integer.

    Example:
        >>> from minigrad.random import Generator
        >>> from minigrad.utils.data import RandomSampler
        >>> list(RandomSampler("abcde", generator=Generator().manual_seed(0)))
        [4, 0, 1, 3, 2]

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.RandomSampler
    """

    def __init__(
        self,
        data_source: Sized,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:
        if not isinstance(replacement, bool):
            raise TypeError(
                f"replacement should be a boolean value, but got replacement={replacement}"
            )
        self.data_source = data_source
        self.replacement = replacement
        self.generator = generator
        self._num_samples = num_samples
        _check_positive("num_samples", self.num_samples)

    @property
    def num_samples(self) -> int:
        """How many indices a round gives."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        generator = self.generator
        if generator is None:
            generator = Generator().manual_seed(random_int64())
        size, count = len(self.data_source), self.num_samples
        if self.replacement:
            yield from integers(0, size, (count,), generator).tolist()
            return
        for _ in range(count // size):
            yield from permutation(size, generator).tolist()
        # PyTorch draws for the rest even if there is none, so a generator of one's own moves on.
        yield from permutation(size, generator).tolist()[: count % size]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """Some indices in random order, another one each time.

    Args:
        indices: Which.
        generator: Where chance comes from.

    Example:
        >>> from minigrad.random import Generator
        >>> from minigrad.utils.data import SubsetRandomSampler
        >>> list(SubsetRandomSampler([3, 5, 7], Generator().manual_seed(0)))
        [7, 3, 5]

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.SubsetRandomSampler
    """

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        for place in permutation(len(self.indices), self.generator).tolist():
            yield self.indices[place]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Indices drawn by weights: so rare classes come as often as common ones.

    Args:
        weights: How likely each index is, ``(N,)``; need not add up to 1.
        num_samples: How many to draw.
        replacement: Whether an index may come up again.
        generator: Where chance comes from; the default generator if None.

    Raises:
        ValueError: If `num_samples` is not a positive integer, `replacement` not a bool, or the
            weights have not one dimension.

    Example:
        >>> from minigrad.random import Generator
        >>> from minigrad.utils.data import WeightedRandomSampler
        >>> weights = [0.2, 0.2, 0.6]
        >>> list(WeightedRandomSampler(weights, 8, generator=Generator().manual_seed(0)))
        [2, 2, 2, 2, 2, 2, 0, 1]

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.WeightedRandomSampler
    """

    def __init__(
        self,
        weights: Any,
        num_samples: int,
        replacement: bool = True,
        generator: Generator | None = None,
    ) -> None:
        _check_positive("num_samples", num_samples)
        if not isinstance(replacement, bool):
            raise ValueError(
                f"replacement should be a boolean value, but got replacement={replacement}"
            )
        self.weights = as_tensor(weights, dtype=float64)
        if self.weights.ndim != 1:
            raise ValueError(
                "weights should be a 1d sequence but given weights have shape "
                f"{tuple(self.weights.shape)}"
            )
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        drawn = multinomial(
            self.weights, self.num_samples, self.replacement, generator=self.generator
        )
        yield from drawn.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """The indices of another sampler, so many at a time.

    Args:
        sampler: A sampler, or anything else that gives indices.
        batch_size: How many indices make a batch.
        drop_last: Leave out the last batch if it is smaller than the others.

    Raises:
        ValueError: If `batch_size` is not a positive integer, or `drop_last` not a bool.

    Example:
        >>> from minigrad.utils.data import BatchSampler
        >>> list(BatchSampler(range(7), batch_size=3, drop_last=False))
        [[0, 1, 2], [3, 4, 5], [6]]

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.BatchSampler
    """

    def __init__(self, sampler: Iterable[Any], batch_size: int, drop_last: bool) -> None:
        _check_positive("batch_size", batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        indices = iter(self.sampler)
        while batch := list(islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self) -> int:
        whole, rest = divmod(len(self.sampler), self.batch_size)  # type: ignore[arg-type]
        return whole + (rest > 0 and not self.drop_last)


def _check_positive(name: str, value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")
