"""The elements of a tensor moved along: rolled, turned by right angles; and their differences."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array
from .comparison import ne
from .indexing import narrow
from .joining import cat
from .operands import Shape, own_dim, sized, wrap_dim
from .shapes import clone, reshape

# ---------------------------------------------------------------------------------- rolled


def _roll_vjp(g: Any, shifts: Shape, dims: Shape) -> Any:
    return _roll(g, tuple(-n for n in shifts), dims)


@op(r"x_{i - s}", input=(_roll_vjp, r"g_{i + s}"))
def _roll(input: Array, shifts: Shape, dims: Shape) -> Array:
    return np.roll(input, shifts, dims or None)


@public(method=True)
def roll(input: Tensor, shifts: Any, dims: Any = ()) -> Tensor:
    """The elements moved on by `shifts` places; those that leave at the end come in at the front.

    A copy; saves nothing.

    Args:
        input: any shape.
        shifts: how many places, a number for each of `dims`; negative moves back.
        dims: one dimension or several; none moves along all elements in a row.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: there are not as many shifts as dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.roll(minigrad.tensor([1, 2, 3]), 1)
        tensor([3, 1, 2])
        >>> minigrad.tensor([[1, 2], [3, 4]]).roll(1, 0)
        tensor([[3, 4],
                [1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.roll.html
    """
    shifts, dims = _several(shifts), _several(dims)
    if not shifts:
        raise RuntimeError("`shifts` required")
    if len(shifts) != len(dims) and (dims or len(shifts) > 1):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}"
        )
    for dim in dims:
        own_dim(dim, input.ndim)
    return _roll(input, shifts, dims)


def _several(numbers: Any) -> Shape:
    """One integer or several, as a tuple."""
    return (numbers.__index__(),) if hasattr(numbers, "__index__") else sized(numbers)


# ---------------------------------------------------------------------------------- turned


def _rot90_vjp(g: Any, k: int, dims: Shape) -> Any:
    return _rot90(g, -k, dims)


@op(r"x", name="Rot90Backward0", input=(_rot90_vjp, r"g"))
def _rot90(input: Array, k: int, dims: Any) -> Array:
    return np.rot90(input, k, dims).copy()


@public(method=True)
def rot90(input: Tensor, k: int = 1, dims: Any = (0, 1)) -> Tensor:
    """`input` turned by `k` right angles in the plane of two dimensions. A copy; saves nothing.

    Args:
        input: two dimensions or more.
        k: how often; negative turns from the second dimension to the first.
        dims: the plane: it turns from the first of them to the second.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `dims` are not two different ones.

    Example:
        >>> import minigrad
        >>> minigrad.rot90(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([[2, 4],
                [1, 3]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rot90.html
    """
    dims = sized(dims)
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    plane = tuple(wrap_dim(dim, input.ndim) for dim in dims)
    if plane[0] == plane[1]:
        said = f"but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        raise RuntimeError(f"expected rotation dims to be different, {said}")
    return _rot90(input, k, plane)


# ---------------------------------------------------------------------------------- differences


@public(method=True)
def diff(input: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None) -> Tensor:
    """What each element has more than the one before it along `dim`. Saves nothing.

    Args:
        input: any shape but ``()``; of bools: whether the two differ.
        n: how often differences are taken.
        dim: a dimension.
        prepend: a tensor to stand before `input` along `dim`.
        append: a tensor to stand behind it.

    Returns:
        The shape of `input`, after both were added, with `n` fewer along `dim`.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is 0-d, `n` is negative, or what is added has another shape.

    Example:
        >>> import minigrad
        >>> minigrad.diff(minigrad.tensor([1, 4, 9]))
        tensor([3, 5])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.diff.html
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    dim = wrap_dim(dim, input.ndim)
    for other in (prepend, append):
        if other is not None:
            _check_added(input, dim, other)
    if not n:
        return clone(input)
    parts = [x for x in (prepend, input, append) if x is not None]
    out = cat(parts, dim) if len(parts) > 1 else input
    for _ in range(min(n, out.shape[dim])):
        rest = out.shape[dim] - 1
        after, before = narrow(out, dim, 1, rest), narrow(out, dim, 0, rest)
        out = ne(after, before) if out.dtype.title == "Bool" else after - before
    return out


def _check_added(input: Any, dim: int, other: Any) -> None:
    """Raise unless `other` can stand before or behind `input` along `dim`."""
    if other.ndim != input.ndim:
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for d, (size, m) in enumerate(zip(input.shape, other.shape, strict=True)):
        if d != dim and size != m:
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input "
                f"except along the differencing dimension; input.size({d}) = {size}, but got "
                f"tensor.size({d}) = {m}"
            )


# ---------------------------------------------------------------------------------- areas


@public(function=True, aliases=("trapz",))
def trapezoid(y: Tensor, x: Any = None, *, dx: Any = None, dim: int = -1) -> Tensor:
    """The area under a line through points: of each two, their distance times their mean height.

    Args:
        y: the heights, any shape but ``()``.
        x: where the points lie along `dim`, ``(N,)`` or the shape of `y`.
        dx: the distance of all neighbours, where `x` is not given; 1 by default.
        dim: a dimension.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `y` is of bools, or `x` has another number of points.

    Example:
        >>> import minigrad
        >>> minigrad.trapezoid(minigrad.tensor([1.0, 3.0, 5.0]))
        tensor(6.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.trapezoid.html
    """
    dim = own_dim(dim, y.ndim)
    if y.dtype.title == "Bool":
        raise RuntimeError("trapezoid: received a bool input for `y`, but bool is not supported")
    count = max(y.shape[dim] - 1, 0)
    left, right = (narrow(y, dim, first, count) for first in (0, min(1, y.shape[dim])))
    if x is None:
        return (left + right).sum(dim) * ((1 if dx is None else dx) / 2)
    if x.ndim == 1:
        if len(x) != y.shape[dim]:
            raise RuntimeError("trapezoid: There must be one `x` value for each sample point")
        x = reshape(x, tuple(-1 if d == dim else 1 for d in range(y.ndim)))
    return ((left + right) * diff(x, 1, dim)).sum(dim) / 2
