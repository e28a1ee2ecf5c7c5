"""Datasets: things with a length that give a sample for an index."""

from __future__ import annotations

import math
import operator
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Generic, TypeVar

from ..._draws import permutation
from ..._warn import warn
from ...random import Generator
from ...tensor import Tensor

Sample = TypeVar("Sample", covariant=True)


class Dataset(Generic[Sample]):
    """What a loader takes its samples from: inherit, and write ``__getitem__`` and ``__len__``.

    A loader asks no more than these two, so a list serves as well. It fetches a batch at once, with
    ``__getitems__(indices)``, from a dataset that has this method.

    Example:
        >>> from minigrad.utils.data import Dataset
        >>> class Squares(Dataset):
        ...     def __len__(self):
        ...         return 10
        ...     def __getitem__(self, index):
        ...         return index, index**2
        >>> Squares()[3]
        (3, 9)

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.Dataset
    """

    def __getitem__(self, index: Any) -> Sample:
        """The sample at `index`: a tensor, a number, or a tuple, list or dict of such."""
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Any) -> ConcatDataset[Any]:
        """The samples of both, one dataset after the other."""
        return ConcatDataset([self, other])


class IterableDataset(Dataset[Sample]):
    """Samples that come one after another, as from a stream: inherit, and write ``__iter__``.

    Example:
        >>> from minigrad.utils.data import DataLoader, IterableDataset
        >>> class Countdown(IterableDataset):
        ...     def __iter__(self):
        ...         return iter(range(3, 0, -1))
        >>> list(DataLoader(Countdown(), batch_size=2))
        [tensor([3, 2]), tensor([1])]

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset
    """

    def __iter__(self) -> Iterator[Sample]:
        raise NotImplementedError("Subclasses of IterableDataset should implement __iter__.")

    def __add__(self, other: Any) -> ChainDataset:  # type: ignore[override]
        return ChainDataset([self, other])


class ChainDataset(IterableDataset[Any]):
    """Several streams, one after the other: what ``first + second`` gives.

    Args:
        datasets: The streams, each an `IterableDataset`.

    Example:
        >>> from minigrad.utils.data import ChainDataset, IterableDataset
        >>> class Count(IterableDataset):
        ...     def __iter__(self):
        ...         return iter(range(3))
        >>> list(ChainDataset([Count(), Count()]))
        [0, 1, 2, 0, 1, 2]

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.ChainDataset
    """

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = datasets

    def __iter__(self) -> Iterator[Any]:
        for dataset in self._checked():
            yield from dataset

    def __len__(self) -> int:
        return sum(map(len, self._checked()))

    def _checked(self) -> Iterator[Any]:
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield dataset


class ConcatDataset(Dataset[Sample]):
    """Several datasets, one after the other.

    Args:
        datasets: One or more, each with a length.

    Raises:
        AssertionError: If there are none, or one is an `IterableDataset`.

    Example:
        >>> from minigrad.utils.data import ConcatDataset
        >>> list(ConcatDataset(["ab", "cde"]))
        ['a', 'b', 'c', 'd', 'e']

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.ConcatDataset
    """

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = list(accumulate(map(len, self.datasets)))

    def __getitem__(self, index: Any) -> Any:
        """The sample at `index`, counted through all datasets; from the end if negative."""
        if index < 0:
            if -index > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            index += len(self)
        place = bisect_right(self.cumulative_sizes, index)
        if place == len(self.datasets):
            raise IndexError("list index out of range")
        return self.datasets[place][index - (self.cumulative_sizes[place - 1] if place else 0)]

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """Tensors side by side: sample ``i`` is the tuple of their entries ``i``.

    Args:
        tensors: Each of shape ``(N, *)``, with the same N.

    Raises:
        AssertionError: If their first dimensions differ.
        AttributeError: If an argument is not a tensor.

    Example:
        >>> import minigrad
        >>> from minigrad.utils.data import TensorDataset
        >>> inputs, targets = minigrad.tensor([[1.0], [2.0]]), minigrad.tensor([0, 1])
        >>> TensorDataset(inputs, targets)[1]
        (tensor([2.]), tensor(1))

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.TensorDataset
    """

    def __init__(self, *tensors: Tensor) -> None:
        for tensor in tensors:
            if not isinstance(tensor, Tensor):
                raise AttributeError(
                    f"'{type(tensor).__name__}' object has no attribute 'size'\n"
                    "TensorDataset takes tensors; minigrad.tensor makes one of an array or a list."
                )
        sizes = [tensor.size(0) for tensor in tensors]
        if len(set(sizes)) > 1:
            raise AssertionError(
                f"Size mismatch between tensors\nTheir first dimensions are {sizes}."
            )
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        """The entries at `index` of all tensors."""
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return len(self.tensors[0])


