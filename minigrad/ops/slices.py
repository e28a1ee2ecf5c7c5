"""Whole slices along one dimension, chosen by a vector of positions.

`index_select` reads slices and `index_add` adds to them: each is how the other passes a gradient
back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.overlap import check_apart
from ..autograd.record import op
from ..backend import Array, scatter_add
from .broadcast import expand
from .copy import zeros_of
from .dims import own_dim, wrap_dim
from .operands import as_number, fitted
from .parse import parsed

if TYPE_CHECKING:
    from ..tensor import Tensor
    from .parse import Number


_OUT_OF_RANGE = "index out of range in self"  # which of its words PyTorch takes is its own affair


def _select_vjp(g: Any, index: Any, input_shape: Any, dim: int) -> Any:
    return _index_add(zeros_of(g, input_shape), index, g, dim=dim, alpha=1)


@op(r"x_{[i]}", input=(_select_vjp, r"\sum_i g_i"))
def _index_select(input: Array, index: Array, dim: int) -> Array:
    _check_some(input, index, dim)
    x, key = np.atleast_1d(input), _key(index, dim)
    # in order in memory, which a key gives along the first dimension only
    out = x.take(key[-1], dim) if x.flags.c_contiguous else x[key].copy()
    return out.reshape(()) if not input.ndim else out


@parsed
def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """The slices of `input` at the positions `index` along `dim`.

    Where a position is named twice, its gradients add up. Saves `index`.

    Args:
        input: any shape.
        dim: a dimension.
        index: ``(N,)`` or ``()``, of int64 or int32.

    Returns:
        The shape of `input`, with size N at `dim`.

    Raises:
        IndexError: there is no such dimension, `index` is no vector, or, where `input` is one,
            leads out of it.
        RuntimeError: `index` has another type, or leads out of `input`.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1, 2, 3], [4, 5, 6]])
        >>> minigrad.index_select(x, 1, minigrad.tensor([2, 0]))
        tensor([[3, 1],
                [6, 4]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.index_select.html
    """
    dim = wrap_dim(dim, input.ndim)
    places = index._array
    if places.ndim > 1:
        raise IndexError(
            f"index_select(): Index is supposed to be a vector\nIts shape is {list(places.shape)}."
        )
    if places.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            "index_select(): Expected dtype int32 or int64 for index\n"
            f"It is of type {index.dtype.name}: index.long() makes positions of it."
        )
    if not input.ndim and places.size != 1:
        raise RuntimeError(
            f"index_select(): Index to scalar can have only 1 value, got {places.size} value(s)"
        )
    words = "INDICES element is out of DATA bounds, id={place} axis_dim={size}"
    _check_some(input._array, places, dim)
    _check_range(places, input, dim, words if dim else _OUT_OF_RANGE)
    return _index_select(input, index, dim=dim)  # type: ignore[no-any-return]


def _source_vjp(g: Any, index: Any, source: Any, dim: int, alpha: Any) -> Any:
    part = expand(_index_select(g, index, dim=dim), source.shape)
    return part if alpha == 1 else part * alpha


@op(r"x + \alpha \sum_i y_i", input=(lambda g: g, r"g"), source=(_source_vjp, r"\alpha g_i"))
def _index_add(input: Array, index: Array, source: Array, dim: int, alpha: Any) -> Array:
    out = np.atleast_1d(input).copy()
    if not out.size:
        return out
    scaled = source if alpha == 1 else source * fitted(alpha, source.dtype)
    scatter_add(out, _key(index, dim), np.atleast_1d(scaled))
    return out.reshape(input.shape)


_index_add_ = in_place(_index_add)


@parsed
def index_add(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1
) -> Tensor:
    """`input` with the slices of `source` added at the positions `index` along `dim`.

    Where a position is named twice, both count. Saves `index` and `source`.

    Args:
        input: any shape.
        dim: a dimension.
        index: ``(N,)`` or ``()``, of int64 or int32.
        source: the type and shape of `input`, but size N at `dim`.
        alpha: what `source` is multiplied with.

    Raises:
        IndexError: there is no such dimension, `index` is no vector, or, where `input` is one,
            leads out of it.
        RuntimeError: `index` or `source` has another type or does not fit, or `index` leads out of
            `input`.

    Example:
        >>> import minigrad
        >>> minigrad.index_add(minigrad.zeros(2), 0, minigrad.tensor([1, 1]), minigrad.ones(2))
        tensor([0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_add_.html
    """
    alpha = as_number("index_add", "alpha", 5, alpha)
    dim = _checked(input, dim, index, source, alpha)
    return _index_add(input, index, source, dim=dim, alpha=alpha)  # type: ignore[no-any-return]


@parsed
def index_add_(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1
) -> Tensor:
    """In-place version of `index_add`: writes into `input` and returns it."""
    alpha = as_number("index_add", "alpha", 5, alpha)
    dim = _checked(input, dim, index, source, alpha)
    check_apart(input, index)
    check_apart(input, source)
    return _index_add_(input, index, source, dim=dim, alpha=alpha)  # type: ignore[no-any-return]


def _key(index: Array, dim: int) -> Any:
    return (*(slice(None),) * dim, np.atleast_1d(index))


def _checked(input: Any, dim: int, index: Any, source: Any, alpha: Any) -> int:
    """The dimension to add along, if the addition is possible."""
    dim = wrap_dim(dim, input.ndim)
    kind, shape = index.dtype.kind, list(index.shape)
    if index.ndim > 1:
        raise IndexError(
            f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: "
            f"{kind} and size: {shape}"
        )
    if kind not in ("Long", "Int"):
        raise RuntimeError(f"index_add_(): Expected dtype int32/int64 for index but got: {kind}")
    if input.dtype != source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({input.dtype.kind}) and source ({source.dtype.kind}) must have "
            "the same scalar type"
        )
    _check_source(input, dim, index.numel(), source)
    words = "index {place} is out of bounds for dimension {dim} with size {size}"
    plain = input.ndim > 1 and alpha == 1 and kind == "Long"
    if input.ndim < 2 or input.numel():
        _check_range(index._array, input, dim, words if plain else _OUT_OF_RANGE)
    return dim


def _check_some(array: Array, index: Array, dim: int) -> None:
    """There must be something to choose from."""
    if array.ndim > 1 and index.size and not array.shape[dim]:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")


def _check_source(input: Any, dim: int, count: int, source: Any) -> None:
    if dim >= max(source.ndim, 1):
        raise RuntimeError(
            f"index_add_(): Indexing dim {dim} is out of bounds of the source tensor with dim "
            f"{source.ndim}"
        )
    found = source.shape[own_dim(dim, source.ndim)] if source.ndim or count != 1 else 1
    if count != found:
        raise RuntimeError(
            f"index_add_(): Number of indices ({count}) should be equal to source.size(dim): "
            f"({found}), for dim: {dim}"
        )
    mine, its = list(input.shape), list(source.shape)
    if len(mine) != len(its) or mine[:dim] + mine[dim + 1 :] != its[:dim] + its[dim + 1 :]:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {mine} source.shape = {its}"
        )


def _check_range(index: Array, input: Any, dim: int, words: str) -> None:
    size = input.shape[dim] if input.ndim else 1
    wrong = index[(index < 0) | (index >= size)]
    if not wrong.size:
        return
    place = wrong.flat[0]
    if words is _OUT_OF_RANGE:
        raise IndexError(f"{words}\n{place} is no position among {size}.")
    raise RuntimeError(words.format(place=place, dim=dim, size=size))
