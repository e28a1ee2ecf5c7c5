"""Joining tensors, taking them apart, repeating and turning over; parts of matrices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from operator import index
from typing import Any

import numpy as np

from .._warn import warn
from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor, is_tensor, type_name
from ..backend import Array, row_major
from ..dtype import bool_
from .indexing import select, slice_
from .operands import Shape, broadcast_shapes, own_dim, sized, wrap_dim, wrap_dims
from .shapes import clone, expand, reshape, sum_to_size, unsqueeze, view_op, zeros_of

# ---------------------------------------------------------------------------------- joining


@op(
    r"[x_1 \; x_2 \; \dots]",
    name="CatBackward0",
    promotes=True,
    tensors=(lambda g, dim, sizes: _pieces(g, dim, sizes), r"g_i"),
)
def _cat(*tensors: Array, dim: int, sizes: Sequence[int]) -> Array:
    return row_major(np.concatenate(tensors, axis=dim))


def _pieces(g: Any, dim: int, sizes: Sequence[int]) -> list[Any]:
    """What lies side by side along `dim`, each of its size."""
    ends = accumulate(sizes)
    return [slice_(g, dim, end - size, end, 1) for size, end in zip(sizes, ends, strict=True)]


@op(
    r"[x_1, x_2, \dots]",
    name="StackBackward0",
    promotes=True,
    tensors=(lambda g, dim, count: [select(g, dim, i) for i in range(count)], r"g_i"),
)
def _stack(*tensors: Array, dim: int, count: int) -> Array:
    return row_major(np.stack(tensors, axis=dim))


@public(function=True, aliases=("concat", "concatenate"))
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
    for i, x in enumerate(tensors):
        if not x._array.ndim:
            raise RuntimeError(f"zero-dimensional tensor (at position {i}) cannot be concatenated")
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
    return _cat(*given, dim=dim, sizes=[x.shape[dim] for x in given])


@public(function=True)
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
    tensors = _some("stack", tensors)
    first = tensors[0].shape
    for place, x in enumerate(tensors):
        if x.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(x.shape)} at entry {place}"
            )
    dim = wrap_dim(dim, len(first) + 1)
    return _stack(*tensors, dim=dim, count=len(tensors))


@public(function=True)
def hstack(tensors: Any) -> Tensor:
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
    rows = [_with_dims(x, 1) for x in _some("hstack", tensors)]
    return cat(rows, 1 if rows[0].ndim > 1 else 0)


@public(function=True)
def vstack(tensors: Any) -> Tensor:
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
    return cat([_with_dims(x, 2) for x in _some("vstack", tensors)])


@public(function=True)
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """Tensors seen in the one shape that they broadcast to: itself, or a view.

    Raises:
        RuntimeError: their shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.broadcast_tensors(minigrad.tensor([1, 2]), minigrad.tensor([[3]]))
        (tensor([[1, 2]]), tensor([[3, 3]]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.broadcast_tensors.html
    """
    shape = reduce(broadcast_shapes, [tuple(x.shape) for x in tensors])
    return tuple(x if x.shape == shape else expand(x, shape) for x in tensors)


@public(function=True)
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """The coordinates of all points of a grid: each tensor seen along a dimension of its own.

    Args:
        *tensors: each ``(N,)`` or ``()``, or one list of them.
        indexing: ``"ij"``: the first runs from row to row; ``"xy"``: from column to column. Without
            it, ``"ij"`` is taken, with a warning.

    Raises:
        RuntimeError: there are none, one has more dimensions, their types differ, or there is no
            such indexing.

    Example:
        >>> import minigrad
        >>> minigrad.meshgrid(minigrad.tensor([1, 2]), minigrad.tensor([3, 4]), indexing="xy")
        (tensor([[1, 2],
                [1, 2]]), tensor([[3, 3],
                [4, 4]]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.meshgrid.html
    """
    listed = len(tensors) == 1 and isinstance(tensors[0], (tuple, list))
    given = _some("meshgrid", list(tensors[0] if listed else tensors))
    _check_grid(given, indexing)
    order = [*range(len(given))]
    if indexing == "xy":
        order[:2] = order[1::-1]
    places = [[-1 if d == own else 1 for d in range(len(given))] for own in order]
    return broadcast_tensors(*[reshape(x, shape) for x, shape in zip(given, places)])


def _check_grid(tensors: list[Any], indexing: str | None) -> None:
    if indexing is None:
        said = "in an upcoming release, it will be required to pass the indexing argument."
        warn(f"minigrad.meshgrid: {said}")
    for x in tensors:
        if x.ndim > 1:
            rows = [[f"{n:g}" for n in row] for row in x.reshape(-1, x.shape[-1]).tolist()]
            width = 2 + max(len(n) for row in rows for n in row)
            shown = "\n".join("".join(n.rjust(width) for n in row) for row in rows)
            raise RuntimeError(
                "minigrad.meshgrid: Expected 0D or 1D tensor in the tensor list but got:"
                f"{shown}\nThis one is of shape {list(x.shape)}."
            )
    if len({x.dtype for x in tensors}) > 1:
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing not in ("ij", "xy", None):
        raise RuntimeError(
            f'minigrad.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}'
        )


def _with_dims(x: Any, least: int) -> Any:
    if not x.ndim:
        return reshape(x, (1,) * least)
    return unsqueeze(x, 0) if x.ndim < least else x


def _given(name: str, tensors: Any) -> list[Any]:
    """The tensors in a list, once all are known to be some."""
    if not isinstance(tensors, (tuple, list)):
        words = f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not"
        raise TypeError(f"{words} {type_name(tensors)}")
    for place, x in enumerate(tensors):
        if not is_tensor(x):
            raise TypeError(
                f"expected Tensor as element {place} in argument 0, but got {type_name(x)}"
            )
    return list(tensors)


def _some(name: str, tensors: Any) -> list[Any]:
    """As `_given`, of a list that is not empty."""
    given = _given(name, tensors)
    if not given:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return given


# ---------------------------------------------------------------------------------- taking apart


def _join(grads: list[Any], dim: int) -> Any:
    return _cat(*grads, dim=dim, sizes=[g.shape[dim] for g in grads])


def _pile(grads: list[Any], dim: int) -> Any:
    return _stack(*grads, dim=dim, count=len(grads))


@view_op(r"x_{i:j}", name="SplitBackward0", outputs=(), input=(_join, r"g"))
def _split(input: Array, split_size: int, dim: int) -> tuple[Array, ...]:
    return tuple(np.split(input, range(split_size, input.shape[dim], split_size or 1), dim))


@view_op(r"x_{i:j}", name="SplitWithSizesBackward0", outputs=(), input=(_join, r"g"))
def _split_with_sizes(input: Array, split_sizes: Shape, dim: int) -> tuple[Array, ...]:
    return tuple(np.split(input, list(accumulate(split_sizes))[:-1], dim))


@view_op(r"x_i", name="UnbindBackward0", outputs=(), input=(_pile, r"g"))
def _unbind(input: Array, dim: int) -> tuple[Array, ...]:
    slices = np.moveaxis(input, dim, 0)
    return tuple(slices[i, ...] for i in range(len(slices)))


@public(function=True)
def split(tensor: Any, split_size_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """`tensor` in pieces along `dim`: all of one size but the last, or of the sizes given. Views.

    Args:
        tensor: any shape but ``()``.
        split_size_or_sections: the size of each piece, or a list of their sizes.
        dim: a dimension.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: a size is negative, or the sizes do not add up.

    Example:
        >>> import minigrad
        >>> minigrad.split(minigrad.arange(5), 2)
        (tensor([0, 1]), tensor([2, 3]), tensor([4]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.split.html
    """
    dim = own_dim(dim, tensor.ndim)
    total, wanted = tensor.shape[dim], split_size_or_sections
    if isinstance(wanted, (tuple, list)):
        split_sizes = list(map(index, wanted))
        if sum(split_sizes) != total or min(split_sizes, default=0) < 0:
            raise RuntimeError(
                f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's "
                f"size at dimension {dim}), but got {split_sizes=}"
            )
        return _split_with_sizes(tensor, tuple(split_sizes), dim)
    size = index(wanted)
    if size < 0 or (not size and total):
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    return _split(tensor, size, dim)


@public(method=True)
def split_with_sizes(input: Tensor, split_sizes: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """`input` in pieces of the sizes given along `dim`: what `split` does with a list. Views.

    Example:
        >>> import minigrad
        >>> minigrad.split_with_sizes(minigrad.arange(5), (1, 4))
        (tensor([0]), tensor([1, 2, 3, 4]))
    """
    return split(input, tuple(split_sizes), dim)


@public(method=True)
def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """`input` in at most `chunks` pieces of one size along `dim`, the last one smaller. Views.

    Args:
        input: any shape but ``()``.
        chunks: how many pieces are wanted; fewer come of a short dimension.
        dim: a dimension.

    Raises:
        IndexError: there is no such dimension.
        ZeroDivisionError: no pieces are wanted.

    Example:
        >>> import minigrad
        >>> minigrad.chunk(minigrad.arange(5), 2)
        (tensor([0, 1, 2]), tensor([3, 4]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.chunk.html
    """
    total = input.shape[own_dim(dim, input.ndim)]
    return split(input, -(-total // chunks) if total else [0] * chunks, dim)


@public(method=True)
def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices of `input` along `dim`, which disappears: what iterating a tensor gives. Views.

    Args:
        input: any shape but ``()``.
        dim: a dimension.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.unbind(minigrad.tensor([[1, 2], [3, 4]]))
        (tensor([1, 2]), tensor([3, 4]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unbind.html
    """
    return _unbind(input, own_dim(dim, input.ndim))


def _masked_select_vjp(g: Any, input: Any, mask: Any) -> Any:  # saves what PyTorch saves
    return spread_over_mask(g, mask, broadcast_shapes(input.shape, mask.shape))


@op(r"x_{[m]}", name="MaskedSelectBackward0", input=(_masked_select_vjp, r"g \text{ where } m"))
def _masked_select(input: Array, mask: Array) -> Array:
    input, mask = np.broadcast_arrays(input, mask)
    return input[mask]


@op(
    r"x \text{ where } m",
    name="MaskedScatterBackward0",
    input=(lambda g, mask: _masked_select(g, mask), r"g_{[m]}"),
)
def spread_over_mask(input: Array, mask: Array, shape: Shape) -> Array:
    """Zeros of `shape`, with the elements of `input` where `mask` holds, in order. Saves `mask`."""
    out = zeros_of(input, shape)
    out[np.broadcast_to(mask, shape)] = input
    return out


@public(method=True)
def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """The elements of `input` where `mask` holds, in a row; the two broadcast. Saves both.

    Args:
        input: any shape.
        mask: a bool tensor.

    Raises:
        RuntimeError: the shapes do not broadcast, or `mask` is not of bools.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, -2.0, 3.0])
        >>> minigrad.masked_select(x, x > 0)
        tensor([1., 3.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.masked_select.html
    """
    if mask.dtype != bool_:
        raise RuntimeError(
            f"masked_select: expected BoolTensor for mask\nIts type is {mask.dtype}; a comparison "
            "gives bools: x > 0."
        )
    return _masked_select(input, mask)


# -------------------------------------------------------------------------- repeating, turning over


def _repeat_vjp(g: Any, input_shape: Shape, repeats: Shape) -> Any:
    """Each dimension taken apart, into the repetitions and what was repeated; then summed."""
    sizes = (1,) * (len(repeats) - len(input_shape)) + tuple(input_shape)
    apart = reshape(g, tuple(n for pair in zip(repeats, sizes) for n in pair))
    return reshape(sum_to_size(apart, tuple(n for size in sizes for n in (1, size))), input_shape)


@op(r"x \; x \; \dots", input=(_repeat_vjp, r"\sum g"))
def _repeat(input: Array, repeats: Shape) -> Array:
    return np.tile(input, repeats)


@public(function=False, method=True)
def repeat(input: Tensor, repeats: Shape) -> Tensor:
    """`input` laid side by side with itself: what ``x.repeat(2, 3)`` gives. Saves nothing.

    Args:
        input: any shape.
        repeats: how often along each dimension; further ones stand in front.

    Raises:
        RuntimeError: there are fewer numbers than dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).repeat(2, 2)
        tensor([[1, 2, 1, 2],
                [1, 2, 1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.repeat.html
    """
    repeats = sized(repeats)
    if len(repeats) < input.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            f"tensor\nThe tensor has shape {list(input.shape)}, the repeats are {list(repeats)}."
        )
    return _repeat(input, repeats)


@op(r"x", input=(lambda g, dims: _flip(g, dims), r"g"))
def _flip(input: Array, dims: Shape) -> Array:
    axes = wrap_dims(dims, input.ndim) if dims and input.ndim else ()
    return np.flip(input, axes).copy()


@public(method=True)
def flip(input: Tensor, dims: Shape) -> Tensor:
    """The elements in reverse order along each of `dims`. A copy; saves nothing.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.

    Example:
        >>> import minigrad
        >>> minigrad.flip(minigrad.tensor([[1, 2], [3, 4]]), (0,))
        tensor([[3, 4],
                [1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.flip.html
    """
    return _flip(input, sized(dims))


# -------------------------------------------------------------------------------- parts of matrices


@public(method=True, in_place=True)
@op(r"\mathrm{tril}(X)", input=(lambda g, diagonal: tril(g, diagonal), r"\mathrm{tril}(g)"))
def tril(input: Array, diagonal: int = 0) -> Array:
    """A matrix with zeros above a diagonal. Saves nothing.

    Args:
        input: ``(*, N, M)``.
        diagonal: which one: 0 is the main diagonal, 1 the one above it.

    Raises:
        RuntimeError: `input` has fewer than two dimensions.
        TypeError: `diagonal` is not an integer.

    Example:
        >>> import minigrad
        >>> minigrad.tril(minigrad.ones(2, 3))
        tensor([[1., 0., 0.],
                [1., 1., 0.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tril.html
    """
    return np.tril(input, _checked("tril", input, diagonal))


@public(method=True, in_place=True)
@op(r"\mathrm{triu}(X)", input=(lambda g, diagonal: triu(g, diagonal), r"\mathrm{triu}(g)"))
def triu(input: Array, diagonal: int = 0) -> Array:
    """A matrix with zeros below a diagonal; arguments and errors are those of `tril`.

    Example:
        >>> import minigrad
        >>> minigrad.triu(minigrad.ones(2, 3), diagonal=1)
        tensor([[0., 1., 1.],
                [0., 0., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.triu.html
    """
    return np.triu(input, _checked("triu", input, diagonal))


def _checked(name: str, input: Array, diagonal: Any) -> int:
    """`diagonal`, an integer, of what has at least two dimensions."""
    if isinstance(diagonal, bool) or not hasattr(diagonal, "__index__"):
        raise TypeError(
            f"{name}(): argument 'diagonal' (position 2) must be int, not {type_name(diagonal)}"
        )
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    return index(diagonal)


@op(
    r"x",
    name="DiagonalBackwardBackward0",
    input=(lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2), r"g"),
)
def diagonal_backward(input: Array, input_shape: Shape, offset: int, dim1: int, dim2: int) -> Array:
    """The gradient of a diagonal: `input` there, zeros elsewhere."""
    out = zeros_of(input, input_shape)
    OPS["diagonal"].op.forward(out, offset, dim1, dim2)[...] = input
    return out


@public(method=True)
@op(r"x_{ii}", view=True, input=(diagonal_backward, r"g"))
def diagonal(input: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """A diagonal of each matrix that two dimensions make. A view; saves nothing.

    Args:
        input: two dimensions or more.
        offset: which diagonal: 0 is the main one, 1 the one above it.
        dim1: the dimension of the rows.
        dim2: the dimension of the columns.

    Returns:
        The shape of `input` without the two, and the length of the diagonal at its end.

    Raises:
        IndexError: there is no such dimension.
        ValueError: `dim1` and `dim2` are the same.

    Example:
        >>> import minigrad
        >>> minigrad.diagonal(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([1, 4])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.diagonal.html
    """
    first, second = wrap_dim(dim1, input.ndim), wrap_dim(dim2, input.ndim)
    part = np.moveaxis(input, (first, second), (-2, -1))
    part = part[..., max(-offset, 0) :, max(offset, 0) :]
    size = min(part.shape[-2:])
    return np.einsum("...ii->...i", part[..., :size, :size])  # a view that can be written to


@public(method=True)
def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """A vector as the diagonal of a matrix; of a matrix, a copy of its diagonal. Saves nothing.

    Args:
        input: ``(N,)`` or ``(N, M)``.
        diagonal: which one: 0 is the main diagonal, 1 the one above it.

    Raises:
        RuntimeError: `input` has another number of dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.diag(minigrad.tensor([1, 2]))
        tensor([[1, 0],
                [0, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.diag.html
    """
    if input.ndim == 2:
        return clone(OPS["diagonal"](input, diagonal))
    if input.ndim != 1:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    size = len(input) + abs(diagonal)
    return diagonal_backward(input, (size, size), diagonal, 0, 1)
