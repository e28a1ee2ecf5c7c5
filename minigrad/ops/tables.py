"""Vectors and matrices put together: tiles, blocks, grids of pairs, powers of a vector."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ..autograd.registry import op, public
from ..autograd.wrap import Tensor, untracked
from ..backend import Array, module_of
from ..dtype import dtype as DType
from ..dtype import int64
from .indexing import slice_
from .joining import _flip, _given, _repeat, cat, meshgrid, stack
from .operands import Shape, sized
from .scans import cumprod
from .shapes import expand, reshape, unsqueeze

# -------------------------------------------------------------------------------- repeated, turned


@public(method=True)
def tile(input: Tensor, dims: Shape) -> Tensor:
    """`input` laid side by side with itself, as `repeat`; too few numbers count from the last.

    Args:
        input: any shape.
        dims: how often along each dimension.

    Example:
        >>> import minigrad
        >>> minigrad.tile(minigrad.tensor([[1, 2]]), (2,))
        tensor([[1, 2, 1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tile.html
    """
    dims = sized(dims)
    return _repeat(input, (*[1] * (input.ndim - len(dims)), *dims))


@public(method=True)
def fliplr(input: Tensor) -> Tensor:
    """The columns in reverse order: `flip` along the second dimension.

    Raises:
        RuntimeError: `input` has fewer than two.

    Example:
        >>> import minigrad
        >>> minigrad.fliplr(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([[2, 1],
                [4, 3]])
    """
    if input.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return _flip(input, (1,))


@public(method=True)
def flipud(input: Tensor) -> Tensor:
    """The rows in reverse order: `flip` along the first dimension.

    Raises:
        RuntimeError: `input` has none.

    Example:
        >>> import minigrad
        >>> minigrad.flipud(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([[3, 4],
                [1, 2]])
    """
    if input.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return _flip(input, (0,))


# ---------------------------------------------------------------------------------- blocks


def _blocks(g: Any, sizes: Any) -> list[Any]:
    """What lies where each block lay, in its shape."""
    parts, row, column = [], 0, 0
    for shape in sizes:
        n, m = (1, 1, *shape)[-2:]
        block = slice_(slice_(g, 0, row, row + n, 1), 1, column, column + m, 1)
        parts.append(reshape(block, shape))
        row, column = row + n, column + m
    return parts


@op(
    r"\mathrm{diag}(X_1, X_2, \dots)",
    name="BlockDiagBackward0",
    promotes=True,
    tensors=(_blocks, r"g_i"),
)
def _block_diag(*tensors: Array, sizes: Any) -> Array:
    matrices = [x.reshape((1, 1, *x.shape)[-2:]) for x in tensors]
    shape = (sum(len(x) for x in matrices), sum(x.shape[1] for x in matrices))
    out = module_of(tensors[0]).zeros(shape, tensors[0].dtype)
    row = column = 0
    for x in matrices:
        n, m = x.shape
        out[row : row + n, column : column + m] = x
        row, column = row + n, column + m
    return out


@public(function=True)
def block_diag(*tensors: Tensor) -> Tensor:
    """Matrices along the diagonal of a larger one, zeros elsewhere. Saves nothing.

    Args:
        *tensors: each ``(N, M)``, ``(M,)`` or ``()``.

    Raises:
        RuntimeError: one has more dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.block_diag(minigrad.tensor([[1, 2]]), minigrad.tensor(3))
        tensor([[1, 2, 0],
                [0, 0, 3]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.block_diag.html
    """
    given = _given("block_diag", list(tensors))
    for place, x in enumerate(given):
        if x.ndim > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. "
                f"Input {place} has {x.ndim} dimensions"
            )
    return _block_diag(*given, sizes=tuple(tuple(x.shape) for x in given))


# -------------------------------------------------------------------------------- places of a half


def _half(below: bool, row: int, col: int, offset: int, dtype: Any) -> Tensor:
    for called, size in (("row", row), ("col", col)):
        if size < 0:
            raise RuntimeError(f"{called} must be non-negative, got{size}")
    above = np.subtract.outer(range(row), range(col)) * -1  # how far above the main diagonal
    found = np.nonzero(above <= offset if below else above >= offset)
    return untracked(np.stack(found).astype((dtype or int64).numpy))


@public(function=True)
def tril_indices(
    row: int, col: int, offset: int = 0, *, dtype: DType | None = None, device: Any = None
) -> Tensor:
    """Where a matrix has its lower half: rows, then columns, as ``(2, K)``.

    Args:
        row: how many rows the matrix has.
        col: how many columns.
        offset: up to which diagonal: 0 is the main one, 1 the one above it.
        dtype: the type; int64 by default.
        device: where the result lies.

    Raises:
        RuntimeError: a size is negative.

    Example:
        >>> import minigrad
        >>> minigrad.tril_indices(2, 2)
        tensor([[0, 1, 1],
                [0, 0, 1]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tril_indices.html
    """
    found = _half(True, row, col, offset, dtype)
    return found if device is None else found.to(device)


@public(function=True)
def triu_indices(
    row: int, col: int, offset: int = 0, *, dtype: DType | None = None, device: Any = None
) -> Tensor:
    """Where a matrix has its upper half; arguments and errors are those of `tril_indices`.

    Example:
        >>> import minigrad
        >>> minigrad.triu_indices(3, 3, offset=1)
        tensor([[0, 0, 1],
                [1, 2, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.triu_indices.html
    """
    found = _half(False, row, col, offset, dtype)
    return found if device is None else found.to(device)


# ---------------------------------------------------------------------------------- pairs and more


def _check_vector(x: Any) -> None:
    if x.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(x.shape)}")


@public(function=True)
def cartesian_prod(*tensors: Tensor) -> Tensor:
    """Every way to take one element of each vector, a row for each.

    Args:
        *tensors: each ``(N,)``, of one type.

    Returns:
        ``(N1 * N2 * …, K)``; a single vector itself.

    Raises:
        RuntimeError: one is no vector.

    Example:
        >>> import minigrad
        >>> minigrad.cartesian_prod(minigrad.tensor([1, 2]), minigrad.tensor([3, 4]))
        tensor([[1, 3],
                [1, 4],
                [2, 3],
                [2, 4]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cartesian_prod.html
    """
    for x in tensors:
        _check_vector(x)
    if len(tensors) == 1:
        return tensors[0]
    return stack([x.flatten() for x in meshgrid(*tensors, indexing="ij")], 1)


@public(function=True)
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """Every choice of `r` elements, in their order, a row for each.

    Args:
        input: ``(N,)``.
        r: how many.
        with_replacement: an element may be taken again.

    Raises:
        RuntimeError: `input` is no vector, or `r` negative.

    Example:
        >>> import minigrad
        >>> minigrad.combinations(minigrad.tensor([1, 2, 3]))
        tensor([[1, 2],
                [1, 3],
                [2, 3]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.combinations.html
    """
    _check_vector(input)
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return input.new_empty(0)
    ways = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = list(ways(range(len(input)), r))
    columns = zip(*places, strict=True) if places else [()] * r
    return stack([input[list(column)] for column in columns], 1)


# ---------------------------------------------------------------------------------- powers


def vandermonde(x: Tensor, *, N: int | None = None) -> Tensor:
    """The powers of each element, from its 0-th on, along a new last dimension.

    Args:
        x: any shape but ``()``.
        N: how many powers; by default as many as the last dimension has elements.

    Raises:
        RuntimeError: `x` is 0-d, or `N` is below 2.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.vander(minigrad.tensor([2, 3]), N=3)
        tensor([[1, 2, 4],
                [1, 3, 9]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.vander.html
    """
    if not x.ndim:
        raise RuntimeError("x must be a one-dimensional tensor.")
    count = x.shape[-1] if N is None else N
    if count <= 1:
        raise RuntimeError("N must be greater than 1.")
    powers = cumprod(expand(unsqueeze(x, -1), (*x.shape, count - 1)), -1)
    return cat([x.new_ones((*x.shape, 1)), powers], -1)


@public(function=True)
def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:
    """The powers of each element of a vector, the largest first.

    Args:
        x: ``(K,)``.
        N: how many powers; by default K.
        increasing: the 0-th power first.

    Raises:
        RuntimeError: `x` is no vector, or `N` negative.

    Example:
        >>> import minigrad
        >>> minigrad.vander(minigrad.tensor([2, 3]), 3)
        tensor([[4, 2, 1],
                [9, 3, 1]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.vander.html
    """
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    count = len(x) if N is None else N
    if count < 0:
        raise RuntimeError("N must be non-negative.")
    found = vandermonde(x, N=count) if count > 1 else x.new_ones((len(x), count))
    return found if increasing else _flip(found, (1,))
