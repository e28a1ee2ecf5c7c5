"""Tensors from data: numbers, nested lists, NumPy arrays, other tensors."""

from __future__ import annotations

from itertools import chain
from typing import Any, NoReturn

import numpy as np

from .._mode import current
from .._warn import warn
from ..autograd.registry import public
from ..autograd.wrap import Tensor, is_tensor, type_name, untracked
from ..dtype import dtype as DType
from ..dtype import get_default_dtype, of, result_type
from ..ops.operands import as_scalar
from .leaf import leaf, numpy_type

_COPY = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than "
    "minigrad.tensor(sourceTensor)."
)

CUT = "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior."


@public(function=True)
def tensor(
    data: Any, *, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """A new tensor with a copy of `data`: always a leaf.

    Args:
        data: a number, nested lists of numbers, a NumPy array, or a tensor.
        dtype: default: bool, int64 or the default floating type for Python numbers; an array's own.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Raises:
        RuntimeError: a number does not fit into `dtype`, the type of `data` cannot be told, or
            `requires_grad` is asked of a type that is not floating point.
        TypeError: `data` holds text, or both lists and numbers; or `dtype` is none.
        ValueError: nested lists of unequal length.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        tensor([[1., 2.],
                [3., 4.]], requires_grad=True)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensor.html
    """
    wanted = numpy_type(dtype)
    if is_tensor(data):
        warn(_COPY, UserWarning)
        array = data.detach().clone()._array
    elif isinstance(data, (np.ndarray, np.generic)):
        array = np.array(_shareable(np.asarray(data)))
    else:
        numbers = _untensored(data)
        array = _of_numbers(numbers)
        wanted = wanted or _type_of(numbers, array)
        for extreme in (array.min(), array.max()) if wanted.kind in "iu" and array.size else ():
            as_scalar(extreme, wanted, wanted.name)
    cast = array if wanted is None else current.mode.quiet(array.astype, wanted)
    return leaf(cast, device, requires_grad)


@public(function=True)
def as_tensor(data: Any, *, dtype: DType | None = None, device: Any = None) -> Tensor:
    """`data` as a tensor, without a copy where that is possible.

    Args:
        data: as for `tensor`.
        dtype: default: as for `tensor`.
        device: default: where `data` lies.

    Example:
        >>> import minigrad, numpy
        >>> minigrad.as_tensor(numpy.ones(2))
        tensor([1., 1.], dtype=minigrad.float64)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.as_tensor.html
    """
    if isinstance(data, np.ndarray):
        data = from_numpy(data)
    elif not is_tensor(data):
        return tensor(data, dtype=dtype, device=device)
    return data.to(dtype=dtype, device=device)


@public(function=True)
def from_numpy(ndarray: Any) -> Tensor:
    """A tensor on the memory of `ndarray`: a write through either is seen through both.

    Raises:
        TypeError: not a NumPy array, or of a type that tensors do not have.
        ValueError: it has a negative stride.

    Example:
        >>> import minigrad, numpy
        >>> a = numpy.array([1, 2])
        >>> x = minigrad.from_numpy(a)
        >>> a[0] = 7
        >>> x
        tensor([7, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.from_numpy.html
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type_name(ndarray)})")
    array = _shareable(np.asarray(ndarray)[...])
    out = untracked(array)
    out._share()
    return out


def _shareable(array: Any) -> Any:
    """`array`, if a tensor could lie on its memory."""
    of(array.dtype)
    if any(s < 0 for s in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative "
            "strides are not currently supported. (You can probably work around this by making a "
            "copy of your array  with array.copy().) "
        )
    return array


# ---------------------------------------------------------------------------------- nested lists


def _untensored(data: Any) -> Any:
    """Nested lists with a NumPy number for every tensor and every 0-d array in them."""
    if isinstance(data, (list, tuple)):
        plain = set(map(type, data)) <= {bool, int, float}
        return data if plain else [_untensored(x) for x in data]
    if not is_tensor(data):
        return data[()] if isinstance(data, np.ndarray) else data
    if data.numel() != 1:
        raise ValueError(
            "only one element tensors can be converted to Python scalars\nHere is one of shape "
            f"{list(data.shape)}: put tensors together with minigrad.stack."
        )
    if data.requires_grad and current.mode.grad_enabled:
        said = f"{CUT}\nThe new tensor knows nothing of the graph: minigrad.stack keeps it."
        warn(said)
    return data.detach().cpu().numpy().reshape(())[()]


def _of_numbers(data: Any) -> Any:
    """A number, or nested lists of numbers, as an array of the type that NumPy would choose."""
    try:
        array = np.asarray(data)
    except ValueError:  # lists of unequal length
        _refuse(data)
    if array.dtype.kind not in "biuf" or array.dtype == np.uint64:
        _refuse(data)
    return array


def _type_of(data: Any, array: Any) -> np.dtype[Any]:
    """The type that PyTorch would choose: the highest there; NumPy numbers bring their own."""
    if not array.size:
        return get_default_dtype().numpy
    numbers = [data]
    for _ in range(array.ndim):
        numbers = chain.from_iterable(numbers)  # type: ignore[assignment]
    types = {bool: np.bool_, int: np.int64, float: get_default_dtype().numpy}
    return result_type(*(np.empty(1, types.get(kind, kind)) for kind in set(map(type, numbers))))


def _refuse(data: Any) -> NoReturn:
    """Raise for what NumPy made no numbers of, in PyTorch's words."""
    _look_through(data, 0)
    raise TypeError(f"not a sequence\nHere numbers stand beside lists: {data!r}.")


def _look_through(data: Any, dim: int) -> None:
    if isinstance(data, str):
        said = f"too many dimensions 'str'\n{data!r} is text, not a number."
        raise ValueError(said) if dim else TypeError("new(): invalid data type 'str'")
    if isinstance(data, (list, tuple)):
        first, *more = [len(x) for x in data if isinstance(x, (list, tuple))] or [0]
        for length in more:
            if length != first:
                raise ValueError(
                    f"expected sequence of length {first} at dim {dim + 1} (got {length})"
                )
        for x in data:
            _look_through(x, dim + 1)
    elif not isinstance(data, (int, float, np.generic, np.ndarray)):
        raise RuntimeError(f"Could not infer dtype of {type_name(data)}")
