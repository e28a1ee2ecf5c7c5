"""Tensors of a given shape: filled with a number, or with numbers in order."""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np

from .._warn import warn
from ..autograd.registry import public
from ..autograd.wrap import Tensor, is_tensor, type_name
from ..dtype import bool_, get_default_dtype, int64
from ..dtype import dtype as DType
from ..ops.operands import as_scalar
from ..size import Size
from .data import tensor
from .leaf import floating, leaf, number, numpy_type, own, shape_of


@public(function=True)
def zeros(*sizes: Any, **options: Any) -> Tensor:
    """A tensor of zeros.

    Args:
        *sizes: the shape, as ``2, 3`` or ``(2, 3)``, or by name, ``size=(2, 3)``.
        **options: `dtype`, by default the default floating type; `device`, by default the CPU; and
            `requires_grad`, whether operations on it are recorded.

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
    return _filled(np.zeros, sizes, **options)


@public(function=True)
def ones(*sizes: Any, **options: Any) -> Tensor:
    """A tensor of ones; arguments are those of `zeros`.

    Example:
        >>> import minigrad
        >>> minigrad.ones(2)
        tensor([1., 1.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.ones.html
    """
    return _filled(np.ones, sizes, **options)


@public(function=True)
def empty(*sizes: Any, **options: Any) -> Tensor:
    """A tensor whose values nobody promises; here they are zeros. Arguments are those of `zeros`.

    Example:
        >>> import minigrad
        >>> minigrad.empty(2, 3).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.empty.html
    """
    return _filled(np.zeros, sizes, **options)


def _filled(
    make: Any, sizes: Any, size: Any = None, dtype: DType | None = None, **options: Any
) -> Tensor:
    return leaf(make(shape_of(sizes, size), floating(dtype)), **options)


@public(function=True)
def full(size: Any, fill_value: Any, *, dtype: DType | None = None, **options: Any) -> Tensor:
    """A tensor with `fill_value` everywhere.

    Args:
        size: the shape, a tuple or a list.
        fill_value: a number, or a tensor of one element; its kind decides the type, where `dtype`
            does not.
        dtype: default: bool, int64 or the default floating type.
        **options: `device` and `requires_grad`, as for `zeros`.

    Raises:
        RuntimeError: a dimension is negative, or the number does not fit into the type.

    Example:
        >>> import minigrad
        >>> minigrad.full((2, 2), 7)
        tensor([[7, 7],
                [7, 7]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.full.html
    """
    value = number(fill_value)
    kinds = {bool: bool_, int: int64}
    wanted = numpy_type(dtype, kinds.get(type(value), get_default_dtype()))
    return leaf(np.full(shape_of((size,)), as_scalar(value, wanted)), **options)


@public(function=True)
def eye(n: int, m: int | None = None, *, dtype: DType | None = None, **options: Any) -> Tensor:
    """A matrix ``(n, m)`` with ones on its diagonal and zeros elsewhere.

    Args:
        n: the number of rows.
        m: the number of columns; default: `n`.
        dtype: default: the default floating type.
        **options: `device` and `requires_grad`, as for `zeros`.

    Example:
        >>> import minigrad
        >>> minigrad.eye(2)
        tensor([[1., 0.],
                [0., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.eye.html
    """
    return leaf(np.eye(n, m, dtype=floating(dtype)), **options)


# --------------------------------------------------------------------------------- numbers in order


@public(function=True)
def arange(
    start: Any = 0, end: Any = None, step: Any = 1, *, dtype: DType | None = None, **options: Any
) -> Tensor:
    """The numbers from `start` up to, and without, `end` in steps of `step`.

    Args:
        start: the first number; given alone, it is the end, and 0 the first.
        end: where to stop.
        step: the distance of two numbers.
        dtype: default: int64 if all three are integers, else the default floating type.
        **options: `device` and `requires_grad`, as for `zeros`.

    Returns:
        ``(N,)`` with ``N = ceil((end - start) / step)``.

    Raises:
        RuntimeError: `step` leads away from `end`.
        ZeroDivisionError: `step` is 0.

    Example:
        >>> import minigrad
        >>> minigrad.arange(1, 4)
        tensor([1, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.arange.html
    """
    if end is None:
        start, end = 0, start
    start = number(start)
    end = number(end)
    step = number(step)
    whole = all(isinstance(n, int) for n in (start, end, step))
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    wanted = numpy_type(dtype, int64 if whole else get_default_dtype())
    numbers = start + step * np.arange(ceil((end - start) / step))
    return leaf(numbers.astype(wanted), **options)


@public(function=True)
def range(
    start: Any, end: Any, step: Any = 1, *, dtype: DType | None = None, **options: Any
) -> Tensor:
    """The numbers from `start` to `end`, with it: deprecated, for Python's stops before; warns so.

    Args:
        start: the first number.
        end: where to stop.
        step: the distance of two numbers.
        dtype: default: the default floating type.
        **options: `device` and `requires_grad`, as for `zeros`.

    Raises:
        RuntimeError: `step` is 0, or leads away from `end`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.range.html
    """
    warn(
        "torch.range is deprecated and will be removed in a future release because its behavior is "
        "inconsistent with Python's range builtin. Instead, use torch.arange, which produces "
        "values in [start, end)."
    )
    start = number(start)
    end = number(end)
    step = number(step)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    numbers = start + step * np.arange(int((end - start) / step) + 1)
    return leaf(numbers.astype(numpy_type(dtype, get_default_dtype())), **options)


@public(function=True)
def linspace(
    start: Any, end: Any, steps: int, *, dtype: DType | None = None, **options: Any
) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, equally far apart.

    Args:
        start: the first number.
        end: the last number.
        steps: how many.
        dtype: default: the default floating type.
        **options: `device` and `requires_grad`, as for `zeros`.

    Returns:
        ``(steps,)``.

    Example:
        >>> import minigrad
        >>> minigrad.linspace(0, 1, 5)
        tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linspace.html
    """
    wanted = floating(dtype)
    kind = wanted if wanted.kind == "f" else np.dtype(float)
    start, end = (float(kind.type(number(x))) for x in (start, end))
    step = float(kind.type((end - start) / max(steps - 1, 1)))
    place = np.arange(steps)
    up, down = start + step * place, (end if steps > 1 else start) - step * (steps - 1 - place)
    half = place < steps // 2  # as PyTorch counts: each half from its own end
    return leaf(np.where(half, up, down).astype(wanted), **options)


# ---------------------------------------------------------------------------------- like another


@public(function=True)
def zeros_like(input: Tensor, **options: Any) -> Tensor:
    """Zeros in the shape of `input`; in its type and place, unless told otherwise.

    Example:
        >>> import minigrad
        >>> minigrad.zeros_like(minigrad.tensor([1, 2]))
        tensor([0, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.zeros_like.html
    """
    return full_like(input, 0, **options)


@public(function=True)
def ones_like(input: Tensor, **options: Any) -> Tensor:
    """Ones in the shape of `input`; in its type and place, unless told otherwise.

    Example:
        >>> import minigrad
        >>> minigrad.ones_like(minigrad.tensor([1.5, 2.0]))
        tensor([1., 1.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.ones_like.html
    """
    return full_like(input, 1, **options)


@public(function=True)
def empty_like(input: Tensor, **options: Any) -> Tensor:
    """A tensor in the shape of `input` whose values nobody promises; here they are zeros.

    Example:
        >>> import minigrad
        >>> minigrad.empty_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.empty_like.html
    """
    return full_like(input, 0, **options)


@public(function=True)
def full_like(input: Tensor, fill_value: Any, **options: Any) -> Tensor:
    """`fill_value` in the shape of `input`; in its type and place, unless told otherwise.

    Raises:
        RuntimeError: the number does not fit into the type.

    Example:
        >>> import minigrad
        >>> minigrad.full_like(minigrad.tensor([1.5, 2.0]), 7)
        tensor([7., 7.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.full_like.html
    """
    return full(input.shape, fill_value, **own(input, options))


# ---------------------------------------------------------------------------------- methods


@public(function=False, method=True)
def new_tensor(self: Tensor, data: Any, **options: Any) -> Tensor:
    """A copy of `data` as `tensor` makes it, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.zeros(1, dtype=minigrad.float64).new_tensor([1, 2])
        tensor([1., 2.], dtype=minigrad.float64)
    """
    return tensor(data, **own(self, options))


@public(function=False, method=True)
def new(self: Tensor, *data: Any, device: Any = None) -> Tensor:
    """A tensor of this one's type: of data, or of a shape; how old code makes one.

    Args:
        self: any tensor.
        *data: nested lists; or sizes, as ``2, 3`` or a `Size`, and then 0 everywhere; or a tensor
            of the same type, whose memory the new one shows.
        device: by default, where this tensor lies.

    Raises:
        TypeError: `data` is a number that is no size, or a tensor of another type.

    Example:
        >>> import minigrad
        >>> minigrad.zeros(1).new([1, 2])
        tensor([1., 2.])
        >>> minigrad.tensor([1, 2]).new(2, 3).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/tensors.html
    """
    if not data or isinstance(data[0], (int, Size)):
        return new_empty(self, *data or (0,), device=device)
    (given,) = data
    if is_tensor(given):
        if given.dtype != self.dtype:
            raise TypeError(f"expected {self.type()} (got {given.type()})")
        return given.detach()
    if not hasattr(given, "__len__"):
        raise TypeError(f"new(): data must be a sequence (got {type_name(given)})")
    return new_tensor(self, given, device=device)


@public(function=False, method=True)
def new_zeros(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """What `zeros` makes, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).new_zeros(3)
        tensor([0, 0, 0])
    """
    return zeros(*size, **own(self, options))


@public(function=False, method=True)
def new_ones(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """What `ones` makes, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).new_ones(3)
        tensor([1, 1, 1])
    """
    return ones(*size, **own(self, options))


@public(function=False, method=True)
def new_empty(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """What `empty` makes, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).new_empty(3).dtype
        minigrad.int64
    """
    return empty(*size, **own(self, options))


@public(function=False, method=True)
def new_full(self: Tensor, size: Any, fill_value: Any, **options: Any) -> Tensor:
    """What `full` makes, but by default in this tensor's type and place.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1.5]).new_full((2,), 7)
        tensor([7., 7.])
    """
    return full(size, fill_value, **own(self, options))
