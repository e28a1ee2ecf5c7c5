"""DataLoader: a dataset, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from itertools import islice, repeat
from typing import Any

from ..._draws import random_int64
from ..._warn import warn
from ...random import Generator
from .collate import default_collate, default_convert
from .dataset import IterableDataset, Subset, TensorDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler

_FIXED = ("dataset", "batch_size", "sampler", "batch_sampler", "drop_last", "persistent_workers")
_UNPINNED = (
    "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory "
    "won't be used."
)


class DataLoader:
    """Batches of a dataset's samples, in order or shuffled, as often as it is iterated.

    After the same ``manual_seed`` the batches are PyTorch's, with the same samples in them. To that
    end each round draws a number that nobody uses: PyTorch needs it where workers load the samples.

    Here there are no workers, and no memory is pinned for a GPU. The options that only concern
    these are taken so that programs which give them run; they change nothing.

    Args:
        dataset: What has ``__getitem__`` and ``__len__``: a `Dataset`, or a list.
        batch_size: Samples in a batch; None for samples one by one, not stacked.
        shuffle: Take the samples in another random order each round; otherwise in theirs.
        sampler: Indices of samples, in the order to take; instead of `shuffle`.
        batch_sampler: Lists of indices, each a batch; instead of `batch_size`, `shuffle`, `sampler`
            and `drop_last`.
        num_workers: Changes nothing: minigrad loads in the process that asks for the batches, and
            they are those that workers would bring.
        collate_fn: Makes a batch of a list of samples; by default, `default_collate`.
        pin_memory: Changes nothing.
        drop_last: Leave out the last batch if it is smaller than the others.
        timeout: Changes nothing: there is no worker to wait for.
        worker_init_fn: Never called: there is no worker to begin.
        multiprocessing_context: Changes nothing.
        generator: Where chance comes from; the default generator if None.
        prefetch_factor: Changes nothing: no batch is made before it is asked for.
        persistent_workers: Changes nothing.

    Raises:
        ValueError: If options exclude each other or need workers, or a size is not positive.

    Warns:
        UserWarning: When it is iterated, if memory is to be pinned and there is no GPU.

    Example:
        >>> import minigrad
        >>> from minigrad.utils.data import DataLoader, TensorDataset
        >>> data = TensorDataset(minigrad.arange(5) * 10, minigrad.arange(5))
        >>> for inputs, targets in DataLoader(data, batch_size=2):
        ...     print(inputs, targets)
        tensor([ 0, 10]) tensor([0, 1])
        tensor([20, 30]) tensor([2, 3])
        tensor([40]) tensor([4])

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.DataLoader
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[Any] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
    ) -> None:
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self.num_workers, self.prefetch_factor = num_workers, prefetch_factor
        self.persistent_workers = persistent_workers
        self.multiprocessing_context = multiprocessing_context
        _check_exclusive(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last)
        self.pin_memory = pin_memory
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        if sampler is None:
            sampler = _default_sampler(dataset, shuffle, generator)
        if batch_sampler is not None:
            batch_size = None
        elif batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.dataset = dataset
        self.batch_size = batch_size
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.drop_last = drop_last
        self.generator = generator
        self.collate_fn = collate_fn or (
            default_convert if batch_sampler is None else default_collate
        )

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _FIXED and hasattr(self, name):
            raise ValueError(
                f"{name} attribute should not be set after {type(self).__name__} is initialized\n"
                "Make a new one."
            )
        super().__setattr__(name, value)

    def __iter__(self) -> Iterator[Any]:
        if self.pin_memory and find_spec("cupy") is None:
            warn(_UNPINNED)
        return (_Stream if isinstance(self.dataset, IterableDataset) else _Round)(self)

    def __len__(self) -> int:
        indices = self._indices()
        if isinstance(self.dataset, IterableDataset):  # as many as its own length promises
            indices = range(len(self.dataset))  # type: ignore[arg-type]
            if self.batch_size is not None:
                indices = BatchSampler(indices, self.batch_size, self.drop_last)
        return len(indices)  # type: ignore[arg-type]

    def _indices(self) -> Iterable[Any]:
        """What is fetched at a time: lists of indices, or single ones where no batches are made."""
        return self.sampler if self.batch_sampler is None else self.batch_sampler

    def _sample(self, index: Any) -> Any:
        return self.collate_fn(self.dataset[index])

    def _batch(self, indices: Any) -> Any:
        if self.collate_fn is default_collate and _takes_lists(self.dataset) and _whole(indices):
            return list(self.dataset[indices])  # the same numbers, without a tensor per sample
        if getattr(self.dataset, "__getitems__", None):
            return self.collate_fn(self.dataset.__getitems__(indices))
        return self.collate_fn([self.dataset[index] for index in indices])


