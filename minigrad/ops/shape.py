"""Other shapes for the same elements. A view copies nothing; another view undoes it."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..autograd.region import same_memory
from ..autograd.wrap import is_tensor
from ..backend import Array
from .copy import in_order
from .dims import Shape, inferred, own_dim, sized, wrap_dim, wrap_dims

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]


def view_op(tex: str, **declared: Any) -> Callable[[Call], Call]:
    """Declare an operation whose result shows the memory of its first input."""
    return op(tex, view=True, **declared)


def _reshaped(g: Any, input_shape: Shape) -> Any:
    return reshape(g, input_shape)


@view_op(r"x", name="ViewBackward0", input=(_reshaped, r"g"))
def view(input: Array, size: Shape) -> Array:
    """The same elements in another shape, on the same memory. Saves nothing.

    Args:
        input: any shape.
        size: the new one; one -1 in it is worked out.

    Raises:
        RuntimeError: the number of elements differs, or the memory is not laid out for it.

    Example:
        >>> import minigrad
        >>> minigrad.arange(6).view(2, 3)
        tensor([[0, 1, 2],
                [3, 4, 5]])
    """
    out = input.reshape(inferred(sized(size), input.size))
    if same_memory(out, input) or not input.size:
        return out
    raise RuntimeError(
        "view size is not compatible with input tensor's size and stride (at least one dimension "
        "spans across two contiguous subspaces). Use .reshape(...) instead."
    )


@view_op(r"x", name="ReshapeAliasBackward0", input=(_reshaped, r"g"))
def _reshape_alias(input: Array, shape: Shape) -> Array:
    """What `reshape` makes of memory that does not lie in a row, where that allows a view."""
    return np.reshape(input, shape)


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
    if not is_tensor(input):  # inside a rule
        return np.reshape(input, shape)  # type: ignore[return-value]
    input._share()
    array = input._array
    shape = inferred(sized(shape), array.size)
    if array.flags.c_contiguous or not array.size:
        return view(input, shape)  # type: ignore[no-any-return]
    if same_memory(array.reshape(shape), array):
        return _reshape_alias(input, shape)  # type: ignore[no-any-return]
    return _unsafe_view(in_order(input), shape)  # type: ignore[no-any-return]


def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
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
        return input
    shape = tuple(input.shape)
    return reshape(input, (*shape[:start], prod(shape[start : end + 1]), *shape[end + 1 :]))


def unflatten(input: Tensor, dim: int, sizes: Shape) -> Tensor:
    """The dimension `dim` made several: the inverse of `flatten`. A view; saves nothing.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        sizes: what its size is the product of; one -1 is worked out.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `sizes` has another product.

    Example:
        >>> import minigrad
        >>> minigrad.unflatten(minigrad.zeros(2, 6), 1, (2, 3)).shape
        minigrad.Size([2, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unflatten.html
    """
    shape, dim = tuple(input.shape), own_dim(dim, input.ndim)
    parts = inferred(sized(sizes), shape[dim])
    return view(input, (*shape[:dim], *parts, *shape[dim + 1 :]))  # type: ignore[no-any-return]


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
    dim = wrap_dim(dim, input.ndim + 1)
    return input.reshape((*input.shape[:dim], 1, *input.shape[dim:]))


def _dims_again(g: Any, input_shape: Shape, dim: Any = None) -> Any:
    """Those of the dimensions that had size one, and so were left out."""
    ndim = len(input_shape)
    for d in sorted(wrap_dims(dim, ndim)) if ndim and dim != () else ():
        g = unsqueeze(g, d) if input_shape[d] == 1 else g
    return g


@view_op(
    r"x", name="SqueezeBackward0", input=(lambda g, input_shape: _dims_again(g, input_shape), r"g")
)
def _squeeze_all(input: Array) -> Array:
    return np.squeeze(input)


@view_op(r"x", name="SqueezeBackward1", input=(_dims_again, r"g"))
def _squeeze_dim(input: Array, dim: int) -> Array:
    return _squeezed(input, (dim,))


@view_op(r"x", name="SqueezeBackward2", input=(_dims_again, r"g"))
def _squeeze_dims(input: Array, dim: Shape) -> Array:
    return _squeezed(input, dim)


def _squeezed(input: Array, dims: Shape) -> Array:
    dims = wrap_dims(dims, input.ndim) if dims else ()
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
    if dim is None:
        return _squeeze_all(input)  # type: ignore[no-any-return]
    row = _squeeze_dims if isinstance(dim, (tuple, list)) else _squeeze_dim
    return row(input, dim)  # type: ignore[no-any-return]


@view_op(r"x", input=(lambda g: g, r"g"))
def alias(input: Array) -> Array:
    """Another view of the whole of `input`: what ``x[...]`` gives."""
    return input[...]
