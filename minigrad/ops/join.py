"""Joining tensors: `cat`, `stack`, `hstack`, `vstack`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..autograd.wrap import is_tensor, type_name
from ..backend import Array
from .dims import wrap_dim
from .index import select, slice_
from .shape import reshape, unsqueeze

if TYPE_CHECKING:
    from ..tensor import Tensor


@op(
    r"[x_1 \; x_2 \; \dots]",
    name="CatBackward0",
    tensors=(lambda g, dim, sizes: _pieces(g, dim, sizes), r"g_i"),
)
def _cat(*tensors: Array, dim: int, sizes: Sequence[int]) -> Array:
    return np.ascontiguousarray(np.concatenate(tensors, axis=dim))


def _pieces(g: Any, dim: int, sizes: Sequence[int]) -> list[Any]:
    """What lies side by side along `dim`, each of its size."""
    ends = accumulate(sizes)
    return [slice_(g, dim, end - size, end, 1) for size, end in zip(sizes, ends, strict=True)]


@op(
    r"[x_1, x_2, \dots]",
    name="StackBackward0",
    tensors=(lambda g, dim, count: [select(g, dim, i) for i in range(count)], r"g_i"),
)
def _stack(*tensors: Array, dim: int, count: int) -> Array:
    return np.ascontiguousarray(np.stack(tensors, axis=dim))


_cat.op.meets = _stack.op.meets = True  # type: ignore[attr-defined]


def cat(tensors: Any, dim: int = 0) -> Tensor:
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
    given = [x for x in tensors if x.shape != (0,)] or tensors  # that may stand beside anything
    first = tuple(given[0].shape)
    dim = wrap_dim(dim, len(first))
    for place, x in enumerate(given):
        if x.ndim != len(first):
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {len(first)} and {x.ndim}"
            )
        for d, (n, m) in enumerate(zip(first, x.shape, strict=True)):
            if d != dim and n != m:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {n} "
                    f"but got size {m} for tensor number {place} in the list."
                )
    return _cat(*given, dim=dim, sizes=[x.shape[dim] for x in given])  # type: ignore[no-any-return]


def stack(tensors: Any, dim: int = 0) -> Tensor:
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
    first = tensors[0].shape
    for place, x in enumerate(tensors):
        if x.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(x.shape)} at entry {place}"
            )
    dim = wrap_dim(dim, len(first) + 1)
    return _stack(*tensors, dim=dim, count=len(tensors))  # type: ignore[no-any-return]


def hstack(tensors: Any) -> Tensor:
    """Tensors side by side: along the second dimension, or the only one. Saves nothing.

    Args:
        tensors: one or more, of equal shape but for that dimension; a 0-d one counts as ``(1,)``.

    Raises:
        RuntimeError: their shapes differ elsewhere.
        ValueError: there are none.

    Example:
        >>> import minigrad
        >>> minigrad.hstack((minigrad.zeros(2, 1), minigrad.ones(2, 2)))
        tensor([[0., 1., 1.],
                [0., 1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.hstack.html
    """
    rows = [_with_dims(x, 1) for x in _given("hstack", tensors)]
    return cat(rows, 1 if rows and rows[0].ndim > 1 else 0)


def vstack(tensors: Any) -> Tensor:
    """Tensors one below the other: along the first of two dimensions or more. Saves nothing.

    Args:
        tensors: one or more, of equal shape but for that dimension; ``(N,)`` counts as ``(1, N)``.

    Raises:
        RuntimeError: their shapes differ elsewhere.
        ValueError: there are none.

    Example:
        >>> import minigrad
        >>> minigrad.vstack((minigrad.zeros(2), minigrad.ones(2)))
        tensor([[0., 0.],
                [1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.vstack.html
    """
    rows = [_with_dims(x, 2) for x in _given("vstack", tensors)]
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
    for place, x in enumerate(tensors):
        if not is_tensor(x):
            raise TypeError(
                f"expected Tensor as element {place} in argument 0, but got {type_name(x)}"
            )
    return list(tensors)
