"""Reading dimensions and shapes as PyTorch does, with its errors."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

Shape = tuple[int, ...]


def wrap_dim(dim: Any, ndim: int) -> int:
    """`dim` counted from the front; a 0-d tensor counts as having one dimension.

    Raises:
        IndexError: there is no such dimension.
        TypeError: `dim` is not an integer.
    """
    if not hasattr(dim, "__index__"):
        raise TypeError(f"argument 'dim' must be int, not {type(dim).__name__}")
    bound = max(ndim, 1)
    if not -bound <= dim < bound:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], "
            f"but got {dim})"
        )
    return index(dim) % bound


def wrap_dims(dim: Any, ndim: int) -> tuple[int, ...]:
    """One dimension or several, counted from the front; none given means all.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.
    """
    if dim is None:
        return tuple(range(ndim))
    given = list(dim) if isinstance(dim, (tuple, list)) else [dim]
    dims = [wrap_dim(d, ndim) for d in given]
    for d in dims:
        if dims.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return tuple(dims) if dims else tuple(range(ndim))


def reduced_axes(dim: Any, ndim: int) -> tuple[int, ...]:
    """The dimensions to reduce, as NumPy counts them: a 0-d array has none.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.
    """
    dims = wrap_dims(dim, ndim)
    return dims if ndim else ()


def listed(sizes: tuple[Any, ...], name: str = "size") -> Shape:
    """Sizes given as ``(2, 3)`` or as ``2, 3``.

    Raises:
        TypeError: something among them is not an integer.
    """
    if len(sizes) == 1 and not hasattr(sizes[0], "__index__"):
        given: Iterable[Any] = sizes[0] if isinstance(sizes[0], (tuple, list)) else sizes
    else:
        given = sizes
    try:
        return tuple(index(n) for n in given)
    except TypeError:
        wrong = next(n for n in given if not hasattr(n, "__index__"))
        raise TypeError(
            f"argument '{name}' (position 1) must be tuple of ints, not {type(wrong).__name__}"
        ) from None


def inferred(shape: Shape, numel: int) -> Shape:
    """`shape` with its one -1 worked out, for `numel` elements.

    Raises:
        RuntimeError: it cannot hold that many elements, or has two -1.
    """
    if sum(n == -1 for n in shape) > 1:
        raise RuntimeError("only one dimension can be inferred")
    if any(n < -1 for n in shape):
        raise RuntimeError(f"invalid shape dimension {min(shape)}")
    known = 1
    for n in shape:
        known *= 1 if n == -1 else n
    wrong = RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
    if -1 not in shape:
        if known != numel:
            raise wrong
        return shape
    if known == 0:
        raise RuntimeError(
            f"cannot reshape tensor of {numel} elements into shape {list(shape)} because the "
            "unspecified dimension size -1 can be any value and is ambiguous"
        )
    if numel % known:
        raise wrong
    return tuple(numel // known if n == -1 else n for n in shape)
