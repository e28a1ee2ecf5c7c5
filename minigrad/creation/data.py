"""Tensors from data: numbers, nested lists, NumPy arrays, other tensors."""

from __future__ import annotations

import warnings
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..autograd.arguments import type_name
from ..autograd.wrap import is_tensor
from ..dtype import get_default_dtype, of, result_type
from ..mode import current
from ..ops.operands import fitted
from .leaf import leaf, numpy_type

if TYPE_CHECKING:
    from ..dtype import dtype as DType
    from ..tensor import Tensor

_COPY = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than minigrad.tensor(sourceTensor)."
)


def tensor(
    data: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A new tensor with a copy of `data`: always a leaf.

    Args:
        data: a number, nested lists of numbers, a NumPy array, or a tensor.
        dtype: default: bool, int64 or the default floating type for Python numbers; an array's own.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Returns:
        A tensor of the shape of `data`.

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
    wanted = numpy_type("tensor", dtype)
    if is_tensor(data):
        warnings.warn(_COPY, UserWarning, stacklevel=2)
        array = data._array.copy()
    elif isinstance(data, (np.ndarray, np.generic)):
        of(data.dtype)
        array = np.array(data)
    else:
        array = _of_numbers(data)
        wanted = wanted or _type_of(data, array)
    if wanted is not None:
        array = _converted(array, wanted)
    return leaf(array, device, requires_grad)


def as_tensor(data: Any, dtype: DType | None = None, device: Any = None) -> Tensor:
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
    x: Tensor = data
    return x.to(dtype=dtype or x.dtype, device=device or x.device)


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
    of(ndarray.dtype)
    if any(s < 0 for s in ndarray.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative "
            "strides are not currently supported. (You can probably work around this by making a "
            "copy of your array with array.copy().)"
        )
    out = leaf(ndarray[...], None, False)
    out._share()
    return out


# ---------------------------------------------------------------------------------- nested lists


def _of_numbers(data: Any) -> Any:
    """A number, or nested lists of numbers, as an array of the type that NumPy would choose."""
    numbers = _untensored(data)
    try:
        array = np.asarray(numbers)
    except ValueError:  # lists of unequal length
        array = None
    if array is None or array.dtype.kind not in "biuf":
        _refuse(data)
    if array.dtype == np.uint64:
        raise ValueError(f"Overflow when unpacking long long: {array.max()} is beyond 2**63 - 1")
    return array


def _untensored(data: Any) -> Any:
    """Nested lists with a NumPy number for every tensor in them."""
    if is_tensor(data):
        if data.numel() != 1:
            raise ValueError(
                "only one element tensors can be converted to Python scalars, but here is one of "
                f"shape {list(data.shape)}: stack tensors with minigrad.stack"
            )
        return data.detach().cpu().numpy().reshape(())[()]
    if isinstance(data, (list, tuple)):
        return [_untensored(x) for x in data] if _holds_more(data) else data
    return data


def _holds_more(data: Any) -> bool:
    """Whether a list holds anything but Python numbers."""
    return not set(map(type, data)) <= {bool, int, float}


def _type_of(data: Any, array: Any) -> np.dtype[Any]:
    """The type that PyTorch would choose: the highest there; NumPy numbers bring their own."""
    if not array.size:
        return get_default_dtype().numpy
    numbers = [_untensored(data)]
    for _ in range(array.ndim):
        numbers = chain.from_iterable(numbers)  # type: ignore[assignment]
    types = [_number_type(kind) for kind in set(map(type, numbers))]
    return result_type(*(np.empty(1, found) for found in types))


def _number_type(kind: type) -> np.dtype[Any]:
    if issubclass(kind, np.generic):
        return np.dtype(kind)
    if issubclass(kind, float):
        return get_default_dtype().numpy
    return np.dtype(np.bool_ if issubclass(kind, bool) else np.int64)


def _refuse(data: Any, dim: int = 0) -> NoReturn:
    """Raise for what NumPy made no numbers of, in PyTorch's words."""
    if isinstance(data, (list, tuple)):
        _refuse_list(data, dim)
    if isinstance(data, str) and dim:
        raise ValueError(f"too many dimensions 'str': {data!r} is text, not a number")
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if isinstance(data, int):
        raise ValueError(f"Overflow when unpacking long long: {data} is beyond 2**63 - 1")
    raise RuntimeError(f"Could not infer dtype of {type_name(data)}")


def _refuse_list(data: Any, dim: int) -> None:
    """Raise for the first entry that does not go with the first one, or is no number itself."""
    lengths = [len(x) if isinstance(x, (list, tuple, np.ndarray)) else None for x in data]
    for x, length in zip(data, lengths, strict=True):
        if length == lengths[0]:
            continue
        if length is None:
            raise TypeError(f"not a sequence: {x!r} stands beside a list of length {lengths[0]}")
        if lengths[0] is None:
            raise TypeError(
                f"'{type(x).__name__}' object cannot be interpreted as an integer: {x!r} stands "
                "beside numbers"
            )
        raise ValueError(
            f"expected sequence of length {lengths[0]} at dim {dim + 1} (got {length})"
        )
    for place, x in enumerate(data):
        if isinstance(x, (list, tuple)):
            _refuse_list(x, dim + 1)
        elif not isinstance(x, (bool, float, np.generic, np.ndarray)) and not _fits(x):
            _refuse(x, dim + 1 if place == 0 else 0)


def _fits(x: Any) -> bool:
    return isinstance(x, int) and -(2**63) <= x < 2**63


def _converted(array: Any, dtype: np.dtype[Any]) -> Any:
    """`array` in another type.

    Raises:
        RuntimeError: one of the numbers lies outside of what an integer type can hold.
    """
    if dtype.kind in "iu" and array.size:
        for extreme in (array.min(), array.max()):
            fitted(extreme, dtype)
    return current.mode.quiet(array.astype, dtype)
