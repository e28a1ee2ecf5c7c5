"""Reading dimensions and shapes as PyTorch does, with its errors."""

from __future__ import annotations

from math import prod
from operator import index
from typing import Any

Shape = tuple[int, ...]
Dims = int | Shape | None  # one dimension or several to reduce along; None means all


def wrap_dim(dim: Any, ndim: int) -> int:
    """`dim` counted from the front; a 0-d tensor counts as having one dimension.

    Raises:
        IndexError: there is no such dimension.
        TypeError: `dim` is not an integer.
    """
    if isinstance(dim, bool) or not hasattr(dim, "__index__"):
        raise TypeError(f"argument 'dim' must be int, not {type(dim).__name__}")
    place, bound = index(dim), max(ndim, 1)  # also of a tensor of one integer
    if not -bound <= place < bound:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], "
            f"but got {place})"
        )
    return place % bound


def own_dim(dim: Any, ndim: int) -> int:
    """`dim` counted from the front, of a tensor that must have a dimension.

    Raises:
        IndexError: it has none, or not this one.
    """
    if not ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return wrap_dim(dim, ndim)


def wrap_dims(dim: Any, ndim: int) -> tuple[int, ...]:
    """One dimension or several, counted from the front; none given means all.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.
    """
    given = dim if isinstance(dim, (tuple, list)) else () if dim is None else (dim,)
    dims = tuple([wrap_dim(each, ndim) for each in given])
    for d in dims:
        if dims.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return dims or tuple(range(ndim))


def reduced_axes(dim: Any, ndim: int) -> tuple[int, ...]:
    """The dimensions to reduce, as NumPy counts them: a 0-d array has none.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.
    """
    dims = wrap_dims(dim, ndim)
    return dims if ndim else ()


def sized(sizes: Any) -> Shape:
    """Sizes or dimensions given as a tuple or a list.

    Raises:
        TypeError: they are not, or something in it is no integer.
    """
    if not isinstance(sizes, (tuple, list)):
        raise TypeError(f"must be tuple of ints, not {type(sizes).__name__}")
    return tuple(map(index, sizes))


def listed(sizes: tuple[Any, ...], name: str = "size") -> Shape:
    """Sizes given as ``(2, 3)`` or as ``2, 3``.

    Raises:
        TypeError: nothing is given, or something that is not an integer.
    """
    if not sizes:
        raise TypeError(f'missing 1 required positional arguments: "{name}"')
    one = len(sizes) == 1 and isinstance(sizes[0], (tuple, list))
    return tuple(map(index, sizes[0] if one else sizes))


def inferred(shape: Shape, numel: int) -> Shape:
    """`shape` with its one -1 worked out, for `numel` elements.

    Raises:
        RuntimeError: it cannot hold that many elements, or has two -1.
    """
    if shape.count(-1) > 1:
        raise RuntimeError(
            f"only one dimension can be inferred\nThe shape asked for is {list(shape)}."
        )
    for place, n in enumerate(shape):
        if n < -1:
            raise RuntimeError(
                f"invalid shape dimension {n} at index {place} of shape {list(shape)}"
            )
    known = prod([n for n in shape if n != -1])
    if -1 in shape and known == numel == 0:
        raise RuntimeError(
            f"cannot reshape tensor of {numel} elements into shape {list(shape)} because the "
            "unspecified dimension size -1 can be any value and is ambiguous"
        )
    if (numel % known if -1 in shape and known else numel - known) != 0:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
    return tuple([numel // known if n == -1 else n for n in shape])


def broadcast_shapes(a: Shape, b: Shape) -> Shape:
    """The shape that two shapes broadcast to.

    Raises:
        RuntimeError: they do not.
    """
    most = max(len(a), len(b))
    left, right = ((1,) * (most - len(shape)) + tuple(shape) for shape in (a, b))
    for d in reversed(range(most)):
        n, m = left[d], right[d]
        if n != m and 1 not in (n, m):
            raise RuntimeError(
                f"The size of tensor a ({n}) must match the size of tensor b ({m}) at "
                f"non-singleton dimension {d}"
            )
    return tuple(m if n == 1 else n for n, m in zip(left, right, strict=True))
