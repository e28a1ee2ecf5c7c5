"""Reading and writing at positions that an index tensor names, along one dimension.

What reads and what writes are each other's derivatives: `gather` and `scatter_add`. `embedding`
looks up whole rows; whole slices are in `slices`.
"""

from __future__ import annotations

from operator import setitem
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor, is_tensor, type_name
from ..backend import Array, check_beside, module_of
from ..backend import scatter_add as add_at
from .comparison import where
from .operands import Shape, as_scalar, broadcast_shapes, wrap_dim
from .shapes import expand, reshape, unsqueeze, zeros_of

# ---------------------------------------------------------------------------------- gather


def _gather_vjp(g: Any, input: Any, index: Any, dim: int) -> Any:
    return OPS["_scatter_add"](zeros_of(g, input.shape), index, g, dim=dim)


@op(r"x_{i}", input=(_gather_vjp, r"\sum_i g_i"))
def _gather(input: Array, index: Array, dim: int) -> Array:
    return np.atleast_1d(input)[key_along(index, dim)].reshape(index.shape)


@public(method=True)
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
    return _gather(input, index, dim=_checked("gather", input, dim, index))


@public(method=True)
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """The elements of `input` at the positions `indices` along `dim`: what ``argsort`` gives, say.

    `gather`, but the other dimensions broadcast. Saves `input` and `indices`.

    Args:
        input: any shape.
        indices: of int64, as many dimensions as `input`.
        dim: a dimension; None takes both flat.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `indices` has another type, does not fit, or leads out of `input`.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[3, 1], [2, 4]])
        >>> minigrad.take_along_dim(x, x.argsort(1), 1)
        tensor([[1, 3],
                [2, 4]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.take_along_dim.html
    """
    if indices.dtype.title != "Long":
        said = f"dtype of indices should be Long but got {indices.dtype.title}"
        raise RuntimeError(f"minigrad.take_along_dim(): {said}")
    if dim is None:
        return gather(reshape(input, (-1,)), 0, reshape(indices, (-1,)))
    if input.ndim != indices.ndim:
        raise RuntimeError(
            "minigrad.take_along_dim(): input and indices should have the same number of "
            f"dimensions, but got {input.ndim} dimensions for input, and {indices.ndim} dimensions "
            "for indices"
        )
    dim = wrap_dim(dim, input.ndim)
    if input.ndim:
        sizes = input.shape[dim], indices.shape[dim]
        others = ((*x.shape[:dim], 1, *x.shape[dim + 1 :]) for x in (input, indices))
        shape = broadcast_shapes(*others)
        seen = [(*shape[:dim], size, *shape[dim + 1 :]) for size in sizes]
        input, indices = expand(input, seen[0]), expand(indices, seen[1])
    return gather(input, dim, indices)


def key_along(index: Array, dim: int) -> Any:
    """The key that takes, for each element of `index`, its own place, but for `dim`."""
    module, last = module_of(index), index.ndim - 1
    if last <= 0:
        return (index.reshape(-1),)
    return tuple(
        index if d == dim else module.arange(n).reshape(n, *[1] * (last - d))
        for d, n in enumerate(index.shape)
    )


def check_type(name: str, index: Any, input: Any) -> None:
    """Raise unless `index` is a tensor of positions, where `input` lies."""
    if not is_tensor(index):
        raise TypeError(f"{name}(): argument 'index' must be Tensor, not {type_name(index)}")
    if index.dtype.title not in ("Long", "Int"):
        raise RuntimeError(
            f"{name}(): Expected dtype int32/int64 for index\n"
            f"It is of type {index.dtype.name}: index.long() makes positions of it."
        )
    check_beside("index", index._array, input._array)


def _checked(name: str, input: Any, dim: int, index: Any, src: Any = None) -> int:
    """`dim` counted from the front, once `index` is known to lie inside of what it names."""
    check_type(name, index, input)
    dim, shape = wrap_dim(dim, input.ndim), list(index.shape)
    for called, x in (("self", input), ("src", src if is_tensor(src) else index)):
        check_beside(called, x._array, input._array)
        if max(x.ndim, 1) != max(index.ndim, 1):
            raise RuntimeError(
                "Index tensor must have the same number of dimensions as "
                f"{'input' if name == 'gather' else called} tensor\n{shape}, {list(x.shape)}"
            )
        for d, (n, most) in enumerate(zip(shape, x.shape)):
            if n > most and (d != dim or x is src):
                raise RuntimeError(
                    f"Size does not match at dimension {d} expected index {shape} to be no larger "
                    f"than {called} {list(x.shape)} apart from dimension {dim}"
                )
    if is_tensor(src) and src.dtype != input.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    check_range(index._array, input._array, dim)
    return dim


def check_range(index: Array, x: Array, dim: int) -> None:
    """Raise unless all positions lie within the dimension `dim` of `x`."""
    size = x.shape[dim] if x.ndim else 1
    outside = (index < 0) | (index >= size)
    if outside.any():
        wrong = np.extract(outside, index)[0]
        raise RuntimeError(f"index {wrong} is out of bounds for dimension {dim} with size {size}")


# ---------------------------------------------------------------------------------- scatter


def _left_vjp(g: Any, index: Any, dim: int) -> Any:
    """What was overwritten gets no gradient, the rest gets all."""
    return _scatter_value(g, index, value=0, dim=dim)


def _source_vjp(g: Any, index: Any, src_shape: Shape, dim: int) -> Any:  # torch saves the shape
    return _gather(g, index, dim=dim)


