"""Joining tensors: `cat`, `stack`, `hstack`, `vstack`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..autograd.wrap import is_tensor, type_name
from ..backend import Array
from .copy import zeros_of
from .dims import Shape, wrap_dim
from .index import select, slice_
from .layout import packed
from .parse import parsed
from .shape import reshape, unsqueeze

if TYPE_CHECKING:
    from ..tensor import Tensor
    from .parse import Tensors


@op(
    r"[x_1 \; x_2 \; \dots]",
    name="CatBackward0",
    tensors=(lambda g, dim, sizes: _cut_apart(g, dim, sizes), r"g_i"),
)
def _cat(*tensors: Array, dim: int, sizes: tuple[int | None, ...]) -> Array:
    """Tensors of these sizes along `dim`; None for one without elements that does not count."""
    counted = [x for x, n in zip(tensors, sizes, strict=True) if n is not None]
    return packed(np.concatenate(counted or tensors, axis=dim))


def _cut_apart(g: Any, dim: int, sizes: tuple[int | None, ...]) -> list[Any]:
    parts = pieces(g, dim, [n or 0 for n in sizes])
    return [zeros_of(g, (0,)) if n is None else x for x, n in zip(parts, sizes, strict=True)]


@op(
    r"[x_1, x_2, \dots]",
    name="StackBackward0",
    tensors=(lambda g, dim, count: [select(g, dim, i) for i in range(count)], r"g_i"),
)
def _stack(*tensors: Array, dim: int, count: int) -> Array:
    return packed(np.stack(tensors, axis=dim))


_cat.op.meets = _stack.op.meets = True  # type: ignore[attr-defined]


def pieces(g: Any, dim: int, sizes: Sequence[int], cut: Any = slice_) -> list[Any]:
    """What lies side by side along `dim`, each of its size."""
    ends = accumulate(sizes)
    return [cut(g, dim, end - size, end, 1) for size, end in zip(sizes, ends, strict=True)]


@parsed
def cat(tensors: Tensors, dim: int = 0) -> Tensor:
    """Tensors side by side along the existing dimension `dim`. Saves nothing.

    Args:
        tensors: one or more, of equal shape but for `dim`.
        dim: where they meet.

    Raises:
        TypeError: something among them is no tensor.
        ValueError: there are none.
        RuntimeError: their shapes differ elsewhere.

    Example:
        >>> import minigrad
        >>> minigrad.cat([minigrad.zeros(1, 2), minigrad.ones(2, 2)])
        tensor([[0., 0.],
                [1., 1.],
                [1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cat.html
    """
    tensors = _given("cat", tensors)
    if not tensors:
        raise ValueError("minigrad.cat(): expected a non-empty list of Tensors")
    for place, x in enumerate(tensors):
        if not x._array.ndim:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {place}) cannot be concatenated"
            )
    shapes = [x._array.shape for x in tensors]
    first = next((shape for shape in shapes if shape != (0,)), (0,))
    dim = wrap_dim(dim, len(first))
    sizes: list[int | None] = []
    for place, shape in enumerate(shapes):
        if shape == (0,):  # may stand beside whatever has dimensions
            sizes.append(None)
            continue
        if shape != first:
            _check_meets(first, shape, dim, place)
        sizes.append(shape[dim])
    return _cat(*tensors, dim=dim, sizes=tuple(sizes))  # type: ignore[no-any-return]


def _check_meets(first: Shape, shape: Shape, dim: int, place: int) -> None:
    if len(shape) != len(first):
        raise RuntimeError(
            f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}"
        )
    for d, (n, m) in enumerate(zip(first, shape, strict=True)):
        if d != dim and n != m:
            raise RuntimeError(
                f"Sizes of tensors must match except in dimension {dim}. Expected size {n} but got "
                f"size {m} for tensor number {place} in the list."
            )


@parsed
def stack(tensors: Tensors, dim: int = 0) -> Tensor:
    """Tensors of one shape along a new dimension `dim`. Saves nothing.

    Args:
        tensors: one or more of the same shape.
        dim: where the new dimension stands.

    Raises:
        RuntimeError: there are none, or their shapes differ.

    Example:
        >>> import minigrad
        >>> minigrad.stack([minigrad.tensor([1, 2]), minigrad.tensor([3, 4])], dim=1)
        tensor([[1, 3],
                [2, 4]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.stack.html
    """
    tensors = _given("stack", tensors)
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    first = tensors[0]._array.shape
    for place, x in enumerate(tensors):
        if x._array.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(x.shape)} at entry {place}"
            )
    dim = wrap_dim(dim, len(first) + 1)
    return _stack(*tensors, dim=dim, count=len(tensors))  # type: ignore[no-any-return]


@parsed
def hstack(tensors: Tensors) -> Tensor:
    """Tensors side by side: along the second dimension, or the only one. Saves nothing.

    Args:
        tensors: one or more, of equal shape but for that dimension; a 0-d one counts as ``(1,)``.

    Raises:
        RuntimeError: there are none, or their shapes differ elsewhere.

    Example:
        >>> import minigrad
        >>> minigrad.hstack((minigrad.zeros(2, 1), minigrad.ones(2, 2)))
        tensor([[0., 1., 1.],
                [0., 1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.hstack.html
    """
    rows = [_with_dims(x, 1) for x in _given("hstack", tensors)]
    if not rows:
        raise RuntimeError("hstack expects a non-empty TensorList")
    return cat(rows, min(rows[0].ndim - 1, 1))


@parsed
def vstack(tensors: Tensors) -> Tensor:
    """Tensors one below the other: along the first of two dimensions or more. Saves nothing.

    Args:
        tensors: one or more, of equal shape but for that dimension; ``(N,)`` counts as ``(1, N)``.

    Raises:
        RuntimeError: there are none, or their shapes differ elsewhere.

    Example:
        >>> import minigrad
        >>> minigrad.vstack((minigrad.zeros(2), minigrad.ones(2)))
        tensor([[0., 0.],
                [1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.vstack.html
    """
    rows = [_with_dims(x, 2) for x in _given("vstack", tensors)]
    if not rows:
        raise RuntimeError("vstack expects a non-empty TensorList")
    return cat(rows, 0)


def _with_dims(x: Any, least: int) -> Any:
    if not x.ndim:
        return reshape(x, (1,) * least)
    return unsqueeze(x, 0) if x.ndim < least else x


def _given(name: str, tensors: Any) -> list[Any]:
    """The tensors in a list, once all are known to be some."""
    if not isinstance(tensors, (tuple, list)):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, "
            f"not {type(tensors).__name__}"
        )
    given = list(tensors)
    for place, x in enumerate(given):
        if not is_tensor(x):
            raise TypeError(
                f"expected Tensor as element {place} in argument 0, but got {type_name(x)}"
            )
    return given
