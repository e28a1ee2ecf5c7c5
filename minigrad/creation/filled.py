"""Tensors of a given shape: filled with a number, with numbers in order, with random numbers.

After `manual_seed` the random numbers are PyTorch's.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _draws
from ..autograd.registry import public
from ..autograd.wrap import Tensor
from ..dtype import bool_, get_default_dtype, int64
from ..dtype import dtype as DType
from ..ops.operands import fitted
from .data import tensor
from .leaf import floating, leaf, number, numpy_type, own, shape_of

if TYPE_CHECKING:
    from ..random import Generator


@public(function=True)
def zeros(*sizes: Any, **options: Any) -> Tensor:
    """A tensor of zeros.

    Args:
        *sizes: the shape, as ``2, 3`` or ``(2, 3)``, or by name, ``size=(2, 3)``.
        **options: `dtype`, by default the default floating type; `device`, by default the CPU; and
            `requires_grad`, whether operations on it are recorded.

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
    return leaf(np.full(shape_of((size,)), fitted(value, wanted)), **options)


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
        RuntimeError: `step` is 0 or leads away from `end`.

    Example:
        >>> import minigrad
        >>> minigrad.arange(1, 4)
        tensor([1, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.arange.html
    """
    if end is None:
        start, end = 0, start
    start, end, step = number(start), number(end), number(step)
    whole = all(isinstance(n, int) for n in (start, end, step))
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    wanted = numpy_type(dtype, int64 if whole else get_default_dtype())
    numbers = start + step * np.arange(ceil((end - start) / step))
    return leaf(numbers.astype(wanted), **options)


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

    Raises:
        RuntimeError: `steps` is negative.

    Example:
        >>> import minigrad
        >>> minigrad.linspace(0, 1, 5)
        tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linspace.html
    """
    if steps < 0:
        raise RuntimeError(f"number of steps must be non-negative\nIt is {steps}.")
    wanted = floating(dtype)
    kind = wanted if wanted.kind == "f" else np.dtype(float)
    start, end = (float(kind.type(number(x))) for x in (start, end))
    step = float(kind.type((end - start) / max(steps - 1, 1)))
    place = np.arange(steps)
    up, down = start + step * place, (end if steps > 1 else start) - step * (steps - 1 - place)
    half = place < steps // 2  # as PyTorch counts: each half from its own end
    return leaf(np.where(half, up, down).astype(wanted), **options)


# ---------------------------------------------------------------------------------- random numbers


@public(function=True)
def rand(*sizes: Any, **options: Any) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``.

    Args:
        *sizes: the shape, as ``2, 3`` or ``(2, 3)``, or by name, ``size=(2, 3)``.
        **options: `generator`, where to draw from, by default the one that `manual_seed` seeds;
            `dtype`, `device` and `requires_grad`, as for `zeros`. Whatever the device, the numbers
            are drawn on the CPU.

    Raises:
        NotImplementedError: `dtype` is not a floating type.
        RuntimeError: a dimension is negative.
        TypeError: there is no shape, or a dimension is not an integer.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.rand(2)
        tensor([0.4963, 0.7682])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand.html
    """
    return _drawn(_draws.uniform, sizes, **options)


@public(function=True)
def randn(*sizes: Any, **options: Any) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1; arguments are those of `rand`.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randn(2)
        tensor([ 1.5410, -0.2934])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn.html
    """
    return _drawn(_draws.normal, sizes, **options)


def _drawn(
    draw: Any,
    sizes: Any,
    size: Any = None,
    generator: Generator | None = None,
    dtype: DType | None = None,
    **options: Any,
) -> Tensor:
    array = draw(shape_of(sizes, size), dtype=floating(dtype), generator=generator)
    return leaf(array, **options)


@public(function=True)
def randint(
    low: int = 0,
    high: Any = None,
    size: Any = None,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    **options: Any,
) -> Tensor:
    """Random integers from `low` up to, and without, `high`.

    Args:
        low: the smallest; ``randint(high, size)`` and ``randint(high, size=size)`` start at 0.
        high: one more than the largest.
        size: the shape, a tuple or a list.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: int64.
        **options: `device` and `requires_grad`, as for `zeros`.

    Raises:
        RuntimeError: `low` is not smaller than `high`, or they do not fit into `dtype`.
        TypeError: a limit is no integer.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randint(10, (4,))
        tensor([4, 9, 3, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randint.html
    """
    if size is None:
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    numbers = _draws.integers(low, high, shape_of((size,)), generator)
    wanted = numpy_type(dtype, int64)
    for limit in (low, high - 1):
        fitted(limit, wanted)
    return leaf(numbers.astype(wanted), **options)


@public(function=True)
def randperm(
    n: int,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    **options: Any,
) -> Tensor:
    """The numbers from 0 to ``n - 1`` in random order.

    Args:
        n: how many.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: int64.
        **options: `device` and `requires_grad`, as for `zeros`.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randperm(4)
        tensor([0, 1, 3, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randperm.html
    """
    return leaf(_draws.permutation(n, generator).astype(numpy_type(dtype, int64)), **options)


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


@public(function=True)
def rand_like(input: Tensor, **options: Any) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.rand_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand_like.html
    """
    return rand(input.shape, **own(input, options))


@public(function=True)
def randn_like(input: Tensor, **options: Any) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.randn_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn_like.html
    """
    return randn(input.shape, **own(input, options))


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