class StackDataset(Dataset[Any]):
    """Several datasets side by side: a sample is one of each, in a tuple or in a dict.

    Args:
        *args: Datasets of the same length; samples are tuples.
        **kwargs: Or datasets by name; samples are dicts.

    Raises:
        ValueError: If there are none or both kinds, or the lengths differ.

    Example:
        >>> from minigrad.utils.data import StackDataset
        >>> StackDataset("abc", [1, 2, 3])[1]
        ('b', 2)
        >>> StackDataset(image="abc", label=[1, 2, 3])[1]
        {'image': 'b', 'label': 2}

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.StackDataset
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise ValueError(
                "Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like "
                "input/output, but both types are given."
            )
        if not (args or kwargs):
            raise ValueError("At least one dataset should be passed")
        self.datasets: Any = args or kwargs
        lengths = {len(dataset) for dataset in args or kwargs.values()}
        if len(lengths) > 1:
            raise ValueError("Size mismatch between datasets")
        [self._length] = lengths

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __len__(self) -> int:
        return self._length


class Subset(Dataset[Sample]):
    """Some samples of a dataset, in an order of their own.

    Args:
        dataset: Where the samples are.
        indices: Which of them, as indices into `dataset`.

    Raises:
        NotImplementedError: If a subclass has a `__getitem__` of its own and no `__getitems__`,
            with which a loader would pass it by.

    Example:
        >>> from minigrad.utils.data import Subset
        >>> list(Subset("abcdef", [5, 0, 2]))
        ['f', 'a', 'c']

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.Subset
    """

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        kind = type(self)
        if kind.__getitem__ is not Subset.__getitem__ and kind.__getitems__ is Subset.__getitems__:
            raise NotImplementedError(
                f"{kind.__name__} overrides __getitem__ but not __getitems__. When subclassing "
                "Subset and overriding __getitem__, you must also override __getitems__ to ensure "
                "DataLoader works correctly with your custom logic. A simple implementation:\n\n"
                "def __getitems__(self, indices):\n"
                "    return [self.__getitem__(idx) for idx in indices]"
            )
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: Any) -> Any:
        """The sample at `index` of the subset; for a list, what the dataset gives for one."""
        if isinstance(index, list):
            # Integers: a list of 0-d tensors would count as several keys, as in PyTorch.
            return self.dataset[[int(self.indices[i]) for i in index]]
        return self.dataset[self.indices[index]]

    def __getitems__(self, indices: Sequence[int]) -> Any:
        """The samples at `indices`, at once if the dataset has this method too."""
        places = [self.indices[index] for index in indices]
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.dataset.__getitems__(places)
        return [self.dataset[place] for place in places]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(
    dataset: Any, lengths: Sequence[Any], generator: Generator | None = None
) -> list[Subset[Any]]:
    """Deal a dataset's samples out at random, each to one part.

    Args:
        dataset: What to split; N samples.
        lengths: How many samples each part gets, N in all; or fractions, 1 in all. Of fractions the
            parts are rounded down, and what remains goes one by one to the first parts.
        generator: Where chance comes from; the default generator if None.

    Returns:
        The parts, in the order of `lengths`.

    Raises:
        TypeError: If a length is neither an integer nor a fraction.
        ValueError: If a fraction or a length is negative, or they do not sum to 1 or N.

    Warns:
        UserWarning: If a fraction is so small that its part is empty.

    Example:
        >>> from minigrad.random import Generator
        >>> from minigrad.utils.data import random_split
        >>> train, test = random_split(range(10), [0.8, 0.2], Generator().manual_seed(0))
        >>> list(train), list(test)
        ([4, 1, 7, 5, 3, 9, 0, 8], [6, 2])

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.random_split
    """
    total = len(dataset)
    fractions = math.isclose(sum(lengths), 1) and sum(lengths) <= 1
    if not fractions and sum(lengths) != total:
        raise ValueError(
            "Sum of input lengths does not equal the length of the input dataset!\n"
            f"{list(lengths)} sum to {sum(lengths)}, the dataset has {total} samples."
        )
    counts = _counts(lengths, total) if fractions else [operator.index(n) for n in lengths]
    if min(counts, default=0) < 0:
        raise ValueError(f"lengths must not be negative, but got {list(lengths)}")
    order = permutation(total, generator).tolist()
    ends = accumulate(counts)
    return [Subset(dataset, order[end - n : end]) for n, end in zip(counts, ends, strict=True)]


def _counts(fractions: Sequence[Any], total: int) -> list[int]:
    """How many of `total` samples each fraction gets."""
    for place, fraction in enumerate(fractions):
        if not 0 <= fraction <= 1:
            raise ValueError(f"Fraction at index {place} is not between 0 and 1\nIt is {fraction}.")
    counts = [math.floor(total * fraction) for fraction in fractions]
    for place in range(total - sum(counts)):
        counts[place % len(counts)] += 1
    for place, count in enumerate(counts):
        if count == 0:
            warn(f"Length of split at index {place} is 0. This might result in an empty dataset.")
    return counts
