"""Making tensors: from data, from a shape, from random numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import backend, random
from .autograd.record import untracked
from .backend import device as Device  # noqa: N812
from .dtype import dtype as DType  # noqa: N812
from .dtype import get_default_dtype, int64, of
from .ops.dims import listed
from .random import Generator
from .tensor import Tensor

# ---------------------------------------------------------------------------------- from data


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
        RuntimeError: `requires_grad` for a type that is not floating point, or no type can be told.
        TypeError: `data` holds something that is no number.
        ValueError: nested lists of unequal length.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        tensor([[1., 2.],
                [3., 4.]], requires_grad=True)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensor.html
    """
    return _leaf(_array_of(data, dtype), device, requires_grad)


def as_tensor(data: Any, dtype: DType | None = None, device: Any = None) -> Tensor:
    """`data` as a tensor, without a copy where that is possible.

    Example:
        >>> import minigrad, numpy
        >>> minigrad.as_tensor(numpy.ones(2))
        tensor([1., 1.], dtype=minigrad.float64)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.as_tensor.html
    """
    x = data if isinstance(data, Tensor) else None
    if x is None:
        x = from_numpy(data) if isinstance(data, np.ndarray) else tensor(data, dtype=dtype)
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
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    of(ndarray.dtype)
    if any(s < 0 for s in ndarray.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative "
            "strides are not currently supported. (You can probably work around this by making a copy "
            "of your array with array.copy().)"
        )
    out = untracked(ndarray)
    out._share()
    return out  # type: ignore[no-any-return]


def _array_of(data: Any, dtype: DType | None) -> Any:
    """A fresh array with `data`, in `dtype` or in the type PyTorch would choose."""
    if isinstance(data, Tensor):
        return data._array.astype(data._array.dtype if dtype is None else dtype.numpy)
    if isinstance(data, (np.ndarray, np.generic)):
        of(data.dtype)
        return np.array(data, None if dtype is None else dtype.numpy)
    _check_nested(data)
    if dtype is None:
        dtype = _dtype_of(data)
    return np.array(_numbers(data), dtype.numpy)


def _numbers(data: Any) -> Any:
    """Nested lists with every tensor or array in them turned into numbers."""
    if isinstance(data, (list, tuple, range)):
        return [_numbers(x) for x in data]
    return data.tolist() if hasattr(data, "tolist") else data


def _dtype_of(data: Any) -> DType:
    """The type of nested lists: the highest of the kinds bool, int and float in them."""
    found = of(np.asarray(_numbers(data)).dtype) if np.size(_numbers(data)) else get_default_dtype()
    return get_default_dtype() if found.is_floating_point else found


def _check_nested(data: Any, dim: int = 0) -> None:
    """Raise unless `data` is a number, or lists of one length of such."""
    if isinstance(data, (list, tuple, range)):
        lengths = [len(x) if hasattr(x, "__len__") else None for x in data]
        for x in data:
            _check_nested(x, dim + 1)
        for length in lengths:
            if length != lengths[0]:
                raise ValueError(
                    f"expected sequence of length {lengths[0]} at dim {dim + 1} (got {length})"
                )
    elif isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    elif not isinstance(data, (bool, int, float, np.generic, np.ndarray, Tensor)):
        raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")


def _leaf(array: Any, device: Any, requires_grad: bool) -> Tensor:
    """A new leaf around `array`, moved where it belongs."""
    if device is not None:
        array = backend.to_device(array, Device(device))
    if requires_grad and array.dtype.kind != "f":
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    # A single number is kept as one: arithmetic on NumPy scalars is ten times as fast as on 0-d arrays.
    out: Tensor = untracked(
        array[()] if isinstance(array, np.ndarray) and array.ndim == 0 else array
    )
    out._requires_grad = requires_grad
    return out


# ---------------------------------------------------------------------------------- from a shape


