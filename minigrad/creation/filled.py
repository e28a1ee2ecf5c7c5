"""Tensors of a given shape, filled with one number; and the matrix with ones on its diagonal."""

from __future__ import annotations

import warnings
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.wrap import is_tensor
from ..dtype import bool_, get_default_dtype, int64
from ..ops.layout import empty_as
from ..ops.operands import check_tensors, fitted
from ..ops.parse import parsed
from .data import COPY, tensor
from .leaf import floating, leaf, number_of, numpy_type, shape_of, tuple_of

if TYPE_CHECKING:
    from ..dtype import dtype as DType
    from ..tensor import Tensor


def zeros(
    *sizes: Any,
    size: Any = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor of zeros.

    Args:
        sizes: the shape, as ``2, 3`` or ``(2, 3)``.
        size: the same by name, ``size=(2, 3)``.
        dtype: default: the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Raises:
        RuntimeError: a dimension is negative.
        TypeError: there is no shape, or a dimension is not an integer.

    Example:
        >>> import minigrad
        >>> minigrad.zeros(2, 3)
        tensor([[0., 0., 0.],
                [0., 0., 0.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.zeros.html
    """
    return _filled("zeros", np.zeros, sizes, size, dtype, device, requires_grad)


def ones(
    *sizes: Any,
    size: Any = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor of ones; arguments are those of `zeros`.

    Example:
        >>> import minigrad
        >>> minigrad.ones(2)
        tensor([1., 1.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.ones.html
    """
    return _filled("ones", np.ones, sizes, size, dtype, device, requires_grad)


def empty(
    *sizes: Any,
    size: Any = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor whose values nobody promises; here they are zeros. Arguments are those of `zeros`.

    Example:
        >>> import minigrad
        >>> minigrad.empty(2, 3).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.empty.html
    """
    return _filled("empty", np.zeros, sizes, size, dtype, device, requires_grad)


def _filled(
    function: str,
    make: Any,
    sizes: tuple[Any, ...],
    size: Any = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    array = make(shape_of(function, sizes, size), floating(function, dtype))
    return leaf(function, array, device, requires_grad)


@parsed
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
        size: the shape, a tuple or a list.
        fill_value: a number, or a tensor of one element; its kind decides the type, where `dtype`
            does not.
        dtype: default: bool, int64 or the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Raises:
        RuntimeError: a dimension is negative, or the number does not fit into the type.
        TypeError: `size` is no tuple, or `fill_value` no number.

    Example:
        >>> import minigrad
        >>> minigrad.full((2, 2), 7)
        tensor([[7, 7],
                [7, 7]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.full.html
    """
    shape = shape_of("full", (tuple_of("full", size, 1),))
    value = number_of("full", "fill_value", 2, fill_value)
    kinds = {bool: bool_, int: int64, float: get_default_dtype()}
    wanted = numpy_type("full", dtype, kinds[type(value)])
    return leaf("full", np.full(shape, fitted(value, wanted)), device, requires_grad)


@parsed
def eye(
    n: int,
    m: int | None = None,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A matrix ``(n, m)`` with ones on its diagonal and zeros elsewhere.

    Args:
        n: the number of rows.
        m: the number of columns; default: `n`.
        dtype: default: the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Raises:
        RuntimeError: `n` or `m` is negative.

    Example:
        >>> import minigrad
        >>> minigrad.eye(2)
        tensor([[1., 0.],
                [0., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.eye.html
    """
    n, m = index(n), index(n if m is None else m)
    for name, value in (("n", n), ("m", m)):
        if value < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {value}")
    array = np.eye(n, m, dtype=floating("eye", dtype))
    return leaf("eye", array, device, requires_grad)


# ---------------------------------------------------------------------------------- like another


@parsed
def zeros_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Zeros in the shape of `input`; in its type and place, unless told otherwise.

    Example:
        >>> import minigrad
        >>> minigrad.zeros_like(minigrad.tensor([1, 2]))
        tensor([0, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.zeros_like.html
    """
    return _like("zeros_like", input, 0, dtype, device, requires_grad)


@parsed
def ones_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Ones in the shape of `input`; in its type and place, unless told otherwise.

    Example:
        >>> import minigrad
        >>> minigrad.ones_like(minigrad.tensor([1.5, 2.0]))
        tensor([1., 1.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.ones_like.html
    """
    return _like("ones_like", input, 1, dtype, device, requires_grad)


@parsed
def empty_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor in the shape of `input` whose values nobody promises; here they are zeros.

    Example:
        >>> import minigrad
        >>> minigrad.empty_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.empty_like.html
    """
    return _like("empty_like", input, 0, dtype, device, requires_grad)


@parsed
def full_like(
    input: Tensor,
    fill_value: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """`fill_value` in the shape of `input`; in its type and place, unless told otherwise.

    Raises:
        RuntimeError: the number does not fit into the type.
        TypeError: `input` is no tensor, or `fill_value` no number.

    Example:
        >>> import minigrad
        >>> minigrad.full_like(minigrad.tensor([1.5, 2.0]), 7)
        tensor([7., 7.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.full_like.html
    """
    return _like("full_like", input, fill_value, dtype, device, requires_grad)


def _like(
    function: str, input: Any, value: Any, dtype: Any, device: Any, requires_grad: bool
) -> Tensor:
    check_tensors(function, input=input)
    value = number_of(function, "fill_value", 2, value)
    wanted = numpy_type(function, dtype, input.dtype)
    array = empty_as(input._array, wanted)
    array[...] = fitted(value, wanted)
    return leaf(function, array, device, requires_grad)


# ---------------------------------------------------------------------------------- methods


def new_tensor(self: Tensor, data: Any, **options: Any) -> Tensor:
    """A copy of `data` as `tensor` makes it, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.zeros(1, dtype=minigrad.float64).new_tensor([1, 2])
        tensor([1., 2.], dtype=minigrad.float64)
    """
    if is_tensor(data):
        warnings.warn(COPY.format("tensor.new_tensor"), UserWarning, stacklevel=2)
        data = data.tolist()
    return tensor(data, **_own(self, options))


def new_zeros(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """What `zeros` makes, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).new_zeros(3)
        tensor([0, 0, 0])
    """
    return _filled("new_zeros", np.zeros, size, **_own(self, options))


def new_ones(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """What `ones` makes, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).new_ones(3)
        tensor([1, 1, 1])
    """
    return _filled("new_ones", np.ones, size, **_own(self, options))


def new_empty(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """What `empty` makes, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).new_empty(3).dtype
        minigrad.int64
    """
    return _filled("new_empty", np.zeros, size, **_own(self, options))


def new_full(self: Tensor, size: Any, fill_value: Any, **options: Any) -> Tensor:
    """What `full` makes, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1.5]).new_full((2,), 7)
        tensor([7., 7.])
    """
    return full(size, fill_value, **_own(self, options))


def _own(self: Tensor, options: dict[str, Any]) -> dict[str, Any]:
    given = {name: option for name, option in options.items() if option is not None}
    return {"dtype": self.dtype, "device": self.device, **given}