class _Round(Iterator[Any]):
    """Once through the batches of a loader; its length does not shrink as they are taken."""

    def __init__(self, loader: DataLoader) -> None:
        self._loader = loader
        self._fetch = loader._sample if loader.batch_sampler is None else loader._batch
        self._indices = iter(loader._indices())
        random_int64(loader.generator)  # at once, as PyTorch, though the first batch comes later

    def __next__(self) -> Any:
        return self._fetch(next(self._indices))

    def __len__(self) -> int:
        return len(self._loader)


class _Stream(_Round):
    """Once through a dataset that has no indices, only a next sample."""

    def __init__(self, loader: DataLoader) -> None:
        super().__init__(loader)
        self._samples = iter(loader.dataset)

    def __next__(self) -> Any:
        loader = self._loader
        if loader.batch_size is None:
            return loader.collate_fn(next(self._samples))
        batch = list(islice(self._samples, loader.batch_size))
        if not batch or (loader.drop_last and len(batch) < loader.batch_size):
            raise StopIteration
        return loader.collate_fn(batch)


def _takes_lists(dataset: Any) -> bool:
    """Whether a list of indices gives the tensors that stacking its samples would."""
    while type(dataset) is Subset:
        dataset = dataset.dataset
    return type(dataset) is TensorDataset


def _whole(indices: Any) -> bool:
    """Whether this is a list of integers and not empty."""
    return type(indices) is list and set(map(type, indices)) == {int}


def _default_sampler(dataset: Any, shuffle: Any, generator: Generator | None) -> Iterable[Any]:
    if isinstance(dataset, IterableDataset):
        return repeat(None)  # it has no indices
    return RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)


def _check_workers(count: int, timeout: float, prefetch_factor: Any, persistent: bool) -> None:
    """Refuse what PyTorch refuses."""
    if count < 0:
        raise ValueError(
            "num_workers option should be non-negative; use num_workers=0 to disable "
            f"multiprocessing.\nIt is {count}."
        )
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if count:
        return
    if prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 "
            "to enable multiprocessing, otherwise set prefetch_factor to None."
        )
    if persistent:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _check_iterable(shuffle: Any, sampler: Any, batch_sampler: Any) -> None:
    """Refuse to choose an order for a dataset that has one of its own."""
    for name, option in (
        ("shuffle", shuffle or None), ("sampler", sampler), ("batch_sampler", batch_sampler)
    ):  # fmt: skip
        if option is not None:
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                f"{name}={option}"
            )


def _check_exclusive(
    dataset: Any,
    batch_size: int | None,
    shuffle: Any,
    sampler: Any,
    batch_sampler: Any,
    drop_last: bool,
) -> None:
    if isinstance(dataset, IterableDataset):
        _check_iterable(shuffle, sampler, batch_sampler)
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle\nThe sampler decides.")
    if batch_sampler is not None and (
        batch_size != 1 or shuffle or sampler is not None or drop_last
    ):
        raise ValueError(
            "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
            "drop_last\nIt decides all four."
        )
    if batch_size is None and drop_last:
        raise ValueError(
            "batch_size=None option disables auto-batching and is mutually exclusive with drop_last"
        )


def get_worker_info() -> None:
    """Which process loads: None, as in PyTorch where it is the one that asks for the batches.

    An `IterableDataset` shares out its samples among several; here it gives all of them.

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.get_worker_info
    """
