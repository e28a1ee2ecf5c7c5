"""Tensors of random numbers: after `manual_seed`, the very numbers of PyTorch."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _draws
from ..autograd.arguments import no_form, type_name
from ..backend import Array
from ..dtype import int64, of
from ..ops.dims import Shape
from ..ops.layout import empty_as
from ..ops.operands import check_tensors
from ..ops.parse import parsed
from .leaf import floating, leaf, numpy_type, shape_of, tuple_of

if TYPE_CHECKING:
    from ..dtype import dtype as DType
    from ..random import Generator
    from ..tensor import Tensor


def rand(
    *sizes: Any,
    size: Any = None,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``.

    Args:
        sizes: the shape, as ``2, 3`` or ``(2, 3)``.
        size: the same by name, ``size=(2, 3)``.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: the default floating type.
        device: default: the CPU; the numbers are drawn there in any case.
        requires_grad: whether operations on it are recorded.

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
    shape, wanted = shape_of("rand", sizes, size), floating("rand", dtype)
    array = _draws.uniform(shape, dtype=wanted, generator=generator)
    return leaf("rand", array, device, requires_grad)


def randn(
    *sizes: Any,
    size: Any = None,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1; arguments are those of `rand`.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randn(2)
        tensor([ 1.5410, -0.2934])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn.html
    """
    shape, wanted = shape_of("randn", sizes, size), floating("randn", dtype)
    array = _draws.normal(shape, dtype=wanted, generator=generator)
    return leaf("randn", array, device, requires_grad)


def randint(
    low: int | None = None,
    high: Any = None,
    size: Any = None,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random integers from `low` up to, and without, `high`.

    Args:
        low: the smallest; ``randint(high, size)`` and ``randint(high, size=size)`` start at 0.
        high: one more than the largest.
        size: the shape, a tuple or a list.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: int64.
        device: default: the CPU; the numbers are drawn there in any case.
        requires_grad: whether operations on it are recorded.

    Raises:
        RuntimeError: `low` is not smaller than `high`, or they do not fit into `dtype`.
        TypeError: `size` is no tuple, a limit no integer, or one of them is not given.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randint(10, (4,))
        tensor([4, 9, 3, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randint.html
    """
    low, high, shape = _read(low, high, size)
    wanted = numpy_type("randint", dtype, int64)
    _check_limits(low, high, wanted)
    numbers = _draws.integers(low, high, shape, generator=generator)
    return leaf("randint", numbers.astype(wanted), device, requires_grad)


def _read(low: Any, high: Any, size: Any) -> tuple[int, int, Any]:
    """The arguments of ``randint(high, size)`` or of ``randint(low, high, size)``."""
    limits, place = {"high": low}, None
    if size is None:
        size, place = high, 2
    elif high is not None:
        limits, place = {"low": 0 if low is None else low, "high": high}, 3
    if size is None or low is high is None or (place == 3 and isinstance(size, int)):
        given = [x for x in (low, high, size) if x is not None][: place or 0]
        named = {} if place or size is None else {"size": size}
        forms = "(int high, tuple size)", "(int low, int high, tuple size)"
        raise no_form("randint", given, named, *forms)
    for position, (name, limit) in enumerate(limits.items(), 1):
        if isinstance(limit, bool) or not hasattr(limit, "__index__"):
            raise TypeError(
                f"randint(): argument '{name}' (position {position}) must be int, not "
                f"{type_name(limit)}"
            )
    shape = shape_of("randint", (tuple_of("randint", size, place),))
    return index(limits.get("low", 0)), index(limits["high"]), shape


def _check_limits(low: Any, high: Any, dtype: Any) -> None:
    if dtype.kind not in "iu" or not (isinstance(low, int) and isinstance(high, int)):
        return
    limits = np.iinfo(dtype)
    for name, limit in (("from", low), ("to - 1", high - 1)):
        if not limits.min <= limit <= limits.max:
            raise RuntimeError(f"{name} is out of bounds for {of(dtype).cpp}\nIt is {limit}.")


@parsed
def randperm(
    n: int,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """The numbers from 0 to ``n - 1`` in random order.

    Args:
        n: how many.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: int64.
        device: default: the CPU; the numbers are drawn there in any case.
        requires_grad: whether operations on it are recorded.

    Raises:
        RuntimeError: `n` is negative.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randperm(4)
        tensor([0, 1, 3, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randperm.html
    """
    numbers = _draws.permutation(n, generator=generator)
    array = numbers.astype(numpy_type("randperm", dtype, int64))
    return leaf("randperm", array, device, requires_grad)


# ---------------------------------------------------------------------------------- like another


def rand_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.rand_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand_like.html
    """

    def draw(shape: Shape, like: Array) -> Array:
        return _draws.uniform(shape, dtype=like.dtype)

    return _like("rand_like", draw, input, dtype, device, requires_grad)


def randn_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.randn_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn_like.html
    """

    def draw(shape: Shape, like: Array) -> Array:
        return _draws.normal(shape, dtype=like.dtype, blocks=like.flags.c_contiguous)

    return _like("randn_like", draw, input, dtype, device, requires_grad)


def randint_like(
    input: Tensor,
    low: int,
    high: int | None = None,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Random integers as `randint` draws them, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.randint_like(minigrad.zeros(2, 3), 5).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randint_like.html
    """
    low, high, _ = _read(*((0, low) if high is None else (low, high)), ())

    def draw(shape: Shape, like: Array) -> Array:
        _check_limits(low, high, like.dtype)
        return _draws.integers(low, high, shape)

    return _like("randint_like", draw, input, dtype, device, requires_grad)


def _like(
    function: str, draw: Any, input: Tensor, dtype: Any, device: Any, requires_grad: bool
) -> Tensor:
    check_tensors(function, input=input)
    array = empty_as(input._array, numpy_type(function, dtype, input.dtype))
    _draws.fill(array, lambda shape: draw(shape, array))
    return leaf(function, array, device, requires_grad)
