"""Tensors from data: numbers, nested lists, NumPy arrays, other tensors."""

from __future__ import annotations

import warnings
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..autograd.arguments import type_name
from ..autograd.wrap import is_tensor, untracked
from ..dtype import get_default_dtype, of, result_type
from ..mode import current
from ..ops.operands import fitted
from ..ops.parse import parsed
from .leaf import leaf, numpy_type

if TYPE_CHECKING:
    from ..dtype import dtype as DType
    from ..tensor import Tensor

COPY = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than {}(sourceTensor)."
)

_KEPT = (
    "minigrad.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of "
    "False. Pass requires_grad=False explicitly to get the old behavior and silence this warning."
)
_READ_ONLY = (
    "The given NumPy array is not writable, and PyTorch does not support non-writable tensors. "
    "This means writing to this tensor will result in undefined behavior. You may want to copy the "
    "array to protect its data or make it writable before converting it to a tensor. This type of "
    "warning will be suppressed for the rest of this program.\nIn minigrad such a write raises."
)
_SLOW = (
    "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting "
    "the list to a single numpy.ndarray with numpy.array() before converting to a tensor."
)
_CUT = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "The new tensor knows nothing of the graph: minigrad.stack keeps it."
)


@parsed
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
        warnings.warn(COPY.format("minigrad.tensor"), UserWarning, stacklevel=3)
        array = data.detach().clone()._array
    elif isinstance(data, (np.ndarray, np.generic)):
        array = np.array(_shareable(np.asarray(data)))
    else:
        numbers = _untensored(data)
        array = _of_numbers(numbers, data)
        wanted = wanted or _type_of(numbers, array)
        _check_range(array, wanted)
    if wanted is not None:
        array = current.mode.quiet(array.astype, wanted)
    return leaf("tensor", array, device, requires_grad)


@parsed
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
    numpy_type("as_tensor", dtype)
    if isinstance(data, np.ndarray):
        data = from_numpy(data)
    elif not is_tensor(data):
        return tensor(data, dtype=dtype, device=device)
    x: Tensor = data
    return x.to(dtype=dtype, device=device)


@parsed
def asarray(
    obj: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    copy: bool | None = None,
    requires_grad: bool | None = None,
) -> Tensor:
    """`obj` as a tensor: as `as_tensor` does, with a say in whether to copy and to record.

    A tensor that need not be copied is itself returned, and told `requires_grad`; only where that
    would cut it off from its graph, it is detached.

    Args:
        obj: as for `tensor`.
        dtype: default: as for `tensor`.
        device: default: where `obj` lies.
        copy: True to copy in any case, False never to; by default where it has to be.
        requires_grad: default: as `obj`, where that is a tensor; else False.

    Raises:
        RuntimeError: `copy` is False and `obj` a NumPy number; or `requires_grad` is asked of a
            type that is not floating point.
        TypeError: `copy` or `requires_grad` is no bool, or `dtype` no type.
        ValueError: `copy` is False, and there is no way but to copy.

    Example:
        >>> import minigrad, numpy
        >>> minigrad.asarray(numpy.ones(2), dtype=minigrad.float32, requires_grad=True)
        tensor([1., 1.], requires_grad=True)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.asarray.html
    """
    numpy_type("asarray", dtype)
    for name, flag in (("copy", copy), ("requires_grad", requires_grad)):
        if not isinstance(flag, bool | None):
            raise TypeError(f"asarray(): argument '{name}' must be bool, not {type_name(flag)}")
    if isinstance(obj, np.generic) and copy is False:
        raise RuntimeError(
            "can't alias NumPy scalars. Either remove copy=False or transform it in a ndarray."
        )
    if not (is_tensor(obj) or isinstance(obj, np.ndarray)):
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        return tensor(obj, dtype=dtype, device=device, requires_grad=bool(requires_grad))
    x = obj if is_tensor(obj) else from_numpy(obj.copy() if copy else obj)
    if copy and x is obj and dtype in (None, x.dtype):
        x = x.clone()
    if copy is False and dtype not in (None, x.dtype):
        raise ValueError(
            f"can't alias tensor with dtype '{x.dtype.kind}' into dtype '{of(dtype.numpy).kind}'."
        )
    return _told(x.to(dtype=dtype, device=device), x.requires_grad, requires_grad)


