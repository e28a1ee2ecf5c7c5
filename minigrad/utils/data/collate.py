"""Collating: a list of samples becomes a batch, part by part."""

from __future__ import annotations

import copy
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

import numpy as np

from ...creation.data import as_tensor, tensor
from ...dtype import float64
from ...ops.joining import stack
from ...tensor import Tensor


def default_collate(batch: Sequence[Any]) -> Any:
    """Make one of many samples: tensors get a new first dimension, containers keep their shape.

    Of N samples, the tensors and arrays in one place are stacked; N numbers make a tensor of shape
    (N,), Python's float one of float64; strings stay a list. Tuples become lists, as in PyTorch.

    Args:
        batch: One or more samples that are alike.

    Returns:
        What a sample is, with a tensor in each place of a tensor, array or number.

    Raises:
        RuntimeError: If samples are lists of different lengths, or tensors of different shapes.
        TypeError: If there is something else in a sample.

    Example:
        >>> import minigrad
        >>> from minigrad.utils.data import default_collate
        >>> default_collate([(minigrad.tensor([1.0, 2.0]), 0), (minigrad.tensor([3.0, 4.0]), 1)])
        [tensor([[1., 2.],
                [3., 4.]]), tensor([0, 1])]

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.default_collate
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch)
    if _is_numeric_array(first):
        return stack([as_tensor(each) for each in batch])
    if isinstance(first, np.number | np.bool_ | int | float):
        return _stack_numbers(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return _like(first, {key: default_collate([each[key] for each in batch]) for key in first})
    if isinstance(first, Sequence):
        _check_lengths(batch)
        return _like(first, [default_collate(part) for part in zip(*batch, strict=True)])
    kind = first.dtype if isinstance(first, np.ndarray) else type(first)
    raise TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
        f"found {kind}\nGive the loader a collate_fn of your own."
    )


def default_convert(data: Any) -> Any:
    """Make tensors of the arrays in one sample: what a loader does that makes no batches.

    Args:
        data: A sample.

    Returns:
        The sample, with a tensor in each place of an array; a tuple becomes a list.

    Example:
        >>> import numpy
        >>> from minigrad.utils.data import default_convert
        >>> default_convert({"pixels": numpy.zeros(2, "float32"), "name": "a"})
        {'pixels': tensor([0., 0.]), 'name': 'a'}

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.default_convert
    """
    if _is_numeric_array(data) or isinstance(data, np.number | np.bool_):
        return as_tensor(data)
    if isinstance(data, Mapping):
        return _like(data, {key: default_convert(part) for key, part in data.items()})
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _like(data, [default_convert(part) for part in data])
    return data


def _stack_numbers(batch: Sequence[Any]) -> Tensor:
    if isinstance(batch[0], np.generic):
        return as_tensor(np.array(batch))
    return tensor(batch, dtype=float64 if isinstance(batch[0], float) else None)


def _is_numeric_array(x: Any) -> bool:
    return isinstance(x, np.ndarray) and x.dtype.kind not in "OSU"


def _check_lengths(batch: Sequence[Any]) -> None:
    lengths = [len(each) for each in batch]
    if len(set(lengths)) > 1:
        raise RuntimeError(
            f"each element in list of batch should be of equal size\nThe sizes are {lengths}."
        )


def _like(container: Any, parts: Any) -> Any:
    """The parts, which a dict or a list holds, in a container of the same kind."""
    if hasattr(container, "_fields"):  # a named tuple
        return type(container)(*parts)
    if not isinstance(container, MutableMapping | MutableSequence):
        return parts
    twin: Any = copy.copy(container)  # keeps what else it has, a defaultdict's default say
    if isinstance(container, MutableMapping):
        twin.update(parts)
    else:
        for place, part in enumerate(parts):  # not at once: a deque takes no slice
            twin[place] = part
    return twin