def zeros(
    *size: Any, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """A tensor of zeros.

    Args:
        size: the shape, as ``(2, 3)`` or ``2, 3``.
        dtype: default: the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Raises:
        RuntimeError: a dimension is negative.
        TypeError: a dimension is not an integer.

    Example:
        >>> import minigrad
        >>> minigrad.zeros(2, 3)
        tensor([[0., 0., 0.],
                [0., 0., 0.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.zeros.html
    """
    return _filled("zeros", size, 0, dtype or get_default_dtype(), device, requires_grad)


def ones(
    *size: Any, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """A tensor of ones; arguments as for `zeros`.

    Example:
        >>> import minigrad
        >>> minigrad.ones(2)
        tensor([1., 1.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.ones.html
    """
    return _filled("ones", size, 1, dtype or get_default_dtype(), device, requires_grad)


def empty(
    *size: Any, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """A tensor whose values nobody promises; here they are zeros. Arguments as for `zeros`.

    Example:
        >>> import minigrad
        >>> minigrad.empty(2, 3).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.empty.html
    """
    return _filled("empty", size, 0, dtype or get_default_dtype(), device, requires_grad)


def full(
    size: Any,
    fill_value: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor with `fill_value` everywhere.

    Args:
        size: the shape.
        fill_value: a number; its kind decides the type, where `dtype` does not.
        dtype: default: bool, int64 or the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Example:
        >>> import minigrad
        >>> minigrad.full((2, 2), 7)
        tensor([[7, 7],
                [7, 7]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.full.html
    """
    value = fill_value.item() if hasattr(fill_value, "item") else fill_value
    dtype = dtype or of(
        np.dtype(type(value)) if not isinstance(value, float) else get_default_dtype().numpy
    )
    return _filled("full", (size,), value, dtype, device, requires_grad)


def eye(
    n: int,
    m: int | None = None,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A matrix ``(n, m)`` with ones on its diagonal and zeros elsewhere; ``m`` is ``n`` by default.

    Example:
        >>> import minigrad
        >>> minigrad.eye(2)
        tensor([[1., 0.],
                [0., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.eye.html
    """
    for name, value in (("n", n), ("m", n if m is None else m)):
        if value < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {value}")
    return _leaf(np.eye(n, m, dtype=(dtype or get_default_dtype()).numpy), device, requires_grad)


def zeros_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """Zeros in the shape of `input`, and in its type unless `dtype` says otherwise.

    Example:
        >>> import minigrad
        >>> minigrad.zeros_like(minigrad.tensor([1, 2]))
        tensor([0, 0])
    """
    return full_like(input, 0, dtype=dtype, requires_grad=requires_grad)


def ones_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """Ones in the shape of `input`, and in its type unless `dtype` says otherwise.

    Example:
        >>> import minigrad
        >>> minigrad.ones_like(minigrad.tensor([1.5, 2.0]))
        tensor([1., 1.])
    """
    return full_like(input, 1, dtype=dtype, requires_grad=requires_grad)


def empty_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor in the shape of `input` whose values nobody promises; here they are zeros.

    Example:
        >>> import minigrad
        >>> minigrad.empty_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])
    """
    return full_like(input, 0, dtype=dtype, requires_grad=requires_grad)


def full_like(
    input: Tensor, fill_value: Any, *, dtype: DType | None = None, requires_grad: bool = False
) -> Tensor:
    """`fill_value` in the shape of `input`, and in its type unless `dtype` says otherwise.

    Example:
        >>> import minigrad
        >>> minigrad.full_like(minigrad.tensor([1.5, 2.0]), 7)
        tensor([7., 7.])
    """
    like = _tensor_argument("full_like", input)
    array = np.full_like(like._array, fill_value, (dtype or like.dtype).numpy)
    return _leaf(array, None, requires_grad)


def _filled(
    name: str, size: Any, value: Any, dtype: DType, device: Any, requires_grad: bool
) -> Tensor:
    return _leaf(np.full(_sizes(name, size), value, dtype.numpy), device, requires_grad)


def _sizes(name: str, size: Any) -> tuple[int, ...]:
    """A shape given as one tuple or as several integers, checked."""
    try:
        shape = listed(size)
    except TypeError as error:
        raise TypeError(f"{name}(): {error}") from None
    if any(n < 0 for n in shape):
        raise RuntimeError(
            f"{name}: Dimension size must be non-negative. The size is {list(shape)}."
        )
    return shape


def _tensor_argument(name: str, x: Any) -> Any:
    if not isinstance(x, Tensor):
        raise TypeError(
            f"{name}(): argument 'input' (position 1) must be Tensor, not {type(x).__name__}"
        )
    return x


# ---------------------------------------------------------------------------------- ranges


def arange(
    start: float,
    end: float | None = None,
    step: float = 1,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """The numbers from `start` up to, and without, `end` in steps of `step`.

    Args:
        start: the first number; with `end` missing, this is the end and 0 the start.
        end: where to stop.
        step: the distance of two numbers.
        dtype: default: int64 if all three are integers, else the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Returns:
        ``(N,)`` with ``N = ceil((end - start) / step)``.

    Raises:
        RuntimeError: `step` is 0, or leads away from `end`.

    Example:
        >>> import minigrad
        >>> minigrad.arange(1, 4)
        tensor([1, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.arange.html
    """
    if end is None:
        start, end = 0, start
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError(
            "upper bound and lower bound inconsistent with step sign: "
            f"start {start}, end {end}, step {step}"
        )
    whole = all(isinstance(n, int) for n in (start, end, step))
    dtype = dtype or (int64 if whole else get_default_dtype())
    count = math.ceil((end - start) / step)
    numbers = start + step * np.arange(count, dtype=np.int64 if whole else np.float64)
    return _leaf(numbers.astype(dtype.numpy), device, requires_grad)


def linspace(
    start: float,
    end: float,
    steps: int,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, equally far apart.

    Args:
        start: the first number.
        end: the last number.
        steps: how many.
        dtype: default: the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Returns:
        ``(steps,)``.

    Raises:
        RuntimeError: `steps` is negative.

    Example:
        >>> import minigrad
        >>> minigrad.linspace(0, 1, 5)
        tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linspace.html
    """
    if steps < 0:
        raise RuntimeError(f"number of steps must be non-negative, not {steps}")
    number = (dtype or get_default_dtype()).numpy.type
    # As PyTorch: the first half is counted from the start, the second from the end, in that type.
    step = (number(end) - number(start)) / number(max(steps - 1, 1))
    place = np.arange(steps)
    up = number(start) + step * place.astype(step.dtype)
    down = number(end) - step * (steps - 1 - place).astype(step.dtype)
    return _leaf(
        np.where(place < steps / 2 - steps % 2 / 2, up, down).astype(number), device, requires_grad
    )


# ---------------------------------------------------------------------------------- random


def rand(
    *size: Any,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``: after `manual_seed`, the very numbers of PyTorch.

    Args:
        size: the shape.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: the default floating type.
        device: default: the CPU; the numbers are drawn there in any case.
        requires_grad: whether operations on it are recorded.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.rand(2)
        tensor([0.4963, 0.7682])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand.html
    """
    dtype = dtype or get_default_dtype()
    array = random.uniform(_sizes("rand", size), dtype=dtype.numpy, generator=generator)
    return _leaf(array, device, requires_grad)


def randn(
    *size: Any,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1; arguments as for `rand`.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randn(2)
        tensor([ 1.5410, -0.2934])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn.html
    """
    dtype = dtype or get_default_dtype()
    array = random.normal(_sizes("randn", size), dtype=dtype.numpy, generator=generator)
    return _leaf(array, device, requires_grad)


def randint(
    low: int,
    high: Any = None,
    size: Any = None,
    *,
    generator: Generator | None = None,
    dtype: DType = int64,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random integers from `low` up to, and without, `high`.

    Args:
        low: the smallest; ``randint(high, size)`` starts at 0.
        high: one more than the largest.
        size: the shape.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: int64.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Raises:
        RuntimeError: `low` is not smaller than `high`.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randint(10, (4,))
        tensor([4, 9, 3, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randint.html
    """
    if size is None:
        low, high, size = 0, low, high
    shape = _sizes("randint", (size,))
    array = random.integers(low, high, shape, generator=generator).astype(dtype.numpy)
    return _leaf(array, device, requires_grad)


def randperm(
    n: int, *, generator: Generator | None = None, dtype: DType = int64, device: Any = None
) -> Tensor:
    """The numbers from 0 to ``n - 1`` in random order.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randperm(4)
        tensor([2, 0, 1, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randperm.html
    """
    return _leaf(random.permutation(n, generator=generator).astype(dtype.numpy), device, False)


def rand_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``, in the shape and type of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.rand_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])
    """
    like = _tensor_argument("rand_like", input)
    return rand(like.shape, dtype=dtype or like.dtype, requires_grad=requires_grad)


def randn_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1, in the shape and type of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.randn_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])
    """
    like = _tensor_argument("randn_like", input)
    return randn(like.shape, dtype=dtype or like.dtype, requires_grad=requires_grad)


def randint_like(
    input: Tensor, low: int, high: int | None = None, *, dtype: DType | None = None
) -> Tensor:
    """Random integers from `low` up to, and without, `high` in the shape and type of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.randint_like(minigrad.zeros(2, 3), 5).shape
        minigrad.Size([2, 3])
    """
    like = _tensor_argument("randint_like", input)
    low, high = (0, low) if high is None else (low, high)
    return randint(low, high, tuple(like.shape), dtype=dtype or like.dtype)