def _told(x: Any, as_it_was: bool, requires_grad: bool | None) -> Tensor:
    """`x` with `requires_grad` as `asarray` was told."""
    if requires_grad is None:
        if as_it_was:
            warnings.warn(_KEPT, UserWarning, stacklevel=4)
        requires_grad = as_it_was
    if not requires_grad and x.grad_fn is not None:
        return x.detach()  # type: ignore[no-any-return]
    if requires_grad and not x.is_floating_point():
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return x.requires_grad_(requires_grad)  # type: ignore[no-any-return]


def from_numpy(ndarray: Any) -> Tensor:
    """A tensor on the memory of `ndarray`: a write through either is seen through both.

    Raises:
        TypeError: not a NumPy array, or of a type that tensors do not have.
        ValueError: it has a negative stride, or the bytes of its numbers in the other order.

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
    if not array.flags.writeable:
        warnings.warn(_READ_ONLY, UserWarning, stacklevel=2)
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
    if any(s % array.itemsize for s in array.strides):
        raise ValueError(
            "given numpy array strides not a multiple of the element byte size. Copying the array "
            "to reallocate the memory.\nmake that copy with array.copy()."
        )
    return array


# ---------------------------------------------------------------------------------- nested lists


def _of_numbers(numbers: Any, data: Any) -> Any:
    """A number, or nested lists of numbers, as an array of the type that NumPy would choose."""
    try:
        array = np.asarray(numbers)
    except ValueError:  # lists of unequal length
        array = None
    if array is None or array.dtype.kind not in "biuf":
        _refuse(data)
    if array.dtype == np.uint64:
        raise ValueError(f"Overflow when unpacking long long\n{array.max()} is beyond 2**63 - 1.")
    return array


def _untensored(data: Any) -> Any:
    """Nested lists with a NumPy number for every tensor and every 0-d array in them."""
    if isinstance(data, np.ndarray):
        return data[()]
    if is_tensor(data):
        if data.numel() != 1:
            raise ValueError(
                "only one element tensors can be converted to Python scalars\nHere is one of shape "
                f"{list(data.shape)}: put tensors together with minigrad.stack."
            )
        if data.requires_grad:
            warnings.warn(_CUT, UserWarning, stacklevel=6)
        return data.detach().cpu().numpy().reshape(())[()]
    if isinstance(data, (list, tuple)):
        if data and isinstance(data[0], np.ndarray):
            warnings.warn(_SLOW, UserWarning, stacklevel=4)
        return [_untensored(x) for x in data] if _holds_more(data) else data
    return data


def _holds_more(data: Any) -> bool:
    """Whether a list holds anything but Python numbers."""
    return not set(map(type, data)) <= {bool, int, float}


def _type_of(data: Any, array: Any) -> np.dtype[Any]:
    """The type that PyTorch would choose: the highest there; NumPy numbers bring their own."""
    if not array.size:
        return get_default_dtype().numpy
    numbers = [data]
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
        raise ValueError(f"too many dimensions 'str'\n{data!r} is text, not a number.")
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if isinstance(data, int):
        raise ValueError(f"Overflow when unpacking long long\n{data} is beyond 2**63 - 1.")
    raise RuntimeError(f"Could not infer dtype of {type_name(data)}")


def _refuse_list(data: Any, dim: int) -> None:
    """Raise for the first entry that does not go with the first one, or is no number itself."""
    lengths = [len(x) if isinstance(x, (list, tuple, np.ndarray)) else None for x in data]
    for x, length in zip(data, lengths, strict=True):
        if length == lengths[0]:
            continue
        if length is None:
            raise TypeError(f"not a sequence\n{x!r} stands beside a list of length {lengths[0]}.")
        if lengths[0] is None:
            raise TypeError(
                f"'{type(x).__name__}' object cannot be interpreted as an integer\n{x!r} stands "
                "beside numbers."
            )
        raise ValueError(
            f"expected sequence of length {lengths[0]} at dim {dim + 1} (got {length})\n"
            "All rows of a tensor are equally long."
        )
    for place, x in enumerate(data):
        if isinstance(x, (list, tuple)):
            _refuse_list(x, dim + 1)
        elif not isinstance(x, (bool, float, np.generic, np.ndarray)) and not _fits(x):
            _refuse(x, dim + 1 if place == 0 else 0)


def _fits(x: Any) -> bool:
    return isinstance(x, int) and -(2**63) <= x < 2**63


def _check_range(array: Any, dtype: np.dtype[Any]) -> None:
    """Raise if one of the numbers lies outside of what the integer type `dtype` can hold."""
    if dtype.kind in "iu" and array.size:
        for extreme in (array.min(), array.max()):
            fitted(extreme, dtype, dtype.name)