@op(r"y_i", input=(_left_vjp, r"g \odot [\text{not } i]"), src=(_source_vjp, r"g_i"))
def _scatter(input: Array, index: Array, src: Array, dim: int) -> Array:
    return _written(input, index, src, dim)


@op(r"c", name="ScatterBackward1", input=(_left_vjp, r"g \odot [\text{not } i]"))
def _scatter_value(input: Array, index: Array, value: Any, dim: int) -> Array:
    return _written(input, index, value, dim)


@op(r"x + \sum_i y_i", input=(lambda g: g, r"g"), src=(_source_vjp, r"g_i"))
def _scatter_add(input: Array, index: Array, src: Array, dim: int) -> Array:
    return _written(input, index, src, dim, add_at)


def _written(input: Array, index: Array, values: Any, dim: int, write: Any = setitem) -> Array:
    """A copy of `input` with `values`, a number or no smaller than `index`, written at `index`."""
    out, key = np.atleast_1d(input).copy(), key_along(index, dim)
    if np.ndim(values):
        values = values[tuple(map(slice, key[dim].shape))]
    write(out, key, values)
    return out.reshape(input.shape)


_scatter_, _scatter_value_, _scatter_add_ = map(in_place, (_scatter, _scatter_value, _scatter_add))


@public(method=True)
def scatter(
    input: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None
) -> Tensor:
    """A copy of `input` with other elements at the positions `index` along `dim`.

    Where a position is named twice, the last element stays. Saves `index`.

    Args:
        input: any shape.
        dim: a dimension.
        index: of int64 or int32; as many dimensions as `input`, none larger, but for `dim`.
        src: the elements: a tensor of the type of `input` at least as large as `index`, or a
            number. Its gradient exists only where it is just as large.
        value: a number in place of `src`.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `index` or `src` has another type or does not fit, or `index` leads out of
            `input`.

    Example:
        >>> import minigrad
        >>> minigrad.scatter(minigrad.zeros(2, 3), 1, minigrad.tensor([[2], [0]]), 1.0)
        tensor([[0., 0., 1.],
                [1., 0., 0.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_.html
    """
    given = value if src is None else src
    return _scattered(_scatter, _scatter_value, input, dim, index, given)


@public(function=False, method=True)
def scatter_(
    input: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None
) -> Tensor:
    """In-place version of `scatter`: writes into `input` and returns it."""
    given = value if src is None else src
    return _scattered(_scatter_, _scatter_value_, input, dim, index, given)


@public(method=True)
def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """`input` with the elements of `src` added at the positions `index` along `dim`.

    Where a position is named twice, both count. Saves `index`; arguments and errors are those of
    `scatter`.

    Example:
        >>> import minigrad
        >>> votes = minigrad.tensor([1, 0, 1, 1])
        >>> minigrad.scatter_add(minigrad.zeros(3), 0, votes, minigrad.ones(4))
        tensor([1., 3., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_add_.html
    """
    dim = _checked("scatter", input, dim, index, src)
    return _scatter_add(input, index, src, dim=dim)


@public(function=False, method=True)
def scatter_add_(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """In-place version of `scatter_add`: writes into `input` and returns it."""
    dim = _checked("scatter", input, dim, index, src)
    return _scatter_add_(input, index, src, dim=dim)


def _scattered(of_tensor: Any, of_number: Any, input: Any, dim: int, index: Any, src: Any) -> Any:
    """`src`, a tensor or a number, written by the row that is made for it."""
    dim = _checked("scatter", input, dim, index, src)
    if is_tensor(src):
        return of_tensor(input, index, src, dim=dim)
    return of_number(input, index, value=as_scalar(src, input._array.dtype), dim=dim)


# ---------------------------------------------------------------------------------- rows looked up


def _embedding_vjp(g: Any, indices: Any, weight_shape: Any, padding_idx: int) -> Any:
    if padding_idx >= 0:
        g = where(unsqueeze(indices == padding_idx, -1), 0, g)
    return _added_rows(g, indices, weight_shape[0])


@op(r"w_{i}", weight=(_embedding_vjp, r"\sum_{i_n = i} g_n"))
def embedding(weight: Array, indices: Array, padding_idx: int = -1) -> Array:
    """The rows of `weight` at `indices`; one looked up twice gets both gradients. Saves `indices`.

    Args:
        weight: ``(V, D)``.
        indices: int64 or int32, any shape ``(*)``.
        padding_idx: a row that gets no gradient; -1 for none.

    Raises:
        IndexError: there is no such row.
    """
    count, _ = weight.shape  # a matrix
    wrong = (indices < 0) | (indices >= count)
    if wrong.any():
        raise IndexError(
            f"index out of range in self\nIndex {indices[wrong][0]} was looked up in a table of "
            f"{count} rows, which are numbered from 0 to {count - 1}."
        )
    return weight[indices]


@op(
    r"\sum_{i_n = i} x_n",
    name="EmbeddingDenseBackwardBackward0",
    input=(lambda g, indices: embedding(g, indices), r"g_{i}"),
)
def _added_rows(input: Array, indices: Array, count: int) -> Array:
    """`count` rows of zeros, and each row of `input` added to the one that its index names."""
    width = input.shape[-1]
    out = zeros_of(input, (count * width,))
    places = indices.reshape(-1, 1) * width + module_of(input).arange(width)
    add_at(out, places.ravel(), input.ravel())  # flat, NumPy adds much faster
    return out.reshape(count, width)
