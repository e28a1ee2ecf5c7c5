"""Shapes: the same memory seen otherwise. A view copies nothing; its rule undoes it with another view."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.graph import OPS
from ..autograd.record import op
from ..autograd.region import same_memory, strided
from ..backend import Array
from .copy import clone
from .dims import Shape, inferred, wrap_dim, wrap_dims

if TYPE_CHECKING:
    from ..tensor import Tensor

view_op = partial(op, view=True)


# ---------------------------------------------------------------------------------- reshaping


def _reshaped(g: Any, input_shape: Shape) -> Any:
    return reshape(g, input_shape)


@view_op(r"x", name="ViewBackward0", input=(_reshaped, r"g"))
def view(input: Array, shape: Shape) -> Array:
    """The same elements in another shape, on the same memory. Saves nothing.

    Args:
        input: any shape.
        shape: the new one; one -1 in it is worked out.

    Raises:
        RuntimeError: the number of elements differs, or the memory is not laid out for it.

    Example:
        >>> import minigrad
        >>> minigrad.arange(6).view(2, 3)
        tensor([[0, 1, 2],
                [3, 4, 5]])
    """
    out = np.reshape(input, inferred(shape, input.size))
    if same_memory(out, input) or not input.size:
        return out
    raise RuntimeError(
        "view size is not compatible with input tensor's size and stride (at least one dimension "
        "spans across two contiguous subspaces). Use .reshape(...) instead."
    )


@op(r"x", name="UnsafeViewBackward0", input=(_reshaped, r"g"))
def _unsafe_view(input: Array, shape: Shape) -> Array:
    """A new shape for memory that nobody else sees, so that it need not count as a view."""
    return np.reshape(input, shape)


def reshape(input: Any, shape: Shape) -> Tensor:
    """The same elements in another shape: a view where the memory allows it, else a copy.

    Args:
        input: any shape.
        shape: the new one; one -1 in it is worked out.

    Raises:
        RuntimeError: the number of elements differs.

    Example:
        >>> import minigrad
        >>> minigrad.reshape(minigrad.arange(4), (2, 2))
        tensor([[0, 1],
                [2, 3]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.reshape.html
    """
    if not hasattr(input, "_array"):
        return np.reshape(input, shape)  # type: ignore[return-value]
    input._share()
    shape = inferred(shape, input._array.size)
    if same_memory(np.reshape(input._array, shape), input._array) or not input._array.size:
        return view(input, shape)  # type: ignore[no-any-return]
    return _unsafe_view(clone(input), shape)  # type: ignore[no-any-return]


def flatten(input: Any, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """The dimensions from `start_dim` to `end_dim` made one.

    Args:
        input: any shape; a 0-d tensor comes back with shape ``(1,)``.
        start_dim: the first of them.
        end_dim: the last of them.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `start_dim` lies behind `end_dim`.

    Example:
        >>> import minigrad
        >>> minigrad.flatten(minigrad.zeros(2, 3, 4), start_dim=1).shape
        minigrad.Size([2, 12])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.flatten.html
    """
    start, end = wrap_dim(start_dim, input.ndim), wrap_dim(end_dim, input.ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end and input.ndim:
        return input  # type: ignore[no-any-return]
    shape = tuple(input.shape)
    return reshape(input, (*shape[:start], int(np.prod(shape[start : end + 1])), *shape[end + 1 :]))


@view_op(r"x", input=(lambda g, dim: squeeze(g, dim), r"g"))
def unsqueeze(input: Array, dim: int) -> Array:
    """A new dimension of size one at `dim`. A view; saves nothing.

    Raises:
        IndexError: `dim` lies outside ``[-ndim - 1, ndim]``.

    Example:
        >>> import minigrad
        >>> minigrad.unsqueeze(minigrad.tensor([1, 2]), 1).shape
        minigrad.Size([2, 1])
    """
    return np.expand_dims(input, wrap_dim(dim, input.ndim + 1))


@view_op(r"x", name="SqueezeBackward0", input=(_reshaped, r"g"))
def _squeeze_all(input: Array) -> Array:
    return np.squeeze(input)


@view_op(r"x", name="SqueezeBackward1", input=(_reshaped, r"g"))
def _squeeze_dim(input: Array, dim: Any) -> Array:
    dims = wrap_dims(dim, input.ndim)
    return np.squeeze(input, tuple(d for d in dims if input.ndim and input.shape[d] == 1))


def squeeze(input: Any, dim: Any = None) -> Tensor:
    """`input` without its dimensions of size one, or without those named. A view; saves nothing.

    Args:
        input: any shape.
        dim: one dimension or several; those of another size stay.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.squeeze(minigrad.zeros(1, 3, 1)).shape
        minigrad.Size([3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.squeeze.html
    """
    return _squeeze_all(input) if dim is None else _squeeze_dim(input, dim)  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------- turning


@view_op(r"x^{\top}", input=(lambda g, dim0, dim1: transpose(g, dim0, dim1), r"g^{\top}"))
def transpose(input: Array, dim0: int, dim1: int) -> Array:
    """Two dimensions swapped. A view; saves nothing.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.transpose(minigrad.tensor([[1, 2], [3, 4]]), 0, 1)
        tensor([[1, 3],
                [2, 4]])
    """
    dim0, dim1 = wrap_dim(dim0, input.ndim), wrap_dim(dim1, input.ndim)
    return np.swapaxes(input, dim0, dim1) if input.ndim else input[...]


@view_op(r"x^{\top}", name="TBackward0", input=(lambda g: t(g), r"g^{\top}"))
def t(input: Array) -> Array:
    """The transpose of a matrix; a vector comes back as it is. A view; saves nothing.

    Raises:
        RuntimeError: `input` has more than two dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.t(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([[1, 3],
                [2, 4]])
    """
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return np.transpose(input)


@view_op(r"x", input=(lambda g, dims: permute(g, _inverse(dims, g.ndim)), r"g"))
def permute(input: Array, dims: Shape) -> Array:
    """The dimensions in another order. A view; saves nothing.

    Args:
        input: any shape.
        dims: which dimension comes first, which second …

    Raises:
        RuntimeError: not every dimension is named once.

    Example:
        >>> import minigrad
        >>> minigrad.permute(minigrad.zeros(2, 3, 4), (2, 0, 1)).shape
        minigrad.Size([4, 2, 3])
    """
    if len(dims) != input.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length "
            f"of the desired ordering of dimensions i.e. input.dim() = {input.ndim} is not equal to "
            f"len(dims) = {len(dims)}"
        )
    return np.transpose(input, wrap_dims(dims, input.ndim))


def _inverse(dims: Shape, ndim: int) -> Shape:
    return tuple(int(i) for i in np.argsort([d % ndim for d in dims])) if dims else ()


@view_op(r"x", input=(lambda g: g, r"\sum g"))
def expand(input: Array, shape: Shape) -> Array:
    """`input` seen in a larger shape, without copying: the same element stands in several places.

    Its gradient is the sum over those places: the node undoes broadcasting. Saves nothing.

    Args:
        input: any shape.
        shape: the larger one; -1 keeps a dimension's size.

    Raises:
        RuntimeError: a dimension that is not of size one would have to change.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([[1], [2]]).expand(2, 3)
        tensor([[1, 1, 1],
                [2, 2, 2]])
    """
    new = len(shape) - input.ndim
    if new < 0:
        raise RuntimeError(
            f"expand({list(input.shape)}, size={list(shape)}): the number of sizes provided "
            f"({len(shape)}) must be greater or equal to the number of dimensions in the tensor "
            f"({input.ndim})"
        )
    sizes = [n if m == -1 else m for n, m in zip((-1,) * new + input.shape, shape)]
    for place, (n, m) in enumerate(zip((1,) * new + input.shape, sizes)):
        if n not in (1, m) or m < 0:
            raise RuntimeError(
                f"The expanded size of the tensor ({m}) must match the existing size ({n}) at "
                f"non-singleton dimension {place}.  Target sizes: {list(shape)}.  "
                f"Tensor sizes: {list(input.shape)}"
            )
    steps = [s // input.itemsize for s in input.strides]
    strides = [0] * new + [0 if n == 1 else s for n, s in zip(input.shape, steps)]
    return strided(input, tuple(sizes), tuple(strides))


@view_op(r"x", input=(lambda g: g, r"g"))
def alias(input: Array) -> Array:
    """Another view of the whole of `input`: what ``x[...]`` gives."""
    return input[...]


# ---------------------------------------------------------------------------------- the region of a view


@op(r"x", name="AsStridedBackward0", input=(lambda g, region: put_region(g, region), r"g"))
def take_region(input: Array, region: Any) -> Array:
    """The part of a base that a view shows: the edge of a view whose base was written to."""
    return region.take(input)


@op(r"x", name="AsStridedScatterBackward0", input=(lambda g, region: take_region(g, region), r"g"))
def put_region(input: Array, region: Any) -> Array:
    """`input` in that part, zeros elsewhere: the gradient of `take_region`."""
    return region.put(input)


@op(
    r"x",
    input=(lambda g, region: replace_region(g, None, region), r"g"),
    other=(lambda g, region: take_region(g, region), r"g"),
)
def replace_region(input: Array, other: Array, region: Any) -> Array:
    """`input` with that part replaced by `other`; None stands for zeros."""
    return region.replace(input, 0 if other is None else other)


def sum_to_size(input: Any, size: Shape) -> Any:
    """The inverse of broadcasting: `input` summed down to `size`.

    Args:
        input: a tensor, or inside a rule an array, whose shape `size` broadcasts to.
        size: the smaller shape.

    Example:
        >>> import minigrad
        >>> minigrad.ones(2, 3).sum_to_size((1, 3))
        tensor([[2., 2., 2.]])
    """
    new = input.ndim - len(size)
    dims = [*range(new), *(new + i for i, n in enumerate(size) if n == 1 != input.shape[new + i])]
    return (
        reshape(OPS["_sum_dim"](input, tuple(dims), True), size) if dims else reshape(input, size)
    )


OPS["sum_to_size"] = sum_to_size
