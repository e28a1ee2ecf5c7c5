"""Reading along one dimension, at the positions that an index tensor names.

`gather` and `scatter_add` undo each other: each is the other's derivative.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.node import OPS
from ..autograd.record import op
from ..autograd.wrap import is_tensor, type_name
from ..backend import Array, module_of
from .broadcast import expand
from .copy import zeros_of
from .dims import Shape, broadcast_shapes, own_dim, wrap_dim
from .shape import reshape

if TYPE_CHECKING:
    from ..tensor import Tensor


def _gather_vjp(g: Any, input: Any, index: Any, dim: int) -> Any:
    return OPS["_scatter_add"](zeros_of(g, input.shape), index, g, dim=dim)


@op(r"x_{i}", input=(_gather_vjp, r"\sum_i g_i"))
def _gather(input: Array, index: Array, dim: int) -> Array:
    return np.atleast_1d(input)[key_along(index, dim)].reshape(index.shape)


def gather(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """The elements of `input` at the positions `index` along `dim`: a lookup in each row.

    Where a position is named twice, its gradients add up. Saves `input` and `index`.

    Args:
        input: any shape.
        dim: a dimension.
        index: of int64 or int32; as many dimensions as `input`, none larger, but for `dim`.

    Returns:
        The shape of `index`.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `index` has another type, does not fit, or leads out of `input`.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> minigrad.gather(x, 1, minigrad.tensor([[0, 0], [1, 0]]))
        tensor([[1., 1.],
                [4., 3.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.gather.html
    """
    check_type("gather", index)
    dim = wrap_dim(dim, input.ndim)
    x, places = input._array, index._array
    check_dims(places, x, "input")
    for d, (n, most) in enumerate(zip(places.shape, x.shape, strict=False)):
        if n > most and d != dim:
            raise RuntimeError(
                f"Size does not match at dimension {d} expected index {list(places.shape)} to "
                f"be no larger than self {list(x.shape)} apart from dimension {dim}"
            )
    check_range(places, x, dim)
    return _gather(input, index, dim=dim)  # type: ignore[no-any-return]


def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """The elements of `input` at the positions `indices` along `dim`: what `argsort` is for.

    Other dimensions broadcast. Saves what `gather` saves.

    Args:
        input: any shape.
        indices: of int64; as many dimensions as `input`.
        dim: a dimension; None means the flattened `input`.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `indices` has another type, does not fit, or leads out of `input`.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[3.0, 1.0, 2.0]])
        >>> minigrad.take_along_dim(x, minigrad.argsort(x), dim=1)
        tensor([[1., 2., 3.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.take_along_dim.html
    """
    if dim is None:
        return gather(reshape(input, (-1,)), 0, reshape(indices, (-1,)))
    if input.ndim != indices.ndim:
        raise RuntimeError(
            "minigrad.take_along_dim(): input and indices should have the same number of "
            f"dimensions, but got {input.ndim} dimensions for input, and {indices.ndim} dimensions "
            "for indices"
        )
    dim = own_dim(dim, input.ndim)
    common = broadcast_shapes(_without(input.shape, dim), _without(indices.shape, dim))
    wide = [expand(x, (*common[:dim], x.shape[dim], *common[dim + 1 :])) for x in (input, indices)]
    return gather(wide[0], dim, wide[1])


def _without(shape: Shape, dim: int) -> Shape:
    return (*shape[:dim], 1, *shape[dim + 1 :])


def key_along(index: Array, dim: int) -> Any:
    """The key that takes, for each element of `index`, its own place, but for `dim`."""
    module, last = module_of(index), index.ndim - 1
    if last <= 0:
        return (index.reshape(-1),)
    return tuple(
        index if d == dim else module.arange(n).reshape(n, *[1] * (last - d))
        for d, n in enumerate(index.shape)
    )


def check_type(name: str, index: Any) -> None:
    """Raise unless `index` is a tensor of positions."""
    if not is_tensor(index):
        raise TypeError(f"{name}(): argument 'index' must be Tensor, not {type_name(index)}")
    if index.dtype.kind not in ("Long", "Int"):
        raise RuntimeError(
            f"{name}(): Expected dtype int32/int64 for index\n"
            f"It is of type {index.dtype.name}: index.long() makes positions of it."
        )


def check_dims(index: Array, x: Array, name: str) -> None:
    """Raise unless `index` has as many dimensions as `x`, which messages call `name`."""
    if max(index.ndim, 1) != max(x.ndim, 1):
        raise RuntimeError(
            f"Index tensor must have the same number of dimensions as {name} tensor\n"
            f"Their shapes are {list(index.shape)} and {list(x.shape)}."
        )


def check_range(index: Array, x: Array, dim: int) -> None:
    """Raise unless all positions lie within the dimension `dim` of `x`."""
    size = x.shape[dim] if x.ndim else 1
    outside = (index < 0) | (index >= size)
    if outside.any():
        wrong = index[outside]
        raise RuntimeError(
            f"index {wrong.flat[0]} is out of bounds for dimension {dim} with size {size}"
        )
