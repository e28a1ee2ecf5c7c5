"""Tensors of random numbers: after `manual_seed`, the numbers of PyTorch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _draws
from ..dtype import dtype as DType
from ..dtype import int64
from ..ops.operands import fitted
from .leaf import floating, leaf, numpy_type, own, shape_of

if TYPE_CHECKING:
    from ..random import Generator
    from ..tensor import Tensor


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


def rand_like(input: Tensor, **options: Any) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.rand_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand_like.html
    """
    return rand(input.shape, **own(input, options))


def randn_like(input: Tensor, **options: Any) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.randn_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn_like.html
    """
    return randn(input.shape, **own(input, options))


def randint_like(input: Tensor, low: int, high: int | None = None, **options: Any) -> Tensor:
    """Random integers as `randint` draws them, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.randint_like(minigrad.zeros(2, 3), 5).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randint_like.html
    """
    return randint(low, high, input.shape, **own(input, options))
